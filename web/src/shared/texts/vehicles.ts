/** The words of the pages for vehicles. They come with those pages, because few visits open them. */
import { language } from './catalogue.ts'
import type { vehicles } from './en/vehicles.ts'

export const vehicleTexts: typeof vehicles =
  language === 'de' ? (await import('./de/vehicles.ts')).vehicles : (await import('./en/vehicles.ts')).vehicles
