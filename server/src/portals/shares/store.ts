import { sql } from 'kysely'
import type { AppId } from '#kernel/applications.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { removeSome } from '#kernel/db/pieces.ts'
import { countOf, rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { hiddenFrom } from '#kernel/private-time.ts'
import { hasTerm, knowsUnit, type Seen } from '#kernel/sight.ts'
import type { Destination, LinkKind, OwnShare, Share, Shared, Sighting, UnitLink } from './share.ts'

/** Only units that the caller can see. Its link shows them all, so a share with one outside an access list is not listed. */
const shares = (accountId: number, seen: Seen) => sql<OwnShare>`
  select shares.*, (
    select coalesce(json_agg(unit_id order by place), '[]') from share_units join units on units.id = unit_id
    where share_id = shares.id and units.account_id = shares.account_id and ${knowsUnit(seen)}) as unit_ids
  from shares where account_id = ${accountId} and kind = 'share' ${
    seen.sight?.unitIds
      ? sql`and not exists (
          select from share_units where share_id = shares.id and unit_id <> all(${[...seen.sight.unitIds]}::bigint[]))`
      : sql``
  }`

export const list = (db: Db, accountId: number, seen: Seen) =>
  rowsOf<OwnShare>(db)`${shares(accountId, seen)} order by id desc`

export async function find(db: Db, accountId: number, seen: Seen, id: string) {
  return (await sql<OwnShare>`${shares(accountId, seen)} and id = ${id}`.execute(db)).rows[0]
}

export const lock = (db: Db, accountId: number, id: string) =>
  sql`select from shares where account_id = ${accountId} and id = ${id} for no key update`.execute(db)

/** Counts unexpired links, serialised: the count decides whether there may be one more. */
export async function countLocked(db: Db, accountId: number, now: Date): Promise<number> {
  await lockAccount(db, accountId)
  return countOf(db)`
    select count(*) from shares where account_id = ${accountId} and kind = 'share' and until > ${now}`
}

type NewShare = Omit<Share, 'opened' | 'lastOpenedAt'> & { readonly hash: Buffer; readonly sealed: Buffer }

export async function insert(db: Db, share: NewShare, unitIds: readonly number[]): Promise<void> {
  const { destination } = share
  await db
    .insertInto('shares')
    .values({ ...share, destination: destination && JSON.stringify(destination) })
    .execute()
  await db
    .insertInto('shareUnits')
    .values(unitIds.map((unitId, index) => ({ shareId: share.id, place: index + 1, unitId })))
    .execute()
}

/** Unexpired links of a unit, by the ids in the unit. */
export const listOfUnit = async (db: Db, ids: readonly string[], now: Date): Promise<UnitLink[]> =>
  (await db
    .selectFrom('shares')
    .select(['id', 'kind', 'byDealer', 'sealed', 'until', 'createdAt'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('until', '>', now)
    .orderBy('kind')
    .execute()) as UnitLink[]

export async function save(db: Db, id: string, change: { title: string | null; until: Date; updatedAt: Date }) {
  await db.updateTable('shares').set(change).where('id', '=', id).execute()
}

export const remove = (db: Db, id: string) => db.deleteFrom('shares').where('id', '=', id).execute()

/** Keeps only the latest expired links of an account. */
export const removeEndedBeyond = (db: Db, accountId: number, now: Date, most: number) =>
  sql`
    delete from shares where id in (
      select id from shares where account_id = ${accountId} and kind = 'share' and until <= ${now}
      order by until desc, id desc offset ${most})`.execute(db)

export const removeEndedBefore = (db: Db, time: Date, most: number): Promise<number> =>
  removeSome(db, 'shares', sql`until < ${time}`, most)

/** Every open stream rechecks its share, in this process and all others. */
export const announce = (db: Db, id: string) => sql`select pg_notify('shares', ${id})`.execute(db)

const shared = (db: Db) =>
  db
    .selectFrom('shares')
    .innerJoin('accounts', 'accounts.id', 'shares.accountId')
    .select(['shares.id', 'shares.accountId', 'shares.title', 'shares.until', 'shares.showTrail', 'shares.opened'])
    .select(['shares.kind', 'shares.byDealer', 'shares.showSpeed', 'shares.destination'])
    .select(['shares.lastOpenedAt', 'shares.createdAt', 'shares.updatedAt'])
    .select([
      'accounts.dealerId',
      'accounts.type',
      'accounts.ack',
      'accounts.serviceApps',
      'accounts.blocked',
      'accounts.regApps',
    ])

type Found = Awaited<ReturnType<ReturnType<typeof shared>['executeTakeFirstOrThrow']>>

const withHolder = ({ dealerId, type, ack, serviceApps, blocked, regApps, ...share }: Found): Shared => ({
  ...share,
  dealer: dealerId,
  destination: share.destination as Destination | null,
  kind: share.kind as LinkKind,
  regApps: regApps as AppId[],
  holder: { type: type as 10 | null, ack, serviceApps: serviceApps as AppId[], blocked },
})

export async function findByHash(db: Db, hash: Buffer): Promise<Shared | undefined> {
  const row = await shared(db).where('shares.hash', '=', hash).executeTakeFirst()
  return row && withHolder(row)
}

export async function findAgain(db: Db, ids: readonly string[]): Promise<Shared[]> {
  const rows = await shared(db)
    .where(sql<boolean>`shares.id = any(${[...ids]}::uuid[])`)
    .execute()
  return rows.map(withHolder)
}

export async function countOpening(db: Db, id: string, now: Date): Promise<void> {
  await sql`update shares set opened = opened + 1, last_opened_at = ${now} where id = ${id}`.execute(db)
}

/** Without units that were deleted, moved to another account, or whose term has ended. */
export async function listSightings(db: Db, ids: readonly string[]): Promise<Sighting[]> {
  const rows = await rowsOf<Sighting & { position: Record<string, unknown> | null }>(db)`
    select share_id, place, share_units.unit_id, units.name, last_active, addresses.address,
      parameters -> 'position' -> 'value' as position,
      (parameters -> 'position' ->> 'ts')::float8 as timestamp,
      (parameters -> 'engine.ignition.status' -> 'value') = 'true'::jsonb as ignition
    from share_units
      join shares on shares.id = share_id
      join accounts on accounts.id = shares.account_id
      join units on units.id = share_units.unit_id and units.account_id = accounts.id and units.app_id = any(accounts.reg_apps)
        and ${hasTerm}
      left join (
        select * from telemetry where unit_id in (select unit_id from share_units where share_id = any(${[...ids]}::uuid[])))
        as telemetry on telemetry.unit_id = units.id
      left join addresses on addresses.unit_id = units.id and addresses.is_latest
    where share_id = any(${[...ids]}::uuid[]) order by share_id, place`
  const isHidden = await hiddenFrom(
    db,
    {},
    rows.map(({ unitId }) => unitId),
  )
  return rows.map((row) => withPlace(isHidden(row.unitId, row.timestamp ?? 0) ? { ...row, ...nowhere } : row))
}

/** On a private trip, a link shows that the unit exists, but not where it is. */
const nowhere = { position: null, timestamp: null, ignition: null, address: null }

/** A position contains more than a viewer needs. */
function withPlace(row: Sighting & { position: Record<string, unknown> | null }): Sighting {
  const { latitude, longitude, speed, direction } = row.position ?? {}
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return { ...row, position: null, timestamp: null }
  const position = {
    latitude,
    longitude,
    ...(typeof speed === 'number' && { speed }),
    ...(typeof direction === 'number' && { direction }),
  }
  return { ...row, position }
}
