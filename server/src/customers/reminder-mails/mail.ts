/** The email that reminds a client of an invoice. Pure. */
import type { Step } from '#billing/reminders/reminder.ts'
import { filledIn, ourTexts, wordingOf } from '#billing/reminders/wording.ts'
import {
  type Composed,
  catalogue,
  composeMail,
  type DayReader,
  dayIn,
  type Fact,
  languageOf,
  quoted,
} from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import type { Day } from '#kernel/time/day.ts'

const english = {
  invoice: 'Invoice',
  open: 'Open',
  due: 'Due on',
  fees: 'Reminder fees',
  total: 'Total to pay',
  pay: 'View and pay',
  view: 'View the invoice',
  charge: {
    subject: 'Invoice {invoice} will be charged to your card',
    text: (day: string, last4: string) =>
      `Dear {client},\n\nWe will charge {amount} for invoice {invoice} to your card ending in ${last4} on ${day}. You don’t need to do anything.\n\nKind regards,\n{company}`,
  },
  feeLine: (number: string) => `Reminder fee for invoice ${number}`,
}

const german: typeof english = {
  invoice: 'Rechnung',
  open: 'Offen',
  due: 'Fällig am',
  fees: 'Mahngebühren',
  total: 'Gesamtbetrag',
  pay: 'Ansehen und bezahlen',
  view: 'Rechnung ansehen',
  charge: {
    subject: 'Rechnung {invoice} wird von Ihrer Karte abgebucht',
    text: (day, last4) =>
      `Guten Tag {client},\n\nwir buchen {amount} für Rechnung {invoice} am ${day} von Ihrer Karte mit den letzten Ziffern ${last4} ab. Sie brauchen nichts zu tun.\n\nFreundliche Grüße\n{company}`,
  },
  feeLine: (number) => `Mahngebühr zu Rechnung ${number}`,
}

const texts = catalogue(english, { de: german })

/** The line of the fee's invoice. */
export const feeName = (number: string, lang: string | null): string => texts(lang).feeLine(number)

export interface Reminder {
  readonly step: Pick<Step, 'days' | 'texts'>
  readonly company: string
  readonly colour: string | null
  readonly client: string
  readonly number: string
  readonly currency: string
  readonly dueOn: Day
  /** The open amount of the invoice, and of all fees for its reminders. */
  readonly amount: number
  readonly fees: number
  readonly url: string
  /** It will be charged to a card automatically: the email says so instead of asking for money. */
  readonly charge?: { readonly on: Day; readonly last4: string } | undefined
}

export function reminderMail(
  { step, currency, amount, fees, url, colour, charge, ...invoice }: Reminder,
  reader: DayReader,
): Composed {
  const { lang } = reader
  const [words, language] = [texts(lang), languageOf(lang)]
  const money = (value: number) => formatMoney(value, currency, language)
  const day = (on: Day) => dayIn(new Date(`${on}T00:00:00Z`), reader)
  const values = {
    ...{ client: quoted(invoice.client), company: quoted(invoice.company), invoice: quoted(invoice.number) },
    ...{ amount: money(amount), fees: money(fees), total: money(amount + fees) },
    due: day(invoice.dueOn),
  }
  const { subject, text } = charge
    ? { subject: words.charge.subject, text: words.charge.text(day(charge.on), charge.last4) }
    : (step.texts[language] ?? ourTexts[wordingOf(step.days)][language])
  const facts: Fact[] = [
    [words.invoice, values.invoice],
    [words.open, values.amount],
    [words.due, values.due],
    ...(fees > 0 ? ([[words.fees, values.fees] as const, [words.total, values.total] as const] as const) : []),
  ]
  return composeMail({
    subject: filledIn(subject, values),
    sender: values.company,
    paragraphs: filledIn(text, values)
      .trim()
      .split(/\n\s*\n/),
    facts,
    action: { label: charge ? words.view : words.pay, url },
    colour,
    lang,
  })
}
