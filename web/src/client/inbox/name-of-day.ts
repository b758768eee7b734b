import { dayFormat } from '../../shared/format/write-time.ts'

/** A day of the viewer's calendar, with its weekday, which people remember best. */
export const nameOfDay = dayFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
