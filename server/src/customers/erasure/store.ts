import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Counts, Erasure } from './certificate.ts'

const columns = ['id', 'accountId', 'askedBy', 'askedAt', 'dueAt', 'erasedAt', 'counts'] as const

/** False: one is already waiting. */
export async function insert(db: Db, erasure: Erasure & { readonly hash: Buffer }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('erasures')
    .values({ ...erasure, counts: null })
    .onConflict((oc) => oc.column('accountId').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findByAccount = (db: Db, accountId: number): Promise<Erasure | undefined> =>
  db.selectFrom('erasures').select(columns).where('accountId', '=', accountId).executeTakeFirst() as Promise<
    Erasure | undefined
  >

export const findByHash = (db: Db, hash: Buffer): Promise<Erasure | undefined> =>
  db.selectFrom('erasures').select(columns).where('hash', '=', hash).executeTakeFirst() as Promise<Erasure | undefined>

/** False: it is done, or was already undone. */
export async function undo(db: Db, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('erasures')
    .where('accountId', '=', accountId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const finish = (db: Db, id: string, erasedAt: Date, counts: Counts) =>
  db
    .updateTable('erasures')
    .set({ accountId: null, erasedAt, counts: JSON.stringify(counts) })
    .where('id', '=', id)
    .execute()

export const nextDue = sql`
    select due_at from erasures where erased_at is null order by due_at limit 1`

/** Takes one that is due, for this worker alone. */
export const takeDue = (db: Db, now: Date): Promise<Erasure | undefined> =>
  db
    .selectFrom('erasures')
    .select(columns)
    .where('erasedAt', 'is', null)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst() as Promise<Erasure | undefined>

export interface FoundAccount {
  readonly dealerId: number
  readonly regApps: readonly AppId[]
}
export const findAccount = (db: Db, accountId: number): Promise<FoundAccount | undefined> =>
  db
    .selectFrom('accounts')
    .select(['dealerId', 'regApps'])
    .where('id', '=', accountId)
    .executeTakeFirst() as unknown as Promise<FoundAccount | undefined>

export interface Contents {
  readonly people: number
  readonly units: number
  readonly messages: number
  /** Words that identify rows of other tables. */
  readonly words: readonly string[]
  /** Idents of its units, unless another account now has a unit with the ident. */
  readonly idents: readonly string[]
  readonly sensors: readonly string[]
}

/** Addresses of people who were invited or removed, unless another account uses them now, or someone of a team. */
const formerPeople = (accountId: number) => sql`
  union select email from user_invitations as former where account_id = ${accountId} and ${isNobodyElses(accountId)}
  union select email from (
    select coalesce(after, before) ->> 'email' as email from audit
    where account_id = ${accountId} and action like 'people.%') as former
    where email is not null and ${isNobodyElses(accountId)}`

/** Anyone can be invited: what is known about them must not be lost with the account that did it. */
const isNobodyElses = (accountId: number) => sql`not exists (
  select from users where lower(users.email) = lower(former.email) and account_id <> ${accountId}
  union all select from staff where lower(staff.email) = lower(former.email))`

/** Includes deleted units that could be restored. */
const unitsOf = (accountId: number) => sql`(
  select id, ident from units where account_id = ${accountId}
  union all select unit_id, ident from binned_units where account_id = ${accountId}) as own_units`

export async function findContents(db: Db, accountId: number): Promise<Contents> {
  const row = await firstRow<Omit<Contents, 'units' | 'messages'> & { readonly unitIds: readonly number[] }>(db)`
    select
      (select count(*) from users where account_id = ${accountId})::integer as people,
      array(select id from ${unitsOf(accountId)}) as unit_ids,
      array(
        select ${String(accountId)}
        union select id::text from users where account_id = ${accountId}
        union select email from users where account_id = ${accountId} and email is not null
        ${formerPeople(accountId)}
        union select id::text from ${unitsOf(accountId)}) as words,
      array(
        select ident from ${unitsOf(accountId)}
        where not exists (
          select from units where units.ident = own_units.ident and account_id <> ${accountId})) as idents,
      array(select id::text from unit_sensors where unit_id in (select id from ${unitsOf(accountId)})) as sensors`
  const { unitIds, ...found } = row!
  // On its own: on a cluster, other tables cannot be joined with it.
  const telemetry = await firstRow<Pick<Contents, 'messages'>>(db)`
    select coalesce(sum(stored_count), 0)::integer as messages from telemetry where unit_id = any(${unitIds}::bigint[])`
  return { ...found, ...telemetry!, units: unitIds.length }
}
