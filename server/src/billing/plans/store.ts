import { sql } from 'kysely'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { ClientPlan, ProviderPlan, UnitLimits } from './plan.ts'

const columns = [
  'id',
  'dealerId',
  'appId',
  'providerPlanId',
  'name',
  'description',
  'quotas',
  'modules',
  'lifecycle',
  'unitExtraFields',
  'unitNotifySettings',
  'createdAt',
  'updatedAt',
] as const

const visible = (db: Db, { dealer, apps }: Scope) =>
  db.selectFrom('clientPlans').select(columns).where('dealerId', '=', dealer).where('appId', 'in', apps)

export const find = (db: Db, scope: Scope, id: string): Promise<ClientPlan | undefined> =>
  visible(db, scope).where('id', '=', id).executeTakeFirst() as Promise<ClientPlan | undefined>

export const findForUpdate = (db: Db, scope: Scope, id: string): Promise<ClientPlan | undefined> =>
  visible(db, scope).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<ClientPlan | undefined>

const id = sql.ref('client_plans.id')
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (plan: ClientPlan) => plan.id },
  app_id: { column: sql.ref('client_plans.app_id'), type: 'string', of: (plan: ClientPlan) => plan.appId },
  description: {
    column: sql`coalesce(client_plans.description, '')`,
    type: 'string',
    of: (plan: ClientPlan) => plan.description ?? '',
  },
  name: { column: sql.ref('client_plans.name'), type: 'string', of: (plan: ClientPlan) => plan.name },
  created_at: {
    column: sql.ref('client_plans.created_at'),
    type: 'string',
    of: (plan: ClientPlan) => plan.createdAt.toISOString(),
  },
  updated_at: {
    column: sql.ref('client_plans.updated_at'),
    type: 'string',
    of: (plan: ClientPlan) => plan.updatedAt.toISOString(),
  },
}

export function list(db: Db, scope: Scope, ids: readonly string[] | undefined, page: Page): Promise<ClientPlan[]> {
  const { where, order, limit } = pageClauses(page, id)
  let query = visible(db, scope).where(where).orderBy(order).limit(limit)
  if (ids) query = query.where('id', 'in', ids)
  return query.execute() as unknown as Promise<ClientPlan[]>
}

export const insert = (db: Db, plan: ClientPlan) =>
  db
    .insertInto('clientPlans')
    .values({ ...plan, modules: [...plan.modules], quotas: JSON.stringify(plan.quotas), lifecycle: null })
    .execute()

export async function save(db: Db, plan: ClientPlan): Promise<ClientPlan> {
  await db
    .updateTable('clientPlans')
    .set({
      lifecycle: plan.lifecycle && JSON.stringify(plan.lifecycle),
      unitExtraFields: plan.unitExtraFields,
      unitNotifySettings: plan.unitNotifySettings,
      updatedAt: plan.updatedAt,
    })
    .where('id', '=', plan.id)
    .execute()
  return plan
}

export const remove = (db: Db, plan: ClientPlan) => db.deleteFrom('clientPlans').where('id', '=', plan.id).execute()

/** A shared lock on the plan's row prevents its deletion while an account is moved to it. */
export const findForShare = (db: Db, scope: Scope, planId: string): Promise<ClientPlan | undefined> =>
  visible(db, scope).where('id', '=', planId).forShare().executeTakeFirst() as Promise<ClientPlan | undefined>

export const isInUse = async (db: Db, planId: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('clientPlanId', '=', planId).limit(1).executeTakeFirst()) !==
  undefined

export const findProviderPlan = (db: Db, planId: string): Promise<ProviderPlan | undefined> =>
  db.selectFrom('providerPlans').selectAll().where('id', '=', planId).executeTakeFirst() as Promise<
    ProviderPlan | undefined
  >

export const listProviderPlans = (db: Db, app: AppId): Promise<ProviderPlan[]> =>
  db
    .selectFrom('providerPlans')
    .selectAll()
    .where('appId', '=', app)
    .orderBy('position')
    .execute() as unknown as Promise<ProviderPlan[]>

export const listServicePlans = (db: Db, app: AppId) =>
  db.selectFrom('servicePlans').selectAll().where('appId', '=', app).orderBy('timeBegin').execute()

export interface SubscriptionPlan extends UnitLimits {
  readonly appId: string
  readonly name: string
  readonly subscriptions: readonly string[]
  readonly platforms: readonly string[]
  readonly subscrTypes: readonly string[]
  readonly data: SubscriptionLimits
  /** The price of a month for a dealer who buys it for a client, or for a client; null: not for sale. */
  readonly price: number | null
  readonly currency: string | null
}

interface SubscriptionLimits {
  readonly user: number
  readonly unit: number
  readonly geofence: number
  readonly triggers: number
}

export const listSubscriptionPlans = (db: Db, app: AppId): Promise<SubscriptionPlan[]> =>
  db
    .selectFrom('subscriptionPlans')
    .selectAll()
    .where('appId', '=', app)
    .orderBy('position')
    .execute() as unknown as Promise<SubscriptionPlan[]>

export const seedProviderPlans = (db: Db, plans: readonly ProviderPlan[]) =>
  db
    .insertInto('providerPlans')
    .values(
      plans.map((plan, position) => ({
        ...plan,
        limits: JSON.stringify(plan.limits),
        modules: [...plan.modules],
        position,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute()

export const seedServicePlans = (
  db: Db,
  plans: readonly (Omit<Awaited<ReturnType<typeof listServicePlans>>[number], 'features'> & { features: object })[],
) =>
  db
    .insertInto('servicePlans')
    .values(plans.map((plan) => ({ ...plan, features: JSON.stringify(plan.features) })))
    .onConflict((oc) => oc.doNothing())
    .execute()

export const seedSubscriptionPlans = (db: Db, plans: readonly Omit<SubscriptionPlan, keyof UnitLimits>[]) =>
  db
    .insertInto('subscriptionPlans')
    .values(
      plans.map((plan, position) => ({
        appId: plan.appId,
        name: plan.name,
        subscriptions: [...plan.subscriptions],
        platforms: [...plan.platforms],
        subscrTypes: [...plan.subscrTypes],
        data: JSON.stringify(plan.data),
        price: plan.price,
        currency: plan.currency,
        position,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .execute()
