/** The text of reminders if a dealer has not written its own. Pure. */

export interface Languages<T> {
  readonly en: T
  readonly de: T
}

/** The placeholders in dealers' texts and in ours. */
export const placeholders = ['client', 'company', 'invoice', 'amount', 'due', 'fees', 'total'] as const
export type Placeholder = (typeof placeholders)[number]

const pattern = /\{([^{}\s]*)\}/g

export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(pattern)].flatMap(([whole, name]) => (placeholders.some((one) => one === name) ? [] : [whole]))

export const filledIn = (text: string, values: Readonly<Record<Placeholder, string>>): string =>
  text.replace(pattern, (whole, name: string) => values[name as Placeholder] ?? whole)

export const wordings = ['before', 'first', 'later'] as const

const laterDays = 10

/** Before the due date, soon after it, and from ten days after it on. */
export const wordingOf = (days: number): (typeof wordings)[number] =>
  days < 0 ? 'before' : days < laterDays ? 'first' : 'later'

export const ourTexts = {
  before: {
    en: {
      subject: 'Invoice {invoice} is due on {due}',
      text: 'Dear {client},\n\nYour invoice {invoice} for {amount} is due on {due}. If you have already paid it, thank you: there is nothing more to do.\n\nKind regards,\n{company}',
    },
    de: {
      subject: 'Rechnung {invoice} ist am {due} fällig',
      text: 'Guten Tag {client},\n\nIhre Rechnung {invoice} über {amount} ist am {due} fällig. Falls Sie sie schon bezahlt haben, vielen Dank: Sie müssen nichts weiter tun.\n\nFreundliche Grüße\n{company}',
    },
  },
  first: {
    en: {
      subject: 'Reminder: invoice {invoice}, due on {due}',
      text: 'Dear {client},\n\n{amount} is still open on your invoice {invoice}, due on {due}. You may have overlooked it. Please pay it in the next few days. If you have already paid, thank you: you can ignore this email.\n\nKind regards,\n{company}',
    },
    de: {
      subject: 'Zahlungserinnerung: Rechnung {invoice}, fällig am {due}',
      text: 'Guten Tag {client},\n\nvon Ihrer Rechnung {invoice}, fällig am {due}, sind noch {amount} offen. Vielleicht haben Sie sie übersehen. Bitte bezahlen Sie sie in den nächsten Tagen. Falls Sie schon bezahlt haben, vielen Dank: Dann können Sie diese E-Mail ignorieren.\n\nFreundliche Grüße\n{company}',
    },
  },
  later: {
    en: {
      subject: 'Overdue: invoice {invoice}',
      text: 'Dear {client},\n\nYour invoice {invoice} was due on {due}, and {amount} is still open. Please pay {total} now. If you cannot pay, or if something is wrong with the invoice, please contact us.\n\nKind regards,\n{company}',
    },
    de: {
      subject: 'Mahnung: Rechnung {invoice}',
      text: 'Guten Tag {client},\n\nIhre Rechnung {invoice} war am {due} fällig, und {amount} sind noch offen. Bitte bezahlen Sie umgehend {total}. Wenn Sie das nicht können oder etwas an der Rechnung nicht stimmt, melden Sie sich bitte bei uns.\n\nFreundliche Grüße\n{company}',
    },
  },
} as const satisfies Record<(typeof wordings)[number], Languages<{ readonly subject: string; readonly text: string }>>
