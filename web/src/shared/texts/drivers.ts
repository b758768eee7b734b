/** The texts of the pages for drivers. Loaded with those pages, because few visits open them. */
import { parts } from './catalogue.ts'

export const driverTexts = await parts.drivers()
