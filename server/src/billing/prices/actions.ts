/** Prices of plans and of single clients: prices in effect stay, future ones can be replaced or withdrawn. */
import { readInvoiceSettings } from '#identity/company/actions.ts'
import { recordChange, requireAccount } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { lockOwnAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Day, dayIn } from '#kernel/time/day.ts'
import { hasPlan, readPlan } from '../plans/actions.ts'
import { addOnProblems, type Given, givenBy, type Offered } from './add-ons.ts'
import * as endedStore from './ended-add-ons-store.ts'
import {
  type ClientPrice,
  listOn,
  listProblems,
  type PlanPrice,
  type PriceList,
  type Standing,
  standingOf,
  validFromProblems,
} from './price.ts'
import * as store from './store.ts'

export type PriceVersion<P> = P & { readonly standing: Standing }

/** Today in the dealer's time zone, which decides when a price begins. */
const readToday = async (call: Pick<Call, 'db' | 'dealer' | 'clock'>): Promise<Day> =>
  dayIn((await readInvoiceSettings(call)).timeZone, call.clock.now())

async function withStanding<P extends { readonly validFrom: Day }>(
  call: Call,
  all: readonly P[],
): Promise<PriceVersion<P>[]> {
  const today = await readToday(call)
  return all.map((one) => ({ ...one, standing: standingOf(one, all, today) }))
}

export async function readPlanPrices(call: Call, planId: string): Promise<PriceVersion<PlanPrice>[]> {
  await readPlan(call, planId)
  return withStanding(call, await store.listOfPlans(call.db, [planId]))
}

export const setPlanPrice = (
  caller: Call,
  planId: string,
  input: { readonly validFrom: Day; readonly list: PriceList },
): Promise<PriceVersion<PlanPrice>[]> =>
  inTransaction(caller, async (call) => {
    const plan = await readPlan(call, planId)
    await store.lockPlan(call.db, planId)
    call.validate([
      ...validFromProblems(input.validFrom, await readToday(call)),
      ...listProblems(input.list, call.config.rates),
    ])
    const before = (await store.listOfPlans(call.db, [planId])).find((one) => one.validFrom === input.validFrom)
    const now = call.clock.now()
    const own = { id: before?.id ?? uuidv7(now), dealerId: plan.dealerId, clientPlanId: planId }
    const after: PlanPrice = { ...own, ...input, createdAt: now }
    await store.savePlanPrice(call.db, after)
    const change = { dealer: call.dealer, subject: planId, before: before ?? null, after }
    await recordChange(call, { ...change, action: 'prices.set' })
    return withStanding(call, await store.listOfPlans(call.db, [planId]))
  })

const begun = 'This price has begun and stays on record. Set a new price from a later day instead.'

export const removePlanPrice = (caller: Call, planId: string, id: string): Promise<PriceVersion<PlanPrice>[]> =>
  inTransaction(caller, async (call) => {
    if (!(await hasPlan(call, planId))) notFound('price')
    await store.lockPlan(call.db, planId)
    const price = (await store.listOfPlans(call.db, [planId])).find((one) => one.id === id) ?? notFound('price')
    if (price.validFrom <= (await readToday(call))) conflict(begun)
    await store.removePlanPrice(call.db, id)
    await recordChange(call, { action: 'prices.remove', subject: planId, before: price })
    return withStanding(call, await store.listOfPlans(call.db, [planId]))
  })

export async function readClientPrices(call: Call, accountId: number): Promise<PriceVersion<ClientPrice>[]> {
  await requireAccount(call, accountId)
  return withStanding(call, await store.listOfAccounts(call.db, [accountId]))
}

export type NewClientPrice = Pick<ClientPrice, 'validFrom' | 'list' | 'discountRate' | 'addOns'>

export const setClientPrice = (
  caller: Call,
  accountId: number,
  input: NewClientPrice,
): Promise<PriceVersion<ClientPrice>[]> =>
  inTransaction(caller, async (call) => {
    if (!(await lockOwnAccount(call.db, call, accountId))) notFound('account')
    call.validate([
      ...validFromProblems(input.validFrom, await readToday(call)),
      ...(input.list ? listProblems(input.list, call.config.rates, 'list.') : []),
      ...addOnProblems(input.addOns, await store.findHeld(call.db, accountId, call.clock.now())),
    ])
    const before = (await store.listOfAccounts(call.db, [accountId])).find((one) => one.validFrom === input.validFrom)
    const now = call.clock.now()
    const after: ClientPrice = {
      id: before?.id ?? uuidv7(now),
      dealerId: call.dealer,
      accountId,
      ...input,
      createdAt: now,
    }
    await store.saveClientPrice(call.db, after)
    await endedStore.wake(call.db, accountId, now)
    const change = { dealer: call.dealer, subject: accountId, before: before ?? null, after }
    await recordChange(call, { ...change, action: 'prices.agree' })
    return withStanding(call, await store.listOfAccounts(call.db, [accountId]))
  })

export const removeClientPrice = (caller: Call, accountId: number, id: string): Promise<PriceVersion<ClientPrice>[]> =>
  inTransaction(caller, async (call) => {
    if (!(await lockOwnAccount(call.db, call, accountId))) notFound('price')
    const price = (await store.listOfAccounts(call.db, [accountId])).find((one) => one.id === id) ?? notFound('price')
    if (price.validFrom <= (await readToday(call))) conflict(begun)
    await store.removeClientPrice(call.db, id)
    await endedStore.wake(call.db, accountId, call.clock.now())
    await recordChange(call, { action: 'prices.withdraw', subject: accountId, before: price })
    return withStanding(call, await store.listOfAccounts(call.db, [accountId]))
  })

/** What an account has from its plan and today's add-ons; undefined: it has no plan. */
export async function readGiven(ctx: Pick<Context, 'db' | 'clock'>, accountId: number): Promise<Given | undefined> {
  const held = await store.findHeld(ctx.db, accountId, ctx.clock.now())
  return held && givenBy(held, held.addOns)
}

/** What it would have on another plan. */
export async function readGivenOn(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: number,
  plan: Offered,
): Promise<Given> {
  return givenBy(plan, (await store.findHeld(ctx.db, accountId, ctx.clock.now()))?.addOns ?? [])
}

/** The account now belongs to another dealer, who makes a new agreement with the client. */
export const forgetAgreements = async (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> => {
  await store.removeOfAccount(ctx.db, accountId)
  await endedStore.forget(ctx.db, accountId)
}

/** The prices of an account on a day; undefined: it has none. */
export async function readListOn(ctx: Pick<Context, 'db'>, accountId: number, day: Day) {
  const planId = await store.findPlanId(ctx.db, accountId)
  return listOn(day, planId, await readPricesFor(ctx, [accountId], planId === null ? [] : [planId]))
}

/** All prices that ever applied to these accounts on these plans. */
export async function readPricesFor(
  ctx: Pick<Context, 'db'>,
  accountIds: readonly number[],
  planIds: readonly string[],
): Promise<{ readonly plans: readonly PlanPrice[]; readonly own: readonly ClientPrice[] }> {
  return { plans: await store.listOfPlans(ctx.db, planIds), own: await store.listOfAccounts(ctx.db, accountIds) }
}

/** All prices that were ever agreed with a dealer's clients, by plan and by account. */
export async function readPricesOfDealer(call: Pick<Call, 'db' | 'dealer'>) {
  const [plans, own] = await store.listOfDealer(call.db, call.dealer)
  return {
    plans: Map.groupBy(plans, ({ clientPlanId }) => clientPlanId),
    own: Map.groupBy(own, ({ accountId }) => accountId),
  }
}
