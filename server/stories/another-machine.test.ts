/** An operator moves an installation to another machine at the command line. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { removeEmbedded } from '#kernel/db/embedded/embedded.ts'
import { openVault } from '#kernel/vault.ts'
import { createSeededDatabase } from '#testing/setup.ts'

const tool = join(import.meta.dirname, '../bin/waymark.mjs')

function waymark(
  line: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [tool, ...line.split(' ')], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

test('a backup moves an installation to a machine that has only the key', async () => {
  const source = await createSeededDatabase()
  const place = mkdtempSync(join(tmpdir(), 'waymark-test-'))
  chmodSync(place, 0o755)
  const [old, moved] = [join(place, 'old'), join(place, 'new')]
  after(async () => {
    await source.drop()
    await removeEmbedded(moved)
    await removeEmbedded(place)
  })
  openVault(old)
  const before = { WAYMARK_DATA: old, WAYMARK_DATABASE_URL: source.url }
  const file = join(place, 'moving.backup')
  const dealer = await waymark('dealer create --name Mover --dialect provider --json', before)
  assert.deepEqual([dealer.code, dealer.err], [0, ''])
  assert.equal((await waymark(`backup ${file}`, before)).code, 0)

  const settings = { WAYMARK_DATA: moved }
  const keyless = await waymark(`restore ${file}`, settings)
  assert.deepEqual([keyless.code, keyless.out], [1, ''])
  assert.match(keyless.err, /put the master\.key there/)
  assert.ok(!existsSync(moved), 'a refusal leaves nothing behind')

  mkdirSync(moved)
  cpSync(join(old, 'keys'), join(moved, 'keys'), { recursive: true, preserveTimestamps: true })
  chmodSync(join(moved, 'keys'), 0o700)
  const restored = await waymark(`restore ${file} --json`, settings)
  assert.deepEqual([restored.code, restored.err], [0, ''])
  const examined = await waymark('doctor --json', settings)
  const findings: { check: string; ok: boolean; says: string }[] = JSON.parse(examined.out)
  // The pages are the clone's, and need not be built for this.
  assert.deepEqual(
    findings.filter(({ ok, check }) => !ok && check !== 'pages'),
    [],
  )
  assert.match(findings.find(({ check }) => check === 'safe writing')?.says ?? '', /Checksums, fsync/)
  assert.equal(examined.code, findings.every(({ ok }) => ok) ? 0 : 1)
  const list = await waymark('dealer list --json', settings)
  assert.equal(JSON.parse(list.out)[0].dealer_id, JSON.parse(dealer.out).dealer_id)
})
