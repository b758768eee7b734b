/** The mail that reminds a client of an invoice. Pure. */
import type { Step } from '#billing/reminders/reminder.ts'
import { filledIn, ourTexts, wordingOf } from '#billing/reminders/wording.ts'
import { type Composed, catalogue, composeMail, dayIn, languageOf, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import type { Day } from '#kernel/time/day.ts'

const english = {
  invoice: 'Invoice',
  open: 'Open',
  due: 'Due on',
  fees: 'Reminder fees',
  total: 'Total to pay',
  pay: 'View and pay',
  feeLine: (number: string) => `Reminder fee for invoice ${number}`,
}

const german: typeof english = {
  invoice: 'Rechnung',
  open: 'Offen',
  due: 'Fällig am',
  fees: 'Mahngebühren',
  total: 'Gesamtbetrag',
  pay: 'Ansehen und bezahlen',
  feeLine: (number) => `Mahngebühr zu Rechnung ${number}`,
}

const texts = catalogue(english, { de: german })

/** The line of the invoice over the fee. */
export const feeName = (number: string, lang: string | null): string => texts(lang).feeLine(number)

export interface Reminder {
  readonly step: Pick<Step, 'days' | 'texts'>
  readonly company: string
  readonly colour: string | null
  readonly client: string
  readonly number: string
  readonly currency: string
  readonly dueOn: Day
  /** What is open of the invoice, and of all fees for reminders of it. */
  readonly amount: number
  readonly fees: number
  readonly url: string
}

export function reminderMail(
  { step, currency, amount, fees, url, colour, ...told }: Reminder,
  lang: string | null,
): Composed {
  const [words, language] = [texts(lang), languageOf(lang)]
  const money = (value: number) => formatMoney(value, currency, language)
  const values = {
    ...{ client: quoted(told.client), company: quoted(told.company), invoice: quoted(told.number) },
    ...{ amount: money(amount), fees: money(fees), total: money(amount + fees) },
    due: dayIn(new Date(`${told.dueOn}T00:00:00Z`), lang),
  }
  const { subject, text } = step.texts[language] ?? ourTexts[wordingOf(step.days)][language]
  const facts = [
    `${words.invoice}: ${values.invoice}`,
    `${words.open}: ${values.amount}`,
    `${words.due}: ${values.due}`,
    ...(fees > 0 ? [`${words.fees}: ${values.fees}`, `${words.total}: ${values.total}`] : []),
  ]
  return composeMail({
    subject: filledIn(subject, values),
    paragraphs: [
      ...filledIn(text, values)
        .trim()
        .split(/\n\s*\n/),
      facts.join('\n'),
    ],
    action: { label: words.pay, url },
    colour,
    lang,
  })
}
