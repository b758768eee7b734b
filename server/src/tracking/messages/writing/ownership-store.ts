import { sql } from 'kysely'
import { arrayOf, putBigint } from '#kernel/db/binary.ts'
import { listMigrations } from '#kernel/db/migrations/migrations.ts'
import type { PipelineStep } from '#kernel/db/pipeline.ts'
import { rowsOf } from '#kernel/db/rows.ts'
import type { Db } from '#kernel/db/transaction.ts'

/** A node that has not renewed its row for this long counts as dead. */
const goneAfter = sql`interval '2 minutes'`

export async function addNode(db: Db): Promise<number> {
  // A migration that removes something waits for nodes that do not know the migrations before it.
  const knows = listMigrations().at(-1)!.name
  const row = await db.insertInto('nodes').values({ knows }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/**
 * Deletes nodes that are gone, with everything noted for them. A node that was away itself deletes none: after an outage
 * of the database all of them have to renew first.
 */
export async function renewNode(db: Db, node: number): Promise<void> {
  await sql`
    with own as (select seen_at from nodes where id = ${node}),
      gone as (
        delete from nodes where seen_at < now() - ${goneAfter} and id <> ${node}
          and (select seen_at from own) > now() - ${goneAfter} / 2)
    update nodes set seen_at = now() where id = ${node}`.execute(db)
}

export async function forgetLosses(db: Db, node: number, noticed: number): Promise<void> {
  await sql`delete from unit_losses where node_id = ${node} and n <= ${noticed}`.execute(db)
}

export const listNodes = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('nodes').select('id').execute()).map(({ id }) => id)

export const removeNode = (db: Db, node: number) => db.deleteFrom('nodes').where('id', '=', node).execute()

export async function claimUnits(db: Db, node: number, unitIds: readonly number[]): Promise<void> {
  await sql`select claim_units(${node}, ${[...unitIds]}::bigint[])`.execute(db)
}

/** True: no other node has it. Held until the transaction ends. */
export const isOwner = async (db: Db, node: number, unitId: number): Promise<boolean> =>
  (
    await rowsOf<{ nodeId: number }>(db)`
    select node_id from unit_owners where unit_id = ${unitId} for share`
  ).every(({ nodeId }) => nodeId === node)

export interface Losses {
  /** Undefined: the node itself is gone. */
  readonly count: number | undefined
  readonly unitIds: readonly number[]
  /** Those that the node has not claimed back since. */
  readonly gone: readonly number[]
}

export async function readLosses(db: Db, node: number, noticed: number): Promise<Losses> {
  const { rows } = await sql<{ count: number; unitIds: number[] | null; gone: number[] | null }>`
    select losses as count, array_agg(loss.unit_id) filter (where loss.unit_id is not null) as unit_ids,
      array_agg(loss.unit_id) filter (where owner.node_id <> nodes.id) as gone
    from nodes
    left join unit_losses loss on loss.node_id = nodes.id and loss.n > ${noticed} and loss.n <= losses
    left join unit_owners owner on owner.unit_id = loss.unit_id
    where nodes.id = ${node} group by nodes.id`.execute(db)
  return { count: rows[0]?.count, unitIds: rows[0]?.unitIds ?? [], gone: rows[0]?.gone ?? [] }
}

const fenced = 'WM001'
export const isFenced = (error: unknown): boolean => (error as { code?: string }).code === fenced

/** The messages were distributed while this node ran: it can store nothing until it is restarted. */
export const isMoved = (error: unknown): boolean => (error as { code?: string }).code === 'WM002'

/** As the database would say it. */
export function lostMeanwhile(): never {
  throw Object.assign(new Error('Another node writes for this unit now.'), { code: fenced })
}

export const fence = (node: number, noticed: number, unitIds: readonly number[]): PipelineStep => ({
  text: 'select require_units($1, $2, $3::bigint[])',
  values: [String(node), String(noticed), arrayOf('bigint', unitIds, putBigint)],
})
