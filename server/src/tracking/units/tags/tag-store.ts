import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'

/** Gateways still detect it, and must not create it again. */
export const ban = (db: Db, accountId: number, ident: string) =>
  db
    .insertInto('unwantedTags')
    .values({ accountId, ident })
    .onConflict((oc) => oc.doNothing())
    .execute()

export const unban = (db: Db, accountId: number, ident: string) =>
  db.deleteFrom('unwantedTags').where('accountId', '=', accountId).where('ident', '=', ident).execute()

/** Removes all links from and to it. The caller has locked the account. */
export async function unlink(db: Db, unitId: number, now: Date): Promise<void> {
  await sql`
    update units set linked_devices = array_remove(linked_devices, ${unitId}::bigint), updated_at = ${now}
    where id = (select device_link from units where id = ${unitId})`.execute(db)
  await sql`
    update units set device_link = null, updated_at = ${now}
    where device_link = ${unitId} or (id = ${unitId} and device_link is not null)`.execute(db)
}

/** The names of values in its messages. Not a change by a person, so no event is recorded. */
export async function addMessageParams(db: Db, unitId: number, names: readonly string[]): Promise<void> {
  await sql`
    update units set message_params = (
      select jsonb_agg(name order by name) from (
        select jsonb_array_elements_text(message_params) union select unnest(${[...names]}::text[])) as known (name))
    where id = ${unitId}`.execute(db)
}
