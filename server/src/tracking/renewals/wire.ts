import Type, { type Static } from 'typebox'
import { paymentHabits } from '#billing/dunning/simulation.ts'
import { DayInput } from '#billing/prices/wire.ts'
import { type ListedTerm, type Renewal, termsMax, type WantedTerm } from '#billing/usage/terms.ts'
import { renewalMonthsMax, termStates } from '#billing/usage/unit-term.ts'
import { EnumOf, exact, like, Nullable, Time, TimeOrNull } from '#kernel/api/fields.ts'
import { numberIds } from '#kernel/api/lists.ts'
import {
  type ForecastRequest,
  invoiceChoices,
  type RenewalRequest,
  type Renewed,
  type TermForecast,
} from './actions.ts'
import { termSteps } from './forecast.ts'

const Day = Type.String({ example: '2027-03-31' })
const State = EnumOf(termStates, '`due`: it ends soon. `expired`: the client no longer sees what the unit reports.')
/** More is probably a typo. */
const ownMonthsMax = 36
const UnitId = Type.Integer({ example: 730418265951 })

const own = {
  unit_id: UnitId,
  name: Type.String({ example: 'Van 1' }),
  paid_until: Type.String({ example: '2027-03-31', description: 'The last paid day, in the dealer’s time zone.' }),
  state: State,
  due_at: Time,
  expires_at: Time,
  last_active: TimeOrNull,
  invoice_id: Nullable(Type.String({ description: 'The unpaid invoice that renews it.' })),
}

export const OwnTermShape = Type.Object(
  { ...own, can_renew: Type.Boolean({ description: 'Whether you can renew it yourself now.' }) },
  { title: 'OwnUnitTerm' },
)
const term = {
  ...own,
  account_id: Type.Integer(),
  invoice_number: Nullable(Type.String({ example: '2027-00012' })),
}
export const TermsShape = Type.Array(Type.Object(term, { title: 'UnitTerm' }))

export const TermShape = Type.Object(
  {
    ...term,
    renewals: Type.Array(
      Type.Object({
        id: Type.String(),
        created_at: Time,
        applied_at: TimeOrNull,
        months: Nullable(Type.Integer({ example: 3 })),
        until: Nullable(like(Day, '2027-03-31')),
        paid_from: Nullable(like(Day, '2027-01-01')),
        paid_until: Nullable(Day),
        invoice_id: Nullable(Type.String()),
      }),
      { description: 'Newest first, up to 50. Without `applied_at` it waits for its invoice.' },
    ),
  },
  { title: 'UnitTermWithRenewals' },
)

export const termWithRenewals = ({ term, renewals }: { term: ListedTerm; renewals: readonly Renewal[] }) => ({
  ...term,
  renewals,
})

export const TermsBody = exact({
  terms: Type.Array(exact({ unit_id: UnitId, paid_until: Nullable(DayInput) }), { minItems: 1, maxItems: termsMax }),
})
export const toWanted = ({ terms }: Static<typeof TermsBody>): WantedTerm[] =>
  terms.map(({ unit_id, paid_until }) => ({ unitId: unit_id, paidUntil: paid_until }))

export const RenewalBody = exact({
  unit_ids: Type.Array(UnitId, { minItems: 1, maxItems: termsMax }),
  months: Nullable(
    Type.Integer({ minimum: 1, maximum: renewalMonthsMax, example: 12, description: 'Null: `paid_until`.' }),
  ),
  paid_until: like(Nullable(DayInput), null),
  invoice: like(
    EnumOf(
      invoiceChoices,
      '`none`: it was paid another way, and the terms are extended at once. `draft` or `open`: an invoice for each client.',
    ),
    'open',
  ),
  dry_run: Type.Optional(Type.Boolean({ example: false, description: 'True: nothing is written.' })),
})
export const toRequest = (body: Static<typeof RenewalBody>): RenewalRequest => ({
  unitIds: body.unit_ids,
  months: body.months,
  paidUntil: body.paid_until,
  invoice: body.invoice,
  isDryRun: body.dry_run ?? false,
})

