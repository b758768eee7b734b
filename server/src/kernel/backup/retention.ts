/**
 * When an automatic backup is due, its name, and which are kept. Days are counted by existing backups, not by the
 * clock: one that jumps deletes nothing. Pure.
 */
const dayMs = 86_400_000

export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
}

export interface Keep {
  readonly daily: number
  readonly weekly: number
  readonly monthly: number
}

/** The last time at which one was due. UTC. */
export function lastSlot({ hour, minute }: TimeOfDay, now: Date): Date {
  const slot = new Date(now)
  slot.setUTCHours(hour, minute, 0, 0)
  return slot > now ? new Date(slot.getTime() - dayMs) : slot
}

export const nextSlot = (time: TimeOfDay, now: Date): Date => new Date(lastSlot(time, now).getTime() + dayMs)

/** Names of automatic backups end with their installation, so that two installations can share a place. */
export const endingOf = (fingerprint: string): string => `-${fingerprint.slice(0, 8)}.backup`

export const automaticName = (at: Date, fingerprint: string): string =>
  `waymark-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}${endingOf(fingerprint)}`

/** Undefined: the name is not one of ours. */
export function momentOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^waymark-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-/.exec(name) ?? []
  const at = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const monthOf = (at: Date) => at.toISOString().slice(0, 7)
/** The Monday it begins with. Day 0 was a Thursday. */
const weekOf = (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7))

/** The newest of each of the last days, weeks and months that have one. The newest of all is always kept. */
export function namesToKeep(names: readonly string[], keep: Keep): ReadonlySet<string> {
  const newestFirst = names
    .flatMap((name) => {
      const at = momentOf(name)
      return at ? [{ name, at }] : []
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name))
  for (const [count, periodOf] of [
    [keep.daily, dayOf],
    [keep.weekly, weekOf],
    [keep.monthly, monthOf],
  ] as const) {
    const seen = new Set<string>()
    for (const { name, at } of newestFirst) {
      const period = periodOf(at)
      if (seen.has(period) || seen.size >= count) continue
      seen.add(period)
      kept.add(name)
    }
  }
  return kept
}
