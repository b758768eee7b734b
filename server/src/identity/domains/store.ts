import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import type { Site } from '#kernel/network/sites.ts'
import type { Domain } from './domain.ts'

export const find = (db: Db, dealer: number): Promise<Domain | undefined> =>
  db.selectFrom('domains').selectAll().where('dealerId', '=', dealer).executeTakeFirst()

export const findForUpdate = (db: Db, dealer: number): Promise<Domain | undefined> =>
  db.selectFrom('domains').selectAll().where('dealerId', '=', dealer).forUpdate().executeTakeFirst()

/** Whether another dealer's clients are served there. */
export const isTaken = async (db: Db, dealer: number, host: string): Promise<boolean> =>
  (await db
    .selectFrom('domains')
    .select('dealerId')
    .where('host', '=', host)
    .where('verifiedAt', 'is not', null)
    .where('dealerId', '!=', dealer)
    .executeTakeFirst()) !== undefined

export const save = (db: Db, { dealerId, ...rest }: Domain) =>
  db
    .insertInto('domains')
    .values({ dealerId, ...rest })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(rest))
    .execute()

export const remove = (db: Db, dealer: number) => db.deleteFrom('domains').where('dealerId', '=', dealer).execute()

/** Until the transaction ends, no one else can verify this name. */
export const lockHost = (db: Db, host: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`domain ${host}`}, 0))`.execute(db)

export const announce = (db: Db) => sql`select pg_notify('domains', '')`.execute(db)

export const listSites = (db: Db): Promise<Site[]> =>
  db.selectFrom('domains').select(['dealerId as dealer', 'host']).where('verifiedAt', 'is not', null).execute()

export const listDue = async (db: Db, now: Date, most: number): Promise<number[]> =>
  (
    await db
      .selectFrom('domains')
      .select('dealerId')
      .where('nextLookAt', '<=', now)
      .orderBy('nextLookAt')
      .limit(most)
      .execute()
  ).map(({ dealerId }) => dealerId)

export const firstLook = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('domains').select('nextLookAt').orderBy('nextLookAt').limit(1).executeTakeFirst())?.nextLookAt
