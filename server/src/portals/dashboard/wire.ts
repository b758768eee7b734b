import Type from 'typebox'
import { Time } from '#kernel/api/fields.ts'
import type { Today } from './actions.ts'
import { attentionKinds } from './today.ts'

const Amounts = Type.Array(
  Type.Object({ currency: Type.String(), amount: Type.Integer({ description: "In the currency's smallest unit." }) }),
)
const ExpectedShape = Type.Object({
  accounts: Type.Integer(),
  amounts: Amounts,
  without_amount: Type.Integer({ description: 'Accounts without a paid bill, so with no known amount.' }),
})
const BillsShape = Type.Object({ bills: Type.Integer(), amounts: Amounts })

export const TodayShape = Type.Object(
  {
    at: Time,
    money: Type.Object(
      {
        due_this_week: ExpectedShape,
        overdue: ExpectedShape,
        paid_this_month: BillsShape,
        open: BillsShape,
      },
      {
        description:
          'The expected payment of an account is the amount of its last paid bill. A month starts on its ' +
          'first day in UTC, a week is the seven days from now.',
      },
    ),
    clients: Type.Object({
      total: Type.Integer({ example: 42, description: 'As `GET /accounts/count`.' }),
      waiting: Type.Integer({ example: 3, description: 'Not activated yet: `ack_active=false`.' }),
      notice: Type.Integer({ example: 2, description: 'Inside the reminder period before their due date.' }),
      overdue: Type.Integer({ description: 'Past their due date and unpaid, blocked or not.' }),
      blocked: Type.Integer({ description: '`blocked=true`.' }),
      blocked_soon: Type.Integer({ description: 'Due to be blocked within seven days, by automation or by date.' }),
    }),
    units: Type.Object({
      all: Type.Integer({ example: 310, description: 'As `GET /units/count`.' }),
      connected: Type.Integer({
        example: 298,
        description: 'Connected at least once: `active` of `GET /units/count`.',
      }),
      silent: Type.Integer({
        example: 4,
        description: 'Connected before, but silent for a day or the time the operator set.',
      }),
      never: Type.Integer({ example: 12, description: 'Never connected.' }),
    }),
    failed: Type.Object(
      { webhook_deliveries: Type.Integer({ example: 0 }), mails: Type.Integer({ example: 0 }) },
      { description: 'Failed within the last seven days.' },
    ),
    needs: Type.Array(
      Type.Object({
        kind: Type.Unsafe<string>({ type: 'string', enum: attentionKinds }),
        count: Type.Integer(),
        ids: Type.Array(Type.Union([Type.Integer(), Type.String()]), {
          description: 'The first ten accounts, units or webhooks, depending on how `kind` begins.',
        }),
        amounts: Amounts,
      }),
      {
        example: [
          { kind: 'accounts.overdue', count: 1, ids: [481920573316], amounts: [{ currency: 'eur', amount: 2500 }] },
          { kind: 'units.silent', count: 4, ids: [730418265951], amounts: [] },
        ],
        description: 'Items that need attention, most urgent first.',
      },
    ),
  },
  { title: 'Today' },
)

export const toWire = ({ failedDeliveries, failedMails, ...today }: Today) => ({
  ...today,
  units: { ...today.units, never: today.units.all - today.units.connected },
  failed: { webhook_deliveries: failedDeliveries.count, mails: failedMails },
})
