/** The texts of own fields of vehicles. Loaded with the few pages that show them. */
import { parts } from './catalogue.ts'

export const ownFieldTexts = await parts.ownFields()
