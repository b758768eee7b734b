import Type from 'typebox'
import { overdueAges } from '#billing/client-invoices/client-invoice.ts'
import { EnumOf, exact, Nullable, Time } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type ClientMargin, clientLists, type Figures } from './figures-actions.ts'
import type { SilentUnit } from './figures-store.ts'

const amount = (description?: string) => Type.Integer({ example: 1250, ...(description && { description }) })
const currency = Type.String({ example: 'eur' })
const Amounts = Type.Array(Type.Object({ currency, amount: amount() }))
const count = (description?: string) => Type.Integer({ example: 4, ...(description && { description }) })
const month = Type.String({ example: '2026-11' })
const day = Type.String({ example: '2026-11-17' })

export const GrowthShape = Type.Array(
  Type.Object({
    month,
    count: count('At the end of the month, or now.'),
    joined: count(),
    left: count('Deleted, or moved to another dealer.'),
  }),
)

const margin = {
  currency,
  revenue: amount('Net, in a month.'),
  not_charged: amount('Has a price, but no billing automation charges it.'),
  cost: amount(
    'What the platform charges for the units, converted by the installation’s rates if its currency differs.',
  ),
}

export const FiguresShape = Type.Object(
  {
    day: Type.String({
      example: '2026-11-17',
      description: 'Today in the dealer’s time zone. Months are this zone’s too.',
    }),
    time_zone: Type.String({ example: 'Europe/Vilnius' }),
    income: Type.Array(
      Type.Object({
        currency,
        this_month: amount(),
        last_month: amount(),
        last_month_to_date: amount('Until the same day of last month.'),
        months: Type.Array(Type.Object({ month, amount: amount() }), { description: 'Twelve months, oldest first.' }),
      }),
      { description: 'Money received, with tax: payments of invoices, credit paid in or out, and paid bills.' },
    ),
    recurring: Type.Object(
      {
        amounts: Amounts,
        clients: count(),
        free_clients: count('In the free days of their price list.'),
        not_charged: Type.Object({ clients: count(), amounts: Amounts }),
        clients_below_cost: count(),
        plans: Type.Array(
          Type.Object({
            plan_id: Type.String(),
            name: Type.String({ example: 'Fleet standard' }),
            clients: count(),
            units: count(),
            ...margin,
            clients_below_cost: count(),
          }),
          { description: 'Lowest margin first. A plan paid in two currencies is listed twice.' },
        ),
      },
      {
        description:
          'What today’s prices bring in a month, net: of activated clients that are not blocked, by their units now. ' +
          'An active unit has reported in the last 30 days. One-off prices are not included.',
      },
    ),
    overdue: Type.Array(
      Type.Object({
        currency,
        amount: amount(),
        invoices: count(),
        ages: Type.Array(
          Type.Object({ age: EnumOf(overdueAges.map(({ name }) => name)), amount: amount(), invoices: count() }),
          { description: 'Up to 30, 60 and 90 days past the due date, and older.' },
        ),
      }),
      { description: 'Open amounts of invoices past their due date.' },
    ),
    clients: GrowthShape,
    units: GrowthShape,
    paid_silent_units: count('Silent units of clients who have prices today and are not blocked.'),
  },
  { title: 'Figures' },
)

export const ClientsQuery = exact({
  list: EnumOf(clientLists, 'Clients that bring revenue, that nobody charges, or that cost more than they bring.'),
  plan: Type.Optional(Type.String({ description: 'Only clients on this plan, by its id.' })),
})

export const FigureClientsShape = Type.Object(
  {
    total: count('How many there are; the list has the first 200.'),
    clients: Type.Array(
      Type.Object({
        account_id: Type.Integer(),
        title: Type.String({ example: 'North depot' }),
        plan_id: Type.String(),
        plan_name: Type.String({ example: 'Fleet standard' }),
        units: count(),
        ...margin,
      }),
    ),
  },
  { title: 'FigureClients' },
)

export const SilentUnitShape = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String({ example: 'Van 1' }),
    account_id: Type.Integer(),
    account_title: Type.String({ example: 'North depot' }),
    last_active: Time,
  },
  { title: 'SilentPaidUnit' },
)

export const PaymentsQuery = exact({
  month: Type.Optional(Type.String({ maxLength: 7, example: '2026-11', description: 'Only of this month.' })),
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'How many of the newest. Default: 200.' }),
  ),
})

export const ReceivedPaymentShape = Type.Object(
  {
    kind: EnumOf(['invoice', 'credit', 'bill'] as const),
    id: Type.String({ description: 'Of the payment, the credit entry or the bill.' }),
    day,
    currency,
    amount: amount('Negative: paid out.'),
    invoice_id: Nullable(Type.String()),
    number: Nullable(Type.String({ example: '2026-00001' })),
    account_id: Nullable(Type.Integer({ description: 'Null: the client is gone.' })),
    title: Nullable(Type.String({ example: 'North depot' })),
    way: Nullable(Type.String({ example: 'transfer' })),
  },
  { title: 'ReceivedPayment' },
)

export const ClientFiguresShape = Type.Object(
  {
    usage: Type.Object({
      units: count(),
      geofences: count(),
      users: count(),
      rules: count('Notification rules.'),
    }),
    amounts: Type.Array(
      Type.Object({
        currency,
        open: amount('To be paid, whether or not it is due.'),
        overdue: amount(),
        months: Type.Array(
          Type.Object({
            month,
            invoiced: amount('Invoices less credit notes, and paid bills.'),
            paid: amount('Received less paid out.'),
          }),
        ),
      }),
    ),
    units: GrowthShape,
  },
  { title: 'AccountFigures' },
)

export const figuresToWire = ({ recurring, ...figures }: Figures) => {
  const { clientsBelow, plans, ...rest } = recurring
  return {
    ...figures,
    recurring: {
      ...rest,
      clients_below_cost: clientsBelow,
      plans: plans.map(({ clientsBelow: below, ...plan }) => ({ ...plan, clients_below_cost: below })),
    },
  }
}

export const clientToWire = ({ accountId, planId, planName, notCharged, ...margin }: ClientMargin) => ({
  ...margin,
  ...{ account_id: accountId, plan_id: planId, plan_name: planName, not_charged: notCharged },
})

export const silentToWire = ({ title, lastActive, ...unit }: SilentUnit) => ({
  ...unit,
  account_title: title,
  last_active: seconds(lastActive),
})
