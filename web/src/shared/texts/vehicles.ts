/** The texts of the pages for vehicles. Loaded with those pages, because few visits open them. */
import { parts } from './catalogue.ts'

export const vehicleTexts = await parts.vehicles()
