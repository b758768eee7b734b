import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time } from '#kernel/api/fields.ts'
import type { DueDates, Explanation, Simulation, SimulationRequest } from './actions.ts'
import { dueStarts, milestoneKinds } from './dunning.ts'
import { explanations } from './explanation.ts'
import { paymentHabits } from './simulation.ts'
import { summaryOf } from './simulation-summary.ts'

export const ExplanationShape = Type.Object(
  {
    account_id: Type.Integer(),
    state: Type.Enum(['inactive', 'active', 'blocked']),
    why: Type.String({ example: 'It is activated and not blocked.', description: 'Why it is in this state.' }),
    rules: Type.String({
      example:
        'It follows the values of its plan: a payment period of 1 month, a reminder 3 days before, a block 5 days after.',
      description: 'The settings that apply, and where they come from.',
    }),
    blocked_by: Nullable(EnumOf(['person', 'schedule', 'automation'], 'What blocked it; null if it is not blocked.')),
    values: Type.Object(
      {
        own: Type.Boolean({ description: 'Whether they are set for this account instead of by its plan.' }),
        period_months: Nullable(Type.Integer({ example: 1 })),
        notify_days: Nullable(Type.Integer({ example: 3, description: 'Days before the due date.' })),
        block_days: Nullable(Type.Integer({ example: 5, description: 'Days after the due date.' })),
      },
      { description: 'The settings in `rules` as values; null: none.' },
    ),
    past: Type.Array(
      Type.Object({
        at: Time,
        action: Type.String({ example: 'accounts.activate' }),
        by: Type.String({ example: 'token', description: 'The actor: a token, the operator, a job or the client.' }),
        rule: Type.String({
          example:
            'The account was activated. With a plan that has a payment period, the first payment is due one period later.',
          description: 'What it means.',
        }),
        evidence: Type.Unsafe<unknown>({ example: null, description: 'The recorded details; null if there are none.' }),
      }),
      { description: 'The history of the account, newest last.' },
    ),
    next: Type.Array(
      Type.Object({
        at: Time,
        what: like(Type.Enum([...milestoneKinds, 'scheduled block']), 'due'),
        why: Type.String({ example: 'The payment is due.' }),
      }),
      { description: 'What happens, and when, if nothing changes.' },
    ),
    refused: Type.Array(
      Type.Object({
        operation: Type.String({ example: 'accounts.detach', description: 'The refused operation.' }),
        by: Type.Enum(['dealer', 'client'], { description: 'The caller it is refused to.' }),
        why: Type.String({
          example:
            'Only accounts that belong to their client allow this. Choose an account of consumer_app or pet_app.',
          description: 'The rule and what to do, in the words of the refusal.',
        }),
      }),
      { description: 'What is not possible in the current state of the account.' },
    ),
  },
  { title: 'Explanation' },
)

export const explanationToWire = (explanation: Explanation) => ({
  ...explanation,
  past: explanation.past.map((one) => ({
    ...one,
    rule: explanations[one.action],
    evidence: one.evidence ?? null,
  })),
})

export const DueStart = EnumOf(
  dueStarts,
  'For activated clients on the plan that have no due date: their first period starts today (`from_today`), periods ' +
    'count from their activation (`from_activation`), or they get no due date (`leave`). Clients with settings of ' +
    'their own are not changed.',
)

export const DueDatesQuery = exact({
  payment_period: Type.Integer({ minimum: 1, maximum: 120, example: 1, description: 'Months between payments.' }),
  due_dates: like(DueStart, 'from_today'),
})

const shownMax = 20

export const DueDatesShape = Type.Object(
  {
    clients: Type.Integer({ example: 3, description: 'How many clients get a due date.' }),
    first: Type.Array(
      Type.Object({ account_id: Type.Integer(), title: Type.String({ example: 'North depot' }), due_at: Time }),
      { description: `The soonest ${shownMax} of them.` },
    ),
    with_due_date: Type.Integer({ example: 12, description: 'Clients that keep the due date they have.' }),
    own_settings: Type.Integer({
      example: 0,
      description: 'Clients without a due date that have settings of their own.',
    }),
    not_activated: Type.Integer({ example: 1, description: 'Clients that get a due date when they are activated.' }),
  },
  { title: 'DueDates' },
)

export const dueDatesToWire = ({ begin, withDueDate, ownSettings, notActivated }: DueDates) => ({
  clients: begin.length,
  first: begin.slice(0, shownMax).map(({ id, title, due }) => ({ account_id: id, title, due_at: due })),
  with_due_date: withDueDate,
  own_settings: ownSettings,
  not_activated: notActivated,
})

export const SimulationBody = exact(
  {
    account_id: Type.Optional(Type.Integer({ description: 'One account.' })),
    tariff_plan_id: Type.Optional(
      Type.String({
        description:
          'The accounts on one plan, or the one account as if it were on this plan. Without either: all accounts.',
      }),
    ),
    months: Type.Integer({ example: 12, minimum: 1, maximum: 24 }),
    payments: Type.Optional(Type.Enum([...paymentHabits])),
    settings: Type.Optional(
      exact(
        {
          payment_period: Nullable(Type.Integer({ example: 1, minimum: 1, maximum: 120 })),
          payment_notify_offset: Type.Integer({ example: 3, minimum: 0, maximum: 10 }),
          block_offset: Type.Integer({ example: 5, minimum: 0, maximum: 10 }),
        },
        { description: 'The plan settings to simulate.' },
      ),
    ),
    due_dates: like(Type.Optional(DueStart), 'leave'),
  },
  { title: 'LifecycleQuestion' },
)

export const toSimulationRequest = (body: Static<typeof SimulationBody>): SimulationRequest => ({
  account: body.account_id,
  plan: body.tariff_plan_id,
  months: body.months,
  habit: body.payments ?? 'none',
  settings: body.settings,
  dueStart: body.due_dates,
})

const Counts = {
  notice: Type.Integer(),
  due: Type.Integer(),
  block: Type.Integer({ example: 0 }),
  unblock: Type.Integer({ example: 0 }),
}
const Money = Type.Object({
  currency: Type.String(),
  amount: Type.Integer({ example: 2500, description: 'In the smallest unit.' }),
})

export const SimulationShape = Type.Object(
  {
    from: Time,
    until: Time,
    accounts: Type.Integer({ description: 'The number of simulated accounts.' }),
    totals: Type.Object(Counts),
    expected: Type.Array(Money, {
      description: 'The expected payments, each at the amount of the last bill that the account paid.',
    }),
    without_amount: Type.Integer({ example: 0, description: 'Due dates of accounts that have not paid a bill yet.' }),
    days: Type.Array(
      Type.Object({ date: Type.String({ example: '2026-09-21', description: 'A day in UTC.' }), ...Counts }),
    ),
    steps: Type.Array(Type.Object({ account_id: Type.Integer(), at: Time, what: Type.String({ example: 'due' }) }), {
      description: 'The steps in order of time, up to 10,000.',
    }),
  },
  { title: 'LifecycleSimulation' },
)

const stepsMax = 10_000

export function simulationToWire(played: Simulation) {
  const { steps, ...summary } = summaryOf(played.accounts)
  return {
    ...played,
    ...summary,
    accounts: played.accounts.length,
    steps: steps.slice(0, stepsMax).map(({ id, kind, at }) => ({ account_id: id, at: new Date(at), what: kind })),
  }
}
