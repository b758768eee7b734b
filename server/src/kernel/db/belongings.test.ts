/** Rows that are deleted with another are found by indexes, however large their tables are. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { listBelongings } from './belongings.ts'
import { connect } from './connect.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Node[]
}

const database = await createDatabase()
const { db, close } = connect(database.url, 1)
after(async () => {
  await close()
  await database.drop()
})

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
/** Includes an index that is read from beginning to end. */
const isWhole = (node: Node) =>
  node['Node Type'] === 'Seq Scan' || (node['Node Type'].includes('Index') && !node['Index Cond'])

test('no table is scanned as a whole', async () => {
  // With this setting a table is scanned only if there is no other way.
  await sql`set enable_seqscan = off`.execute(db)
  const belongings = await listBelongings(db, 'units', 1)
  assert.ok(belongings.some(({ ways }) => ways.length > 1))
  for (const { table, which, ways } of belongings) {
    for (const condition of [which, ...ways]) {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
        explain (format json) select * from ${sql.raw(`"${table}"`)} where ${condition}`.execute(db)
      const [{ Plan }] = Object.values(rows[0]!)[0]!
      assert.deepEqual(nodesOf(Plan).filter(isWhole), [], table)
    }
  }
})
