/** Separate from the catalogue of the consoles, so that only pages with a history load it. */
import { parts } from './catalogue.ts'

export const history = await parts.history()
