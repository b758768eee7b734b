/** A person's choice of date order, clock and measures, on the wire. */
import Type, { type Static } from 'typebox'
import { clocks, dateOrders, type Habits, temperatures, volumes, weekStarts } from '../time/habits.ts'
import { EnumOf, exact, like, Nullable, optional } from './fields.ts'

export const timeHabitFields = {
  clock: EnumOf(clocks, '`locale`: as usual in the language.'),
  date_order: EnumOf(dateOrders, 'Order of day, month and year. `locale`: as usual in the language.'),
  week_start: EnumOf(weekStarts, 'First day of the week. `locale`: as usual in the language.'),
  zone: like(
    Nullable(
      Type.String({ maxLength: 64, description: 'Time zone, such as `Europe/Berlin`. Null: that of the device.' }),
    ),
    'Europe/Berlin',
  ),
}
export const habitFields = {
  volume: EnumOf(volumes),
  temperature: EnumOf(temperatures),
  ...timeHabitFields,
}

const Given = exact(optional(habitFields))

/** The habits that were given. */
export const toHabits = (body: Static<typeof Given>): Partial<Habits> => ({
  ...(body.volume !== undefined && { volume: body.volume }),
  ...(body.temperature !== undefined && { temperature: body.temperature }),
  ...(body.clock !== undefined && { clock: body.clock }),
  ...(body.date_order !== undefined && { dateOrder: body.date_order }),
  ...(body.week_start !== undefined && { weekStart: body.week_start }),
  ...(body.zone !== undefined && { zone: body.zone }),
})
