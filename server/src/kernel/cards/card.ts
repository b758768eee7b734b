/** A card as it is typed into the sandbox's page, and what the sandbox does with it. Pure; nothing of it is stored. */
import { invalidField, type Problem } from '../errors.ts'

export interface Card {
  readonly number: string
  readonly month: number
  readonly year: number
  readonly cvc: string
  readonly holder: string
}

export type Verdict =
  | { readonly kind: 'pays'; readonly declinesLater?: Decline }
  | { readonly kind: 'asks'; readonly declinesLater?: Decline }
  | { readonly kind: 'declines'; readonly code: Decline }

/** Why a card is declined: a word for programs, and a sentence. */
export const declines = {
  declined: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  expired_card: 'The card has expired.',
  not_confirmed: 'The payment was not confirmed.',
} as const
export type Decline = keyof typeof declines

/** The numbers of Stripe's own test mode, so that one list serves both. */
const verdicts: Readonly<Record<string, Verdict>> = {
  '4242424242424242': { kind: 'pays' },
  '4000000000000341': { kind: 'pays', declinesLater: 'declined' },
  '4000002500003155': { kind: 'asks' },
  '4000002760003184': { kind: 'asks', declinesLater: 'not_confirmed' },
  '4000000000000002': { kind: 'declines', code: 'declined' },
  '4000000000009995': { kind: 'declines', code: 'insufficient_funds' },
  '4000000000000069': { kind: 'declines', code: 'expired_card' },
}

const digitsOf = (number: string): string => number.replaceAll(' ', '')

export const verdictOn = ({ number }: Card): Verdict | undefined => verdicts[digitsOf(number)]

/** What may be stored of a card so that its holder recognises it. */
export const shownOf = ({ number, month, year }: Card) => ({
  last4: digitsOf(number).slice(-4),
  month,
  year: year < 100 ? 2000 + year : year,
})

/** Valid until the end of its month in every time zone: the last one is twelve hours behind. */
export const hasEnded = ({ month, year }: Pick<Card, 'month' | 'year'>, now: Date): boolean =>
  Date.UTC(year, month, 1, 12) <= now.getTime()

/** The last digit checks the others (ISO/IEC 7812-1, Luhn). */
function isCardNumber(number: string): boolean {
  const digits = digitsOf(number)
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]) * (at % 2 === 0 ? 1 : 2)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

export function cardProblems(card: Card, now: Date): Problem[] {
  const problems: Problem[] = []
  if (!isCardNumber(card.number)) problems.push(invalidField('number', 'number must be a card number.'))
  else if (!verdictOn(card)) {
    const known = Object.keys(verdicts).map(grouped).join(', ')
    problems.push(
      invalidField('number', `This is a sandbox, in which no real card is charged. It knows these numbers: ${known}.`),
    )
  }
  const { year } = shownOf(card)
  if (hasEnded({ month: card.month, year }, now)) {
    problems.push(invalidField(year < now.getUTCFullYear() ? 'year' : 'month', declines.expired_card))
  }
  return problems
}
