/** The network in which a unit's tracker is known to be, and what may be sent to a peer that only knows its ident. Pure. */

/** Times are those of the wall clock, because they outlast the process. */
export interface NetworkTrust {
  readonly network: string
  readonly since: Date
  /** Another network from which a peer uses the unit's ident. */
  readonly candidate: string | null
  readonly candidateSince: Date | null
  /** No peer gets a command before this. */
  readonly heldUntil: Date | null
}

/** A new network must have been the only one of its unit for this long. */
export const holdMs = 10 * 60_000
/** The address of a datagram can be forged, and we cannot know who reads the answer. */
export const datagramPasswordMs = 2 * 3_600_000

/** After a peer has sent something from this network. Returns the same object if nothing changed. */
export function observed(before: NetworkTrust | undefined, network: string, now: Date): NetworkTrust {
  if (!before) return { network, since: now, candidate: null, candidateSince: null, heldUntil: null }
  const { candidate, candidateSince } = before
  if (network === before.network) {
    return candidate === null ? before : { ...before, candidate: null, candidateSince: null }
  }
  if (network !== candidate || candidateSince === null) return { ...before, candidate: network, candidateSince: now }
  if (ageMs(candidateSince, now) < holdMs) return before
  return { ...before, network, since: candidateSince, candidate: null, candidateSince: null }
}

/** After a peer has presented the unit's password. */
export const proven = (before: NetworkTrust | undefined, network: string, now: Date): NetworkTrust =>
  network === before?.network && before.candidate === null && before.heldUntil === null
    ? before
    : {
        network,
        since: network === before?.network ? before.since : now,
        candidate: null,
        candidateSince: null,
        heldUntil: null,
      }

export const takenOver = (known: NetworkTrust, now: Date): NetworkTrust => ({
  ...known,
  heldUntil: new Date(now.getTime() + holdMs),
})

export function mayCommand(known: NetworkTrust, network: string, now: Date): boolean {
  if (known.heldUntil !== null && known.heldUntil > now) return false
  if (network === known.network) return true
  return network === known.candidate && ageMs(known.candidateSince as Date, now) >= holdMs
}

/** For commands that carry the unit's password. */
export function maySendPassword(known: NetworkTrust, network: string, isDatagram: boolean, now: Date): boolean {
  if (!mayCommand(known, network, now)) return false
  const since = network === known.network ? known.since : (known.candidateSince as Date)
  return ageMs(since, now) >= (isDatagram ? datagramPasswordMs : holdMs)
}

const ageMs = (since: Date, now: Date): number => now.getTime() - since.getTime()

/** The later of what this node remembers and what another node has written. */
export function later(one: NetworkTrust | undefined, other: NetworkTrust | undefined): NetworkTrust | undefined {
  if (!one || !other) return one ?? other
  return lastChange(other) > lastChange(one) ? other : one
}

const lastChange = ({ since, candidateSince, heldUntil }: NetworkTrust): number =>
  Math.max(since.getTime(), candidateSince?.getTime() ?? 0, (heldUntil?.getTime() ?? holdMs) - holdMs)
