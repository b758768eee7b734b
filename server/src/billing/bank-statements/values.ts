/** Amounts, days and account numbers as banks write them. Pure. */
import { remainderBy97 } from '#kernel/money/creditor-reference.ts'
import { decimalsOf } from '#kernel/money/money.ts'
import { type Day, isDay } from '#kernel/time/day.ts'

export type Decimal = ',' | '.'

/**
 * In the smallest unit; below zero for outgoing money; undefined: not an amount. The sign may come first or last, and
 * `(12.00)` is below zero too.
 */
export function amountOf(text: string, currency: string, decimal: Decimal): number | undefined {
  const group = decimal === ',' ? '.' : ','
  const signed = text.replaceAll(/[\s'’\u00a0\u202f]|[A-Za-z]{3}|[€$£]/g, '')
  // If the comma groups thousands, 12,50 is not an amount: it would become a hundred times as much.
  const last = signed.lastIndexOf(group)
  if (last >= 0 && !/^\d{3}(?!\d)/.test(signed.slice(last + 1))) return undefined
  const bare = signed.replaceAll(group, '')
  const match = /^([+\-−(]?)(\d{1,15})(?:[.,](\d*))?([+\-−)]?)$/.exec(bare)
  if (!match) return undefined
  const [, before, whole, fraction = '', after] = match
  const decimals = decimalsOf(currency)
  if (/[^0]/.test(fraction.slice(decimals))) return undefined
  const amount = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
  if (!Number.isSafeInteger(amount)) return undefined
  return /[-−(]/.test(`${before}${after}`) ? -amount : amount
}

/** A longer cell is not an amount, and searching it would take minutes. */
const amountMax = 40

/** The decimal separator of a column, from unambiguous cells. */
export function decimalOf(cells: readonly string[], currency: string): Decimal {
  const texts = cells.filter(({ length }) => length <= amountMax)
  const ends = texts.flatMap((text) => /([.,])\d{1,2}\D*$/.exec(text)?.[1] ?? [])
  const both = texts.flatMap((text) => /\d[.,]\d.*([.,])\d+\D*$/.exec(text)?.[1] ?? [])
  const found = ends[0] ?? both[0]
  // A single separator before three digits groups thousands, unless the currency has three decimals.
  const lone = texts.flatMap((text) => /^\D*\d{1,3}([.,])\d{3}\D*$/.exec(text)?.[1] ?? [])[0]
  const isGroup = decimalsOf(currency) !== 3
  return (found ?? (lone && !isGroup ? lone : lone === '.' ? ',' : '.')) as Decimal
}

export const dateOrders = ['dmy', 'mdy'] as const
export type DateOrder = (typeof dateOrders)[number]

const written = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b/

/** Whether days or months come first, from unambiguous cells; days if there are none. */
export function orderOf(texts: readonly string[]): DateOrder {
  const isMonthFirst = texts.some((text) => {
    const match = written.exec(text.trim())
    return match?.[2] !== '.' && Number(match?.[3]) > 12
  })
  return isMonthFirst ? 'mdy' : 'dmy'
}

export function dayOf(text: string, order: DateOrder): Day | undefined {
  const bare = text.trim()
  const iso = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?!\d)/.exec(bare)
  const match = iso ? undefined : written.exec(bare)
  if (!iso && !match) return undefined
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : order === 'mdy'
      ? [match?.[4], match?.[1], match?.[3]]
      : [match?.[4], match?.[3], match?.[1]]
  const found = `${year?.length === 2 ? `20${year}` : year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  return isDay(found) ? found : undefined
}

/** Without spaces, if it can be an account number. */
export function accountOf(text: string | undefined): string | null {
  const bare = (text ?? '').toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  return bare.length >= 5 && bare.length <= 34 ? bare : null
}

/** The first IBAN in a text with correct check digits; an `RF` reference has the same form but is not one. */
export function ibanIn(text: string): string | null {
  for (const [found] of text.toUpperCase().matchAll(/\b(?!RF)[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b/g)) {
    if (remainderBy97(`${found.slice(4)}${found.slice(0, 4)}`) === 1) return found
  }
  return null
}
