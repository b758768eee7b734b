/** Events by the day and the unit they belong to, the newest first. Pure. */
import { dateOf } from '../timeline/day.ts'
import type { UnitEvent } from '../types.ts'

export interface Day {
  readonly date: string
  readonly units: readonly { readonly unit: number; readonly events: readonly UnitEvent[] }[]
}

/** Within a day the unit with the latest event comes first. */
export const daysOf = (events: readonly UnitEvent[]): Day[] =>
  [...Map.groupBy(events, ({ at }) => dateOf(at))].map(([date, ofDay]) => ({
    date,
    units: [...Map.groupBy(ofDay, ({ unit_id }) => unit_id)].map(([unit, ofUnit]) => ({ unit, events: ofUnit })),
  }))
