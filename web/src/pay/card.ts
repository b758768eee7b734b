/** Checks card number, expiry and security code in the browser. The processor decides; this only saves a round trip. */
import { texts } from '../shared/texts/texts.ts'

export interface CardText {
  readonly number: string
  readonly expiry: string
  readonly cvc: string
  readonly holder: string
}

export const noCard: CardText = { number: '', expiry: '', cvc: '', holder: '' }

export type CardField = keyof CardText

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** In groups as printed: 4-6-5 on cards that begin with 34 or 37, fours on all others. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text)
  if (/^3[47]/.test(digits))
    return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
  return (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' ')
}

export const cvcDigits = (number: string): number => (/^3[47]/.test(digitsOf(number)) ? 4 : 3)

/** `before` distinguishes typing from deleting: the automatic separator must be deletable. */
export function formatExpiry(text: string, before = ''): string {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  // A browser's autofill may write the year in full.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2) return digits
  const isDeleting = text.length < before.length
  if (digits.length === 2) return isDeleting ? digits : `${digits} / `
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

export const formatCvc = (text: string, number: string): string => digitsOf(text).slice(0, cvcDigits(number))

/** The last digit of a card number is a check digit over the others (Luhn). */
function isNumber(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length < 12 || digits.length > 19 || /^0+$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const expiryOf = (text: string) => {
  const [month, year] = [Number(digitsOf(text).slice(0, 2)), Number(digitsOf(text).slice(2, 4))]
  return digitsOf(text).length === 4 && month >= 1 && month <= 12 ? { month, year: 2000 + year } : undefined
}

export type CardFaults = Partial<Record<CardField, string>>

/** A card is valid until the end of the month printed on it. */
export function faultsOf(card: CardText, now: Date): CardFaults {
  const { faults } = texts.pay
  const expiry = expiryOf(card.expiry)
  const isOver = expiry && expiry.year * 12 + expiry.month < now.getFullYear() * 12 + now.getMonth() + 1
  const digits = cvcDigits(card.number)
  return {
    ...(!isNumber(card.number) && { number: faults.number }),
    ...(!expiry && { expiry: faults.expiry }),
    ...(isOver && { expiry: faults.expired }),
    ...(card.cvc.length !== digits && { cvc: faults.cvc(digits) }),
    ...(card.holder.trim() === '' && { holder: faults.holder }),
  }
}

/** As the processor expects it; only for a card without problems. */
export const toPayment = (card: CardText) => ({
  number: digitsOf(card.number),
  ...expiryOf(card.expiry),
  cvc: card.cvc,
  holder: card.holder.trim(),
})

export const lastDigits = (number: string): string => digitsOf(number).slice(-4)
