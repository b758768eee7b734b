/** SQL of bills; that of processor keys is in `processor-keys-store.ts`. */
import { sql } from 'kysely'
import type { Account } from '#identity/access/account.ts'
import type { SessionItem } from '#kernel/card-processor.ts'
import type { Scope } from '#kernel/context.ts'
import { firstRow } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Bill } from './bill.ts'
import { watchedIn } from './watched-pages.ts'
import { entryOf } from './wire.ts'

const columns = [
  'id',
  'dealerId',
  'accountId',
  'appId',
  'processor',
  'processorKeyId',
  'sessionId',
  'status',
  'amountTotal',
  'currency',
  'livemode',
  'lines',
  'metadata',
  'url',
  'paymentId',
  'createdAt',
  'expiresAt',
  'paidAt',
  'operationId',
  'expireOperationId',
  'isExpiryWanted',
  'nextLookAt as nextCheckAt',
  'failedLooks as failedChecks',
] as const

/** Bills that were announced to someone. */
const isVisible = sql<boolean>`status not in ('preparing', 'abandoned')`

const select = (db: Db) => db.selectFrom('bills').select(columns)
const one = (query: ReturnType<typeof select>) => query.executeTakeFirst() as Promise<Bill | undefined>

export const find = (db: Db, id: string): Promise<Bill | undefined> => one(select(db).where('id', '=', id))
export const findForUpdate = (db: Db, id: string): Promise<Bill | undefined> =>
  one(select(db).where('id', '=', id).forUpdate())

const visible = (db: Db, { dealer, apps }: Scope, sessionId: string) =>
  select(db)
    .where('dealerId', '=', dealer)
    .where(sql<boolean>`app_id = any(${[...apps]}::uuid[])`)
    .where('sessionId', '=', sessionId)
    .where(isVisible)

/** By the id that callers know. */
export const findVisible = (db: Db, scope: Scope, sessionId: string): Promise<Bill | undefined> =>
  one(visible(db, scope, sessionId))
export const findVisibleForUpdate = (db: Db, scope: Scope, sessionId: string): Promise<Bill | undefined> =>
  one(visible(db, scope, sessionId).forUpdate())

export const findByOperation = (db: Db, dealer: number, operationId: string): Promise<Bill | undefined> =>
  one(
    select(db).where('operationId', '=', operationId).where('dealerId', '=', dealer).where('status', '<>', 'abandoned'),
  )

export type BilledAccount = Pick<Account, 'id' | 'regApps' | 'ack'>

/** Locked against deletion while a bill is created for it. */
export async function findAccount(db: Db, { dealer, apps }: Scope, id: number): Promise<BilledAccount | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'regApps', 'ack'])
    .where('id', '=', id)
    .where('dealerId', '=', dealer)
    .where(sql<boolean>`reg_apps && ${[...apps]}::uuid[]`)
    .forShare()
    .executeTakeFirst()
  return account as BilledAccount | undefined
}

export interface Client {
  readonly email: string | null
  readonly lang: string | null
}

/** The recipient of an account's emails: the first person who sees its bills and has an address. */
export const findClient = (db: Db, accountId: number): Promise<Client | undefined> =>
  db
    .selectFrom('users')
    .select(['email', 'lang'])
    .where('accountId', '=', accountId)
    .where('role', 'in', ['owner', 'accountant'])
    .orderBy(sql`email is null`)
    .orderBy(sql`not is_first`)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()

export async function insert(db: Db, bill: Bill): Promise<void> {
  const { nextCheckAt, failedChecks, ...rest } = bill
  await db
    .insertInto('bills')
    .values({
      ...rest,
      nextLookAt: nextCheckAt,
      failedLooks: failedChecks,
      lines: JSON.stringify(bill.lines),
      metadata: JSON.stringify(bill.metadata),
      entry: entryOf(bill),
    })
    .execute()
}

/** Saves the fields of a bill that can change. */
export async function save(db: Db, bill: Bill): Promise<Bill> {
  await db
    .updateTable('bills')
    .set({
      sessionId: bill.sessionId,
      status: bill.status,
      url: bill.url,
      paymentId: bill.paymentId,
      paidAt: bill.paidAt,
      expireOperationId: bill.expireOperationId,
      isExpiryWanted: bill.isExpiryWanted,
      nextLookAt: bill.nextCheckAt,
      failedLooks: bill.failedChecks,
      entry: entryOf(bill),
    })
    .where('id', '=', bill.id)
    .execute()
  return bill
}

