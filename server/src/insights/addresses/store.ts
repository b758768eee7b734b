import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Address, AddressSource } from '#kernel/geo/addresses.ts'
import { isPrivateAt, type Viewing } from '#kernel/private-time.ts'
import { type Seen, seesGeofence, seesUnit } from '#kernel/sight.ts'
import { type Range, toMultirange } from '#kernel/slices/slice.ts'
import type { Oldest } from '../projections/actions.ts'

/** Where a unit was; `t` is the tracker's time. */
export interface Spot {
  readonly unitId: number
  readonly t: number
  readonly lat: number
  readonly lon: number
}

/** Only PostgreSQL rounds, so that what is stored is found again. */
const rounded = (degrees: RawBuilder<unknown>) => sql`round(${degrees} * 1e5)::integer`

const spotRows = (spots: readonly Spot[]) => sql`
  (select unit_id, t, ${rounded(sql.ref('y'))} as lat, ${rounded(sql.ref('x'))} as lon, index
  from unnest(${spots.map(({ unitId }) => unitId)}::bigint[], ${spots.map(({ t }) => t)}::float8[],
    ${spots.map(({ lat }) => lat)}::float8[], ${spots.map(({ lon }) => lon)}::float8[])
    with ordinality as one (unit_id, t, y, x, index))`

/** A place that is requested again a day later lives longer. In the order of the key, to avoid deadlocks. */
export async function want(db: Db, spots: readonly Spot[]): Promise<void> {
  if (spots.length === 0) return
  await sql`
    with there as (
      select id from units where id = any(${[...new Set(spots.map(({ unitId }) => unitId))]}::bigint[])
      order by id for key share)
    insert into addresses as known (unit_id, is_latest, lat, lon, t)
    select unit_id, false, lat, lon, max(t) from ${spotRows(spots)} as spot join there on there.id = unit_id
    group by unit_id, lat, lon order by unit_id, lat, lon
    on conflict (unit_id, is_latest, lat, lon) do update set t = excluded.t where known.t < excluded.t - 86400`.execute(
    db,
  )
}

/** For a moving unit, a new address is requested only this far from the last, and this much later. */
const movedMetres = 50
const movedSeconds = 15
/** In hundred-thousandths of a degree. */
const stepMetres = 1.112

const hasMoved = sql`
  (spot.lat - known.lat)::float8 ^ 2 + ((spot.lon - known.lon) * cos(radians(spot.lat / 1e5))) ^ 2
    > ${(movedMetres / stepMetres) ** 2}::float8`

export async function wantLatest(db: Db, spots: readonly (Spot & { readonly isStanding: boolean })[]): Promise<void> {
  if (spots.length === 0) return
  await sql`
    insert into addresses (unit_id, is_latest, lat, lon, t)
    select spot.unit_id, true, spot.lat, spot.lon, spot.t from ${spotRows(spots)} as spot
    join unnest(${spots.map(({ isStanding }) => isStanding)}::boolean[]) with ordinality as state (is_standing, index)
      using (index)
    left join addresses as known on known.unit_id = spot.unit_id and known.is_latest
    where known.unit_id is null or (spot.lat, spot.lon) <> (known.lat, known.lon)
      and (is_standing or abs(spot.t - known.t) >= ${movedSeconds} and ${hasMoved})
    order by spot.unit_id
    on conflict (unit_id) where is_latest
      do update set lat = excluded.lat, lon = excluded.lon, t = excluded.t, version = '', geocoder = '', geocoder_tries = 0`.execute(
    db,
  )
}

const firstAtOnce = 1000

/**
 * For units that last reported before there were addresses: their last position, without waiting for the next message.
 */
