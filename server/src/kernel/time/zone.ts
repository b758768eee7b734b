/** Days, weeks and months by the clock of a client's time zone. Pure. */

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

const formats = new Map<string, Intl.DateTimeFormat>()
/** There are some 600 zones, but each may be written in any capitalisation, and a format takes kilobytes. */
const formatsMax = 1_000

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const two = '2-digit' as const
    const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', hourCycle: 'h23', ...parts })
    if (formats.size >= formatsMax) formats.clear()
    formats.set(zone, format)
  }
  return format
}

/**
 * Names that Node knows in addition to those of IANA. PostgreSQL does not know all of them, and a statement would fail.
 */
const otherNames =
  /^(?:A[CEGRS]T|B[ES]T|C[ANST]T|E[AC]T|I[ES]T|JST|MIT|N[ES]T|P[LNRS]T|SST|VST|SystemV\/.+|Canada\/East-Saskatchewan|US\/Pacific-New)$/i

/** Whether it is an IANA time zone name, as browsers report it. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) || otherNames.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

const daySeconds = 86_400
/** By zone and day of UTC: the offset of the whole day, or null on a day when the clocks are changed. */
const dayOffsets = new Map<string, number | null>()
const dayOffsetsMax = 10_000

/** Seconds that the clocks of a zone are ahead of UTC at a time in seconds. */
export function offsetAt(zone: string, t: number): number {
  const day = Math.floor(t / daySeconds)
  const key = `${zone} ${day}`
  let offset = dayOffsets.get(key)
  if (offset === undefined) {
    const first = readOffset(zone, day * daySeconds)
    offset = first === readOffset(zone, (day + 1) * daySeconds) ? first : null
    if (dayOffsets.size >= dayOffsetsMax) dayOffsets.clear()
    dayOffsets.set(key, offset)
  }
  return offset ?? readOffset(zone, t)
}

/** Takes some 20 µs, which a report with times in each row would notice. */
function readOffset(zone: string, t: number): number {
  const whole = Math.floor(t)
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(whole * 1000)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  const shown = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!)
  return shown / 1000 - whole
}

/** When the clocks of a zone show this; if they skip it, the first moment after it. */
function momentOf(zone: string, wall: number): number {
  const guess = wall - offsetAt(zone, wall)
  const better = wall - offsetAt(zone, guess)
  return offsetAt(zone, better) === wall - better ? better : Math.max(guess, better)
}

/** When a day of the calendar begins. */
const dayStart = (zone: string, year: number, month: number, day: number): number =>
  momentOf(zone, Date.UTC(year, month, day) / 1000)

/** A minute of a day like 2026-03-02, in seconds. */
export const momentAt = (zone: string, day: string, minute: number): number =>
  momentOf(zone, Date.parse(`${day}T00:00:00Z`) / 1000 + minute * 60)

/** A full hour of a day like 2026-03-02. */
export const momentIn = (zone: string, day: string, hour: number): Date =>
  new Date(momentAt(zone, day, hour * 60) * 1000)

const wallDate = (zone: string, t: number): Date => new Date((Math.floor(t) + offsetAt(zone, t)) * 1000)

function startOf(zone: string, period: Period, wall: Date, firstWeekday: number): { t: number; next: Date } {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()]
  const first = period === 'month' ? 1 : period === 'week' ? day - ((wall.getUTCDay() - firstWeekday + 7) % 7) : day
  const next =
    period === 'month' ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, first + (period === 'week' ? 7 : 1))
  return { t: dayStart(zone, year, month, first), next: new Date(next) }
}

export interface Span {
  readonly from: number
  readonly to: number
  /** The first day of it, as the calendar has it. */
  readonly date: string
}

/** The whole periods that a time range touches, in order. Weeks begin on Monday, which is 1, or another day. */
export function spansOf(zone: string, period: Period, from: number, to: number, firstWeekday = 1): Span[] {
  const spans: Span[] = []
  let { t, next } = startOf(zone, period, wallDate(zone, from), firstWeekday)
  while (t < to) {
    const following = startOf(zone, period, next, firstWeekday)
    spans.push({ from: t, to: following.t, date: dateOf(zone, t) })
    t = following.t
    next = following.next
  }
  return spans
}

/** The day of the calendar, like 2026-03-02, on which a time in seconds falls. */
export const dateOf = (zone: string, t: number): string => wallDate(zone, t).toISOString().slice(0, 10)

/** As in 2026-03-02T13:05:09+01:00: no reader has to guess the zone. */
export function localTime(zone: string, t: number): string {
  const offset = offsetAt(zone, t)
  const minutes = Math.abs(Math.round(offset / 60))
  const two = (value: number) => String(value).padStart(2, '0')
  const sign = offset < 0 ? '-' : '+'
  return `${wallDate(zone, t).toISOString().slice(0, 19)}${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

export const utcTime = (t: number): string => new Date(Math.round(t * 1000)).toISOString()
