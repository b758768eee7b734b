/** The journal as a table for any spreadsheet. Pure. */
import { formatAmount } from '#kernel/money/money.ts'
import type { Journal, Receipt, Sale } from './journal.ts'

const head = [
  ...['type', 'date', 'number', 'client_number', 'client', 'currency', 'tax_rate', 'net', 'tax', 'total', 'due'],
  ...['reverse_charge', 'method', 'comment'],
]

/** A spreadsheet would run a text that begins like a formula. */
function cellOf(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `1234.50`: without thousands separators, for programs. */
const plain = (amount: number, currency: string) => formatAmount(amount, currency).replaceAll(',', '')

const saleCells = (sale: Sale) => [
  ...[sale.kind === 'credit' ? 'credit_note' : 'invoice', sale.day, sale.number, sale.accountId, sale.buyer],
  ...[sale.currency.toUpperCase(), plain(sale.taxRate, 'eur')],
  ...[sale.net, sale.tax, sale.total].map((amount) => plain(amount, sale.currency)),
  ...[sale.dueOn, sale.isReverseCharge ? 'yes' : 'no', null, null],
]

/** A payment has no tax: that is in the invoice. */
const receiptCells = ({ day, number, accountId, buyer, currency, amount, way, comment }: Receipt) => [
  ...['payment', day, number, accountId, buyer, currency.toUpperCase(), null, null, null],
  ...[plain(amount, currency), null, null, way, comment],
]

/** Excel detects Unicode only with a byte order mark. */
export const csvOf = ({ sales, receipts }: Journal): string =>
  `\ufeff${[head, ...sales.map(saleCells), ...receipts.map(receiptCells)]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')}\r\n`
