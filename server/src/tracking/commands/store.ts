import { sql } from 'kysely'
import type { Holder } from '#identity/access/access.ts'
import { type Page, pageClauses, type Sorts } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Scope } from '#kernel/context.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { countOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { seesUnit } from '#kernel/sight.ts'
import type { CommandState, UnitCommand } from './command.ts'

const columns = [
  'commands.id',
  'commands.unitId',
  'commands.number',
  'commands.kind',
  'commands.text',
  'commands.params',
  'commands.clientRef',
  'commands.state',
  'commands.createdAt',
  'commands.expiresAt',
  'commands.sentAt',
  'commands.answerBy',
  'commands.endedAt',
  'commands.answer',
  'commands.failure',
] as const

const holding = ['accounts.type', 'accounts.ack', 'accounts.serviceApps', 'accounts.blocked'] as const

/** The unit of a command, and the account whose access rules apply. */
export interface CommandedUnit {
  readonly id: number
  readonly dealerId: number
  readonly accountId: number
  readonly appId: AppId
  readonly hwId: number
  readonly holder: Holder
}

/** `isHeld`: locks the unit, so that its commands are created one at a time and each gets its own number. */
export async function findUnit(db: Db, scope: Scope, id: number, isHeld = false): Promise<CommandedUnit | undefined> {
  const query = db
    .selectFrom('units')
    .innerJoin('accounts', 'accounts.id', 'units.accountId')
    .select(['units.id', 'units.dealerId', 'units.accountId', 'units.appId', 'units.hwId'])
    .select(holding)
    .where('units.id', '=', id)
    .where('units.dealerId', '=', scope.dealer)
    .where(seesUnit(scope))
  const row = await (isHeld ? query.forNoKeyUpdate('units') : query).executeTakeFirst()
  if (!row) return undefined
  const { type, ack, serviceApps, blocked, ...unit } = row
  return { ...unit, holder: { type, ack, serviceApps, blocked } } as unknown as CommandedUnit
}

export const findDealer = async (db: Db, unitId: number): Promise<number | undefined> =>
  (await db.selectFrom('units').select('dealerId').where('id', '=', unitId).executeTakeFirst())?.dealerId

