import type { Db } from '../context.ts'
import type { Subscription } from './subscription.ts'

export const list = (db: Db, accountId: number): Promise<Subscription[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute() as unknown as Promise<Subscription[]>

export async function insert(db: Db, subscription: Subscription, now: Date): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ ...subscription, data: JSON.stringify(subscription.data), createdAt: now })
    .execute()
}

/** A new subscription of an application takes the place of the one before. */
export async function end(db: Db, accountId: number, appId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ active: false })
    .where('accountId', '=', accountId)
    .where('appId', '=', appId)
    .where('active', '=', true)
    .execute()
}

export const findAccount = (db: Db, accountId: number) =>
  db.selectFrom('accounts').select(['id', 'dealerId', 'type', 'regApps']).where('id', '=', accountId).executeTakeFirst()
