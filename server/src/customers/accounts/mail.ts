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
      `If it has been paid already, you need not do anything. Questions are answered by ${dealer}.`,
    ],
  },
  block: {
    subject: () => 'Your account is blocked until it is paid',
    paragraphs: ({ account, dealer, due }) => [
      `The payment for your account ${account} was due on ${due} and has not arrived, so the account is blocked.`,
      'What your trackers send is still being stored. Once the payment has arrived, everything is there again.',
      `Please turn to ${dealer} if you think that this is a mistake.`,
    ],
  },
  unblock: {
    subject: () => 'Your account is open again',
    paragraphs: ({ account }) => [
      `Your account ${account} is no longer blocked. Everything that your trackers sent meanwhile is there.`,
    ],
  },
  footer: ({ dealer }) => `You get this mail because ${dealer} manages your account.`,
}

const german: Texts = {
  notice: {
    subject: ({ due }) => `Ihre Zahlung ist am ${due} fällig`,
    paragraphs: ({ account, dealer, due }) => [
      `Die nächste Zahlung für Ihr Konto ${account} ist am ${due} fällig.`,
      `Ist sie bereits erfolgt, brauchen Sie nichts zu tun. Fragen beantwortet ${dealer}.`,
    ],
  },
  block: {
    subject: () => 'Ihr Konto ist gesperrt, bis es bezahlt ist',
    paragraphs: ({ account, dealer, due }) => [
      `Die Zahlung für Ihr Konto ${account} war am ${due} fällig und ist nicht eingegangen. Deshalb ist das Konto gesperrt.`,
      'Was Ihre Tracker senden, wird weiter gespeichert. Sobald die Zahlung eingegangen ist, ist alles wieder da.',
      `Bitte wenden Sie sich an ${dealer}, wenn Sie das für einen Irrtum halten.`,
    ],
  },
  unblock: {
    subject: () => 'Ihr Konto ist wieder offen',
    paragraphs: ({ account }) => [
      `Ihr Konto ${account} ist nicht mehr gesperrt. Alles, was Ihre Tracker inzwischen gesendet haben, ist da.`,
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
