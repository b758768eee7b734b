/** When a client is reminded of an open invoice: steps before and after its due date. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { type Day, dayAfter, dayNumber } from '#kernel/time/day.ts'
import { momentIn } from '#kernel/time/zone.ts'
import { type Languages, unknownPlaceholders } from './wording.ts'

interface StepText {
  readonly subject: string
  readonly text: string
}

export interface Step {
  /** Days after the due date; below zero: before it. */
  readonly days: number
  /** Null: our own wording. */
  readonly texts: Languages<StepText | null>
  /** In the smallest unit of the currency of the settings. */
  readonly fee: number | null
  readonly attachesPdf: boolean
}

export interface ReminderSettings {
  readonly isActive: boolean
  readonly isQuietOnWeekends: boolean
  /** In the dealer's time zone. */
  readonly hour: number
  readonly currency: string | null
  readonly steps: readonly Step[]
}

export const termKinds = ['usual', 'own', 'none'] as const

/** Terms for one client. */
export interface ClientTerms {
  readonly kind: (typeof termKinds)[number]
  readonly steps: readonly Step[] | null
  /** The first day on which reminders resume. */
  readonly pausedUntil: Day | null
}

const noTexts = { en: null, de: null }
const step = (days: number, attachesPdf: boolean): Step => ({ days, texts: noTexts, fee: null, attachesPdf })

/** The initial steps of a dealer. */
export const offeredSteps: readonly Step[] = [step(-3, true), step(3, false), step(10, true), step(20, true)]

export const noSettings: ReminderSettings = {
  ...{ isActive: false, isQuietOnWeekends: true, hour: 9, currency: null, steps: offeredSteps },
}

export const usualTerms: ClientTerms = { kind: 'usual', steps: null, pausedUntil: null }

/** Everything that decides when a client is reminded of an invoice. */
export interface Calendar {
  readonly zone: string
  readonly hour: number
  readonly isQuietOnWeekends: boolean
  readonly steps: readonly Step[]
  /** Earlier steps are not made up for: a new setting must not remind anyone of last year. */
  readonly since: Day
  readonly pausedUntil: Day | null
}

export interface Dates {
  readonly issuedOn: Day
  readonly dueOn: Day
}

export interface PlannedStep {
  readonly step: Step
  readonly day: Day
  readonly at: Date
}

/** 1970-01-01 was a Thursday. */
const weekday = (day: Day): number => (((dayNumber(day) + 4) % 7) + 7) % 7

/** Saturday and Sunday move to Monday. */
export function workday(day: Day): Day {
  const at = weekday(day)
  return at === 6 ? dayAfter(day, 2) : at === 0 ? dayAfter(day) : day
}

const later = (one: Day, other: Day | null): Day => (other !== null && other > one ? other : one)

function planned(step: Step, { dueOn }: Dates, calendar: Calendar): PlannedStep {
  const quiet = (day: Day) => (calendar.isQuietOnWeekends ? workday(day) : day)
  const day = quiet(dayAfter(dueOn, step.days))
  const sent = quiet(later(day, calendar.pausedUntil))
  return { step, day, at: momentIn(calendar.zone, sent, calendar.hour) }
}

/**
 * The step to send now or next. If several are due, only the latest: after a week of downtime no one gets three emails
 * at once. A step is never sent after a later one.
 */
export function nextStep(
  dates: Dates,
  calendar: Calendar,
  lastSent: number | null,
  now: Date,
): PlannedStep | undefined {
  const left = calendar.steps
    .filter(({ days }) => lastSent === null || days > lastSent)
    .toSorted((one, other) => one.days - other.days)
    .map((step) => planned(step, dates, calendar))
    .filter(({ day }) => day >= calendar.since && day >= dates.issuedOn)
  return left.findLast(({ at }) => at <= now) ?? left[0]
}

/** Dealers' texts must not contain links; our own link is added automatically. */
const webAddress = /:\/\/|\bwww\./i

function textProblems(at: string, text: string): Problem[] {
  const unknown = unknownPlaceholders(text)
  return [
    ...(webAddress.test(text)
      ? [invalidField(at, `${at} must not contain a web address. The payment link is added below the text.`)]
      : []),
    ...(unknown.length > 0
      ? [invalidField(at, `${at} has unknown placeholders: ${unknown.join(', ')}. Use those in the documentation.`)]
      : []),
  ]
}

const wordProblems = (at: string, { texts }: Step): Problem[] =>
  Object.entries(texts).flatMap(([lang, words]) =>
    words === null
      ? []
      : [
          ...textProblems(`${at}.texts.${lang}.subject`, words.subject),
          ...textProblems(`${at}.texts.${lang}.text`, words.text),
        ],
  )

/** For a single step, for its preview. */
export const previewProblems = (step: Step): Problem[] => wordProblems('step', step)

export function stepProblems(steps: readonly Step[], currency: string | null): Problem[] {
  const seen = new Set<number>()
  return steps.flatMap((step, index) => {
    const at = `steps.${index}`
    const isTwice = seen.has(step.days)
    seen.add(step.days)
    return [
      ...(isTwice ? [invalidField(`${at}.days`, `${at}.days is the same as in another step.`)] : []),
      ...(step.fee !== null && currency === null
        ? [invalidField(`${at}.fee`, `${at}.fee needs a currency in the reminder settings.`)]
        : []),
      ...wordProblems(at, step),
    ]
  })
}
