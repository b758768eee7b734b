/** Protocol settings of units and models, over real sockets: they apply to a connected tracker from its next frame. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProtocolName, protocolByName } from '@waymark/devices'
import { city } from '#entry/simulation/city.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { vehicleIn } from '#entry/simulation/vehicle.ts'
import { operator } from '#kernel/audit/actions.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { type Line, openLine } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'
import { decodeSomeAgain } from '../messages/frames/decode-again.ts'

const { api, notifications, dealer, account, anyPort, aTracker, anIdent, now } = await openGateway()
const hour = 3600

/** A clone: it adds the CRC of something else. The last four bytes of a GT06 frame are the CRC and the line end. */
function spoiled(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length + at]! ^= 0xff
  return copy
}

async function connected(protocol: ProtocolName): Promise<Line> {
  return openLine(anyPort + protocolByName(protocol).port)
}

const report = (protocol: ProtocolName, ident: string, at: number) => {
  const fix = { ...vehicleIn(city(), ident, at - 600).advanceTo(at), serial: 1 }
  const { bytes } = encoderOf(protocol)!.report(ident, [fix])
  // GT06 adds a heartbeat, which has no time.
  return protocol === 'gt06' ? bytes.subarray(0, bytes[2]! + 5) : bytes
}

const messagesOf = async (id: number, count: number) =>
  until('The messages', async () => {
    const { data } = (await dealer.ask('GET', `/units/${id}/messages`)).body
    return data.length >= count ? data : undefined
  })

async function set(path: string, values: object) {
  const answer = await dealer.ask('PUT', `/console/${path}/protocol-settings`, values)
  await notifications.catchUp()
  return answer
}

test('a clone with a wrong zone and a wrong checksum is read correctly from its next frame, without a reconnect', async () => {
  const unit = await aTracker(305)
  const line = await connected('gt06')
  line.send(encoderOf('gt06')!.login!(unit.ident).bytes)
  await line.receive(10)
  line.send(spoiled(report('gt06', unit.ident, now - 60 + 8 * hour), -4))
  const [wrong] = await messagesOf(unit.id, 1)
  assert.deepEqual([wrong.timestamp, wrong['message.checksum.status']], [now - 60 + 8 * hour, false])
  const { body } = await set(`units/${unit.id}`, { utc_offset_minutes: 480, checksum: 'ignore' })
  assert.deepEqual(body.effective, { utc_offset_minutes: 480, checksum: 'ignore' })
  line.send(spoiled(report('gt06', unit.ident, now - 50 + 8 * hour), -4))
  const right = (await messagesOf(unit.id, 2)).find((one: { timestamp: number }) => one.timestamp < now)
  assert.deepEqual([right.timestamp, right['message.checksum.status']], [now - 50, undefined])
  // And back to the default.
  await set(`units/${unit.id}`, {})
  line.send(report('gt06', unit.ident, now - 40))
  assert.ok((await messagesOf(unit.id, 3)).some((one: { timestamp: number }) => one.timestamp === now - 40))
  line.socket.destroy()
})

test('its history is decoded again once the settings are right: each frame once, and only one request at a time', async () => {
  const unit = await aTracker(305)
  const line = await connected('gt06')
  line.send(encoderOf('gt06')!.login!(unit.ident).bytes)
  await line.receive(10)
  const times = Array.from({ length: 6 }, (_, index) => now - 60 + index * 5)
  for (const at of times) line.send(spoiled(report('gt06', unit.ident, at + 8 * hour), -4))
  const traffic = `/units/${unit.id}/traffic?count=50`
  await until('The frames', async () => (await dealer.ask('GET', traffic)).body.data.length >= times.length)
  const suggested = (await dealer.ask('GET', `/console/units/${unit.id}/protocol-suggestions`)).body
  assert.deepEqual(
    suggested.map((one: Record<string, unknown>) => [one.name, one.value, one.off_by]),
    [
      ['utc_offset_minutes', 480, -28_800],
      ['checksum', 'ignore', null],
    ],
  )
  const [clock, checksum] = suggested
  assert.deepEqual(clock.example.changes, [
    { field: 'timestamp', before: times.at(-1)! + 8 * hour, after: times.at(-1)! },
  ])
  assert.deepEqual(checksum.example.changes, [{ field: 'message.checksum.status', before: false, after: null }])
  await set(`units/${unit.id}`, { ...clock.settings, ...checksum.settings })
  assert.deepEqual((await dealer.ask('GET', `/console/units/${unit.id}/protocol-suggestions`)).body, [])
  const path = `/console/units/${unit.id}/decoding`
  assert.equal((await dealer.ask('GET', path)).body.state, 'none')
  assert.equal((await dealer.ask('POST', path)).status, 201)
  assertRefused(await dealer.ask('POST', path), 409, 'CONFLICT')
  api.ctx.clock.advance(5)
  const acting = { ...api.ctx, actor: operator('test') }
  while ((await decodeSomeAgain(acting)) > 0);
  const done = (await dealer.ask('GET', path)).body
  assert.deepEqual([done.state, done.frames, done.changed, done.added, done.removed], ['done', 6, 6, 0, 0])
  const messages = (await dealer.ask('GET', `/units/${unit.id}/messages`)).body.data
  assert.deepEqual(
    messages.map((one: Record<string, unknown>) => [one.timestamp, one['message.checksum.status']]),
    times.map((time) => [time, undefined]),
  )
  const { data } = (await dealer.ask('GET', `/units/${unit.id}/telemetry`)).body
  assert.deepEqual([data.position.ts, data['message.checksum.status']], [times.at(-1), undefined])
  const changes = await api.ctx.db.selectFrom('messageChanges').selectAll().where('unitId', '=', unit.id).execute()
  assert.ok(changes.some(({ t0, t1 }) => t0 === times[0] && t1 === times.at(-1)! + 8 * hour))
  // Again: it can be requested again, and nothing is left to change.
  assert.equal((await dealer.ask('POST', path)).status, 201)
  api.ctx.clock.advance(5)
  while ((await decodeSomeAgain(acting)) > 0);
  const again = (await dealer.ask('GET', path)).body
  assert.deepEqual([again.state, again.frames, again.changed], ['done', 6, 0])
  line.socket.destroy()
})

