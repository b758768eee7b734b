/** The words of own fields of vehicles. They come with the few pages that show them. */
import { parts } from './catalogue.ts'

export const ownFieldTexts = await parts.ownFields()
