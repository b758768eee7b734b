/** Emails about payments of client invoices. Pure. */
import { type Composed, catalogue, composeMail, languageOf, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'

const english = {
  line: (number: string) => `Invoice ${number}`,
  receiptSubject: (amount: string, dealer: string) => `Receipt: ${amount} paid to ${dealer}`,
  receipt: (amount: string, dealer: string) => `Thank you. Your payment of ${amount} to ${dealer} has arrived.`,
  left: (amount: string) => `${amount} is still open.`,
  more: (count: number) => (count === 1 ? 'One more invoice' : `${count} more invoices`),
  footer: (dealer: string) => `You received this email because you paid ${dealer}.`,
  pay: 'Pay the rest',
  see: 'View invoice',
  overpaidSubject: (numbers: string) => `Overpaid: ${numbers}`,
  overpaid: (numbers: string, amount: string) => [
    `${amount} was paid by card for ${numbers}, but less was open. The rest had already been settled another way.`,
    'Your console shows how much to refund. Refund it in your card processor’s dashboard.',
  ],
}

/** To a client in its own language. A dealer gets its email in English. */
const german: typeof english = {
  ...english,
  line: (number) => `Rechnung ${number}`,
  receiptSubject: (amount, dealer) => `Quittung: ${amount} an ${dealer} gezahlt`,
  receipt: (amount, dealer) => `Vielen Dank. Ihre Zahlung von ${amount} an ${dealer} ist eingegangen.`,
  left: (amount) => `${amount} sind noch offen.`,
  more: (count) => (count === 1 ? 'Eine weitere Rechnung' : `${count} weitere Rechnungen`),
  footer: (dealer) => `Sie erhalten diese E-Mail, weil Sie an ${dealer} gezahlt haben.`,
  pay: 'Rest bezahlen',
  see: 'Rechnung ansehen',
}

const texts = catalogue(english, { de: german })

/** The name of an invoice on a payment page. */
export const lineName = (number: string, lang: string | null): string => texts(lang).line(number)

export interface Receipt {
  readonly dealer: string
  readonly colour: string | null
  readonly currency: string
  readonly amount: number
  readonly parts: readonly { readonly number: string; readonly amount: number }[]
  /** What is still to pay of these invoices. */
  readonly left: number
  readonly url: string
}

const partsMax = 20

export function receiptMail(
  { currency, parts, left, url, colour, ...receipt }: Receipt,
  lang: string | null,
): Composed {
  const words = texts(lang)
  const money = (amount: number) => formatMoney(amount, currency, languageOf(lang))
  const dealer = quoted(receipt.dealer)
  const shown = parts.slice(0, partsMax)
  const rest = parts.slice(partsMax).reduce((sum, { amount }) => sum + amount, 0)
  return composeMail({
    subject: words.receiptSubject(money(receipt.amount), dealer),
    sender: dealer,
    paragraphs: [words.receipt(money(receipt.amount), dealer), ...(left > 0 ? [words.left(money(left))] : [])],
    facts: [
      ...shown.map(({ number, amount }) => [words.line(quoted(number)), money(amount)] as const),
      ...(rest > 0 ? [[words.more(parts.length - partsMax), money(rest)] as const] : []),
    ],
    action: { label: left > 0 ? words.pay : words.see, url },
    footer: words.footer(dealer),
    colour,
    lang,
  })
}

/** To the dealer: the money is real, whatever was open. */
export function overpaidMail(numbers: readonly string[], amount: number, currency: string): Composed {
  const words = texts('en')
  const named = quoted(numbers.join(', '))
  return composeMail({
    subject: words.overpaidSubject(named),
    paragraphs: words.overpaid(named, formatMoney(amount, currency)),
  })
}
