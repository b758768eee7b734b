import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isDistributed } from '#testing/cluster.ts'
import { generateTables, tablesFile } from '../../../bin/write-tables.ts'

/** Citus has views of its own among our tables. */
const skip = isDistributed

test('tables.ts is what the migrations create; npm run tables:write updates it', { skip }, async () => {
  assert.equal(readFileSync(tablesFile, 'utf8'), await generateTables())
})