export async function standingOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<UnitCommand, 'state' | 'failure'>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pick<UnitCommand, 'id' | 'state' | 'failure'>>`
    select id, state, failure from commands where id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const id = sql.ref('commands.id')
const time = (name: 'created_at' | 'expires_at', of: (command: UnitCommand) => Date) => ({
  column: sql.ref(`commands.${name}`),
  type: 'string' as const,
  of: (command: UnitCommand) => of(command).toISOString(),
})
export const sorts: Sorts = {
  id: { column: id, type: 'string', of: (command: UnitCommand) => command.id },
  created_at: time('created_at', (command) => command.createdAt),
  expires_at: time('expires_at', (command) => command.expiresAt),
}

export interface CommandFilter {
  readonly ids?: readonly string[] | undefined
  readonly state?: CommandState | undefined
}

export function list(db: Db, unitId: number, filter: CommandFilter, page: Page): Promise<UnitCommand[]> {
  const { where, order, limit } = pageClauses(page, id)
  let query = db.selectFrom('commands').select(columns).where('unitId', '=', unitId).where(where)
  if (filter.ids) query = query.where('id', 'in', filter.ids)
  if (filter.state) query = query.where('state', '=', filter.state)
  return query.orderBy(order).limit(limit).execute() as unknown as Promise<UnitCommand[]>
}

export const find = (db: Db, unitId: number, commandId: string): Promise<UnitCommand | undefined> =>
  one(db, unitId, commandId).executeTakeFirst() as Promise<UnitCommand | undefined>

export const findForUpdate = (db: Db, unitId: number, commandId: string): Promise<UnitCommand | undefined> =>
  one(db, unitId, commandId).forUpdate().executeTakeFirst() as Promise<UnitCommand | undefined>

const one = (db: Db, unitId: number, commandId: string) =>
  db.selectFrom('commands').select(columns).where('unitId', '=', unitId).where('id', '=', commandId)

export const countQueued = (db: Db, unitId: number) =>
  countOf(db)`select count(*) from commands where unit_id = ${unitId} and state = 'queued'`

/** The next number of the unit; numbers restart at 1 after the last. */
export async function nextNumber(db: Db, unitId: number): Promise<number> {
  const last = await db
    .selectFrom('commands')
    .select('number')
    .where('unitId', '=', unitId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ((last?.number ?? 0) % 65_535) + 1
}

export const insert = (db: Db, command: UnitCommand) =>
  db
    .insertInto('commands')
    .values({ ...command, params: JSON.stringify(command.params) })
    .execute()

/** Notifies every gateway; the one that has the unit's tracker sends. */
export const announce = (db: Db, unitId: number) => sql`select pg_notify('commands', ${String(unitId)})`.execute(db)

/** Only if it is still in the state that the caller has read. */
export async function save(db: Db, before: UnitCommand, change: Partial<UnitCommand>): Promise<boolean> {
  const { params: _, ...update } = change
  const { numUpdatedRows } = await db
    .updateTable('commands')
    .set(update)
    .where('id', '=', before.id)
    .where('state', '=', before.state)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function remove(db: Db, command: UnitCommand): Promise<boolean> {
  const query = db.deleteFrom('commands').where('id', '=', command.id).where('state', '=', 'queued')
  return (await query.executeTakeFirst()).numDeletedRows === 1n
}

/** What a gateway needs to send a command and to record its events. */
export interface Dispatch {
  readonly command: UnitCommand
  readonly dealerId: number
  readonly accountId: number
  readonly appId: AppId
  readonly holder: Holder
  readonly hwId: number
  readonly passwordSealed: Buffer | null
  /** An earlier command was sent and has not been answered yet. */
  readonly isAwaiting: boolean
}

const unitColumns = ['units.dealerId', 'units.accountId', 'units.appId', 'units.hwId', 'units.passwordSealed'] as const
type Row = UnitCommand & Omit<Dispatch, 'command' | 'holder'> & Holder

function toDispatch(row: Row): Dispatch {
  const { type, ack, serviceApps, blocked, ...rest } = row
  const { dealerId, accountId, appId, hwId, passwordSealed, isAwaiting, ...command } = rest
  const holder = { type, ack, serviceApps, blocked }
  return { command, dealerId, accountId, appId, holder, hwId, passwordSealed, isAwaiting }
}

const withUnit = (db: Db) =>
  db
    .selectFrom('commands')
    .innerJoin('units', 'units.id', 'commands.unitId')
    .innerJoin('accounts', 'accounts.id', 'units.accountId')
    .select([...columns, ...unitColumns, ...holding])

/** The oldest command that may still be sent. */
export async function findNext(db: Db, unitId: number, now: Date): Promise<Dispatch | undefined> {
  const row = await withUnit(db)
    .select(
      sql<boolean>`exists (select from commands as sent where sent.unit_id = commands.unit_id and sent.state = 'sent'
        and sent.answer_by > ${now})`.as('isAwaiting'),
    )
    .where('commands.unitId', '=', unitId)
    .where('commands.state', '=', 'queued')
    .where('commands.expiresAt', '>', now)
    .orderBy('commands.seq')
    .limit(1)
    .executeTakeFirst()
  return row && toDispatch(row as unknown as Row)
}

/** The command that an answer belongs to: the one with its number, or the oldest unanswered one. Locked. */
export async function findAnswered(db: Db, unitId: number, number: number | undefined): Promise<Dispatch | undefined> {
  let query = withUnit(db)
    .select(sql<boolean>`true`.as('isAwaiting'))
    .where('commands.unitId', '=', unitId)
    .where('commands.state', '=', 'sent')
    .where('commands.answerBy', 'is not', null)
  if (number !== undefined) query = query.where('commands.number', '=', number)
  const row = await query.orderBy('commands.seq').limit(1).forUpdate('commands').executeTakeFirst()
  return row && toDispatch(row as unknown as Row)
}

/** Commands whose time has passed: queued too long, or sent and not answered. Locked rows belong to another worker. */
export async function listOverdue(db: Db, now: Date, most: number): Promise<Dispatch[]> {
  const rows = await withUnit(db)
    .select(sql<boolean>`false`.as('isAwaiting'))
    .where((eb) =>
      eb.or([
        eb.and([eb('commands.state', '=', 'queued'), eb('commands.expiresAt', '<=', now)]),
        eb.and([eb('commands.state', '=', 'sent'), eb('commands.answerBy', '<=', now)]),
      ]),
    )
    .orderBy('commands.seq')
    .limit(most)
    .forUpdate('commands')
    .skipLocked()
    .execute()
  return (rows as unknown as Row[]).map(toDispatch)
}

export const nextDue = sql`
    select least(
      (select min(expires_at) from commands where state = 'queued'),
      (select min(answer_by) from commands where state = 'sent' and answer_by is not null))`

export const listWaiting = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('commands').select('unitId').distinct().where('state', '=', 'queued').execute()).map(
    ({ unitId }) => unitId,
  )

/** Without an answer to wait for, a command has ended when it is sent. */
export const removeBefore = (db: Db, before: Date, most: number): Promise<number> =>
  removeSome(
    db,
    'commands',
    sql`created_at < ${before} and (state not in ('queued', 'sent') or (state = 'sent' and answer_by is null))`,
    most,
  )
