/** What a client is told about payment: data in, mail out. */

import type { Mail } from '#kernel/mail/outbox.ts'
import { catalogue, composeMail, dayIn, quoted } from '#kernel/mail/texts.ts'

export interface DunningRecipient {
  readonly id: number
  readonly dealerId: number
  readonly title: string
  readonly email: string | null
  readonly lang: string | null
  readonly dealerName: string
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
  footer: ({ dealer }) => `Sie erhalten diese E-Mail, weil ${dealer} Ihr Konto verwaltet.`,
}

const texts = catalogue(english, { de: german })

/** `about` is what it belongs to: the due date, or the moment of unblocking. The same is told once. */
export function dunningMail(told: DunningRecipient, telling: DunningNotice, about: Date): readonly Mail[] {
  if (told.email === null) return []
  const words = texts(told.lang)
  const facts: Facts = {
    account: quoted(told.title),
    dealer: quoted(told.dealerName),
    due: dayIn(told.paymentExpectedAt ?? about, told.lang),
  }
  const letter = composeMail({
    subject: words[telling].subject(facts),
    paragraphs: words[telling].paragraphs(facts),
    footer: words.footer(facts),
    lang: told.lang,
  })
  return [
    {
      ...letter,
      to: told.email,
      dealer: told.dealerId,
      inNameOf: told.dealerId,
      key: `accounts.${telling}.${told.id}.${about.getTime()}`,
    },
  ]
}
