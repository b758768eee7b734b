/** The days of a calendar, in UTC, as automation counts them. Pure. */
import type { LifecycleSimulation } from '../../api/generated.ts'
import { weekdays } from '../../shared/format/habits.ts'

export type Day = LifecycleSimulation['days'][number]
export const stepKinds = ['notice', 'due', 'block', 'unblock'] as const

interface Cell {
  /** `2026-11-20`; undefined: an empty cell for a day of the month before. */
  readonly date: string | undefined
  readonly day: Day | undefined
}

export interface Month {
  /** `2026-11` */
  readonly name: string
  readonly firstSeconds: number
  readonly cells: readonly Cell[]
}

const daySeconds = 86_400
const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** All months between two moments. Weeks begin on the reader's first day. */
export function monthsOf({
  from,
  until,
  days,
}: Pick<LifecycleSimulation, 'from' | 'until' | 'days'>): readonly Month[] {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const months: Month[] = []
  const start = new Date(from * 1000)
  for (let index = 0; ; index++) {
    const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index, 1) / 1000
    if (first > until) return months
    const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index + 1, 1) / 1000
    const blanks = weekdays().indexOf(new Date(first * 1000).getUTCDay() || 7)
    const cells: Cell[] = Array.from({ length: blanks }, () => ({ date: undefined, day: undefined }))
    for (let at = first; at < next; at += daySeconds) cells.push({ date: dateOf(at), day: byDate.get(dateOf(at)) })
    months.push({ name: dateOf(first).slice(0, 7), firstSeconds: first, cells })
  }
}

export const stepsIn = (day: Day): number => stepKinds.reduce((sum, kind) => sum + day[kind], 0)

/** The clients of one day, by kind. */
export function stepsOf(steps: LifecycleSimulation['steps'], date: string): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const { at, what, account_id } of steps) {
    if (dateOf(at) !== date) continue
    const accounts = found.get(what) ?? []
    accounts.push(account_id)
    found.set(what, accounts)
  }
  return found
}
