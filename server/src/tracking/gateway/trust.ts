/** Where a unit's tracker is known to be, and what may be sent to a peer that only knows its ident. Pure. */

/** What is remembered of a unit's peers. Times are those of the wall clock, for they outlast the process. */
export interface Whereabouts {
  readonly network: string
  readonly since: Date
  /** Another network that speaks for the unit. */
  readonly candidate: string | null
  readonly candidateSince: Date | null
  /** Nobody is sent anything before this. */
  readonly heldUntil: Date | null
}

/** So long a network must have been the only one of its unit. */
export const holdMs = 10 * 60_000
/** A datagram's address can be forged, and nothing is heard of who reads the answer. */
export const datagramPasswordMs = 2 * 3_600_000

/** After a peer has spoken from this network. The very same value: nothing new. */
export function sighted(before: Whereabouts | undefined, network: string, now: Date): Whereabouts {
  if (!before) return { network, since: now, candidate: null, candidateSince: null, heldUntil: null }
  const { candidate, candidateSince } = before
  if (network === before.network) {
    return candidate === null ? before : { ...before, candidate: null, candidateSince: null }
  }
  if (network !== candidate || candidateSince === null) return { ...before, candidate: network, candidateSince: now }
  if (ageMs(candidateSince, now) < holdMs) return before
  return { ...before, network, since: candidateSince, candidate: null, candidateSince: null }
}

/** After a peer has shown the unit's password. */
export const proven = (before: Whereabouts | undefined, network: string, now: Date): Whereabouts =>
  network === before?.network && before.candidate === null && before.heldUntil === null
    ? before
    : {
        network,
        since: network === before?.network ? before.since : now,
        candidate: null,
        candidateSince: null,
        heldUntil: null,
      }

export const takenOver = (known: Whereabouts, now: Date): Whereabouts => ({
  ...known,
  heldUntil: new Date(now.getTime() + holdMs),
})

export function mayCommand(known: Whereabouts, network: string, now: Date): boolean {
  if (known.heldUntil !== null && known.heldUntil > now) return false
  if (network === known.network) return true
  return network === known.candidate && ageMs(known.candidateSince as Date, now) >= holdMs
}

/** For commands that carry the unit's password. */
export function mayHavePassword(known: Whereabouts, network: string, isDatagram: boolean, now: Date): boolean {
  if (!mayCommand(known, network, now)) return false
  const since = network === known.network ? known.since : (known.candidateSince as Date)
  return ageMs(since, now) >= (isDatagram ? datagramPasswordMs : holdMs)
}

const ageMs = (since: Date, now: Date): number => now.getTime() - since.getTime()

/** Of what a node remembers and what another has written, the later. */
export function later(one: Whereabouts | undefined, other: Whereabouts | undefined): Whereabouts | undefined {
  if (!one || !other) return one ?? other
  return lastChange(other) > lastChange(one) ? other : one
}

const lastChange = ({ since, candidateSince, heldUntil }: Whereabouts): number =>
  Math.max(since.getTime(), candidateSince?.getTime() ?? 0, (heldUntil?.getTime() ?? holdMs) - holdMs)
