/** SQL of mandates, the settings of collection, and charges. */
import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type Charge, type CollectionSettings, type Mandate, noCollection } from './mandate.ts'

const columns = [
  'dealerId',
  'accountId',
  'agreedAt',
  'agreedOn',
  'agreedText',
  'agreedBy',
  'isStopped',
  'nextLookAt as nextCheckAt',
  'warnAt',
] as const

const select = (db: Db, dealerId: number, accountId: number) =>
  db.selectFrom('mandates').select(columns).where('dealerId', '=', dealerId).where('accountId', '=', accountId)

export const find = (db: Db, dealerId: number, accountId: number) =>
  select(db, dealerId, accountId).executeTakeFirst() as unknown as Promise<Mandate | undefined>
export const findForUpdate = (db: Db, dealerId: number, accountId: number) =>
  select(db, dealerId, accountId).forUpdate().executeTakeFirst() as unknown as Promise<Mandate | undefined>

export async function save(db: Db, { nextCheckAt: nextLookAt, ...mandate }: Mandate): Promise<void> {
  const { dealerId: _dealer, accountId: _account, ...changed } = { ...mandate, nextLookAt }
  await db
    .insertInto('mandates')
    .values({ ...mandate, nextLookAt })
    .onConflict((oc) => oc.columns(['dealerId', 'accountId']).doUpdateSet(changed))
    .execute()
}

/** The open amounts have changed: check at once what to charge. */
export async function wake(db: Db, now: Date, dealerId: number, accountIds?: readonly number[]): Promise<void> {
  const some = db
    .updateTable('mandates')
    .set({ nextLookAt: sql<Date>`least(next_look_at, ${now})` })
    .where('dealerId', '=', dealerId)
    .where('agreedAt', 'is not', null)
  await (accountIds === undefined ? some : some.where('accountId', 'in', accountIds)).execute()
}

export type DueColumn = 'nextLookAt' | 'warnAt'

/** Takes one, locked; concurrent workers get another. */
export const takeBy = (db: Db, column: DueColumn, now: Date): Promise<Mandate | undefined> =>
  db
    .selectFrom('mandates')
    .select(columns)
    .where(column, '<=', now)
    .orderBy(column)
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst() as unknown as Promise<Mandate | undefined>

/** Not before then, unless it has changed since. */
export const setAside = (
  db: Db,
  { dealerId, accountId }: Pick<Mandate, 'dealerId' | 'accountId'>,
  column: DueColumn,
  { now, until }: { readonly now: Date; readonly until: Date },
) =>
  db
    .updateTable('mandates')
    .set({ [column]: until })
    .where('dealerId', '=', dealerId)
    .where('accountId', '=', accountId)
    .where(column, '<=', now)
    .execute()

export const firstDue = sql`
    select next_look_at from mandates where next_look_at is not null order by next_look_at limit 1`
export const firstWarning = sql`select warn_at from mandates where warn_at is not null order by warn_at limit 1`

export const findSettings = async (db: Db, dealerId: number): Promise<CollectionSettings> =>
  (await db
    .selectFrom('collectionSettings')
    .select(['isOn', 'daysBefore'])
    .where('dealerId', '=', dealerId)
    .executeTakeFirst()) ?? noCollection

export const saveSettings = (db: Db, dealerId: number, settings: CollectionSettings) =>
  db
    .insertInto('collectionSettings')
    .values({ dealerId, ...settings })
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(settings))
    .execute()

/** Whether the account is still with this dealer: a mandate does not move with it. */
export const isClientOf = async (db: Db, dealerId: number, accountId: number): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('dealerId', '=', dealerId)
    .executeTakeFirst()) !== undefined

/** Whether this person may still pay for the account. */
export const isPayer = async (db: Db, accountId: number, user: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user)
    .where('accountId', '=', accountId)
    .where('role', 'in', ['owner', 'accountant'])
    .executeTakeFirst()) !== undefined

const chargeColumns = [
  ...(['id', 'dealerId', 'accountId', 'invoiceId', 'amount', 'currency', 'processor', 'processorKeyId'] as const),
  ...(['livemode', 'tokenSealed', 'brand', 'last4', 'status', 'failure', 'needsHolder', 'paymentId'] as const),
  ...(['processorPayment', 'askedAt', 'createdAt', 'endedAt'] as const),
  'nextLookAt as nextCheckAt',
  'failedLooks as failedChecks',
] as const

