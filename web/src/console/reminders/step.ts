/** Steps of reminders as form values: empty fields mean the standard text, and no fee. */
import type { ReminderSettings } from '../../api/generated.ts'
import { minorOf, priceText } from '../../shared/format/money.ts'

export type Step = ReminderSettings['steps'][number]
export type StandardTexts = ReminderSettings['standard_texts']
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

export interface TypedStep {
  readonly key: number
  readonly when: 'before' | 'after'
  readonly days: number | ''
  readonly fee: string
  readonly attach_pdf: boolean
  readonly texts: Readonly<Record<Language, { readonly subject: string; readonly text: string }>>
}

let lastKey = 0
const nextKey = (): number => ++lastKey

const noText = { subject: '', text: '' }
export const blankStep = (days: number): TypedStep => ({
  ...{ key: nextKey(), when: 'after', days, fee: '', attach_pdf: true, texts: { en: noText, de: noText } },
})

export const typedSteps = (steps: readonly Step[], currency: string): TypedStep[] =>
  steps.map(({ days, fee, attach_pdf, texts }) => ({
    ...{ key: nextKey(), when: days < 0 ? 'before' : 'after', days: Math.abs(days), attach_pdf },
    fee: fee === null ? '' : priceText(fee, currency),
    texts: { en: texts.en ?? noText, de: texts.de ?? noText },
  }))

export const daysOf = ({ when, days }: Pick<TypedStep, 'when' | 'days'>): number =>
  when === 'before' ? -Number(days) : Number(days)

/** The standard text of a step. The server has the same limits. */
export const standardOf = (standard: StandardTexts, days: number, language: Language) =>
  standard[days < 0 ? 'before' : days < 10 ? 'first' : 'later'][language]

/** If only one part of a text was written, the other is the standard one. */
function textOf(step: TypedStep, language: Language, standard: StandardTexts): Step['texts']['en'] {
  const [subject, text] = [step.texts[language].subject.trim(), step.texts[language].text.trim()]
  if (!subject && !text) return null
  const usual = standardOf(standard, daysOf(step), language)
  return { subject: subject || usual.subject, text: text || usual.text }
}

export const stepOf = (step: TypedStep, currency: string, standard: StandardTexts): Step => ({
  days: daysOf(step),
  texts: { en: textOf(step, 'en', standard), de: textOf(step, 'de', standard) },
  fee: step.fee.trim() ? (minorOf(step.fee, currency) ?? null) : null,
  attach_pdf: step.attach_pdf,
})

export const isFeeGood = (fee: string, currency: string): boolean => !fee.trim() || (minorOf(fee, currency) ?? 0) > 0

export type StepFault = 'days' | 'twice' | 'fee'

/** The first problem. */
export function faultIn(steps: readonly TypedStep[], currency: string): StepFault | undefined {
  if (steps.some(({ days }) => days === '')) return 'days'
  if (new Set(steps.map(daysOf)).size < steps.length) return 'twice'
  return steps.every(({ fee }) => isFeeGood(fee, currency)) ? undefined : 'fee'
}
