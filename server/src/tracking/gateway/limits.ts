/** Limits from the settings: unidentified connections, and messages per unit. */

import { networkOf } from '#identity/login-throttle/throttle.ts'
import type { GatewayLimits } from '#kernel/config/config.ts'
import { sourceNetworkOf } from './lookup-limiter.ts'

/** Counts unidentified connections by address and network. */
export interface ConnectionLimiter {
  /**
   * Undefined: this address has too many already. Otherwise the caller releases the slot when the peer has identified itself
   * or disconnected. When all slots are taken, the network with the most loses its oldest connection: its `evict` is called.
   */
  acquire(address: string, evict: () => void): ConnectionSlot | undefined
  /** Half of the slots are taken: silent connections get less time. */
  isCrowded(): boolean
}

export interface ConnectionSlot {
  /** Has an effect once. */
  release(): void
}

interface EvictableSlot extends ConnectionSlot {
  evict(): void
}

export function connectionLimiter(
  limits: Pick<GatewayLimits, 'unidentifiedMax' | 'unidentifiedPerAddressMax'>,
): ConnectionLimiter {
  const byAddress = new Map<string, number>()
  /** The slots of each network, oldest first. */
  const byNetwork = new Map<string, Set<EvictableSlot>>()
  let total = 0

  function evictOne(): void {
    let most: Set<EvictableSlot> | undefined
    for (const slots of byNetwork.values()) if (slots.size > (most?.size ?? 0)) most = slots
    const [oldest] = most ?? []
    oldest?.release()
    oldest?.evict()
  }

  return {
    acquire(given, evict) {
      const [address, network] = [networkOf(given), sourceNetworkOf(given)]
      const own = byAddress.get(address) ?? 0
      if (own >= limits.unidentifiedPerAddressMax) return undefined
      if (total >= limits.unidentifiedMax) evictOne()
      let isReleased = false
      const slot = {
        evict,
        release() {
          if (isReleased) return
          isReleased = true
          total -= 1
          const count = (byAddress.get(address) ?? 0) - 1
          if (count > 0) byAddress.set(address, count)
          else byAddress.delete(address)
          const slots = byNetwork.get(network)
          slots?.delete(slot)
          if (slots?.size === 0) byNetwork.delete(network)
        },
      }
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(slot))
      total += 1
      return slot
    },
    isCrowded: () => total * 2 >= limits.unidentifiedMax,
  }
}

/** A unit's allowance of messages. Spending more than is left makes the caller wait; nothing already sent is refused. */
export interface Allowance {
  /** Milliseconds to wait before reading more. */
  spend(messages: number, nowMs: number): number
}

/** Nothing is counted unless `isPressed`: a tracker may empty its memory as fast as it can while nobody else waits. */
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

/** One allowance per unit, made on first use. */
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
