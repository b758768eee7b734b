/** Separate from the catalogue of the consoles, so that only pages with figures load it. */
import { parts } from './catalogue.ts'

export const figures = await parts.figures()
