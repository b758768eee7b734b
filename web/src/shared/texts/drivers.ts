/** The words of the pages for drivers. They come with those pages, because few visits open them. */
import { language } from './catalogue.ts'
import type { drivers } from './en/drivers.ts'

export const driverTexts: typeof drivers =
  language === 'de' ? (await import('./de/drivers.ts')).drivers : (await import('./en/drivers.ts')).drivers
