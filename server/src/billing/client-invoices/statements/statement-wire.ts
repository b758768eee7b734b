import Type from 'typebox'
import { EnumOf, exact, Nullable } from '#kernel/api/fields.ts'
import { paymentWays } from '../client-invoice.ts'
import { movementKinds } from './account-statement.ts'

const day = (what: string) => Type.Optional(Type.String({ maxLength: 10, example: '2027-01-01', description: what }))
export const DaysQuery = exact({
  from_day: day('The first day; what came before is the opening balance.'),
  to_day: day('The last day.'),
})

const amount = Type.Integer({ example: 1250 })
const currency = Type.String({ example: 'eur' })
const movement = {
  id: Type.String(),
  day: Type.String({ example: '2027-03-05' }),
  kind: EnumOf(movementKinds),
  number: Nullable(Type.String({ example: '2027-00001', description: 'Of the invoice or credit note.' })),
  way: Nullable(EnumOf(paymentWays)),
  amount: Type.Integer({ example: 1250, description: 'Positive: owed; negative: paid or credited.' }),
  balance: Type.Integer({ example: 1250, description: 'After this entry; negative: the client has credit.' }),
}

const shape = (fields: typeof movement, title: string) =>
  Type.Object(
    {
      standings: Type.Array(Type.Object({ currency, open: amount, overdue: amount, credit: amount }), {
        description: 'What is open today, and the credit, by currency.',
      }),
      statements: Type.Array(
        Type.Object({ currency, opening: amount, closing: amount, movements: Type.Array(Type.Object(fields)) }),
      ),
    },
    { title },
  )

export const OwnStatementShape = shape(movement, 'OwnAccountStatement')
/** Includes comments, which only the dealer sees. */
export const AccountStatementShape = shape(
  { ...movement, comment: Nullable(Type.String()) } as typeof movement,
  'AccountStatement',
)
