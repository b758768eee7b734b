/** What reminders say where a dealer has not written its own words. Pure. */

export interface Languages<T> {
  readonly en: T
  readonly de: T
}

/** What stands for what, in texts of dealers and in ours. */
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
      text: 'Dear {client},\n\nyour invoice {invoice} over {amount} is due on {due}. If you have paid it already, thank you; nothing is left to do.\n\nKind regards\n{company}',
    },
    de: {
      subject: 'Rechnung {invoice} ist am {due} fällig',
      text: 'Guten Tag {client},\n\nIhre Rechnung {invoice} über {amount} ist am {due} fällig. Wenn Sie sie schon bezahlt haben, vielen Dank; dann ist nichts weiter zu tun.\n\nFreundliche Grüße\n{company}',
    },
  },
  first: {
    en: {
      subject: 'Reminder: invoice {invoice} was due on {due}',
      text: 'Dear {client},\n\nyour invoice {invoice} was due on {due}, and {amount} is still open. You may have overlooked it. Please pay it in the next few days. If your payment is on its way, thank you; you can ignore this email.\n\nKind regards\n{company}',
    },
    de: {
      subject: 'Zahlungserinnerung: Rechnung {invoice} war am {due} fällig',
      text: 'Guten Tag {client},\n\nIhre Rechnung {invoice} war am {due} fällig, und {amount} sind noch offen. Vielleicht haben Sie sie übersehen. Bitte bezahlen Sie sie in den nächsten Tagen. Wenn Ihre Zahlung schon unterwegs ist, vielen Dank; dann können Sie diese E-Mail ignorieren.\n\nFreundliche Grüße\n{company}',
    },
  },
  later: {
    en: {
      subject: 'Overdue: invoice {invoice}',
      text: 'Dear {client},\n\nyour invoice {invoice} was due on {due}, and we have not received {amount} of it. Please pay {total} now. If you cannot, or if something about the invoice is wrong, please contact us.\n\nKind regards\n{company}',
    },
    de: {
      subject: 'Mahnung: Rechnung {invoice}',
      text: 'Guten Tag {client},\n\nIhre Rechnung {invoice} war am {due} fällig, und {amount} davon haben wir nicht erhalten. Bitte bezahlen Sie jetzt {total}. Wenn Sie das nicht können oder etwas an der Rechnung nicht stimmt, melden Sie sich bitte bei uns.\n\nFreundliche Grüße\n{company}',
    },
  },
} as const satisfies Record<(typeof wordings)[number], Languages<{ readonly subject: string; readonly text: string }>>
