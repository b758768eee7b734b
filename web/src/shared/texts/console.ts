/** The catalogue of the consoles, separate from the other so that a client's phone does not load it. */
import { parts } from './catalogue.ts'

export const words = await parts.console()
