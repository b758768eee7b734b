/** Counting what peers do against the limits of the settings. */

import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { GatewayLimits } from '#kernel/config/config.ts'
import { sourceNetworkOf } from './questions.ts'

/** Counts unidentified connections by address and network. */
export interface Doorkeeper {
  /**
   * Undefined: too many from this address already. Otherwise `leave` must follow, once, when it is known or gone. When all
   * places are taken, the most crowded network gives one up: `evict` of its oldest connection is called.
   */
  enter(address: string, evict: () => void): Guest | undefined
  /** Half of the places are taken: whoever says nothing has less time. */
  isCrowded(): boolean
}

export interface Guest {
  leave(): void
}

export function doorkeeper(limits: Pick<GatewayLimits, 'unidentifiedMax' | 'unidentifiedPerAddressMax'>): Doorkeeper {
  const byAddress = new Map<string, number>()
  /** Each in the order in which they came. */
  const byNetwork = new Map<string, Set<{ evict(): void; leave(): void }>>()
  let total = 0

  function evictOne(): void {
    let crowd: Set<{ evict(): void; leave(): void }> | undefined
    for (const guests of byNetwork.values()) if (guests.size > (crowd?.size ?? 0)) crowd = guests
    const [oldest] = crowd ?? []
    oldest?.leave()
    oldest?.evict()
  }

  return {
    enter(given, evict) {
      const [address, network] = [networkOf(given), sourceNetworkOf(given)]
      const own = byAddress.get(address) ?? 0
      if (own >= limits.unidentifiedPerAddressMax) return undefined
      if (total >= limits.unidentifiedMax) evictOne()
      let hasLeft = false
      const guest = {
        evict,
        leave() {
          if (hasLeft) return
          hasLeft = true
          total -= 1
          const count = (byAddress.get(address) ?? 0) - 1
          if (count > 0) byAddress.set(address, count)
          else byAddress.delete(address)
          const guests = byNetwork.get(network)
          guests?.delete(guest)
          if (guests?.size === 0) byNetwork.delete(network)
        },
      }
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(guest))
      total += 1
      return guest
    },
    isCrowded: () => total * 2 >= limits.unidentifiedMax,
  }
}

/** A unit's allowance. Spending more than there is makes the caller wait; it is never refused what it already sent. */
export interface Allowance {
  /** Milliseconds to wait before reading on. */
  spend(messages: number, nowMs: number): number
}

/** While nobody is in a hurry (`isPressed`) nothing is counted: a tracker may empty its memory as fast as it can. */
export function allowance(perSecond: number, burst: number, isPressed: () => boolean = () => true): Allowance {
  let level = burst
  let at = 0
  return {
    spend(messages, nowMs) {
      if (at > 0) level = Math.min(burst, level + ((nowMs - at) / 1000) * perSecond)
      at = nowMs
      if (!isPressed()) return 0
      level -= messages
      return level >= 0 ? 0 : Math.ceil((-level / perSecond) * 1000)
    },
  }
}

/** One for each unit, made when it is first asked for. */
export function allowances(make: () => Allowance): (unitId: number) => Allowance {
  const known = new Map<number, Allowance>()
  return (unitId) => {
    const own = known.get(unitId) ?? make()
    if (!known.has(unitId)) {
      if (known.size >= allowancesMax) known.clear()
      known.set(unitId, own)
    }
    return own
  }
}

const allowancesMax = 200_000
