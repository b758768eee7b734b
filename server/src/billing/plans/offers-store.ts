import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { ProviderPlan, UnitLimits } from './plan.ts'

export type OfferedPlan = ProviderPlan & {
  /** How many client plans are based on it, and how many accounts use those. */
  readonly clientPlans: number
  readonly accounts: number
}

export const listProviderPlans = (db: Db, id?: string) => rowsOf<OfferedPlan>(db)`
    select provider_plans.*, coalesce(used.client_plans, 0)::integer as client_plans,
      coalesce(used.accounts, 0)::integer as accounts
    from provider_plans left join lateral (
      select count(distinct client_plans.id) as client_plans, count(accounts.id) as accounts
      from client_plans left join accounts on accounts.client_plan_id = client_plans.id
      where client_plans.provider_plan_id = provider_plans.id) used on true
    where ${id ?? null}::uuid is null or provider_plans.id = ${id ?? null}::uuid
    order by app_id, position, time_begin, provider_plans.id`

export async function insertProviderPlan(db: Db, plan: ProviderPlan): Promise<void> {
  const last = db
    .selectFrom('providerPlans')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('position'), eb.lit(0)), '+', eb.lit(1)).as('position'))
  await db
    .insertInto('providerPlans')
    .values({ ...plan, limits: JSON.stringify(plan.limits), modules: [...plan.modules], position: last })
    .execute()
}

export const findProviderPlanForUpdate = (db: Db, id: string) =>
  db.selectFrom('providerPlans').select(['id', 'status']).where('id', '=', id).forUpdate().executeTakeFirst()

export const setProviderPlanStatus = (db: Db, id: string, status: ProviderPlan['status']) =>
  db.updateTable('providerPlans').set({ status }).where('id', '=', id).execute()

const servicePlans = (db: Db) => db.selectFrom('servicePlans').selectAll()

export const listServicePlans = (db: Db) => servicePlans(db).orderBy('appId').orderBy('timeBegin').execute()
export type ServicePlan = Omit<Awaited<ReturnType<typeof listServicePlans>>[number], 'features'> & {
  readonly features: unknown
}

export const findServicePlanForUpdate = (db: Db, id: string): Promise<ServicePlan | undefined> =>
  servicePlans(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertServicePlan = (db: Db, plan: ServicePlan) =>
  db
    .insertInto('servicePlans')
    .values({ ...plan, features: JSON.stringify(plan.features) })
    .execute()

export const saveServicePlan = (db: Db, { id, status, timeEnd }: ServicePlan) =>
  db.updateTable('servicePlans').set({ status, timeEnd }).where('id', '=', id).execute()

/** With the number of active subscriptions for each. */
export const listSubscriptionPlans = (db: Db, now: Date) =>
  db
    .selectFrom('subscriptionPlans')
    .selectAll()
    .select(
      sql<number>`(select count(*) from subscriptions where subscriptions.app_id = subscription_plans.app_id
        and plan = subscription_plans.name and active and expires_at > ${now})::integer`.as('running'),
    )
    .orderBy('appId')
    .orderBy('position')
    .execute()
export type SubscriptionOffer = Awaited<ReturnType<typeof listSubscriptionPlans>>[number]

export const findSubscriptionPlanForUpdate = (db: Db, appId: string, name: string) =>
  db
    .selectFrom('subscriptionPlans')
    .select(['price', 'currency', 'unitExtraFields', 'unitNotifySettings'])
    // Compared as text, so that an invalid id finds nothing.
    .where(sql<boolean>`app_id::text = ${appId}`)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()

export const setSubscriptionTerms = (
  db: Db,
  appId: string,
  name: string,
  terms: { readonly price: number | null; readonly currency: string | null } & Partial<UnitLimits>,
) => db.updateTable('subscriptionPlans').set(terms).where('appId', '=', appId).where('name', '=', name).execute()
