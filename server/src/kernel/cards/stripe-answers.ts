/** The answers of Stripe that we read, as far as we read them. A session is read in checkout.ts. */
import Type from 'typebox'
import { Compile } from 'typebox/compile'

const Whole = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const TextOrNull = Type.Union([Type.String(), Type.Null()])
const Currency = Type.String({ pattern: '^[a-z]{3}$' })

const Price = Type.Object({
  id: Type.String(),
  object: Type.Literal('price'),
  active: Type.Boolean(),
  billing_scheme: Type.String(),
  created: Whole,
  currency: Currency,
  custom_unit_amount: Type.Unknown(),
  livemode: Type.Boolean(),
  lookup_key: TextOrNull,
  metadata: Type.Record(Type.String(), Type.String()),
  nickname: TextOrNull,
  product: Type.String(),
  recurring: Type.Unknown(),
  tax_behavior: Type.String(),
  tiers_mode: TextOrNull,
  transform_quantity: Type.Unknown(),
  type: Type.String(),
  unit_amount: Whole,
  unit_amount_decimal: Type.String(),
})

const Item = Type.Object({
  id: Type.String(),
  object: Type.Literal('item'),
  amount_discount: Whole,
  amount_subtotal: Whole,
  amount_tax: Whole,
  amount_total: Whole,
  currency: Currency,
  description: Type.String(),
  quantity: Whole,
  price: Price,
})

// A session has at most a hundred lines, and that many are requested: more would be invalid.
export const ItemsAnswer = Compile(
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(Item, { maxItems: 100 }),
    has_more: Type.Literal(false),
  }),
)
const Method = Type.Object({
  id: Type.String({ minLength: 1 }),
  card: Type.Optional(
    Type.Object({
      brand: Type.String(),
      last4: Type.String({ pattern: '^[0-9]{4}$' }),
      exp_month: Whole,
      exp_year: Whole,
    }),
  ),
})
export const PaidAnswer = Compile(
  Type.Object({
    payment_intent: Type.Union([
      Type.Null(),
      Type.Object({ customer: TextOrNull, payment_method: Type.Union([Method, Type.Null()]) }),
    ]),
  }),
)
export const ChargeAnswer = Compile(
  Type.Object({ id: Type.String({ minLength: 1 }), object: Type.Literal('payment_intent'), status: Type.String() }),
)
export const ChargesAnswer = Compile(
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        status: Type.String(),
        metadata: Type.Record(Type.String(), Type.String()),
      }),
    ),
  }),
)
export const BalanceAnswer = Compile(Type.Object({ object: Type.Literal('balance'), livemode: Type.Boolean() }))
export const EndpointAnswer = Compile(
  Type.Object({ id: Type.String({ minLength: 1 }), secret: Type.String({ minLength: 8 }) }),
)
