/** JSON of the sandbox's payment page. */
import Type from 'typebox'
import { exact, Nullable, Time } from '../api/fields.ts'
import type { PaymentPage } from './sandbox-pay.ts'

const Amount = Type.Integer({ description: "In the currency's smallest unit." })

export const PaymentShape = Type.Object(
  {
    id: Type.String(),
    status: Type.Union([Type.Literal('open'), Type.Literal('complete'), Type.Literal('expired')]),
    payment_status: Type.Union([Type.Literal('paid'), Type.Literal('unpaid')]),
    merchant: Type.String({ description: 'Who is paid.' }),
    name: Type.String(),
    currency: Type.String(),
    amount_total: Amount,
    items: Type.Array(
      Type.Object({
        description: Type.String(),
        quantity: Type.Integer(),
        unit_amount: Amount,
        amount_total: Amount,
      }),
    ),
    email: Nullable(Type.String()),
    lang: Nullable(Type.String()),
    expires_at: Time,
    return_url: Type.String(),
  },
  { title: 'Payment' },
)

export const paymentToWire = ({ session, status, merchant }: PaymentPage) => ({
  ...session,
  status,
  payment_status: status === 'complete' ? 'paid' : 'unpaid',
  merchant,
  items: session.lines.map((line) => ({
    ...line,
    description: line.name,
    amount_total: line.quantity * line.unitAmount,
  })),
})

export const CardBody = exact({
  number: Type.String({ pattern: '^[0-9 ]{12,25}$', meaning: 'a card number' }),
  month: Type.Integer({ minimum: 1, maximum: 12 }),
  year: Type.Integer({ minimum: 0, maximum: 9999, meaning: 'a year' }),
  cvc: Type.String({ pattern: '^[0-9]{3,4}$', meaning: 'the 3 or 4 digits of the security code' }),
  holder: Type.String({ pattern: '\\S', maxLength: 200, meaning: 'the name on the card' }),
})

export const ConfirmationBody = exact({ confirmation: Type.String({ maxLength: 100 }), approved: Type.Boolean() })

export const OutcomeShape = Type.Object(
  {
    status: Type.Union([Type.Literal('complete'), Type.Literal('declined'), Type.Literal('confirmation')]),
    code: Type.Optional(
      Type.String({
        description: 'Why it was declined: `declined`, `insufficient_funds`, `expired_card` or `not_confirmed`.',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'The same in words.' })),
    confirmation: Type.Optional(Type.String({ description: 'Send it with the decision of the card holder.' })),
  },
  { title: 'PaymentOutcome' },
)
