import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { entriesMax, framesKept, type LobbyEntry } from './lobby.ts'

export interface Sighting {
  readonly id: string
  readonly ident: string
  readonly protocol: string
  readonly address: string
  readonly at: Date
  readonly frame: Buffer
  readonly preview: string
}

export async function note(db: Db, seen: Sighting): Promise<void> {
  await sql`
    insert into lobby as known (id, ident, protocol, address, first_seen, last_seen, tries, frames, preview)
    values (${seen.id}, ${seen.ident}, ${seen.protocol}, ${seen.address}, ${seen.at}, ${seen.at}, 1, array[${seen.frame}::bytea], ${seen.preview})
    on conflict (ident, protocol) do update set
      address = excluded.address, last_seen = excluded.last_seen, tries = known.tries + 1,
      frames = (excluded.frames || known.frames)[1:${sql.lit(framesKept)}],
      preview = case when excluded.preview = '[]' then known.preview else excluded.preview end`.execute(db)
}

/** The longest unseen make room. */
export async function bound(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from lobby where id in (select id from lobby order by last_seen desc offset ${entriesMax} limit ${most}) returning id`.execute(
    db,
  )
  return rows.length
}

const columns = ['id', 'ident', 'protocol', 'address', 'firstSeen', 'lastSeen', 'tries', 'frames', 'preview'] as const

/** The model of the unit that has this ident, if there is one. */
const registeredHwId = sql<number | null>`(select hw_id from units where units.ident = lobby.ident)`.as(
  'registeredHwId',
)

export type Noted = LobbyEntry & { readonly registeredHwId: number | null }

/** A registered tracker that speaks another protocol is seen by its own dealer only. */
const notOfOthers = (dealer: number) =>
  sql<boolean>`not exists (select from units where units.ident = lobby.ident and units.dealer_id <> ${dealer})`

/** Only by its exact ident: a dealer must not be able to look through other people's trackers. */
export const listByIdent = (db: Db, dealer: number, ident: string): Promise<Noted[]> =>
  db
    .selectFrom('lobby')
    .select([...columns, registeredHwId])
    .where('ident', '=', ident)
    .where(notOfOthers(dealer))
    .orderBy('lastSeen', 'desc')
    .execute() as unknown as Promise<Noted[]>

export const listAll = (db: Db, most: number): Promise<Noted[]> =>
  db
    .selectFrom('lobby')
    .select([...columns, registeredHwId])
    .orderBy('lastSeen', 'desc')
    .limit(most)
    .execute() as unknown as Promise<Noted[]>

export const find = (db: Db, dealer: number, id: string): Promise<LobbyEntry | undefined> =>
  db.selectFrom('lobby').select(columns).where('id', '=', id).where(notOfOthers(dealer)).executeTakeFirst() as Promise<
    LobbyEntry | undefined
  >

export async function remove(db: Db, ident: string): Promise<void> {
  await db.deleteFrom('lobby').where('ident', '=', ident).execute()
}

/** Of the dealer's own units, those whose ident looks like this one: a digit mistyped, cut off or added. */
export async function nearestIdents(
  db: Db,
  dealer: number,
  ident: string,
  most: number,
): Promise<{ id: number; ident: string }[]> {
  const { rows } = await sql<{ id: number; ident: string }>`
    select id, ident from units where dealer_id = ${dealer}
    and (right(ident, 8) = right(${ident}, 8) or left(ident, 8) = left(${ident}, 8)) and ident <> ${ident}
    order by ident limit ${most}`.execute(db)
  return rows
}
