/** The texts for choosing habits. Loaded with the panel, because few visits open it. */
import { parts } from './catalogue.ts'

export const habitTexts = await parts.habits()
