/** CSV in the variants that banks write: columns are recognised by their names, or set by the dealer. Pure. */
import { cleaned, cleanedOrNull, type ReadFile, type ReadLine, rowsMax, tooMany, unreadable } from './bank-line.ts'
import { accountOf, amountOf, type DateOrder, type Decimal, dayOf, decimalOf, orderOf } from './values.ts'

/** Which column holds what, counted from 0; null: none. */
export interface Columns {
  readonly date: number | null
  /** Incoming money, or incoming and, below zero, outgoing money. */
  readonly amount: number | null
  /** Says whether an amount without a sign came in. */
  readonly direction: number | null
  readonly currency: number | null
  readonly payer: number | null
  readonly iban: number | null
  readonly texts: readonly number[]
  readonly bankReference: number | null
  readonly dateOrder: DateOrder
  readonly decimal: Decimal
  /** For lines that don't state their own. */
  readonly defaultCurrency: string
}

/** As the dealer sets them; what it leaves open is read from the cells. */
export type SaidColumns = Omit<Columns, 'dateOrder' | 'decimal'> & {
  readonly dateOrder: DateOrder | null
  readonly decimal: Decimal | null
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const columnsMax = 100
const headWithin = 30
const nameMax = 60
/** A longer cell is neither a day nor an amount. */
const cellMax = 40

/** The character that splits most lines into most cells. */
const delimiterOf = (content: string): string => {
  const lines = content.slice(0, 20_000).split('\n')
  const counts = [';', '\t', ',', '|'].map((sign) => [
    sign,
    lines.reduce((sum, line) => sum + line.split(sign).length - 1, 0),
  ])
  return (counts as [string, number][]).reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

function cellsOf(content: string): string[][] {
  const delimiter = delimiterOf(content)
  const rows: string[][] = [[]]
  // Track whether the cell has only blanks so far: scanning the cell at each quotation mark would take hours.
  let [cell, isQuoted, isBlank] = ['', false, true]
  const endCell = () => {
    rows.at(-1)?.push(cell.trim())
    ;[cell, isBlank] = ['', true]
  }
  for (let at = 0; at < content.length; at++) {
    const char = content[at] as string
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (content[at + 1] === '"') cell += content[++at]
      else isQuoted = false
    } else if (char === '"' && isBlank) [cell, isQuoted, isBlank] = ['', true, false]
    else if (char === delimiter) endCell()
    else if (char === '\n') {
      endCell()
      rows.push([])
    } else if (char !== '\r') {
      cell += char
      isBlank &&= char.trim() === ''
    }
    if (rows.length > rowsMax) tooMany()
    if ((rows.at(-1) as string[]).length > columnsMax)
      unreadable(`A row of the file has more than ${columnsMax} columns.`)
  }
  if (isQuoted) unreadable('A quotation mark in the file is never closed. Export it again.')
  endCell()
  return rows.filter((row) => row.some((text) => text !== ''))
}

/** Some banks write the account and the period above the column names. */
export function tableOf(content: string): Table {
  const rows = cellsOf(content.replace(/^\ufeff/, ''))
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const at = rows.slice(0, headWithin).findIndex((row, index) => {
    const { date, amount } = guessColumns({ head: row, rows: [] }, 'eur')
    return (date !== null && amount !== null) || isHead(row, rows[index + 1] ?? [], width)
  })
  const named = rows[at] ?? []
  const head = Array.from(
    { length: width },
    (_, index) => cleaned(named[index] ?? '', nameMax) || `Column ${index + 1}`,
  )
  return { head, rows: at < 0 ? rows : rows.slice(at + 1) }
}

/** Column names in an unknown language: words in every column, above a row with a day and an amount. */
function isHead(row: readonly string[], next: readonly string[], width: number): boolean {
  const [isDay, isAmount] = [
    (text: string) => text.length <= cellMax && dayOf(text, 'dmy') !== undefined,
    (text: string) => text.length <= cellMax && /\d[.,]\d{2,3}\D?$/.test(text),
  ]
  const isNamed = row.length === width && new Set(row).size === width
  const isWords = row.every((text) => /\p{L}/u.test(text) && !isDay(text) && !isAmount(text))
  return isNamed && isWords && next.some(isDay) && next.some(isAmount)
}

const hints = {
  direction: [
    /soll.?\/?.?haben/,
    /debit.?\/.?credit|credit.?\/.?debit/,
    /^(cr.?\/?.?dr|dr.?\/?.?cr|c\/d|d\/c|s\/h)$/,
    /indicator/,
  ],
  date: [
    /buchungs(tag|datum)/,
    /book(ing|ed)|posting|posted/,
    /^(date|datum|data|fecha)\b/,
    /transaction date/,
    /valuta|wert(stellung)?|value date/,
    /dat(e|um)\b/,
  ],
  currency: [/währung|waehrung|currency|^ccy$|valiuta|devise|moneda/],
  iban: [
    /iban.*(zahl|auftraggeb|gegen|counter|partner|payer|debtor|sender)/,
    /(counterparty|payer|debtor|sender|partner|gegen).*(iban|account|konto)/,
    /^(?!.*(auftragskonto|own|eigen)).*\biban\b/,
    /kontonummer|account (number|no)/,
  ],
  amount: [
    /^(credit|haben|paid in|money in|gutschrift|eingang)/,
    /betrag|amount|umsatz(?!art)|suma|kwota|montant|importe|^sum$|value$/,
  ],
  payer: [
    /zahlungspflichtig|auftraggeber|absender/,
    /payer|debtor|sender|counterparty|partner|remitter|mokėtojas/,
    /^(?!.*(file|konto)).*\bname\b/,
    /\bfrom\b/,
  ],
  bankReference: [/bank ?reference|transaction (id|number|reference)|archiv|entry ref|buchungsreferenz/],
} as const
const textHint =
  /verwendungszweck|purpose|description|detail|remittance|betreff|memo|narrative|paskirtis|reference|referenz|message|text|note/

export function guessColumns({ head, rows }: Table, currency: string): Columns {
  // Cut, because searching a name as long as the file would take hours.
  const names = head.map((name) => name.slice(0, nameMax).toLowerCase())
  const taken = new Set<number>()
  const guess = (field: keyof typeof hints): number | null => {
    for (const hint of hints[field]) {
      const at = names.findIndex((name, index) => !taken.has(index) && hint.test(name))
      if (at < 0) continue
      taken.add(at)
      return at
    }
    return null
  }
  // The order matters: a "credit" column is an amount only if "debit/credit" did not match.
  const direction = guess('direction')
  const [date, own, iban, amount] = [guess('date'), guess('currency'), guess('iban'), guess('amount')]
  const [payer, bankReference] = [guess('payer'), guess('bankReference')]
  const texts = names.flatMap((name, index) => (!taken.has(index) && textHint.test(name) ? [index] : []))
  const found = { date, amount, direction, currency: own, payer, iban, texts, bankReference, defaultCurrency: currency }
  return completed({ ...found, dateOrder: null, decimal: null }, rows)
}

/** Finds the format of days and amounts from unambiguous cells. */
export function completed({ dateOrder, decimal, ...said }: SaidColumns, rows: Table['rows']): Columns {
  const cells = (at: number | null) => (at === null ? [] : rows.map((row) => row[at] ?? ''))
  const currency = (cells(said.currency)[0] || said.defaultCurrency).toLowerCase()
  return {
    ...said,
    dateOrder: dateOrder ?? orderOf(cells(said.date)),
    decimal: decimal ?? decimalOf(cells(said.amount), currency),
  }
}

export function readTable({ rows }: Table, columns: Columns): ReadFile {
  const { date, amount } = columns
  if (date === null) unreadable('Choose the column with the date.')
  if (amount === null) unreadable('Choose the column with the amount.')
  const lines: ReadLine[] = []
  let leftOut = 0
  for (const [index, row] of rows.entries()) {
    const line = lineOf(row, columns, index + 1)
    if (line) lines.push(line)
    else leftOut++
  }
  return { format: 'csv', lines, leftOut }
}

const incoming = /^(c|cr|crdt|credit|h|haben|in|\+|k|kreditas)$/i

/** Undefined: outgoing money, or a row that is not a line, such as a balance. */
function lineOf(row: readonly string[], columns: Columns, number: number): ReadLine | undefined {
  const cell = (at: number | null) => (at === null ? '' : (row[at] ?? ''))
  const currency = (cell(columns.currency) || columns.defaultCurrency).toLowerCase()
  const [dateText, amountText] = [cell(columns.date), cell(columns.amount)]
  const bookedOn = dayOf(dateText, columns.dateOrder)
  const amount = amountOf(amountText, currency, columns.decimal)
  if (amountText === '' || (!bookedOn && amount === undefined)) return undefined
  if (!bookedOn && dateText === '') return undefined
  if (!bookedOn) return unreadable(`Row ${number}: "${cleaned(dateText, 40)}" is not a date. Check the columns.`)
  if (amount === undefined)
    return unreadable(`Row ${number}: "${cleaned(amountText, 40)}" is not an amount. Check the columns.`)
  if (!/^[a-z]{3}$/.test(currency)) return unreadable(`Row ${number}: "${cleaned(currency, 40)}" is not a currency.`)
  if (amount <= 0 || (columns.direction !== null && !incoming.test(cell(columns.direction)))) return undefined
  return {
    ...{ account: null, bookedOn, amount, currency },
    payer: cleanedOrNull(cell(columns.payer)),
    iban: accountOf(cell(columns.iban)),
    text: cleaned(columns.texts.map(cell).join(' ')),
    bankReference: cleanedOrNull(cell(columns.bankReference)),
  }
}
