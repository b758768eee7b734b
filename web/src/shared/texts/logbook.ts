/** The words of the logbook. They come with its page, because few visits open it. */
import { language } from './catalogue.ts'
import type { logbook } from './en/logbook.ts'

export const logbookTexts: typeof logbook =
  language === 'de' ? (await import('./de/logbook.ts')).logbook : (await import('./en/logbook.ts')).logbook
