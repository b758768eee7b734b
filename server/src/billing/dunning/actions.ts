/** When automation checks which account, and what it says about one. Features that change something call it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isUuid } from '#kernel/api/lists.ts'
import type { Call, Context } from '#kernel/context.ts'
import { invalidField, notFound } from '#kernel/errors.ts'
import { addMonths } from '#kernel/time/clock.ts'
import { begun, type DueStart, type Lifecycle, mayBegin, type Payer, type Rules, rulesOf } from './dunning.ts'
import {
  explanations,
  isExplained,
  type NextStep,
  type PastStep,
  type RefusedNow,
  refusedNow,
  type State,
  stateOf,
  whatNext,
  whoseRules,
  why,
} from './explanation.ts'
import { type PaymentHabit, simulate } from './simulation.ts'
import type { SimulatedAccount } from './simulation-summary.ts'
import * as store from './store.ts'

export type { NextCheck, Payment, ReachedMilestone } from './store.ts'

/** Every change that dunning depends on calls this in its transaction. */
export const recheck = (ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<void> =>
  store.scheduleCheck(ctx.db, accountId, ctx.clock.now())

/** The same for many accounts, some of which may never have had a due date. */
export const recheckMany = (ctx: Pick<Context, 'db' | 'clock'>, accountIds: readonly number[]): Promise<void> =>
  store.scheduleChecks(ctx.db, accountIds, ctx.clock.now())

/** The same for all accounts on a plan. */
export const recheckPlan = (ctx: Pick<Context, 'db' | 'clock'>, planId: string): Promise<void> =>
  store.scheduleChecksOfPlan(ctx.db, planId, ctx.clock.now())

export const nextCheck = store.nextCheck

/** What has already happened for the current due dates of these accounts. */
export const listReached = (ctx: Pick<Context, 'db'>, accountIds: readonly number[]) =>
  store.listReached(ctx.db, accountIds)

/** A bill was paid: called once per bill, in the transaction that completes it. */
export async function recordPayment(ctx: Pick<Context, 'db' | 'clock'>, billId: string, accountId: number) {
  const now = ctx.clock.now()
  await store.insertPayment(ctx.db, billId, accountId, now)
  await store.scheduleCheck(ctx.db, accountId, now)
}

export const listPayments = (ctx: Pick<Context, 'db'>, accountIds: readonly number[]) =>
  store.listPayments(ctx.db, accountIds)

export const markTaken = (ctx: Pick<Context, 'db' | 'clock'>, billIds: readonly string[]) =>
  store.takePayments(ctx.db, billIds, ctx.clock.now())

/** Stores what happened, and when to check next (null: not before something changes). */
export async function settleChecks(
  ctx: Pick<Context, 'db'>,
  reached: readonly store.ReachedMilestone[],
  checks: readonly store.NextCheck[],
): Promise<void> {
  await store.insertReached(ctx.db, reached)
  await store.saveChecks(ctx.db, checks)
}

export interface Explanation {
  readonly accountId: number
  readonly state: State
  readonly why: string
  readonly rules: string
  readonly blockedBy: Payer['blockedBy']
  readonly values: Rules & { readonly own: boolean }
  readonly past: readonly PastStep[]
  readonly next: readonly NextStep[]
  readonly refused: readonly RefusedNow[]
}

const pastMax = 50

export async function explain(call: Call, accountId: number): Promise<Explanation> {
  const payer = (await store.listPayers(call.db, call, { account: accountId }))[0] ?? notFound('account')
  const rules = rulesOf(payer, payer.lifecycle)
  const steps = await store.listSteps(call.db, call.dealer, accountId, Object.keys(explanations), pastMax)
  return {
    accountId,
    state: stateOf(payer),
    why: why(payer),
    rules: whoseRules(payer, rules),
    blockedBy: payer.blocked ? (payer.blockedBy ?? 'person') : null,
    values: { own: payer.useFleetLifecycle, ...rules },
    past: steps.flatMap(({ at, action, actorKind, after }) =>
      isExplained(action) ? [{ at, action, by: actorKind, evidence: after }] : [],
    ),
    next: whatNext(payer, rules, new Set(payer.reached)),
    refused: refusedNow(
      payer,
      payer.regApps.filter((app) => call.apps.includes(app)),
    ),
  }
}

export interface SimulationRequest {
  readonly account?: number | undefined
  readonly plan?: string | undefined
  readonly months: number
  readonly habit: PaymentHabit
  /** The settings to try, for every account that follows its plan. */
  readonly settings?: Lifecycle | undefined
  /** Whether clients without a due date get one. */
  readonly dueStart?: DueStart | undefined
}

export interface Simulation {
  readonly from: Date
  readonly until: Date
  readonly accounts: readonly SimulatedAccount[]
}

/** Other requests are served after each slice of this many accounts. */
const slice = 500

/** Simulates the coming months on a copy, with the code that will run then. Nothing is written. */
export async function simulateLifecycle(call: Call, request: SimulationRequest): Promise<Simulation> {
  const { account, plan, months, habit, settings, dueStart = 'leave' } = request
  const isId = account === undefined || Number.isSafeInteger(account)
  const known = plan !== undefined && isUuid(plan) ? await store.findPlan(call.db, call.dealer, plan) : undefined
  const isPlan = plan === undefined || known !== undefined
  // One account is simulated as if it were on the plan; without an account, all accounts on the plan are.
  const part = account === undefined ? { plan: isPlan ? plan : undefined } : { account }
  const payers = isId ? await store.listPayers(call.db, call, part) : []
  if (account !== undefined && payers.length === 0) notFound('account')
  call.validate(isPlan ? [] : [invalidField('tariff_plan_id', 'tariff_plan_id must be a client plan.')])
  const now = call.clock.now()
  const until = addMonths(now, months)
  const accounts: SimulatedAccount[] = []
  for (const [index, payer] of payers.entries()) {
    if (index % slice === slice - 1) {
      call.progress?.(index, payers.length)
      await nextTurn()
    }
    const rules: Rules = rulesOf(payer, settings ?? (known ? known.lifecycle : payer.lifecycle))
    const started = begun(payer, rules.periodMonths, dueStart, now)
    const steps = simulate(started, rules, new Set(payer.reached), { now, until, habit })
    accounts.push({ id: payer.id, steps, lastPaid: payer.lastPaid })
  }
  call.progress?.(payers.length, payers.length)
  return { from: now, until, accounts }
}

export interface DueDates {
  /** Clients that get one, the earliest due date first. */
  readonly begin: readonly { readonly id: number; readonly title: string; readonly due: Date }[]
  readonly withDueDate: number
  readonly ownSettings: number
  readonly notActivated: number
}

/** Which client would get which due date, and which would not. Nothing is written. */
export async function previewDueDates(
  call: Call,
  plan: string,
  { months, start }: { months: number; start: DueStart },
): Promise<DueDates> {
  if (!(await store.findPlan(call.db, call.dealer, plan))) notFound('client plan')
  call.validate()
  const payers = await store.listPayers(call.db, call, { plan })
  const now = call.clock.now()
  const begin = payers.filter(mayBegin).flatMap((payer) => {
    const due = begun(payer, months, start, now).paymentExpectedAt
    return due === null ? [] : [{ id: payer.id, title: payer.title, due }]
  })
  const active = payers.filter(({ ack }) => ack !== null)
  const withDueDate = active.filter(({ paymentExpectedAt }) => paymentExpectedAt !== null).length
  return {
    begin: begin.toSorted((one, other) => one.due.getTime() - other.due.getTime() || one.id - other.id),
    withDueDate,
    ownSettings: active.length - withDueDate - active.filter(mayBegin).length,
    notActivated: payers.length - active.length,
  }
}
