/**
 * Questions of unidentified peers to the database. Few are asked at a time over all ports, and a network that has named too
 * many unknown idents in a minute is shut until that minute is over: it costs nobody anything, and idents cannot be enumerated.
 */

import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { Log } from '#kernel/log.ts'

/** Who wants to know: the network it is in, and whether it came by datagram. */
export interface Asker {
  readonly network: string
  readonly isDatagram: boolean
  /** The peer was this unit's before, from this network: it passes also where the network is shut. */
  readonly isFamiliar: boolean
}

export interface Questions {
  /**
   * 'shut': nothing was asked. What is undefined counts as a miss of the network. The same guess counts once a minute, so
   * that one tracker that nobody has registered does not shut out its neighbours behind the same router.
   */
  ask<T>(asker: Asker, guess: string, question: () => Promise<T | undefined>): Promise<T | 'shut' | undefined>
  isShut(network: string): boolean
  /** So much is going on that what was just found out should not be asked again. */
  isBusy(): boolean
}

const inFlightMax = 50
const busyFrom = 5
/** Beyond this datagrams are dropped; their trackers send again. Connections wait: they are bounded by the doorkeeper. */
const datagramsWaitingMax = 1_000
const networksMax = 50_000
const windowMs = 60_000

interface Network {
  readonly misses: Set<string>
  since: number
  asking: number
}

interface Waiting {
  readonly network: string
  readonly isFamiliar: boolean
  go(verdict: 'asks' | 'shut'): void
}

/** A carrier's customers share its addresses, and a household has a whole /64 of IPv6. */
export function sourceNetworkOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24')
}

export function questions(missesPerMinute: number, log: Log, nowMs: () => number = Date.now): Questions {
  const networks = new Map<string, Network>()
  const lines: Waiting[] = []
  const datagrams: Waiting[] = []
  let inFlight = 0

  function known(name: string): Network {
    const now = nowMs()
    const network = networks.get(name) ?? { misses: new Set<string>(), since: now, asking: 0 }
    if (now - network.since >= windowMs || now < network.since) {
      network.misses.clear()
      network.since = now
    }
    if (!networks.has(name)) {
      if (networks.size >= networksMax) forgetOne()
      networks.set(name, network)
    }
    return network
  }

  /** The oldest has had the longest time to be forgiven; one that asks at this moment stays. */
  function forgetOne(): void {
    for (const [name, { asking }] of networks) {
      if (asking > 0) continue
      networks.delete(name)
      return
    }
  }

  /** As many of a network are asked at once as it may still miss, so that the limit holds exactly. */
  function verdictOn({
    network: name,
    isFamiliar,
  }: Pick<Waiting, 'network' | 'isFamiliar'>): 'asks' | 'shut' | 'waits' {
    if (!isFamiliar) {
      const { misses, asking } = known(name)
      if (misses.size >= missesPerMinute) return 'shut'
      if (misses.size + asking >= missesPerMinute) return 'waits'
    }
    return inFlight < inFlightMax ? 'asks' : 'waits'
  }

  /** Connections first: their address is not forged. */
  function goOn(): void {
    for (const queue of [lines, datagrams]) {
      for (let at = 0; at < queue.length && inFlight < inFlightMax; ) {
        const verdict = verdictOn(queue[at]!)
        if (verdict === 'waits') at += 1
        else {
          const [one] = queue.splice(at, 1)
          if (verdict === 'asks') begin(one!.network)
          one!.go(verdict)
        }
      }
    }
  }

  function begin(name: string): void {
    inFlight += 1
    known(name).asking += 1
  }

  function miss(name: string, guess: string): void {
    const { misses } = known(name)
    misses.add(guess)
    if (misses.size === missesPerMinute)
      log.warn(
        { network: name },
        'A network names too many unknown idents; its unidentified peers are refused for a minute.',
      )
  }

  async function admit({ network, isDatagram, isFamiliar }: Asker): Promise<'asks' | 'shut'> {
    const verdict = verdictOn({ network, isFamiliar })
    if (verdict === 'asks') begin(network)
    if (verdict !== 'waits') return verdict
    if (isDatagram && datagrams.length >= datagramsWaitingMax) return 'shut'
    return new Promise((go) => (isDatagram ? datagrams : lines).push({ network, isFamiliar, go }))
  }

  return {
    async ask(asker, guess, question) {
      if ((await admit(asker)) === 'shut') return 'shut'
      try {
        const answer = await question()
        if (answer === undefined) miss(asker.network, guess)
        return answer
      } finally {
        inFlight -= 1
        known(asker.network).asking -= 1
        goOn()
      }
    },
    isShut: (network) => known(network).misses.size >= missesPerMinute,
    isBusy: () => inFlight >= busyFrom,
  }
}
