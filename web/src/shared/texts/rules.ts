/** The words for trying and explaining rules. They come with the page of notifications, because few visits open it. */
import { language } from './catalogue.ts'
import type { rules } from './en/rules.ts'

export const ruleTexts: typeof rules =
  language === 'de' ? (await import('./de/rules.ts')).rules : (await import('./en/rules.ts')).rules
