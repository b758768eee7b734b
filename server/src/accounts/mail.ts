/** What a client is told about payment: data in, mail out. */

import type { Mail } from '../mail/outbox.ts'
import { catalogue, composeMail, quoted } from '../mail/texts.ts'

export interface Told {
  readonly id: number
  readonly dealerId: number
  readonly title: string
  readonly email: string | null
  readonly lang: string | null
  readonly dealerName: string
  readonly paymentExpectedAt: Date | null
}

export type Telling = 'notice' | 'block' | 'unblock'

interface Facts {
  readonly account: string
  readonly dealer: string
  readonly due: string
}

type Texts = Readonly<
  Record<Telling, { subject(facts: Facts): string; paragraphs(facts: Facts): readonly string[] }>
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

const texts = catalogue(english)

/** `about` is what it belongs to: the due date, or the moment of unblocking. The same is told once. */
export function dueMail(told: Told, telling: Telling, about: Date): readonly Mail[] {
  if (told.email === null) return []
  const words = texts(told.lang)
  const facts: Facts = {
    account: quoted(told.title),
    dealer: quoted(told.dealerName),
    due: dateText(told.paymentExpectedAt ?? about, told.lang),
  }
  const letter = composeMail({
    subject: words[telling].subject(facts),
    paragraphs: words[telling].paragraphs(facts),
    footer: words.footer(facts),
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

/** Making one takes longer than writing the whole mail. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in UTC, as automation counts them. */
function dateText(date: Date, lang: string | null): string {
  const locale = Intl.DateTimeFormat.supportedLocalesOf(lang ?? []).at(0) ?? 'en'
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  formats.set(locale, format)
  return format.format(date)
}