const selectCharges = (db: Db) => db.selectFrom('collectionCharges').select(chargeColumns)

export async function insertCharge(db: Db, charge: Charge): Promise<void> {
  const { nextCheckAt: nextLookAt, failedChecks: failedLooks, ...rest } = charge
  await db
    .insertInto('collectionCharges')
    .values({ ...rest, nextLookAt, failedLooks })
    .execute()
}

export async function saveCharge(db: Db, charge: Charge): Promise<void> {
  const { status, failure, needsHolder, processorPayment, tokenSealed, askedAt, endedAt } = charge
  await db
    .updateTable('collectionCharges')
    .set({ status, failure, needsHolder, processorPayment, tokenSealed, askedAt, endedAt })
    .set({ nextLookAt: charge.nextCheckAt, failedLooks: charge.failedChecks })
    .where('id', '=', charge.id)
    .execute()
}

export const findCharge = (db: Db, id: string): Promise<Charge | undefined> =>
  selectCharges(db).where('id', '=', id).executeTakeFirst() as unknown as Promise<Charge | undefined>

export const findChargeForUpdate = (db: Db, id: string): Promise<Charge | undefined> =>
  selectCharges(db).where('id', '=', id).forUpdate().executeTakeFirst() as unknown as Promise<Charge | undefined>

/** Oldest first. */
export const listCharges = async (db: Db, invoiceIds: readonly string[]): Promise<Charge[]> =>
  invoiceIds.length === 0
    ? []
    : ((await selectCharges(db)
        .where('invoiceId', 'in', invoiceIds)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()) as unknown as Charge[])

/** Newest first. */
export const listOfAccount = (db: Db, dealerId: number, accountId: number, most: number) =>
  selectCharges(db)
    .where('accountId', '=', accountId)
    .where('dealerId', '=', dealerId)
    .orderBy('createdAt', 'desc')
    .limit(most)
    .execute() as unknown as Promise<Charge[]>

export const lockOpenCharges = (db: Db, dealerId: number, accountId: number): Promise<Charge[]> =>
  selectCharges(db)
    .where('dealerId', '=', dealerId)
    .where('accountId', '=', accountId)
    .where('status', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute() as unknown as Promise<Charge[]>

/** Whether the processor was asked to charge one of these, and has not answered. */
export const isBeingCharged = async (db: Db, invoiceIds: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('collectionCharges')
    .select('id')
    .where('invoiceId', 'in', invoiceIds)
    .where('status', '=', 'open')
    .where('askedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Claims what is due for a minute, so that two workers do not ask about the same charge. */
export async function takeCharges(db: Db, now: Date, most: number): Promise<Charge[]> {
  const rows = await rowsOf<{ id: string }>(db)`
    update collection_charges set next_look_at = ${new Date(now.getTime() + 60_000)}
    where id in (
      select id from collection_charges where next_look_at <= ${now} order by next_look_at limit ${most}
      for update skip locked)
    returning id`
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  return selectCharges(db).where('id', 'in', ids).execute() as unknown as Promise<Charge[]>
}

export const firstCharge = sql`
    select next_look_at from collection_charges where next_look_at is not null order by next_look_at limit 1`

/** What may be charged to a client's card: all of its open invoices, in the order in which other code locks them. */
export const listOpenInvoices = async (db: Db, dealerId: number, accountId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('clientInvoices')
      .select('id')
      .where('dealerId', '=', dealerId)
      .where('accountId', '=', accountId)
      .where('status', '=', 'open')
      .execute()
  ).map(({ id }) => id)

export async function numbersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('clientInvoices').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number ?? '']))
}

/** For an account that leaves its dealer: a later consent there is a new one. */
export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('mandates').where('accountId', '=', accountId).execute()

/** For an erased account: its card is gone, and who was charged is not kept. */
export const forget = (db: Db, accountId: number) =>
  db
    .updateTable('collectionCharges')
    .set({ accountId: 0, brand: '', last4: '' })
    .where('accountId', '=', accountId)
    .execute()
