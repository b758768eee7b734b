import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { Currency } from '../prices/wire.ts'
import type { ImportedStatement, ListedStatement, Match, ShownLine, StatementFile } from './actions.ts'
import { lineStates, type ReadLine, statementFormats } from './bank-line.ts'
import type { Columns, SaidColumns } from './csv.ts'
import { confidences, reasons } from './proposal.ts'
import { dateOrders } from './values.ts'

const column = (what: string, example: number | null = null) =>
  like(Nullable(Type.Integer({ minimum: 0, maximum: 99, description: what })), example)

const columns = {
  date: column('Columns count from 0; null: no such column.', 0),
  amount: column('Negative for money that went out.', 1),
  direction: column('Says whether an amount without a sign came in or went out.'),
  currency: column('Null: the currency of the request.'),
  payer: column('Who paid.', 2),
  iban: column('The payer’s account number.'),
  texts: Type.Array(Type.Integer({ minimum: 0, maximum: 99, example: 3 }), { maxItems: 20 }),
  bank_reference: column('The bank’s own reference for the line.'),
  date_order: EnumOf(dateOrders, 'Whether 03/04/2027 is in April (`dmy`) or in March (`mdy`).'),
  decimal: EnumOf(['.', ','] as const, 'The decimal separator.'),
}

const said = {
  ...columns,
  date_order: like(Nullable(columns.date_order), 'dmy'),
  decimal: like(Nullable(columns.decimal), '.'),
}

/** A month of thousands of payments may be larger; a shorter period gives a smaller file. */
export const fileBytesMax = 4 * 1024 * 1024
const exampleFile = 'Date,Amount,Payer,Purpose\n2027-03-05,12.50,Baltic Freight,RF27202700001\n'

export const StatementBody = exact({
  dry_run: Type.Boolean({ example: false, description: 'Reads the file without storing anything.' }),
  name: visibleLine(1, 200, { example: 'statement.csv' }),
  content: Type.String({
    ...{ minLength: 1, maxLength: fileBytesMax, example: exampleFile },
    description: 'The whole file as text: CSV, camt.053 or MT940.',
  }),
  currency: like(Currency, 'eur'),
  columns: Nullable(
    exact(said, {
      description:
        'For CSV files; null: as in the last file with the same columns, or recognised by their names. ' +
        'If `date_order` or `decimal` is null, it is detected from the rows.',
    }),
  ),
})

export const toFile = ({ name, content, currency, columns }: Static<typeof StatementBody>): StatementFile => ({
  ...{ name, content, currency },
  columns: columns && toColumns(columns, currency),
})

const toColumns = (
  { bank_reference, date_order, ...rest }: NonNullable<Static<typeof StatementBody>['columns']>,
  defaultCurrency: string,
): SaidColumns => ({ ...rest, bankReference: bank_reference, dateOrder: date_order, defaultCurrency })

const amount = Type.Integer({ example: 1250 })
const text = Nullable(Type.String())
const lineFields = {
  booked_on: Type.String({ example: '2027-03-05' }),
  amount,
  currency: Type.String({ example: 'eur' }),
  payer: text,
  iban: text,
  text: Type.String({ example: 'Invoice 2027-00001' }),
  bank_reference: text,
}

export const ImportedStatementShape = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Null after a dry run.' })),
    format: EnumOf(statementFormats),
    line_count: Type.Integer({ example: 12, description: 'Incoming payments in the file.' }),
    new_count: Type.Integer({ example: 10, description: 'Lines that were in no earlier file.' }),
    left_out: Type.Integer({ example: 3, description: 'Rows skipped: money that went out, or not a payment.' }),
    matched_count: Type.Integer({ example: 4, description: 'Lines matched automatically, as certain matches.' }),
    first_lines: Type.Array(Type.Object(lineFields)),
    table: Nullable(
      Type.Object({
        head: Type.Array(Type.String({ example: 'Date' })),
        rows: Type.Array(Type.Array(Type.String({ example: '2027-03-05' }))),
        columns: Type.Object(columns),
      }),
    ),
  },
  { title: 'ImportedBankStatement' },
)

const readToWire = ({ account: _, bookedOn, bankReference, ...line }: ReadLine) => ({
  ...line,
  booked_on: bookedOn,
  bank_reference: bankReference,
})

const columnsToWire = ({ bankReference, dateOrder, defaultCurrency: _, ...rest }: Columns) => ({
  ...rest,
  bank_reference: bankReference,
  date_order: dateOrder,
})

