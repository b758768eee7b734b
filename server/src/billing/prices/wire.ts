import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, MapOf, Nullable, visibleLine } from '#kernel/api/fields.ts'
import { wholeRate } from '#kernel/money/line.ts'
import type { NewClientPrice, PriceVersion } from './actions.ts'
import { type AddOn, type ClientPrice, type PlanPrice, type PriceList, priceKinds, termExtensions } from './price.ts'

/** A single price may be a billion of the smallest unit: more is a typo. */
export const amountMax = 1_000_000_000
export const Amount = Type.Integer({
  ...{ minimum: 0, maximum: amountMax, example: 1250 },
  description: 'Net, in the smallest unit of the currency: 1250 is 12.50 eur.',
})
export const Currency = Type.String({
  ...{ pattern: '^[a-z]{3}$', example: 'eur', meaning: 'a currency code of three lower-case letters' },
})
export const rate = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: wholeRate, example, description: `${description}, in hundredths of a percent.` })
export const DayInput = Type.String({ maxLength: 10, example: '2027-03-01', description: 'A day, like 2027-03-01.' })

const Item = exact({
  kind: like(
    EnumOf(
      priceKinds,
      'By the month: `account`, `unit`, `active_unit` (a unit that reported in the period). Once: `account_setup`, `unit_setup`.',
    ),
    'unit',
  ),
  name: visibleLine(1, 100, { example: 'Tracking', description: 'The text on the invoice.' }),
  amount: Amount,
  tiers: Type.Array(
    exact({ from: Type.Integer({ minimum: 2, maximum: 1_000_000, example: 11 }), amount: like(Amount, 990) }),
    {
      maxItems: 20,
      description: 'For prices per unit: from the unit of this number on, each costs this amount.',
    },
  ),
})

const list = {
  currency: Currency,
  tax_rate: rate('Tax', 1900),
  discount_rate: rate('Discount', 0),
  free_days: Type.Integer({
    minimum: 0,
    maximum: 366,
    example: 14,
    description: 'Free days, counted from activation.',
  }),
  items: Type.Array(Item, { minItems: 0, maxItems: 20 }),
}

const UnitTerms = Nullable(
  exact(
    {
      due_days: Type.Integer({
        ...{ minimum: 0, maximum: 90, example: 14 },
        description: 'How many days before its end a term is due.',
      }),
      extends_on: like(
        EnumOf(
          termExtensions,
          'What extends a term: `payment` of the invoice, or its `issue`, for clients who pay on credit.',
        ),
        'payment',
      ),
      by_client: Type.Optional(
        Type.Boolean({
          ...{ example: true },
          description: 'True: clients can renew units themselves, each time with an invoice. Default: false.',
        }),
      ),
    },
    {
      description:
        'Each unit has its own term: prices of the kind `unit` are charged when a unit is renewed, and not with the ' +
        'period. Null: units have no terms.',
    },
  ),
)
const input = { ...list, unit_terms: Type.Optional(UnitTerms) }
const shown = { ...list, unit_terms: UnitTerms }
const ListBody = exact(input)

export const PlanPriceBody = exact({ valid_from: DayInput, ...input })

const toList = (body: Static<typeof ListBody>): PriceList => ({
  currency: body.currency,
  taxRate: body.tax_rate,
  discountRate: body.discount_rate,
  freeDays: body.free_days,
  items: body.items,
  unitTerms: body.unit_terms
    ? {
        dueDays: body.unit_terms.due_days,
        extendsOn: body.unit_terms.extends_on,
        isByClient: body.unit_terms.by_client ?? false,
      }
    : null,
})

export const toPlanPrice = ({ valid_from, ...body }: Static<typeof PlanPriceBody>) => ({
  validFrom: valid_from,
  list: toList(body),
})

const More = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }))
const AddOnBody = exact({
  name: visibleLine(1, 100, { example: 'SMS package' }),
  amount: Amount,
  quantity: Type.Integer({ minimum: 1, maximum: 100_000, example: 2 }),
  quotas: like(
    Type.Optional(
      exact(
        { unit: More, sensor: More, gateway: More, asset: More, geofence: More },
        { description: 'How much one add-on adds to each quota of the plan while it is booked.' },
      ),
    ),
    {},
  ),
  modules: like(
    Type.Optional(
      Type.Array(Type.String(), { maxItems: 50, description: 'Modules in addition to those of the plan.' }),
    ),
    [],
  ),
})
const AddOnShape = Type.Object({
  ...{ name: Type.String({ example: 'SMS package' }), amount: Amount, quantity: Type.Integer({ example: 2 }) },
  quotas: like(MapOf(Type.Integer()), { unit: 10 }),
  modules: Type.Array(Type.String(), { example: [] }),
})

export const ClientPriceBody = exact({
  valid_from: DayInput,
  list: Nullable(ListBody),
  discount_rate: Nullable(rate('Discount that replaces the one of the price list', 500)),
  add_ons: Type.Array(AddOnBody, { maxItems: 50, description: 'Booked by this client, by the month.' }),
})

export const toClientPrice = (body: Static<typeof ClientPriceBody>): NewClientPrice => ({
  validFrom: body.valid_from,
  list: body.list && toList(body.list),
  discountRate: body.discount_rate,
  addOns: body.add_ons as readonly AddOn[],
})

const version = {
  id: Type.String(),
  valid_from: Type.String({ example: '2027-03-01' }),
  standing: EnumOf(['past', 'current', 'coming'] as const),
}
export const PlanPricesShape = Type.Array(Type.Object({ ...version, ...shown }, { title: 'PlanPrice' }))
export const ClientPricesShape = Type.Array(
  Type.Object(
    {
      ...version,
      list: Nullable(Type.Object(shown, { title: 'PriceList', description: 'Null: the plan’s prices.' })),
      discount_rate: Nullable(Type.Integer({ example: 500 })),
      add_ons: Type.Array(AddOnShape),
    },
    { title: 'ClientPrice' },
  ),
)

const listToWire = ({ taxRate, discountRate, freeDays, unitTerms, ...rest }: PriceList) => ({
  ...rest,
  tax_rate: taxRate,
  discount_rate: discountRate,
  free_days: freeDays,
  unit_terms: unitTerms
    ? { due_days: unitTerms.dueDays, extends_on: unitTerms.extendsOn, by_client: unitTerms.isByClient ?? false }
    : null,
})
export const planPriceToWire = ({ id, validFrom, standing, list }: PriceVersion<PlanPrice>) => ({
  ...{ id, valid_from: validFrom, standing },
  ...listToWire(list),
})
export const clientPriceToWire = ({
  id,
  validFrom,
  standing,
  list,
  discountRate,
  addOns,
}: PriceVersion<ClientPrice>) => ({
  ...{ id, valid_from: validFrom, standing, list: list && listToWire(list) },
  ...{ discount_rate: discountRate, add_ons: addOns.map((addOn) => ({ quotas: {}, modules: [], ...addOn })) },
})