test('a model’s settings apply to its units, unless they have their own', async () => {
  const [first, second] = [await aTracker(304), await aTracker(304)]
  const line = await connected('gt06')
  line.send(encoderOf('gt06')!.login!(first.ident).bytes)
  await line.receive(10)
  const { body } = await set('models/304', { utc_offset_minutes: 120 })
  assert.deepEqual([body.own, body.units, body.protocol], [{ utc_offset_minutes: 120 }, 2, 'gt06'])
  line.send(report('gt06', first.ident, now - 60 + 2 * hour))
  assert.equal((await messagesOf(first.id, 1))[0].timestamp, now - 60)
  await set(`units/${second.id}`, { utc_offset_minutes: null, checksum: 'ignore' })
  const read = (await dealer.ask('GET', `/console/units/${second.id}/protocol-settings`)).body
  assert.deepEqual(
    [read.own, read.model, read.effective],
    [{ utc_offset_minutes: null, checksum: 'ignore' }, { utc_offset_minutes: 120 }, { checksum: 'ignore' }],
  )
  await set('models/304', {})
  assert.deepEqual((await dealer.ask('GET', '/console/models/304/protocol-settings')).body.own, {})
  line.socket.destroy()
})

test('a tracker that is refused for its checksum is in the log, and served once that is ignored', async () => {
  const unit = await aTracker(3303)
  const line = await connected('jt808')
  // The checksum comes before the last mark.
  line.send(spoiled(report('jt808', unit.ident, now - 60), -2))
  const reason = await until('The refusal', async () => {
    const entries = (await dealer.ask('GET', `/units/${unit.id}/connections`)).body
    return entries.find(({ event }: { event: string }) => event === 'refused')?.reason as string
  })
  assert.equal(reason, 'the checksum of its frames is wrong')
  await set(`units/${unit.id}`, { checksum: 'ignore' })
  line.send(spoiled(report('jt808', unit.ident, now - 50), -2))
  assert.equal((await messagesOf(unit.id, 1)).length, 1)
  line.socket.destroy()
})

test('only settings that the protocol knows, with valid values, are accepted', async () => {
  const unit = await aTracker(305)
  for (const [values, field] of [
    [{ form: '%CI' }, 'form'],
    [{ utc_offset_minutes: 7 }, 'utc_offset_minutes'],
    [{ utc_offset_minutes: 900 }, 'utc_offset_minutes'],
    [{ checksum: 'maybe' }, 'checksum'],
    [{ speed_unit: 'parsec' }, 'speed_unit'],
  ] as const) {
    assertRefused(await set(`units/${unit.id}`, values), 400, `FAILED_VALIDATION ${field}`)
    assertRefused(await set('models/305', values), 400, `FAILED_VALIDATION ${field}`)
  }
  assertRefused(await dealer.ask('GET', '/console/models/99999/protocol-settings'), 404, 'NOT_FOUND')
  const audit = await api.ctx.db.selectFrom('audit').select('action').execute()
  for (const wanted of ['units.set-protocol-settings', 'models.set-protocol-settings'])
    assert.ok(audit.some(({ action }) => action === wanted))
})

test('an import reads them from a column', async () => {
  const row = (settings: string) => ({
    ...{ name: 'Clone', ident: anIdent(), model: 'Concox GT06N', app_id: account.reg_apps[0], account_id: account.id },
    protocol_settings: settings,
  })
  const rows = [row('utc_offset_minutes=480; checksum=ignore'), row('form=%CI'), row('480'), row(' ')]
  const { body } = await dealer.ask('POST', '/units/import', { rows })
  assert.deepEqual(
    body.rows.map(({ ok, errors }: { ok: boolean; errors?: { field: string }[] }) => [ok, errors?.[0]?.field]),
    [
      [true, undefined],
      [false, 'protocol_settings'],
      [false, 'protocol_settings'],
      [true, undefined],
    ],
    JSON.stringify(body),
  )
  const read = (await dealer.ask('GET', `/console/units/${body.rows[0].id}/protocol-settings`)).body
  assert.deepEqual(read.own, { utc_offset_minutes: 480, checksum: 'ignore' })
})