const shownMax = 5

export const importedToWire = ({ id, format, lines, leftOut, newCount, matchedCount, ...read }: ImportedStatement) => ({
  ...{ id, format, line_count: lines.length, new_count: newCount, left_out: leftOut, matched_count: matchedCount },
  first_lines: lines.slice(0, shownMax).map(readToWire),
  table: read.table &&
    read.columns && {
      head: read.table.head,
      rows: read.table.rows.slice(0, shownMax),
      columns: columnsToWire(read.columns),
    },
})

export const StatementShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'statement.csv' }),
    format: EnumOf(statementFormats),
    line_count: Type.Integer({ example: 12 }),
    new_count: Type.Integer({ example: 10 }),
    left_out: Type.Integer({ example: 3 }),
    open_count: Type.Integer({ example: 5 }),
    matched_count: Type.Integer({ example: 5 }),
    created: Time,
  },
  { title: 'BankStatement' },
)

export const statementToWire = (statement: ListedStatement) => ({
  ...{ id: statement.id, name: statement.name, format: statement.format },
  ...{ line_count: statement.lineCount, new_count: statement.newCount, left_out: statement.leftOut },
  ...{ open_count: statement.openCount, matched_count: statement.matchedCount, created: statement.createdAt },
})

const part = {
  invoice_id: UuidId,
  amount: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, example: 1250 }),
}

export const MatchesBody = exact({
  matches: Type.Array(
    exact({
      id: UuidId,
      parts: Type.Array(exact(part), { maxItems: 100, description: 'Which invoices it pays, and how much of each.' }),
      account_id: Nullable(
        Type.Integer({
          ...{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          description: 'The client whose credit gets what is left over; null if nothing is.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 200 },
  ),
})

export const MatchedShape = Type.Object(
  { rows: Type.Array(Type.Object({ id: Type.String() })) },
  { title: 'MatchedBankLines' },
)

export const toMatches = ({ matches }: Static<typeof MatchesBody>): Match[] =>
  matches.map(({ id, parts, account_id }) => ({
    id,
    accountId: account_id,
    parts: parts.map(({ invoice_id, amount }) => ({ invoiceId: invoice_id, amount })),
  }))

const Part = Type.Object({ invoice_id: Type.String(), number: Type.String({ example: '2027-00001' }), amount })

export const LineShape = Type.Object(
  {
    id: Type.String(),
    statement_id: Type.String(),
    ...lineFields,
    state: EnumOf(lineStates),
    account_id: Nullable(Type.Integer({ description: 'The client; null: not matched yet, or several clients.' })),
    account_title: text,
    is_automatic: Type.Boolean({ example: false, description: 'It was matched automatically.' }),
    matched_at: TimeOrNull,
    parts: Type.Array(Part, { description: 'The invoices it paid.' }),
    credit: Type.Integer({ example: 0, description: 'What became the client’s credit.' }),
    proposals: Type.Array(
      Type.Object(
        {
          confidence: EnumOf(confidences),
          account_id: Type.Integer(),
          account_title: Type.String({ example: 'Baltic Freight' }),
          parts: Type.Array(Part),
          credit: Type.Integer({ example: 0 }),
          reasons: Type.Array(EnumOf(reasons)),
        },
        { title: 'BankLineProposal' },
      ),
      { description: 'Proposed matches of an open line, best first.' },
    ),
  },
  { title: 'BankLine' },
)

export const lineToWire = (line: ShownLine) => ({
  ...{ id: line.id, statement_id: line.statementId, booked_on: line.bookedOn, amount: line.amount },
  ...{ currency: line.currency, payer: line.payer, iban: line.iban, text: line.text, state: line.state },
  ...{ bank_reference: line.bankReference, account_id: line.accountId, account_title: line.accountTitle },
  ...{ is_automatic: line.isAutomatic, matched_at: line.matchedAt },
  parts: line.matched.flatMap(({ invoiceId, number, amount }) =>
    invoiceId === null ? [] : [{ invoice_id: invoiceId, number, amount }],
  ),
  credit: line.matched.reduce((sum, { invoiceId, amount }) => (invoiceId === null ? sum + amount : sum), 0),
  proposals: line.proposals.map(({ confidence, accountId, accountTitle, credit, reasons, parts }) => ({
    ...{ confidence, account_id: accountId, account_title: accountTitle, credit, reasons },
    parts: parts.map(({ invoiceId, number, amount }) => ({ invoice_id: invoiceId, number, amount })),
  })),
})
