import { rowsOf } from '../db/rows.ts'
import type { Db } from '../db/transaction.ts'
import type { DealerServer } from './dealer-server.ts'

export const find = async (db: Db, dealer: number): Promise<DealerServer | undefined> =>
  (await db.selectFrom('dealerMailServers').selectAll().where('dealerId', '=', dealer).executeTakeFirst()) as
    | DealerServer
    | undefined

export const findForUpdate = async (db: Db, dealer: number): Promise<DealerServer | undefined> =>
  (await db
    .selectFrom('dealerMailServers')
    .selectAll()
    .where('dealerId', '=', dealer)
    .forUpdate()
    .executeTakeFirst()) as DealerServer | undefined

export const save = (db: Db, { dealerId, ...rest }: DealerServer) =>
  db
    .insertInto('dealerMailServers')
    .values({ dealerId, ...rest })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(rest))
    .execute()

export const remove = (db: Db, dealer: number) =>
  db.deleteFrom('dealerMailServers').where('dealerId', '=', dealer).execute()

/** Only for the settings that were used: they may have changed meanwhile. */
export async function note(db: Db, used: DealerServer, change: Partial<DealerServer>): Promise<void> {
  await db
    .updateTable('dealerMailServers')
    .set(change)
    .where('dealerId', '=', used.dealerId)
    .where('updatedAt', '=', used.updatedAt)
    .execute()
}

/** Dealers whose emails are due. */
export const listDue = async (db: Db, now: Date, most: number): Promise<readonly number[]> =>
  (
    await rowsOf<{ dealer: number }>(db)`
    select distinct through_dealer as dealer from mails
    where state = 'waiting' and through_dealer is not null and next_try_at <= ${now}
      and (claimed_until is null or claimed_until < now()) limit ${most}`
  ).map(({ dealer }) => dealer)
