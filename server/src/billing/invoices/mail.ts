/** The mails about invoices. Pure. */

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
