/** Emails to clients about payment and the activation of their account: data in, email out. */

import type { Owed } from '#billing/client-invoices/checkouts/payment-links.ts'
import type { Mail } from '#kernel/mail/outbox.ts'
import { type Composed, catalogue, composeMail, type DayReader, dayIn, languageOf, quoted } from '#kernel/mail/texts.ts'
import { formatMoney } from '#kernel/money/money.ts'

export interface DunningRecipient extends DayReader {
  readonly id: number
  readonly dealerId: number
  readonly title: string
  readonly email: string | null
  readonly dealerName: string
  readonly colour: string | null
  readonly paymentExpectedAt: Date | null
}

export type DunningNotice = 'notice' | 'block' | 'unblock'

interface Facts {
  readonly account: string
  readonly dealer: string
  readonly due: string
}

type Texts = Readonly<
  Record<DunningNotice, { subject(facts: Facts): string; paragraphs(facts: Facts): readonly string[] }>
> & {
  open: string
  pay: string
  footer(facts: Facts): string
}

const english: Texts = {
  notice: {
    subject: ({ due }) => `Your payment is due on ${due}`,
    paragraphs: ({ account, dealer, due }) => [
      `The next payment for your account ${account} is due on ${due}.`,
      `If you have already paid, you don’t need to do anything. Contact ${dealer} with any questions.`,
    ],
  },
  block: {
    subject: () => 'Your account is blocked until you pay',
    paragraphs: ({ account, dealer, due }) => [
      `The payment for your account ${account} was due on ${due} and has not arrived, so the account is blocked.`,
      'Data from your trackers is still stored. You can see everything again once the payment arrives.',
      `If you think this is a mistake, contact ${dealer}.`,
    ],
  },
  unblock: {
    subject: () => 'Your account is unblocked',
    paragraphs: ({ account }) => [
      `Your account ${account} is no longer blocked. All data that your trackers sent in the meantime is there.`,
    ],
  },
  open: 'Open',
  pay: 'View and pay',
  footer: ({ dealer }) => `You received this email because ${dealer} manages your account.`,
}

const german: Texts = {
  notice: {
    subject: ({ due }) => `Ihre Zahlung ist am ${due} fällig`,
    paragraphs: ({ account, dealer, due }) => [
      `Die nächste Zahlung für Ihr Konto ${account} ist am ${due} fällig.`,
      `Wenn Sie bereits bezahlt haben, brauchen Sie nichts zu tun. Bei Fragen wenden Sie sich an ${dealer}.`,
    ],
  },
  block: {
    subject: () => 'Ihr Konto ist gesperrt, bis Sie bezahlen',
    paragraphs: ({ account, dealer, due }) => [
      `Die Zahlung für Ihr Konto ${account} war am ${due} fällig und ist nicht eingegangen. Deshalb ist das Konto gesperrt.`,
      'Die Daten Ihrer Tracker werden weiter gespeichert. Sobald die Zahlung eingegangen ist, sehen Sie wieder alles.',
      `Wenn Sie das für einen Irrtum halten, wenden Sie sich an ${dealer}.`,
    ],
  },
  unblock: {
    subject: () => 'Ihr Konto ist entsperrt',
    paragraphs: ({ account }) => [
      `Ihr Konto ${account} ist nicht mehr gesperrt. Alle Daten, die Ihre Tracker in der Zwischenzeit gesendet haben, sind da.`,
    ],
  },
  open: 'Offen',
  pay: 'Ansehen und bezahlen',
  footer: ({ dealer }) => `Sie erhalten diese E-Mail, weil ${dealer} Ihr Konto verwaltet.`,
}

const texts = catalogue(english, { de: german })

/** `about` is what it belongs to: the due date, or the time of unblocking. Each is sent once. */
export function dunningMail(
  recipient: DunningRecipient,
  notice: DunningNotice,
  about: Date,
  owed?: Owed,
): readonly Mail[] {
  if (recipient.email === null) return []
  const words = texts(recipient.lang)
  const facts: Facts = {
    account: quoted(recipient.title),
    dealer: quoted(recipient.dealerName),
    due: dayIn(recipient.paymentExpectedAt ?? about, recipient),
  }
  const money = ({ amount, currency }: Owed['sums'][number]) =>
    formatMoney(amount, currency, languageOf(recipient.lang))
  const letter = composeMail({
    subject: words[notice].subject(facts),
    sender: facts.dealer,
    paragraphs: words[notice].paragraphs(facts),
    facts: (owed?.sums ?? []).map((sum) => [words.open, money(sum)] as const),
    ...(owed && { action: { label: words.pay, url: owed.url } }),
    footer: words.footer(facts),
    colour: recipient.colour,
    lang: recipient.lang,
  })
  return [
    {
      ...letter,
      to: recipient.email,
      dealer: recipient.dealerId,
      inNameOf: recipient.dealerId,
      key: `accounts.${notice}.${recipient.id}.${about.getTime()}`,
    },
  ]
}

interface Activation {
  readonly company: string
  /** Null: it has no name of its own. */
  readonly account: string | null
  readonly user: string
}

interface ActivationText {
  subject(company: string): string
  paragraphs(facts: Activation): readonly string[]
  readonly label: string
  footer(company: string): string
}

const activationEnglish: ActivationText = {
  subject: (company) => `Activate your account with ${company}`,
  paragraphs: ({ company, account, user }) => [
    account === null
      ? `${company} has created an account for you.`
      : `${company} has created an account for you: ${account}.`,
    `Open the link to choose a password and confirm your email address. Your username is ${user}.`,
  ],
  label: 'Activate account',
  footer: (company) =>
    `You received this email because ${company} entered your address. If you don’t know this company, you don’t need to do anything.`,
}

const activationGerman: ActivationText = {
  subject: (company) => `Aktivieren Sie Ihr Konto bei ${company}`,
  paragraphs: ({ company, account, user }) => [
    account === null
      ? `${company} hat ein Konto für Sie angelegt.`
      : `${company} hat ein Konto für Sie angelegt: ${account}.`,
    `Öffnen Sie den Link, um ein Passwort zu wählen und Ihre E-Mail-Adresse zu bestätigen. Ihr Benutzername ist ${user}.`,
  ],
  label: 'Konto aktivieren',
  footer: (company) =>
    `Sie erhalten diese E-Mail, weil ${company} Ihre Adresse eingegeben hat. Wenn Sie dieses Unternehmen nicht kennen, brauchen Sie nichts zu tun.`,
}

const activationTexts = catalogue(activationEnglish, { de: activationGerman })

export function activationMail(to: Activation & { lang: string | null; url: string }): Composed {
  const words = activationTexts(to.lang)
  const company = quoted(to.company)
  const facts = { company, account: to.account === null ? null : quoted(to.account), user: quoted(to.user) }
  return composeMail({
    subject: words.subject(company),
    paragraphs: words.paragraphs(facts),
    action: { label: words.label, url: to.url },
    footer: words.footer(company),
    lang: to.lang,
  })
}