export async function wantFirst({ db }: { readonly db: Db }): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      insert into addresses (unit_id, is_latest, lat, lon, t)
      select units.id, true, ${rounded(sql.ref('last.lat'))}, ${rounded(sql.ref('last.lon'))}, last.t
      from units cross join lateral (
        select t1 as t, case kind when 'stop' then lat0 else lat1 end as lat, case kind when 'stop' then lon0 else lon1 end as lon
        from trips where unit_id = units.id order by t0 desc limit 1) as last
      where not exists (select from addresses as known where known.unit_id = units.id and known.is_latest)
      order by units.id limit ${firstAtOnce} for key share of units
      on conflict (unit_id) where is_latest do nothing`.execute(db)
    total += Number(numAffectedRows)
    if (numAffectedRows < firstAtOnce) return total
  }
}

export interface Wanted {
  readonly unitId: number
  readonly isLatest: boolean
  readonly lat: number
  readonly lon: number
}

/** First what was never looked up, then what was in another version. */
export async function listWanted(db: Db, version: string, ranges: readonly Range[], most: number): Promise<Wanted[]> {
  const some = (side: RawBuilder<boolean>) => sql`
    (select unit_id, is_latest, lat, lon from addresses
    where ${side} and unit_id <@ ${toMultirange(ranges)}::int8multirange order by version, unit_id limit ${most})`
  return rowsOf<Wanted>(db)`
    ${some(sql`version < ${version}`)} union all ${some(sql`version > ${version}`)} limit ${most}`
}

export interface Found extends Wanted {
  readonly address: Address | null
}

/** A geocoder's answer stays, unless a map has the street now. A unit that has moved requests its new position. */
export const save = (db: Db, found: readonly Found[], version: string): Promise<void> =>
  change(
    db,
    found,
    sql`version = ${version}, address = case
      when known.version <> '' and known.address ->> 'source' = 'geocoder' and (locked.address ->> 'street') is null
      then known.address else nullif(locked.address, 'null') end`,
  )

/** A place that fails this often is skipped from then on. */
const geocoderTriesMax = 5

export interface Geocoded extends Found {
  /** False: it failed, and is tried again later. */
  readonly isAnswered: boolean
}

/** Without an address, the former one stays. */
export const saveGeocoded = (db: Db, { isAnswered, ...found }: Geocoded, geocoder: string): Promise<void> =>
  change(
    db,
    [found],
    sql`address = coalesce(nullif(locked.address, 'null'), known.address), geocoder_tries = known.geocoder_tries + 1,
      geocoder = case when ${isAnswered} or known.geocoder_tries + 1 >= ${geocoderTriesMax}
        then ${geocoder} else known.geocoder end`,
  )

/** Places without a street, current positions of units first; then those that another geocoder was asked about. */
export async function listToGeocode(
  db: Db,
  geocoder: string,
  ranges: readonly Range[],
  most: number,
): Promise<(Wanted & { readonly source: AddressSource | null })[]> {
  const some = (side: RawBuilder<boolean>) => sql`
    (select unit_id, is_latest, lat, lon, address ->> 'source' as source from addresses
    where ${side} and (address ->> 'street') is null and version <> ''
      and unit_id <@ ${toMultirange(ranges)}::int8multirange
    order by geocoder, geocoder_tries, is_latest desc, t desc limit ${most})`
  return rowsOf<Wanted & { source: AddressSource | null }>(db)`
    ${some(sql`geocoder = ''`)} union all ${some(sql`geocoder > '' and geocoder < ${geocoder}`)}
    union all ${some(sql`geocoder > ${geocoder}`)} limit ${most}`
}

/** Publishes differences: `addresses` for current positions, `trips` and `events` for past ones. */
async function change(db: Db, found: readonly Found[], set: RawBuilder<unknown>): Promise<void> {
  const rows = JSON.stringify(found.map((one) => ({ ...one, unit_id: one.unitId, is_latest: one.isLatest })))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as one (unit_id bigint, is_latest boolean, lat integer, lon integer, address jsonb)),
    locked as (
      select known.unit_id, known.is_latest, known.lat, known.lon, given.address, known.address as before, known.t
      from addresses as known join given using (unit_id, is_latest, lat, lon)
      order by known.unit_id, known.is_latest, known.lat, known.lon for no key update of known),
    saved as (
      update addresses as known set ${set} from locked
      where (known.unit_id, known.is_latest, known.lat, known.lon)
        = (locked.unit_id, locked.is_latest, locked.lat, locked.lon)
      returning known.unit_id, known.is_latest, locked.t, known.address is distinct from locked.before as differs)
    select pg_notify(channel, json_build_array(account_id, app_id, id, since)::text)
    from (select unit_id, is_latest, min(t) as since from saved where differs group by unit_id, is_latest) as news
    join units on units.id = news.unit_id
    cross join unnest(case when is_latest then array['addresses'] else array['trips', 'events'] end) as channel`.execute(
    db,
  )
}

