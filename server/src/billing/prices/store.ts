import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Offered } from './add-ons.ts'
import { agreedOn } from './booked.ts'
import type { AddOn, ClientPrice, PlanPrice } from './price.ts'

export const listOfPlans = (db: Db, planIds: readonly string[]): Promise<PlanPrice[]> =>
  planIds.length === 0
    ? Promise.resolve([])
    : (db
        .selectFrom('planPrices')
        .selectAll()
        .where('clientPlanId', 'in', planIds)
        .orderBy('validFrom', 'desc')
        .execute() as unknown as Promise<PlanPrice[]>)

export const listOfAccounts = (db: Db, accountIds: readonly number[]): Promise<ClientPrice[]> =>
  db
    .selectFrom('clientPrices')
    .selectAll()
    .where('accountId', 'in', accountIds)
    .orderBy('validFrom', 'desc')
    .execute() as unknown as Promise<ClientPrice[]>

export const listOfDealer = (db: Db, dealer: number): Promise<[PlanPrice[], ClientPrice[]]> =>
  Promise.all([
    db.selectFrom('planPrices').selectAll().where('dealerId', '=', dealer).execute(),
    db.selectFrom('clientPrices').selectAll().where('dealerId', '=', dealer).execute(),
  ]) as unknown as Promise<[PlanPrice[], ClientPrice[]]>

/** Replaces one that begins on the same day. */
export async function savePlanPrice(db: Db, { list, ...price }: PlanPrice): Promise<void> {
  const values = { list: JSON.stringify(list), createdAt: price.createdAt }
  await db
    .insertInto('planPrices')
    .values({ ...price, ...values })
    .onConflict((oc) => oc.columns(['clientPlanId', 'validFrom']).doUpdateSet(values))
    .execute()
}

export async function saveClientPrice(db: Db, { list, addOns, ...price }: ClientPrice): Promise<void> {
  const { discountRate, createdAt } = price
  const values = { list: list && JSON.stringify(list), addOns: JSON.stringify(addOns), discountRate, createdAt }
  await db
    .insertInto('clientPrices')
    .values({ ...price, ...values })
    .onConflict((oc) => oc.columns(['accountId', 'validFrom']).doUpdateSet(values))
    .execute()
}

export const removePlanPrice = (db: Db, id: string) => db.deleteFrom('planPrices').where('id', '=', id).execute()
export const removeClientPrice = (db: Db, id: string) => db.deleteFrom('clientPrices').where('id', '=', id).execute()

export const removeOfAccount = (db: Db, accountId: number) =>
  db.deleteFrom('clientPrices').where('accountId', '=', accountId).execute()

export const findPlanId = async (db: Db, accountId: number): Promise<string | null> =>
  (await db.selectFrom('accounts').select('clientPlanId').where('id', '=', accountId).executeTakeFirst())
    ?.clientPlanId ?? null

/** Locked, so that two changes of its prices are serialised. */
export const lockPlan = (db: Db, planId: string) =>
  db.selectFrom('clientPlans').select('id').where('id', '=', planId).forUpdate().executeTakeFirst()

export type Held = Offered & { readonly addOns: readonly AddOn[] }

/** The plan of an account and its current add-ons; undefined: it has none. */
export const findHeld = (db: Db, accountId: number, now: Date) => firstRow<Held>(db)`
    select client_plans.app_id, client_plans.quotas, client_plans.modules, provider_plans.limits,
      provider_plans.modules as offered, coalesce(${agreedOn(now)}, '[]') as add_ons
    from accounts join client_plans on client_plans.id = accounts.client_plan_id
    join provider_plans on provider_plans.id = client_plans.provider_plan_id
    where accounts.id = ${accountId}`
