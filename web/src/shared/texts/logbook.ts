/** The texts of the logbook. Loaded with its page, because few visits open it. */
import { parts } from './catalogue.ts'

export const logbookTexts = await parts.logbook()
