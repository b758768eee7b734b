/** Emails about bills. Pure. */
import { type Composed, catalogue, composeMail, languageOf, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'
import type { Bill } from './bill.ts'

interface Facts {
  /** The dealer's company name. */
  readonly dealer: string
  readonly amount: string
  /** What the bill is for, in the dealer's words; empty if not given. */
  readonly name: string
  readonly lines: string
}

const english = {
  billSubject: ({ dealer, amount }: Facts) => `${dealer}: please pay ${amount}`,
  bill: ({ dealer, amount, name, lines }: Facts) => [
    `${dealer} has sent you a bill for ${amount}${name && ` (${name})`}.`,
    lines,
    'Use the link below to pay. Keep it to yourself: anyone with the link can see and pay the bill.',
  ],
  until: (time: string) => `You can pay until ${time}.`,
  pay: 'Pay now',
  billFooter: (dealer: string) =>
    `You received this email because ${dealer} serves you with Waymark. If you don’t know this company, you don’t need to do anything.`,
  receiptSubject: ({ dealer, amount }: Facts) => `Receipt: ${amount} paid to ${dealer}`,
  receipt: ({ dealer, amount, name, lines }: Facts) => [
    `Thank you. Your payment of ${amount} to ${dealer}${name && ` for ${name}`} has arrived.`,
    lines,
  ],
  receiptFooter: (id: string) => `Bill number: ${id}`,
  lateSubject: (amount: string) => `An expired bill was paid: ${amount}`,
  late: (amount: string, id: string, account: number) => [
    `Bill ${id} of account ${account} was paid (${amount}) although it had expired. ` +
      'The payment arrived as the bill expired, or shortly after. The bill is now complete.',
    'If the client does not owe you this money, refund it in the dashboard of your card processor.',
  ],
}

/** To a client in its own language; the last one goes to the dealer. */
const german: typeof english = {
  ...english,
  billSubject: ({ dealer, amount }) => `${dealer}: bitte zahlen Sie ${amount}`,
  bill: ({ dealer, amount, name, lines }) => [
    `${dealer} bittet Sie, ${amount}${name && ` für ${name}`} zu zahlen.`,
    lines,
    'Über den Link unten können Sie bezahlen. Geben Sie ihn nicht weiter: Wer ihn hat, kann die Rechnung sehen und bezahlen.',
  ],
  until: (time) => `Sie können bis ${time} bezahlen.`,
  pay: 'Jetzt zahlen',
  billFooter: (dealer) =>
    `Sie erhalten diese E-Mail, weil ${dealer} Sie mit Waymark betreut. Wenn Sie dieses Unternehmen nicht kennen, brauchen Sie nichts zu tun.`,
  receiptSubject: ({ dealer, amount }) => `Quittung: ${amount} an ${dealer} gezahlt`,
  receipt: ({ dealer, amount, name, lines }) => [
    `Vielen Dank. Ihre Zahlung von ${amount} an ${dealer}${name && ` für ${name}`} ist eingegangen.`,
    lines,
  ],
  receiptFooter: (id) => `Rechnungsnummer: ${id}`,
}

const texts = catalogue(english, { de: german })

const linesMax = 20

function factsOf(bill: Bill, dealer: string, lang: string | null): Facts {
  const money = (amount: number) => formatMoney(amount, bill.currency, languageOf(lang))
  const lines = bill.lines.slice(0, linesMax).map(({ name, quantity, unitAmount }) => {
    return `${quoted(name)}: ${quantity} × ${money(unitAmount)}`
  })
  const left = bill.lines.length - lines.length
  return {
    dealer: quoted(dealer),
    amount: money(bill.amountTotal),
    name: quoted(bill.metadata.name),
    lines: [...lines, ...(left > 0 ? [`… + ${left}`] : [])].join('\n'),
  }
}

export function billMail(bill: Bill, url: string, dealer: string, lang: string | null): Composed {
  const words = texts(lang)
  const facts = factsOf(bill, dealer, lang)
  return composeMail({
    subject: words.billSubject(facts),
    paragraphs: [...words.bill(facts), words.until(timeText(bill.expiresAt))],
    action: { label: words.pay, url },
    footer: words.billFooter(facts.dealer),
    lang,
  })
}

export function receiptMail(bill: Bill, dealer: string, lang: string | null): Composed {
  const words = texts(lang)
  const facts = factsOf(bill, dealer, lang)
  return composeMail({
    subject: words.receiptSubject(facts),
    paragraphs: words.receipt(facts),
    footer: words.receiptFooter(bill.sessionId ?? bill.id),
    lang,
  })
}

/** To the dealer: the money is real, whatever the state of the bill. */
export function latePaymentMail(bill: Bill): Composed {
  const words = texts('en')
  const amount = formatMoney(bill.amountTotal, bill.currency)
  return composeMail({
    subject: words.lateSubject(amount),
    paragraphs: words.late(amount, bill.sessionId ?? bill.id, bill.accountId),
  })
}

/** UTC, because the reader's time zone is not known. */
const timeText = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
