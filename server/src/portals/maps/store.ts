import type { Db } from '#kernel/db/transaction.ts'
import type { Language, LayerName, MapSession } from './map.ts'

export const find = (db: Db, layer: LayerName, language: Language, keyHash: Buffer): Promise<MapSession | undefined> =>
  db
    .selectFrom('mapSessions')
    .selectAll()
    .where('layer', '=', layer)
    .where('language', '=', language)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst() as Promise<MapSession | undefined>

export async function save(db: Db, session: MapSession): Promise<void> {
  const { layer, language, ...rest } = session
  await db
    .insertInto('mapSessions')
    .values(session)
    .onConflict((conflict) => conflict.columns(['layer', 'language']).doUpdateSet(rest))
    .execute()
}
