/** A model of the catalogue. Only its own page needs these words. */
import { parts } from './catalogue.ts'

export const models = await parts.models()
