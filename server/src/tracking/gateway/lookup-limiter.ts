/**
 * Limits the database lookups of unidentified peers. Few run at a time over all ports, and a network that has sent too many
 * unknown idents in a minute is blocked until that minute is over: it costs nobody anything, and idents cannot be enumerated.
 */

import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { Log } from '#kernel/runtime/log.ts'

interface LookupSource {
  readonly network: string
  readonly isDatagram: boolean
  /** This network was admitted for the unit before: it is not blocked, and does not wait behind unknown idents. */
  readonly isFamiliar: boolean
}

export interface LookupLimiter {
  /**
   * 'blocked': the lookup did not run. A result of undefined counts as a miss of the network. The same key counts once a
   * minute, so that one unregistered tracker does not block its neighbours behind the same router.
   */
  run<T>(source: LookupSource, key: string, lookUp: () => Promise<T | undefined>): Promise<T | 'blocked' | undefined>
  isBlocked(network: string): boolean
  /** So many lookups run that a recent miss should not be looked up again. */
  isBusy(): boolean
}

/** As many again are for familiar trackers. */
const inFlightMax = 50
const busyFrom = 5
/** Beyond this datagrams are dropped; their trackers send again. Connections wait: ConnectionLimiter bounds their number. */
const datagramsWaitingMax = 1_000
const networksMax = 50_000
const windowMs = 60_000

interface Network {
  readonly misses: Set<string>
  since: number
  running: number
}

type Lookup = Pick<LookupSource, 'network' | 'isFamiliar'>

interface Waiting extends Lookup {
  resume(verdict: 'run' | 'blocked'): void
}

/** A carrier's customers share its addresses, and a household has a whole /64 of IPv6. */
export function sourceNetworkOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? network : network.replace(/\.\d+$/, '.0/24')
}

/**
 * This machine itself, as a proxy before the gateway shows every tracker: a few unregistered ones must not keep out all
 * that are new. It has this many times more attempts.
 */
const ownNetworks: readonly string[] = [sourceNetworkOf('127.0.0.1'), sourceNetworkOf('::1')]
const ownFactor = 50

export function lookupLimiter(missesPerMinute: number, log: Log, nowMs: () => number = Date.now): LookupLimiter {
  const networks = new Map<string, Network>()
  const familiar: Waiting[] = []
  const connections: Waiting[] = []
  const datagrams: Waiting[] = []
  let inFlight = 0
  let familiarInFlight = 0
  const missesMax = (network: string) => missesPerMinute * (ownNetworks.includes(network) ? ownFactor : 1)

  function known(name: string): Network {
    const now = nowMs()
    const network = networks.get(name) ?? { misses: new Set<string>(), since: now, running: 0 }
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

  /** Drops the oldest network, whose minute is most likely over. A network with a running lookup stays. */
  function forgetOne(): void {
    for (const [name, { running }] of networks) {
      if (running > 0) continue
      networks.delete(name)
      return
    }
  }

  /** A network has as many lookups at once as misses left, so that the limit holds exactly. */
  function verdictOn({ network: name, isFamiliar }: Lookup): 'run' | 'blocked' | 'wait' {
    if (isFamiliar) return familiarInFlight < inFlightMax ? 'run' : 'wait'
    const { misses, running } = known(name)
    const most = missesMax(name)
    if (misses.size >= most) return 'blocked'
    return misses.size + running < most && inFlight < inFlightMax ? 'run' : 'wait'
  }

  /** Connections go first, because their address is not forged. */
  function resumeWaiting(): void {
    for (const queue of [familiar, connections, datagrams]) {
      for (let at = 0; at < queue.length && (queue === familiar ? familiarInFlight : inFlight) < inFlightMax; ) {
        const verdict = verdictOn(queue[at]!)
        if (verdict === 'wait') at += 1
        else {
          const [one] = queue.splice(at, 1)
          if (verdict === 'run') begin(one!)
          one!.resume(verdict)
        }
      }
    }
  }

  function begin({ network, isFamiliar }: Lookup): void {
    if (isFamiliar) familiarInFlight += 1
    else inFlight += 1
    known(network).running += 1
  }

  function end({ network, isFamiliar }: Lookup): void {
    if (isFamiliar) familiarInFlight -= 1
    else inFlight -= 1
    known(network).running -= 1
    resumeWaiting()
  }

  function recordMiss(name: string, key: string): void {
    const { misses } = known(name)
    misses.add(key)
    if (misses.size === missesMax(name))
      log.warn(
        { network: name },
        'A network sent too many unknown idents; its unidentified peers are rejected for a minute.',
      )
  }

  async function admit(source: LookupSource): Promise<'run' | 'blocked'> {
    const { network, isDatagram, isFamiliar } = source
    const verdict = verdictOn(source)
    if (verdict === 'run') begin(source)
    if (verdict !== 'wait') return verdict
    const queue = isFamiliar ? familiar : isDatagram ? datagrams : connections
    if (isDatagram && queue.length >= datagramsWaitingMax) return 'blocked'
    return new Promise((resume) => queue.push({ network, isFamiliar, resume }))
  }

  return {
    async run(source, key, lookUp) {
      if ((await admit(source)) === 'blocked') return 'blocked'
      try {
        const found = await lookUp()
        if (found === undefined) recordMiss(source.network, key)
        return found
      } finally {
        end(source)
      }
    },
    isBlocked: (network) => known(network).misses.size >= missesMax(network),
    isBusy: () => inFlight >= busyFrom,
  }
}