/** In the order of the spots; undefined: not looked up. Units return to few places, each of which is read once. */
export async function find(db: Db, spots: readonly Spot[]): Promise<(Address | null | undefined)[]> {
  const { rows } = await sql<{ address: Address | null; indexes: number[] }>`
    select known.address, array_agg(spot.index::integer) as indexes from ${spotRows(spots)} as spot
    join addresses as known
      on not known.is_latest and (known.unit_id, known.lat, known.lon) = (spot.unit_id, spot.lat, spot.lon)
    group by known.address`.execute(db)
  const found = new Array<Address | null | undefined>(spots.length).fill(undefined)
  for (const { address, indexes } of rows) for (const index of indexes) found[index - 1] = address
  return found
}

export interface Visit {
  readonly unitId: number
  readonly t0: number
  readonly t1: number | null
  readonly geofence: string
}

/** Stays of units in geofences that the caller sees and that overlap a period, latest first. */
export const listVisits = (
  db: Db,
  seen: Pick<Seen, 'sight'>,
  unitIds: readonly number[],
  from: number,
  to: number,
) => rowsOf<Visit>(db)`
    select unit_id, t0, t1, geofences.name as geofence from unit_spans join geofences on geofences.id = geofence_id
    where unit_id = any(${[...unitIds]}::bigint[]) and t0 <= ${to} and (t1 is null or t1 >= ${from})
      and ${seesGeofence(seen, sql.ref('geofence_id'))}
    order by t0 desc`

export interface Latest extends Spot {
  readonly address: Address | null
}

const latest = sql`
  select unit_id, t, known.lat / 1e5::float8 as lat, known.lon / 1e5::float8 as lon, address
  from addresses as known join units on units.id = unit_id where is_latest`

const isSecret = (viewing: Viewing) => isPrivateAt(viewing, sql.ref('known.unit_id'), sql.ref('known.t'))

export async function listLatest(db: Db, accountId: number, seen: Seen): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    ${latest} and units.account_id = ${accountId} and ${seesUnit(seen)} and not ${isSecret(seen)} order by unit_id`.execute(
    db,
  )
  return rows
}

export const listLatestOf = (db: Db, unitIds: readonly number[]) => rowsOf<Latest>(db)`
    ${latest} and unit_id = any(${[...unitIds]}::bigint[]) and not ${isSecret({})}`

/** Deletes those before the oldest stored message. */
export async function removeForgotten(db: Db, oldest: readonly Oldest[], most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from addresses where ctid = any(array(
      select known.ctid from addresses as known
      join unnest(${oldest.map(({ unitId }) => unitId)}::bigint[], ${oldest.map(({ t }) => t)}::float8[]) as one (unit_id, t)
        on known.unit_id = one.unit_id and known.t < one.t limit ${most} for update of known skip locked))`.execute(db)
  return Number(numAffectedRows)
}

export interface Cell {
  readonly units: number
  /** Of one of the units. */
  readonly lat: number
  readonly lon: number
}

/** Current positions of units, in cells of about a kilometre; those with most units, if there are very many. */
export const listCells = (db: Db, most: number) => rowsOf<Cell>(db)`
    select count(*)::integer as units, (array_agg(lat))[1] / 1e5::float8 as lat, (array_agg(lon))[1] / 1e5::float8 as lon
    from addresses as known where is_latest and not ${isSecret({})} group by floor(lat / 1e3), floor(lon / 1e3)
    order by units desc, lat, lon limit ${most}`

export interface Kept {
  /** The database's estimate: counting would read them all. */
  readonly stored: number
  /** Up to a bound. */
  readonly waiting: number
}

export async function countKept(db: Db, version: string, waitingMost: number): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select (select greatest(reltuples, 0)::bigint from pg_class where oid = 'addresses'::regclass) as stored,
      (select count(*)::integer from (
        (select from addresses where version < ${version} limit ${waitingMost}) union all
        (select from addresses where version > ${version} limit ${waitingMost})) as others) as waiting`.execute(db)
  return rows[0] as Kept
}

/** For current positions: the source of the address, if there is one. */
export async function countSources(
  db: Db,
): Promise<readonly { readonly source: string | null; readonly units: number }[]> {
  const { rows } = await sql<{ source: string | null; units: number }>`
    select address ->> 'source' as source, count(*)::integer as units from addresses where is_latest group by 1`.execute(
    db,
  )
  return rows
}
