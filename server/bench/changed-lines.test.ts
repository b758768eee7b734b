/** Some benches change a line of the server that they measure. Each must still find its line. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const bench = import.meta.dirname
const main = join(bench, '../src/entry/main.ts')
/** Everything is loaded; then the server stops at an impossible setting. */
const env = { ...process.env, WAYMARK_HTTP_PORT: 'none' }

for (const hooks of globSync('*/*.mjs', { cwd: bench })) {
  test(`${hooks} finds the line that it changes`, () => {
    const args = ['--import', join(bench, hooks), main]
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env, timeout: 60_000 })
    assert.match(stderr, /WAYMARK_HTTP_PORT/)
  })
}
