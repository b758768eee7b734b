/** The texts for trying and explaining rules. Loaded with the page of notifications, because few visits open it. */
import { parts } from './catalogue.ts'

export const ruleTexts = await parts.rules()
