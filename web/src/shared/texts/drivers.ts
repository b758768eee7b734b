/** The words of the pages for drivers. They come with those pages, because few visits open them. */
import { parts } from './catalogue.ts'

export const driverTexts = await parts.drivers()
