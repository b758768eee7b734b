import { sql } from 'kysely'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { entriesMax, framesKept, type UnclaimedDevice } from './unclaimed-device.ts'

export interface Contact {
  readonly id: string
  readonly ident: string
  readonly protocol: string
  readonly address: string
  readonly at: Date
  readonly frame: Buffer
  readonly preview: string
}

export const record = (db: Db, seen: Contact) =>
  sql`
    insert into lobby as known (id, ident, protocol, address, first_seen, last_seen, tries, frames, preview)
    values (${seen.id}, ${seen.ident}, ${seen.protocol}, ${seen.address}, ${seen.at}, ${seen.at}, 1, array[${seen.frame}::bytea], ${seen.preview})
    on conflict (ident, protocol) do update set
      address = excluded.address, last_seen = excluded.last_seen, tries = known.tries + 1,
      frames = (excluded.frames || known.frames)[1:${sql.lit(framesKept)}],
      preview = case when excluded.preview = '[]' then known.preview else excluded.preview end`.execute(db)

/** Deletes the entries that were not seen for the longest time. */
export async function trim(db: Db, most: number): Promise<number> {
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

export type RecordedDevice = UnclaimedDevice & { readonly registeredHwId: number | null }

/** The searcher: a dealer, or one of its accounts. */
export interface Looker {
  readonly dealer: number
  readonly account?: number
}

/** Only its own dealer, or its own account, sees a registered tracker with another protocol. */
const notOfOthers = ({ dealer, account }: Looker) => {
  const isOther = account === undefined ? sql`units.dealer_id <> ${dealer}` : sql`units.account_id <> ${account}`
  return sql<boolean>`not exists (select from units where units.ident = lobby.ident and ${isOther})`
}

/** Only by its exact ident: a dealer must not be able to browse the trackers of others. */
export const listByIdent = (db: Db, looker: Looker, ident: string): Promise<RecordedDevice[]> =>
  db
    .selectFrom('lobby')
    .select([...columns, registeredHwId])
    .where('ident', '=', ident)
    .where(notOfOthers(looker))
    .orderBy('lastSeen', 'desc')
    .execute() as unknown as Promise<RecordedDevice[]>

export const listAll = (db: Db, most: number): Promise<RecordedDevice[]> =>
  db
    .selectFrom('lobby')
    .select([...columns, registeredHwId])
    .orderBy('lastSeen', 'desc')
    .limit(most)
    .execute() as unknown as Promise<RecordedDevice[]>

export const find = (db: Db, looker: Looker, id: string): Promise<UnclaimedDevice | undefined> =>
  db.selectFrom('lobby').select(columns).where('id', '=', id).where(notOfOthers(looker)).executeTakeFirst() as Promise<
    UnclaimedDevice | undefined
  >

export const remove = (db: Db, ident: string) => db.deleteFrom('lobby').where('ident', '=', ident).execute()

/** The dealer's own units with a similar ident: a digit mistyped, missing or added. */
export const nearestIdents = (db: Db, dealer: number, ident: string, most: number) => rowsOf<{
  id: number
  ident: string
}>(db)`
    select id, ident from units where dealer_id = ${dealer}
    and (right(ident, 8) = right(${ident}, 8) or left(ident, 8) = left(${ident}, 8)) and ident <> ${ident}
    order by ident limit ${most}`
