/** What a client agrees to, and the emails about charges to its card. Pure. */
import { type Composed, catalogue, composeMail, type DayReader, dayIn, languageOf, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import { daysBeforeMax } from './mandate.ts'

interface Failed {
  readonly amount: string
  readonly dealer: string
  readonly number: string
  readonly last4: string
}

const english = {
  consent: (dealer: string) =>
    `Save this card and pay future invoices from ${dealer} automatically. From today on, ${dealer} charges the open amount of an invoice to this card on its due date or up to ${daysBeforeMax} days before. I can turn this off in my account at any time.`,
  agreedSubject: (dealer: string) => `Invoices from ${dealer} are paid automatically`,
  agreed: (dealer: string, last4: string, text: string) => [
    `Your card ending in ${last4} is saved and will be charged for your invoices from ${dealer} from now on. You agreed to this:`,
    `“${text}”`,
    'If you don’t want this, remove the card in your account.',
  ],
  account: 'Open your account',
  failedSubject: ({ number }: Failed) => `Invoice ${number}: your card was not charged`,
  failed: ({ amount, dealer, number, last4 }: Failed) =>
    `We couldn’t charge ${amount} for invoice ${number} from ${dealer} to your card ending in ${last4}.`,
  confirm:
    'Your bank asks you to confirm this payment. Please pay the invoice with the link below and confirm it there.',
  reason: (reason: string) => `Reason: ${reason}`,
  again: (day: string) => `We’ll try again on ${day}. You can also pay now.`,
  last: 'We won’t try again. Please pay the invoice another way, for example with another card.',
  pay: 'Pay now',
  invoice: 'Invoice',
  open: 'Open',
  footer: (dealer: string) => `You received this email because a card is saved for your invoices from ${dealer}.`,
  endingSubject: (last4: string) => `Your card ending in ${last4} expires soon`,
  ending: (dealer: string, last4: string, month: string) => [
    `Your card ending in ${last4} pays your invoices from ${dealer} automatically. It expires at the end of ${month}.`,
    'To use a new card, pay your next invoice with it from your account and choose to save it.',
  ],
}

const german: typeof english = {
  consent: (dealer) =>
    `Diese Karte speichern und künftige Rechnungen von ${dealer} automatisch bezahlen. Ab heute bucht ${dealer} den offenen Betrag einer Rechnung am Fälligkeitstag oder bis zu ${daysBeforeMax} Tage davor von dieser Karte ab. Ich kann das jederzeit in meinem Konto ausschalten.`,
  agreedSubject: (dealer) => `Rechnungen von ${dealer} werden automatisch bezahlt`,
  agreed: (dealer, last4, text) => [
    `Ihre Karte mit der Endung ${last4} ist gespeichert. Ihre Rechnungen von ${dealer} werden ab jetzt davon abgebucht. Sie haben zugestimmt:`,
    `„${text}“`,
    'Wenn Sie das nicht möchten, entfernen Sie die Karte in Ihrem Konto.',
  ],
  account: 'Ihr Konto öffnen',
  failedSubject: ({ number }) => `Rechnung ${number}: Ihre Karte wurde nicht belastet`,
  failed: ({ amount, dealer, number, last4 }) =>
    `Wir konnten ${amount} für die Rechnung ${number} von ${dealer} nicht von Ihrer Karte mit der Endung ${last4} abbuchen.`,
  confirm:
    'Ihre Bank verlangt, dass Sie diese Zahlung bestätigen. Bitte bezahlen Sie die Rechnung über den Link unten und bestätigen Sie die Zahlung dort.',
  reason: (reason) => `Der Zahlungsdienst meldet: „${reason}“`,
  again: (day) => `Wir versuchen es am ${day} noch einmal. Sie können auch jetzt bezahlen.`,
  last: 'Wir versuchen es nicht noch einmal. Bitte bezahlen Sie die Rechnung auf anderem Weg, zum Beispiel mit einer anderen Karte.',
  pay: 'Jetzt bezahlen',
  invoice: 'Rechnung',
  open: 'Offen',
  footer: (dealer) => `Sie erhalten diese E-Mail, weil für Ihre Rechnungen von ${dealer} eine Karte gespeichert ist.`,
  endingSubject: (last4) => `Ihre Karte mit der Endung ${last4} läuft bald ab`,
  ending: (dealer, last4, month) => [
    `Von Ihrer Karte mit der Endung ${last4} werden Ihre Rechnungen von ${dealer} abgebucht. Sie läuft Ende ${month} ab.`,
    'Um eine neue Karte zu verwenden, bezahlen Sie damit Ihre nächste Rechnung in Ihrem Konto und speichern Sie die Karte dabei.',
  ],
}

const texts = catalogue(english, { de: german })

/** In every language of the page. The text that a payer agrees to must be one of them. */
export const consentTexts = (dealer: string) => ({
  en: texts('en').consent(dealer),
  de: texts('de').consent(dealer),
})

export interface Seller {
  readonly dealer: string
  readonly colour: string | null
}

interface About extends Seller {
  readonly last4: string
  readonly url: string
}

/** Long enough for the complete text, however long the company's name is. */
const consentMax = 1000

export function agreedMail({ dealer, last4, url, colour }: About, text: string, lang: string | null): Composed {
  const words = texts(lang)
  return composeMail({
    subject: words.agreedSubject(quoted(dealer)),
    sender: quoted(dealer),
    paragraphs: words.agreed(quoted(dealer), last4, quoted(text, consentMax)),
    action: { label: words.account, url },
    footer: words.footer(quoted(dealer)),
    colour,
    lang,
  })
}

export interface FailedCharge extends About {
  readonly number: string
  readonly amount: number
  readonly currency: string
  readonly failure: string
  readonly needsHolder: boolean
  /** Null: it was the last attempt. */
  readonly nextAt: Date | null
}

export function failedMail(charge: FailedCharge, reader: DayReader): Composed {
  const { lang } = reader
  const words = texts(lang)
  const { dealer, number, last4, url, failure, needsHolder, nextAt, colour } = charge
  const amount = formatMoney(charge.amount, charge.currency, languageOf(lang))
  const facts = { amount, dealer: quoted(dealer), number: quoted(number), last4 }
  return composeMail({
    subject: words.failedSubject(facts),
    sender: facts.dealer,
    paragraphs: [
      words.failed(facts),
      needsHolder ? words.confirm : words.reason(quoted(failure)),
      nextAt === null ? words.last : words.again(dayIn(nextAt, reader)),
    ],
    facts: [
      [words.invoice, facts.number],
      [words.open, amount],
    ],
    action: { label: words.pay, url },
    footer: words.footer(facts.dealer),
    colour,
    lang,
  })
}

export function endingMail(
  { dealer, last4, url, colour }: About,
  { month, year }: { readonly month: number; readonly year: number },
  lang: string | null,
): Composed {
  const words = texts(lang)
  const format = new Intl.DateTimeFormat(languageOf(lang), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return composeMail({
    subject: words.endingSubject(last4),
    sender: quoted(dealer),
    paragraphs: words.ending(quoted(dealer), last4, format.format(Date.UTC(year, month - 1, 1))),
    action: { label: words.account, url },
    footer: words.footer(quoted(dealer)),
    colour,
    lang,
  })
}
