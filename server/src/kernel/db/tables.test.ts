import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generateTables, tablesFile } from '../../../bin/write-tables.ts'

test('tables.ts is what the migrations make; npm run tables:write brings it up to date', async () => {
  assert.equal(readFileSync(tablesFile, 'utf8'), await generateTables())
})
