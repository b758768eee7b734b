/** Emails about invoices. Pure. */

import { type Composed, catalogue, composeMail, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import { type Invoice, monthName } from './invoice.ts'

const texts = catalogue({
  subject: (number: string, amount: string) => `Invoice ${number}: ${amount}`,
  intro: (dealer: string, month: string, amount: string) =>
    `This is the invoice to ${dealer} for ${month}. The amount due is ${amount}.`,
  line: (description: string, quantity: number, each: string, amount: string) =>
    `${description}: ${quantity} × ${each} = ${amount}`,
  how: 'You can pay it by card in the customer portal. Open the portal from your console or the API.',
  open: 'Open Waymark',
  chargedSubject: (number: string, amount: string) => `Invoice ${number}: ${amount} paid by card`,
  charged: (dealer: string, month: string, amount: string) =>
    `We charged ${amount} to the saved card of ${dealer}, for ${month}. You don’t have to do anything.`,
  notChargedSubject: (number: string) => `Invoice ${number}: your card was not charged`,
  notCharged: (dealer: string, amount: string) => `We could not charge ${amount} to the saved card of ${dealer}.`,
  reason: (reason: string) => `The reason: ${reason}`,
  payInstead: 'Pay the invoice in the customer portal instead. The card you pay with is saved for the next invoice.',
  chargedFooter:
    'You received this email because invoices are charged to a card. You can turn this off in the console.',
  footer: 'You received this email because invoices are set to be emailed to this address.',
})

export function invoiceMail(invoice: Invoice, dealer: string, url: string): Composed {
  const words = texts('en')
  const money = (amount: number) => formatMoney(amount, invoice.currency)
  return composeMail({
    subject: words.subject(invoice.number, money(invoice.amountTotal)),
    paragraphs: [
      words.intro(quoted(dealer), monthName(invoice.month), money(invoice.amountTotal)),
      invoice.lines
        .map((line) => words.line(line.description, line.quantity, money(line.unitAmount), money(line.amountTotal)))
        .join('\n'),
      words.how,
    ],
    action: { label: words.open, url },
    footer: words.footer,
  })
}

export function chargedMail(invoice: Invoice, dealer: string, url: string): Composed {
  const words = texts('en')
  const amount = formatMoney(invoice.amountTotal, invoice.currency)
  return composeMail({
    subject: words.chargedSubject(invoice.number, amount),
    paragraphs: [words.charged(quoted(dealer), monthName(invoice.month), amount)],
    action: { label: words.open, url },
    footer: words.chargedFooter,
  })
}

export function notChargedMail(invoice: Invoice, dealer: string, reason: string, url: string): Composed {
  const words = texts('en')
  const amount = formatMoney(invoice.amountTotal, invoice.currency)
  return composeMail({
    subject: words.notChargedSubject(invoice.number),
    paragraphs: [words.notCharged(quoted(dealer), amount), words.reason(quoted(reason)), words.payInstead],
    action: { label: words.open, url },
    footer: words.chargedFooter,
  })
}
