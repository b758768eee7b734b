/** The words of the pages for vehicles. They come with those pages, because few visits open them. */
import { parts } from './catalogue.ts'

export const vehicleTexts = await parts.vehicles()
