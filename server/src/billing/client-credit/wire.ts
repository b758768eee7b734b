import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable } from '#kernel/api/fields.ts'
import { amountMax, Currency, DayInput } from '../prices/wire.ts'
import type { NewCredit } from './actions.ts'
import { type CreditEntry, creditKinds, depositWays } from './client-credit.ts'

export const CreditBody = exact({
  kind: EnumOf(['deposit', 'payout'] as const, '`deposit`: an advance payment; `payout`: a refund to the client.'),
  currency: Currency,
  amount: Type.Integer({
    ...{ minimum: 1, maximum: amountMax * 1000, example: 5000 },
    description: 'In the smallest unit of the currency.',
  }),
  booked_on: like(DayInput, '2026-01-15'),
  way: EnumOf(depositWays, 'How it was paid.'),
  comment: Nullable(Type.String({ maxLength: 500, example: 'Receipt 12' })),
})

export const toCredit = ({ booked_on, ...body }: Static<typeof CreditBody>): NewCredit => ({
  ...body,
  bookedOn: booked_on,
})

export const CreditShape = Type.Object(
  {
    id: Type.String(),
    kind: EnumOf(creditKinds),
    currency: Type.String({ example: 'eur' }),
    amount: Type.Integer({ example: 5000, description: 'Negative for a refund.' }),
    booked_on: Type.String({ example: '2026-01-15' }),
    way: Nullable(EnumOf(depositWays)),
    comment: Nullable(Type.String()),
  },
  { title: 'ClientCredit' },
)

export const toWire = ({ bookedOn, ...entry }: CreditEntry) => ({ ...entry, booked_on: bookedOn })
