/** Emails to clients about the terms of their units: data in, email out. */
import type { Mail } from '#kernel/mail/outbox.ts'
import { catalogue, composeMail, type DayReader, dayIn, quoted } from '#kernel/mail/texts.ts'
import type { Day } from '#kernel/time/day.ts'

export interface TermRecipient extends DayReader {
  readonly accountId: number
  readonly dealerId: number
  readonly title: string
  readonly dealerName: string
  readonly email: string | null
}

export interface EndingUnit {
  readonly unitId: number
  readonly name: string
  readonly paidUntil: Day
}

export type TermNotice = 'due' | 'expired'

interface Facts {
  readonly account: string
  readonly dealer: string
  readonly count: number
}

interface Texts {
  readonly due: { subject(facts: Facts): string; opening(facts: Facts): string; closing(facts: Facts): string }
  readonly expired: Texts['due']
  unit(name: string, until: string): string
  more(count: number): string
  footer(facts: Facts): string
}

const english: Texts = {
  due: {
    subject: ({ count }) => (count === 1 ? 'The term of a unit ends soon' : `The terms of ${count} units end soon`),
    opening: ({ account }) => `In your account ${account}, the terms of these units end soon:`,
    closing: ({ dealer }) =>
      `To renew them, pay the invoice or contact ${dealer}. After the term, data is still stored, but you no longer see it.`,
  },
  expired: {
    subject: ({ count }) => (count === 1 ? 'The term of a unit has ended' : `The terms of ${count} units have ended`),
    opening: ({ account }) => `In your account ${account}, the terms of these units have ended:`,
    closing: ({ dealer }) =>
      `Data from their trackers is still stored. To see everything again, pay the invoice or contact ${dealer}.`,
  },
  unit: (name, until) => `${name}, paid until ${until}`,
  more: (count) => (count === 1 ? 'One more unit' : `${count} more units`),
  footer: ({ dealer }) => `You received this email because ${dealer} manages your account.`,
}

const german: Texts = {
  due: {
    subject: ({ count }) =>
      count === 1 ? 'Die Laufzeit einer Einheit endet bald' : `Die Laufzeiten von ${count} Einheiten enden bald`,
    opening: ({ account }) => `In Ihrem Konto ${account} enden bald die Laufzeiten dieser Einheiten:`,
    closing: ({ dealer }) =>
      `Um sie zu verlängern, bezahlen Sie die Rechnung oder wenden Sie sich an ${dealer}. Nach der Laufzeit werden Daten weiter gespeichert, aber Sie sehen sie nicht mehr.`,
  },
  expired: {
    subject: ({ count }) =>
      count === 1 ? 'Die Laufzeit einer Einheit ist zu Ende' : `Die Laufzeiten von ${count} Einheiten sind zu Ende`,
    opening: ({ account }) => `In Ihrem Konto ${account} sind die Laufzeiten dieser Einheiten zu Ende:`,
    closing: ({ dealer }) =>
      `Die Daten ihrer Tracker werden weiter gespeichert. Um wieder alles zu sehen, bezahlen Sie die Rechnung oder wenden Sie sich an ${dealer}.`,
  },
  unit: (name, until) => `${name}, bezahlt bis ${until}`,
  more: (count) => (count === 1 ? 'Eine weitere Einheit' : `${count} weitere Einheiten`),
  footer: ({ dealer }) => `Sie erhalten diese E-Mail, weil ${dealer} Ihr Konto verwaltet.`,
}

const texts = catalogue(english, { de: german })
const namedMax = 30

/** One email for all units of an account that a run of the job found; the same end is emailed once. */
export function termMail(recipient: TermRecipient, notice: TermNotice, units: readonly EndingUnit[]): readonly Mail[] {
  const [first] = units
  if (recipient.email === null || !first) return []
  const words = texts(recipient.lang)
  const facts: Facts = { account: quoted(recipient.title), dealer: quoted(recipient.dealerName), count: units.length }
  const day = (paidUntil: Day) => dayIn(new Date(`${paidUntil}T12:00:00Z`), recipient)
  const lines = units.slice(0, namedMax).map(({ name, paidUntil }) => words.unit(quoted(name), day(paidUntil)))
  const letter = composeMail({
    subject: words[notice].subject(facts),
    paragraphs: [
      words[notice].opening(facts),
      ...lines,
      ...(units.length > namedMax ? [words.more(units.length - namedMax)] : []),
      words[notice].closing(facts),
    ],
    footer: words.footer(facts),
    lang: recipient.lang,
  })
  const key = `unit-terms.${notice}.${first.unitId}.${first.paidUntil}.${units.length}`
  return [{ ...letter, to: recipient.email, dealer: recipient.dealerId, inNameOf: recipient.dealerId, key }]
}
