import { sql } from 'kysely'
import { removeSome } from '../db/pieces.ts'
import type { Db } from '../db/transaction.ts'
import type { SandboxEvent, SandboxSession } from './sandbox-session.ts'

const columns = [
  'id',
  'merchant',
  'reference',
  'name',
  'currency',
  'amountTotal',
  'lines',
  'metadata',
  'email',
  'lang',
  'returnUrl',
  'keepsCard',
  'status',
  'payment',
  'tries',
  'confirmation',
  'createdAt',
  'expiresAt',
] as const

/** False: the merchant's reference is taken. */
export async function insertSession(db: Db, session: SandboxSession): Promise<boolean> {
  const result = await db
    .insertInto('sandboxSessions')
    .values({ ...session, lines: JSON.stringify(session.lines), metadata: JSON.stringify(session.metadata) })
    .onConflict((oc) => oc.constraint('sandbox_sessions_reference').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const sessions = (db: Db) => db.selectFrom('sandboxSessions').select(columns)

type Found = Promise<SandboxSession | undefined>

export const findByReference = (db: Db, merchant: string, reference: string): Found =>
  sessions(db)
    .where('merchant', '=', merchant)
    .where('reference', '=', reference)
    .executeTakeFirst() as unknown as Found

/** Without a merchant: the link is the key. */
export const findSession = (db: Db, id: string, merchant?: string): Found =>
  sessions(db)
    .where('id', '=', id)
    .$if(merchant !== undefined, (query) => query.where('merchant', '=', merchant as string))
    .executeTakeFirst() as unknown as Found

export const findSessionForUpdate = (db: Db, id: string, merchant?: string): Found =>
  sessions(db)
    .where('id', '=', id)
    .$if(merchant !== undefined, (query) => query.where('merchant', '=', merchant as string))
    .forUpdate()
    .executeTakeFirst() as unknown as Found

export async function saveSession(db: Db, session: SandboxSession): Promise<void> {
  const { status, payment, tries, confirmation } = session
  await db
    .updateTable('sandboxSessions')
    .set({ status, payment, tries, confirmation })
    .where('id', '=', session.id)
    .execute()
}

/** Sessions whose time is up; those that are being paid right now are left to the next run. */
export const listOverdue = (db: Db, now: Date, most: number): Promise<SandboxSession[]> =>
  sessions(db)
    .where('status', '=', 'open')
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute() as unknown as Promise<SandboxSession[]>

export const nextExpiry = sql`
    select expires_at from sandbox_sessions where status = 'open' order by expires_at limit 1`

/** The name that a payer knows: the dealer's company. */
export async function merchantName(db: Db, merchant: string): Promise<string | undefined> {
  if (!/^\d+$/.test(merchant)) return undefined
  const row = await db
    .selectFrom('companies')
    .select('name')
    .where('dealerId', '=', Number(merchant))
    .executeTakeFirst()
  return row?.name
}

export const insertEndpoint = (
  db: Db,
  endpoint: { id: string; merchant: string; url: string; secretSealed: Buffer; createdAt: Date },
) => db.insertInto('sandboxEndpoints').values(endpoint).execute()

export async function removeEndpoint(db: Db, merchant: string, id: string): Promise<void> {
  await db.deleteFrom('sandboxEndpoints').where('merchant', '=', merchant).where('id', '=', id).execute()
}

export const listEndpoints = (db: Db, merchant: string) =>
  db
    .selectFrom('sandboxEndpoints')
    .select(['id', 'url', 'secretSealed'])
    .where('merchant', '=', merchant)
    .orderBy('createdAt')
    .execute()

export async function insertEvents(db: Db, events: readonly SandboxEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('sandboxEvents')
    .values(events.map((event) => ({ ...event, nextTryAt: event.createdAt })))
    .execute()
}

export const listDueEvents = (db: Db, now: Date, most: number): Promise<SandboxEvent[]> =>
  db
    .selectFrom('sandboxEvents')
    .select(['id', 'merchant', 'body', 'tries', 'createdAt'])
    .where('nextTryAt', '<=', now)
    .orderBy('nextTryAt')
    .limit(most)
    .execute()

export const nextTry = sql`
    select next_try_at from sandbox_events where next_try_at is not null order by next_try_at limit 1`

/** Null: never again. */
export const setNextTry = (db: Db, id: string, nextTryAt: Date | null) =>
  db
    .updateTable('sandboxEvents')
    .set((eb) => ({ nextTryAt, tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    // Another delivery of the same event may have succeeded.
    .where('nextTryAt', 'is not', null)
    .execute()

export const removeEventsBefore = (db: Db, before: Date, most: number): Promise<number> =>
  removeSome(db, 'sandboxEvents', sql`created_at < ${before}`, most)
