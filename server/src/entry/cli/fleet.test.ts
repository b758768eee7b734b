/** The commands about trackers and their traffic, with a running gateway. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseConfig } from '#kernel/config/config.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { realClock } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { freePorts } from '#testing/ports.ts'
import { until } from '#testing/until.ts'
import { startGateway } from '#tracking/gateway/gateway.ts'
import { commands } from './commands.ts'
import { run } from './run.ts'

const port = await freePorts()
const api = await openApi({ WAYMARK_GATEWAY_PORT: String(port) })
const notifications = listen(api.databaseUrl)
const gateway = await startGateway({ ...api.ctx, clock: realClock }, notifications)
const folder = mkdtempSync(join(tmpdir(), 'waymark-fleet-'))
mkdirSync(join(folder, 'keys'), { mode: 0o700 })
writeFileSync(join(folder, 'keys/master.key'), '07'.repeat(32), { mode: 0o600 })
after(async () => {
  await gateway.close()
  await notifications.close()
  rmSync(folder, { recursive: true })
})

async function waymark(line: string) {
  const environment = {
    WAYMARK_DATA: folder,
    WAYMARK_DATABASE_URL: api.databaseUrl,
    WAYMARK_GATEWAY_PORT: String(port),
  }
  let [out, err] = ['', '']
  const code = await run(line.split(' '), commands, {
    signal: new AbortController().signal,
    config: () => parseConfig(environment),
    write: (text) => {
      out += text
    },
    complain: (text) => {
      err += text
    },
    input: async () => '',
    report: () => {},
  })
  return { code, out, err }
}

async function answer(line: string) {
  const { code, out, err } = await waymark(`${line} --json`)
  assert.equal(code, 0, err || out)
  return JSON.parse(out)
}

test('a fleet is simulated, its traffic shown in hex with its meaning, and decoded again without a difference', async () => {
  const driven = await answer('simulate --units 2 --protocol all --rate 10 --duration 1s --duplicates')
  assert.deepEqual(
    { units: driven.units, spoke: driven.spoke, refused: driven.refused, missing: driven.sent - driven.acknowledged },
    { units: 2, spoke: 2, refused: 0, missing: 0 },
  )
  assert.ok(driven.sent >= 2 && driven.p50_ms > 0)

  const unit = await api.ctx.db
    .selectFrom('units')
    .selectAll()
    .where('name', '=', 'teltonika 1')
    .executeTakeFirstOrThrow()
  // A tracker's answer does not wait for its frame to be stored.
  const traffic = await until('a kept frame', async () => {
    const frames = await answer(`traffic --unit ${unit.id}`)
    return frames.length > 0 && frames
  })
  assert.match(traffic.at(-1).hex, /^00000000[0-9a-f]+$/)
  assert.equal(traffic.at(-1).protocol, 'teltonika')
  assert.ok(traffic.at(-1).messages[0]['position.latitude'] > 54)
  assert.equal((await answer(`traffic --unit ${unit.id} --limit 1`)).length, 1)
  assert.match((await waymark(`traffic --unit ${unit.id} --limit 1`)).out, /teltonika, \d+ bytes, .*\n {2}00000000/)

  const report = await answer(`redecode --unit ${unit.id} --since 7d`)
  assert.deepEqual([report.changed, report.added, report.removed, report.written], [0, 0, 0, false])
  assert.match((await waymark(`redecode --unit ${unit.id} --write`)).out, /No differences\.\n$/)
})

test('gateways that detect tags are simulated', async () => {
  const heard = await answer('simulate --tags 4 --units 2 --protocol all --rate 10 --duration 1s')
  assert.equal(heard.units, 2)
  assert.equal(heard.acknowledged, heard.sent)
  const sensors = await api.ctx.db.selectFrom('units').select('ident').where('type', '=', 'sensor').execute()
  assert.equal(sensors.length, 4)
  assert.match((await waymark('simulate --tags 4 --protocol gt06')).err, /gt06 trackers cannot detect tags/)
})

test('impossible requests are refused: no gateway, unknown unit, unknown protocol', async () => {
  assert.match((await waymark('simulate --port 1 --duration 1s')).err, /No gateway answers at 127\.0\.0\.1, port 1\./)
  assert.equal((await waymark('simulate --port 1 --duration 1s')).code, 1)
  assert.match((await waymark('traffic --unit 1')).err, /unit/)
  assert.match((await waymark('redecode --unit 1')).err, /unit/)
  assert.equal((await waymark('simulate --protocol morse')).code, 2)
  assert.equal((await waymark('simulate --units 0')).code, 2)
})
