import { locale } from '../../shared/texts/texts.ts'
import { dayOf } from '../timeline/day.ts'

const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** A day of the viewer's calendar, with its weekday: of most events one remembers that. */
export const nameOfDay = (date: string): string => format.format(dayOf(date).from * 1000)
