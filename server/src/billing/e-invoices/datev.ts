/**
 * The invoices of a journal as a booking batch for DATEV (EXTF 700, category 21, version 13). One row per invoice and
 * tax rate: the collective debtor account against a revenue account, with the gross amount, from which the account
 * derives the tax. Payments are left out because they come with the bank statement. Pure.
 */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { formatAmount } from '#kernel/money/money.ts'
import type { Day } from '#kernel/time/day.ts'
import type { Journal, Sale } from './journal.ts'

export const charts = ['skr03', 'skr04'] as const
type Chart = (typeof charts)[number]

export interface BatchOptions {
  readonly chart: Chart
  /** The numbers of the tax adviser, and of the dealer as its client. */
  readonly consultant: number
  readonly client: number
}

/** Revenue by tax rate in the two usual charts. Accounts for 19 and 7 % derive the tax automatically. */
const accounts: Readonly<Record<Chart, Readonly<Record<number | 'reverse' | 'other', number>>>> = {
  skr03: { 1900: 8400, 700: 8300, 0: 8200, reverse: 8337, other: 8200 },
  skr04: { 1900: 4400, 700: 4300, 0: 4200, reverse: 4337, other: 4200 },
}

/** The client is named in the additional information of the row. */
const debtors = 10_000

const columns = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  'Beleginfo - Art 1',
  'Beleginfo - Inhalt 1',
]

/** A batch is for one business year and, as we write it, in euros. */
export function batchProblems({ from, to, sales }: Journal): Problem[] {
  const others = new Set(sales.filter(({ currency }) => currency !== 'eur').map(({ number }) => number))
  return [
    ...(from.slice(0, 4) === to.slice(0, 4)
      ? []
      : [
          invalidField('issued_to', 'issued_to must be in the same year as issued_from: a DATEV batch spans one year.'),
        ]),
    ...(others.size === 0
      ? []
      : [
          invalidField(
            'format',
            `format must be csv for these days: not all invoices are in euros (others: ${others.size}).`,
          ),
        ]),
  ]
}

const quoted = (text: string, max: number) =>
  `"${text
    .replace(/[\r\n\t;]/g, ' ')
    .slice(0, max)
    .replaceAll('"', '""')}"`
const compact = (day: Day) => day.replaceAll('-', '')
const dayAndMonth = (day: Day) => `${day.slice(8, 10)}${day.slice(5, 7)}`

function headOf({ from, to }: Journal, { chart, consultant, client }: BatchOptions, now: Date): string {
  const made = now.toISOString().replace(/\D/g, '').slice(0, 17)
  return [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, made, '', '"WM"', '""', '""', consultant, client],
    ...[`${from.slice(0, 4)}0101`, 4, compact(from), compact(to), quoted(`Rechnungen ${from} ${to}`, 30), '""'],
    ...[1, 0, 0, '"EUR"', '', '""', '', '', quoted(chart.slice(3), 2), '', '', '""', '""'],
  ].join(';')
}

function rowOf(sale: Sale, chart: Chart): string {
  const own = accounts[chart]
  const revenue = sale.isReverseCharge ? own.reverse : (own[sale.taxRate] ?? own.other)
  const isCredit = sale.total < 0
  const { dueOn, buyer, number } = sale
  return [
    ...[formatAmount(Math.abs(sale.total), 'eur', 'de').replaceAll('.', ''), isCredit ? '"H"' : '"S"', '"EUR"'],
    ...['', '', '""', debtors, revenue, '""', dayAndMonth(sale.day), quoted(number, 36)],
    ...[dueOn ? `"${dayAndMonth(dueOn)}${dueOn.slice(2, 4)}"` : '""', '', quoted(buyer ?? number, 60)],
    ...['', '""', '', '', '', '""', '"Kundennummer"', quoted(String(sale.accountId), 210)],
  ].join(';')
}

/** Zero amounts get no row: DATEV does not accept them. */
export const batchOf = (journal: Journal, options: BatchOptions, now: Date): string =>
  `\ufeff${[
    headOf(journal, options, now),
    columns.map((name) => quoted(name, 60)).join(';'),
    ...journal.sales.filter(({ total }) => total !== 0).map((sale) => rowOf(sale, options.chart)),
  ].join('\r\n')}\r\n`
