/** The term of a unit: the days for which it is paid, and how it is renewed (docs/decisions/0101). Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { type Day, dayAfter, daysBetween, isDay } from '#kernel/time/day.ts'
import { momentIn } from '#kernel/time/zone.ts'

export const termStates = ['active', 'due', 'expired'] as const
export type TermState = (typeof termStates)[number]

export interface Term {
  readonly unitId: number
  readonly accountId: number
  readonly dealerId: number
  /** The last paid day. */
  readonly paidUntil: Day
  /** The day of the month on which renewals begin. */
  readonly anchor: number
  readonly dueAt: Date
  readonly expiresAt: Date
  readonly state: TermState
  /** When its state changes next. */
  readonly checkAt: Date | null
}

/** By a number of months, or until a day. */
export type Extension = { readonly months: number } | { readonly until: Day }

type Paid = Pick<Term, 'paidUntil' | 'anchor'>

const dayOfMonth = (day: Day): number => Number(day.slice(8))
const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** This many months later, on the anchor or on the last day of a shorter month. */
function monthsLater(day: Day, months: number, anchor: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const wanted = Math.min(anchor, lastOfMonth(year, month))
  return new Date(Date.UTC(year, month, wanted)).toISOString().slice(0, 10)
}

/**
 * A term that has not ended continues where it ends. One that has ended, or never existed, begins today: days without
 * access cost nothing.
 */
export const nextStart = (before: Paid | null, today: Day): Day =>
  before && before.paidUntil >= today ? dayAfter(before.paidUntil) : today

/** A term that continues keeps its day of the month, so that short months don't move it. */
export const nextAnchor = (before: Paid | null, today: Day): number =>
  before && before.paidUntil >= today ? before.anchor : dayOfMonth(today)

export function extended(before: Paid | null, today: Day, extension: Extension): Paid & { readonly paidFrom: Day } {
  const paidFrom = nextStart(before, today)
  if ('until' in extension) {
    const isFurther = !before || extension.until > before.paidUntil
    const paidUntil = isFurther ? extension.until : before.paidUntil
    return { paidFrom, paidUntil, anchor: isFurther ? anchorOf(paidUntil) : before.anchor }
  }
  const anchor = nextAnchor(before, today)
  return { paidFrom, paidUntil: dayAfter(monthsLater(paidFrom, extension.months, anchor), -1), anchor }
}

/** For a term that was set to a day by hand. */
export const anchorOf = (paidUntil: Day): number => dayOfMonth(dayAfter(paidUntil))

/**
 * The factor for the price of a month, as on a line: whole months, and the days of the last partial one. So a month
 * costs its price, however long it is.
 */
export function shareOf(
  paidFrom: Day,
  until: Day,
  anchor = dayOfMonth(paidFrom),
): { readonly quantity: number; readonly days: number } {
  const ends = dayAfter(until)
  let months = 0
  while (monthsLater(paidFrom, months + 1, anchor) <= ends) months += 1
  const begun = monthsLater(paidFrom, months, anchor)
  const days = daysBetween(begun, monthsLater(paidFrom, months + 1, anchor))
  const rest = daysBetween(begun, ends)
  return rest === 0 ? { quantity: months, days: 1 } : { quantity: months * days + rest, days }
}

/** In the dealer's time zone: a term ends when its last day does. */
export const momentsOf = (paidUntil: Day, zone: string, dueDays: number) => ({
  dueAt: momentIn(zone, dayAfter(paidUntil, 1 - dueDays), 0),
  expiresAt: momentIn(zone, dayAfter(paidUntil), 0),
})

export function stateAt({ dueAt, expiresAt }: Pick<Term, 'dueAt' | 'expiresAt'>, now: Date): TermState {
  if (expiresAt <= now) return 'expired'
  return dueAt <= now ? 'due' : 'active'
}

export function checkAfter(state: TermState, { dueAt, expiresAt }: Pick<Term, 'dueAt' | 'expiresAt'>): Date | null {
  if (state === 'expired') return null
  return state === 'active' && dueAt < expiresAt ? dueAt : expiresAt
}

/** A term that was set or renewed is active until the job checks it, which happens at once if something is due. */
export const begun = (
  unit: Pick<Term, 'unitId' | 'accountId' | 'dealerId'>,
  paid: Paid,
  zone: string,
  dueDays: number,
): Term => {
  const moments = momentsOf(paid.paidUntil, zone, dueDays)
  const { paidUntil, anchor } = paid
  return { ...unit, paidUntil, anchor, ...moments, state: 'active', checkAt: checkAfter('active', moments) }
}

const termYearsMax = 10
export const renewalMonthsMax = 120

export function paidUntilProblems(field: string, day: string, today: Day, isRenewal = false): Problem[] {
  if (!isDay(day)) return [invalidField(field, `${field} must be a day, like 2027-03-31.`)]
  if (isRenewal && day < today) return [invalidField(field, `${field} must be today (${today}) or later.`)]
  const last = dayAfter(today, 366 * termYearsMax)
  if (day > last) return [invalidField(field, `${field} must be ${last} or earlier.`)]
  return day < '2000-01-01' ? [invalidField(field, `${field} must be 2000-01-01 or later.`)] : []
}
