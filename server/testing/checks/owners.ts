/** The node that writes for a unit, and the notes about it, for a single PostgreSQL and for a cluster. */
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { until } from '../until.ts'

export async function ownersOf(db: Db, unitId: number): Promise<number[]> {
  const owners = await db.selectFrom('unitOwners').select('nodeId').where('unitId', '=', unitId).execute()
  const inParts = await db.selectFrom('partOwners').select('nodeId').where('unitId', '=', unitId).execute()
  return [...owners, ...inParts].map(({ nodeId }) => nodeId)
}

export async function takeForDead(db: Db, node: number): Promise<void> {
  await sql`delete from nodes where id = ${node}`.execute(db)
  await sql`delete from part_nodes where node_id = ${node}`.execute(db)
}

/** On a cluster it takes a moment until what was stored is noted on the coordinator. */
export const untilCarried = (db: Db): Promise<unknown> =>
  until('the notes of flushes', async () => (await db.selectFrom('flushNotes').select('note').execute()).length === 0)
