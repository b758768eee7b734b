/** The words for choosing how one reads. They come with the panel, because few visits open it. */
import { parts } from './catalogue.ts'

export const habitTexts = await parts.habits()
