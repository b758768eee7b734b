import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generateTables, tablesFile } from '../../../bin/write-tables.ts'

test('tables.ts is what the migrations create; npm run tables:write updates it', async () => {
  assert.equal(readFileSync(tablesFile, 'utf8'), await generateTables())
})
