/** Counting what peers do against the limits of the settings. */

/** What a peer of the gateway may do before it costs the others something. */
export interface GatewayLimits {
  /** A frame must be whole this long after its first byte; the first frame this long after connecting. */
  readonly frameSeconds: number
  readonly idleSeconds: number
  /** Connections that have not yet named a unit, in all and from one address. Identified ones are not counted. */
  readonly strangersMax: number
  readonly strangersPerAddressMax: number
  /** Unknown idents from one address that are noted in the lobby in a minute. */
  readonly unknownIdentsPerMinute: number
  /** Messages a second of one unit, and how many it may send at once after a silence. */
  readonly unitMessagesPerSecond: number
  readonly unitMessagesBurst: number
}

/** Counts strangers by address. */
export interface Doorkeeper {
  /** False: too many strangers already. Otherwise `leave` must follow, once, when it is known or gone. */
  enter(address: string): boolean
  leave(address: string): void
}

export function doorkeeper(limits: Pick<GatewayLimits, 'strangersMax' | 'strangersPerAddressMax'>): Doorkeeper {
  const byAddress = new Map<string, number>()
  let total = 0
  return {
    enter(address) {
      const own = byAddress.get(address) ?? 0
      if (total >= limits.strangersMax || own >= limits.strangersPerAddressMax) return false
      byAddress.set(address, own + 1)
      total += 1
      return true
    },
    leave(address) {
      const own = byAddress.get(address) ?? 0
      if (own <= 1) byAddress.delete(address)
      else byAddress.set(address, own - 1)
      total -= 1
    },
  }
}

/** A unit's allowance. Spending more than there is makes the caller wait; it is never refused what it already sent. */
export interface Allowance {
  /** Milliseconds to wait before reading on. */
  spend(messages: number, nowMs: number): number
}

export function allowance(perSecond: number, burst: number): Allowance {
  let level = burst
  let at = 0
  return {
    spend(messages, nowMs) {
      if (at > 0) level = Math.min(burst, level + ((nowMs - at) / 1000) * perSecond)
      at = nowMs
      level -= messages
      return level >= 0 ? 0 : Math.ceil((-level / perSecond) * 1000)
    },
  }
}
