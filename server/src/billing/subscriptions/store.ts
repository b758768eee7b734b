import { sql } from 'kysely'
import { firstRow, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { DayReader } from '#kernel/mail/texts.ts'
import type { UnitLimits } from '../plans/plan.ts'
import type { Subscription } from './subscription.ts'

export const list = (db: Db, accountId: number): Promise<Subscription[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute() as unknown as Promise<Subscription[]>

export const insert = (db: Db, subscription: Subscription, now: Date) =>
  db
    .insertInto('subscriptions')
    .values({ ...subscription, data: JSON.stringify(subscription.data), createdAt: now })
    .execute()

/** A new subscription replaces the previous one of its application. */
export const end = (db: Db, accountId: number, appId: string) =>
  db
    .updateTable('subscriptions')
    .set({ active: false, autoRenew: false, renewAt: null })
    .where('accountId', '=', accountId)
    .where('appId', '=', appId)
    .where('active', '=', true)
    .execute()

export const findAccount = (db: Db, accountId: number) =>
  db.selectFrom('accounts').select(['id', 'dealerId', 'type', 'regApps']).where('id', '=', accountId).executeTakeFirst()

/** Subscriptions of one account begin one after the other: the months of both count, and one is active at a time. */
export const lockAccount = (db: Db, accountId: number) =>
  sql`select from accounts where id = ${accountId} for update`.execute(db)

/** A promotion waits, inactive, from the creation of the account. */
export const startPromotions = (db: Db, accountId: number, now: Date, until: Date) => rowsOf<{
  id: string
  dealerId: number
}>(db)`
    update subscriptions set active = true, expires_at = ${until}
    from accounts
    where accounts.id = account_id and account_id = ${accountId} and subscriptions.type = 'space' and not active
      and not exists (
        select from subscriptions other
        where other.account_id = ${accountId} and other.app_id = subscriptions.app_id
          and other.active and other.expires_at > ${now})
    returning subscriptions.id, accounts.dealer_id`

/** Ends expired subscriptions, a batch at a time; concurrent workers find the rows done or locked. */
export async function endExpired(db: Db, now: Date, most: number) {
  return rowsOf<{ id: string; accountId: number; dealerId: number }>(db)`
    update subscriptions set active = false, auto_renew = false, renew_at = null from accounts
    where accounts.id = account_id and subscriptions.id in (
      select id from subscriptions where active and expires_at <= ${now}
      order by expires_at limit ${most} for update skip locked)
    returning subscriptions.id, account_id, accounts.dealer_id`
}

export interface Ending
  extends Pick<Subscription, 'id' | 'accountId' | 'appId' | 'plan' | 'autoRenew' | 'data'>,
    DayReader {
  readonly dealerId: number
  readonly expiresAt: Date
  readonly email: string | null
}

/** Marks those that end before `until` and whose buyer has no reminder yet; concurrent workers find them done or locked. */
export const takeEnding = (db: Db, now: Date, until: Date, most: number) => rowsOf<Ending>(db)`
    with due as (
      select id from subscriptions
      where active and type = 'cardpay' and reminded_at is null and expires_at <= ${until}
      order by expires_at limit ${most} for update skip locked)
    update subscriptions set reminded_at = ${now} from due
    where subscriptions.id = due.id
    returning subscriptions.id, account_id, (select dealer_id from accounts where id = account_id), app_id, plan, expires_at, auto_renew, data,
      (select email from purchases join users on users.id = user_id where subscription_id = due.id),
      (select lang from purchases join users on users.id = user_id where subscription_id = due.id),
      (select date_order from purchases join users on users.id = user_id where subscription_id = due.id)`

export const firstEnding = async (db: Db): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('subscriptions')
      .select('expiresAt')
      .where('active', '=', true)
      .where('type', '=', 'cardpay')
      .where('remindedAt', 'is', null)
      .orderBy('expiresAt')
      .limit(1)
      .executeTakeFirst()
  )?.expiresAt

export type Renewal = Subscription & {
  readonly dealerId: number
  /** The buyer; null: that person is deleted. */
  readonly userId: string | null
  readonly lang: string | null
  /** The client has requested the deletion of its account. */
  readonly isErased: boolean
}

/** Takes one whose card is due, locked; concurrent workers get another. */
export const takeRenewal = (db: Db, now: Date) => firstRow<Renewal>(db)`
    select subscriptions.*, accounts.dealer_id, users.id as user_id, users.lang,
      exists (select from erasures where erasures.account_id = accounts.id) as is_erased
    from subscriptions join accounts on accounts.id = subscriptions.account_id
    left join purchases on purchases.subscription_id = subscriptions.id
    left join users on users.id = purchases.user_id
    where renew_at <= ${now} order by renew_at limit 1 for update of subscriptions skip locked`

export const saveRenewal = (db: Db, { id, autoRenew, renewAt }: Pick<Subscription, 'id' | 'autoRenew' | 'renewAt'>) =>
  db.updateTable('subscriptions').set({ autoRenew, renewAt }).where('id', '=', id).execute()

export const firstRenewal = sql`select min(renew_at) from subscriptions`

export const firstEnd = sql`
    select expires_at from subscriptions where active order by expires_at limit 1`

const clientPlanOf = (db: Db, accountId: number) =>
  db
    .selectFrom('accounts')
    .innerJoin('clientPlans', 'clientPlans.id', 'accounts.clientPlanId')
    .where('accounts.id', '=', accountId)

/** Undefined: the account has no client plan. */
export const planUnitLimits = (db: Db, accountId: number): Promise<UnitLimits | undefined> =>
  clientPlanOf(db, accountId)
    .select(['clientPlans.unitExtraFields', 'clientPlans.unitNotifySettings'])
    .executeTakeFirst()