/** The call that requested the expiry has failed: the job, or the next call, may try at once. */
export const releaseExpiry = (db: Db, id: string, now: Date) =>
  db
    .updateTable('bills')
    .set({ nextLookAt: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('isExpiryWanted', '=', true)
    .execute()

export async function findItems(db: Db, id: string): Promise<readonly SessionItem[] | undefined> {
  const row = await db.selectFrom('bills').select('items').where('id', '=', id).executeTakeFirst()
  return (row?.items ?? undefined) as readonly SessionItem[] | undefined
}

export const saveItems = (db: Db, id: string, items: readonly SessionItem[]) =>
  db
    .updateTable('bills')
    .set({ items: JSON.stringify(items) })
    .where('id', '=', id)
    .execute()

/** The dealer's name, and its address for emails about the money. */
export const findDealer = (db: Db, dealer: number) =>
  db
    .selectFrom('companies')
    .innerJoin('paymentInfos', 'paymentInfos.dealerId', 'companies.dealerId')
    .select(['companies.name', 'paymentInfos.email'])
    .where('companies.dealerId', '=', dealer)
    .executeTakeFirstOrThrow()

/** All in preparation or open, oldest first. */
export const listUnsettled = (db: Db, accountId: number): Promise<Bill[]> =>
  select(db)
    .where('accountId', '=', accountId)
    .where('status', 'in', ['preparing', 'open'])
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute() as unknown as Promise<Bill[]>

export const { isPaymentUsed, nextCheck, nextEnd, takeDue } = watchedIn(
  'bills',
  (db, ids) => select(db).where('id', 'in', ids).execute() as unknown as Promise<Bill[]>,
)

export interface BillFilter {
  readonly appId: string
  readonly accountId: number | undefined
  readonly from: Date
  /** Exclusive. */
  readonly before: Date
}

export interface Position {
  readonly createdAt: Date
  readonly id: string
}

export interface BillPage {
  /** `"id":{…},"id":{…}` */
  readonly json: string
  readonly count: number
  readonly last: Position
}

/** A page of bills as the text of an answer: turning them into objects only to serialise them again would take long. */
export async function readPage(
  db: Db,
  dealer: number,
  filter: BillFilter,
  after: Position | undefined,
  size: number,
): Promise<BillPage | undefined> {
  const ofAccount = filter.accountId === undefined ? sql`` : sql`and account_id = ${filter.accountId}`
  const beyond = after ? sql`and (created_at, id) > (${after.createdAt}, ${after.id})` : sql``
  const page = await firstRow<{ json: string | null; count: number; createdAt: Date; id: string }>(db)`
    select string_agg(entry, ',' order by created_at, id) as json, count(*) as count, max(created_at) as created_at,
      (array_agg(id order by created_at, id))[count(*)] as id
    from (
      select created_at, id, entry from bills
      where dealer_id = ${dealer} and app_id = ${filter.appId} and status not in ('preparing', 'abandoned')
        and created_at >= ${filter.from} and created_at < ${filter.before} ${ofAccount} ${beyond}
      order by created_at, id limit ${size}) as page`
  return page?.json
    ? { json: page.json, count: page.count, last: { createdAt: page.createdAt, id: page.id } }
    : undefined
}

/** For the client: its bills, newest first. */
export const listOfAccount = (db: Db, accountId: number, most: number): Promise<Bill[]> =>
  select(db)
    .where('accountId', '=', accountId)
    .where(isVisible)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute() as unknown as Promise<Bill[]>

/** Keeps what the law requires: amounts and dates. */
export async function pseudonymise(db: Db, accountId: number): Promise<number> {
  const bills = (await select(db).where('accountId', '=', accountId).execute()) as unknown as Bill[]
  for (const bill of bills) {
    const nobody = { ...bill, accountId: 0, metadata: { ...bill.metadata, cid: '0', email: '', name: '' } }
    const metadata = JSON.stringify(nobody.metadata)
    await db
      .updateTable('bills')
      .set({ accountId: 0, metadata, items: null, entry: entryOf(nobody) })
      .where('id', '=', bill.id)
      .execute()
  }
  return bills.length
}