export const OwnRenewalBody = exact({
  unit_ids: Type.Array(UnitId, { minItems: 1, maxItems: termsMax }),
  months: Type.Integer({ minimum: 1, maximum: ownMonthsMax, example: 12 }),
  dry_run: Type.Optional(Type.Boolean({ example: false, description: 'True: nothing is written.' })),
})
export const toOwnRequest = ({ unit_ids, months, dry_run }: Static<typeof OwnRenewalBody>) => ({
  unitIds: unit_ids,
  months,
  isDryRun: dry_run ?? false,
})

export const RenewedShape = Type.Object(
  {
    dry_run: Type.Boolean({ example: false }),
    units: Type.Array(
      Type.Object({
        unit_id: UnitId,
        account_id: Type.Integer(),
        name: Type.String({ example: 'Van 1' }),
        previous_paid_until: Nullable(like(Day, '2026-12-31')),
        paid_until: Type.String({
          ...{ example: '2027-12-31' },
          description:
            'The new last paid day; with an invoice that is not paid yet, what it would be if it were paid today.',
        }),
        applied: Type.Boolean({ example: false, description: 'False while an invoice is not paid.' }),
      }),
    ),
    invoices: Type.Array(
      Type.Object({
        account_id: Type.Integer(),
        id: Nullable(Type.String({ description: 'Null in a dry run.' })),
        number: Nullable(Type.String({ example: '2027-00012' })),
        currency: Type.String({ example: 'eur' }),
        net_total: Type.Integer({ example: 12000 }),
        tax_total: Type.Integer({ example: 2280 }),
        total: Type.Integer({ example: 14280 }),
      }),
    ),
  },
  { title: 'RenewedUnits' },
)

export const renewedToWire = ({ isDryRun, units, invoices }: Renewed) => ({
  dry_run: isDryRun,
  units: units.map(({ isApplied, ...unit }) => ({ ...unit, applied: isApplied })),
  invoices,
})

export const ForecastQuery = exact({
  months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, description: 'Default: 3.' })),
  payments: Type.Optional(EnumOf(paymentHabits, '`on_time`: every unit is renewed. Default: `none`.')),
  account_ids: Type.Optional(Type.String({ description: 'Only units of these accounts, separated by commas.' })),
})

export const toForecastRequest = (query: Static<typeof ForecastQuery>): ForecastRequest => ({
  months: query.months ?? 3,
  isRenewed: query.payments === 'on_time',
  accountIds: numberIds(query.account_ids, 'account_ids'),
})

const Counts = { due: Type.Integer(), expired: Type.Integer({ example: 0 }), renewed: Type.Integer() }
export const ForecastShape = Type.Object(
  {
    from: Day,
    until: Day,
    units: Type.Integer({ description: 'Units with a term.' }),
    totals: Type.Object(Counts),
    expected: Type.Array(
      Type.Object({
        currency: Type.String({ example: 'eur' }),
        amount: Type.Integer({ example: 14280, description: 'With tax, in the smallest unit.' }),
      }),
      { description: 'What the renewals will cost.' },
    ),
    without_price: Type.Integer({ example: 0, description: 'Renewals of units whose prices have no terms.' }),
    days: Type.Array(Type.Object({ date: Day, ...Counts })),
    steps: Type.Array(
      Type.Object({
        unit_id: UnitId,
        account_id: Type.Integer(),
        name: Type.String({ example: 'Van 1' }),
        on: Day,
        what: EnumOf(termSteps),
      }),
      { description: 'What happens first to each unit, in order of time, up to 1000.' },
    ),
  },
  { title: 'TermForecast' },
)

export const forecastToWire = ({ steps, withoutPrice, ...rest }: TermForecast) => ({
  ...rest,
  without_price: withoutPrice,
  steps: steps.map(({ unitId, accountId, name, on, kind }) => ({
    ...{ unit_id: unitId, account_id: accountId, name, on, what: kind },
  })),
})
