/** Decodes kept frames again, on a real database, with what a real gateway has stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelById, type ProtocolName, protocolByName } from '@waymark/devices'
import { sql } from 'kysely'
import { city } from '#entry/simulation/city.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { vehicleIn } from '#entry/simulation/vehicle.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { datagram } from '#testing/people/teltonika.ts'
import { receiveDatagram } from '../../gateway/listeners/datagram.ts'
import { Session } from '../../gateway/session.ts'
import type { SessionServices } from '../../gateway/session-services.ts'
import { readTelemetry } from '../actions.ts'
import { textsOf, timestampOf, toChunk } from '../chunk.ts'
import * as store from '../store.ts'
import { startWriter } from '../writing/writer.ts'
import { readTraffic, redecode } from './redecode.ts'

const api = await openApi()
const dealer = await api.dealer()
const plan = await aPlan(dealer, { quotas: { unit: 50, geofence: 1, unit_storage: 10240 } })
const account = await aManagedAccount(dealer, plan.id)
const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
const weekAgo = new Date((now - 7 * 86_400) * 1000)
const acting = { ...api.ctx, actor: operator('redecode') }
let imei = 864123051000000

interface Tracked {
  readonly id: number
  readonly ident: string
  readonly services: SessionServices
  readonly protocol: ReturnType<typeof protocolByName>
}

/** A unit and everything that a session asks of a gateway, without sockets. */
async function tracked(hwId: number): Promise<Tracked> {
  const unit = await aUnit(dealer, account.id, { ident: String(++imei), hw_id: hwId })
  const model = modelById(hwId)!
  const protocol = protocolByName(model.protocol)
  const admitted = { ...unit, deviceTypeId: hwId, protocolId: protocol.id, model: model.title, tls: false }
  const services: SessionServices = {
    writer: startWriter(api.ctx),
    turnAway: () => {},
    rejected: () => {},
    doubted: () => {},
    clock: api.ctx.clock,
    log: api.ctx.log,
    admit: async () => admitted,
    reportUnknownDevice: async () => {},
    allowanceOf: () => ({ spend: () => 0 }),
    claimConnection: () => {},
    releaseConnection: () => true,
    registerSender: () => {},
    answered: () => {},
  }
  return { id: unit.id, ident: unit.ident, services, protocol }
}

let port = 4000
/** A connection that sends these bytes and waits for all answers. */
async function say({ services, protocol }: Tracked, words: readonly Buffer[]): Promise<void> {
  const none = () => {}
  const transport = { isTls: false, send: none, close: none, identified: none, pause: none, resume: none }
  const session = new Session(
    services,
    transport,
    { link: 'tcp', address: '192.0.2.7', name: `192.0.2.7:${++port}` },
    protocol,
  )
  for (const bytes of words) {
    session.receive(bytes)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await session.settled()
  }
  session.end()
  // No two connections of a unit share a moment.
  api.ctx.clock.advance(1)
}

function drive(protocol: ProtocolName, ident: string, count: number, at: number): Buffer[] {
  const encoder = encoderOf(protocol)!
  const vehicle = vehicleIn(city(), ident, at - 600)
  const fixes = Array.from({ length: count }, (_, index) => ({ ...vehicle.advanceTo(at + index * 5), serial: index }))
  const login = encoder.login ? [encoder.login(ident).bytes] : []
  return [...login, ...fixes.map((fix) => encoder.report(ident, [fix]).bytes)]
}

const close = ({ services }: Tracked) => services.writer.close()

/** As if an older decoder had made them: every stored message of the unit is rewritten. */
async function spoil(
  unitId: number,
  change: (message: Record<string, unknown>) => Record<string, unknown> | undefined,
) {
  const chunks = await store.readChunks(api.ctx.db, unitId, 1000)
  await sql`delete from message_chunks where unit_id = ${unitId}`.execute(api.ctx.db)
  for (const chunk of chunks) {
    const texts = textsOf(chunk).flatMap((text) => {
      const changed = change(JSON.parse(text))
      return changed ? [JSON.stringify(changed)] : []
    })
    const kept = texts.map((text) => ({ text, timestamp: timestampOf(text) }))
    if (kept.length === 0) continue
    const write = { unitId, chunk: toChunk(kept), frames: undefined, state: undefined }
    await store.write(api.ctx.db, [write])
  }
}

const messagesOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/messages`)).body.data
const telemetryOf = async (id: number) => (await dealer.ask('GET', `/units/${id}/telemetry`)).body.data

for (const hwId of [110, 305, 4101, 208, 801, 903]) {
  const { protocol } = modelById(hwId)!
  test(`${protocol}: decoding frames again with the same decoder gives the same messages, for later connections too`, async () => {
    const unit = await tracked(hwId)
    const words = drive(protocol, unit.ident, 4, now - 200)
    await say(unit, words)
    await say(unit, words)
    await say(unit, drive(protocol, unit.ident, 3, now - 100))
    await close(unit)
    const report = await redecode(acting, unit.id, weekAgo, true)
    assert.deepEqual(
      [report.changed, report.added, report.removed, report.framesUnreadable, report.isWritten],
      [0, 0, 0, 0, false],
      JSON.stringify(report),
    )
    assert.equal(report.messages, (await messagesOf(unit.id)).length)
    assert.ok(report.framesPassedOver >= 4)
  })
}

test('a fixed decoder: the report lists the differences, and only writing replaces messages', async () => {
  const unit = await tracked(110)
  await say(unit, drive('teltonika', unit.ident, 5, now - 300))
  await close(unit)
  const right = await messagesOf(unit.id)
  const rightTelemetry = await telemetryOf(unit.id)
  const last = right.at(-1).timestamp
  // The older one got the speed wrong, invented a parameter, did not know the voltage, and duplicated the last message.
  await spoil(unit.id, ({ 'external.powersource.voltage': _, ...message }) => ({
    ...message,
    'position.speed': 255,
    'custom.noise': 1,
  }))
  const stale = {
    ...rightTelemetry,
    'custom.noise': { ts: last, value: 1 },
    'position.speed': { ts: last, value: 255 },
  }
  await sql`update telemetry set parameters = ${JSON.stringify(stale)}::jsonb where unit_id = ${unit.id}`.execute(
    api.ctx.db,
  )

  const before = await messagesOf(unit.id)
  const report = await redecode(acting, unit.id, weekAgo, false)
  assert.deepEqual([report.changed, report.added, report.removed, report.isWritten], [5, 0, 0, false])
  const byName = Object.fromEntries(report.fields.map((field) => [field.field, field]))
  assert.deepEqual(Object.keys(byName).sort(), ['custom.noise', 'external.powersource.voltage', 'position.speed'])
  assert.deepEqual([byName['custom.noise']!.removed, byName['external.powersource.voltage']!.added], [5, 5])
  assert.equal(byName['position.speed']!.changed, 5)
  assert.equal(byName['position.speed']!.example.before, 255)
  assert.deepEqual(await messagesOf(unit.id), before)
  assert.equal((await telemetryOf(unit.id))['custom.noise'].value, 1)

  assert.equal((await redecode(acting, unit.id, weekAgo, true)).isWritten, true)
  assert.deepEqual(await messagesOf(unit.id), right)
  assert.deepEqual(await telemetryOf(unit.id), rightTelemetry)
  const audit = await api.ctx.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'messages.redecode')
    .where('subjectId', '=', String(unit.id))
    .execute()
  assert.equal(audit.length, 1)
  assert.equal(audit[0]!.dealerId, dealer.dealer)
  const { storedCount, storedBytes } = await api.ctx.db
    .selectFrom('telemetry')
    .select(['storedCount', 'storedBytes'])
    .where('unitId', '=', unit.id)
    .executeTakeFirstOrThrow()
  const text = right.reduce((sum: number, message: object) => sum + Buffer.byteLength(JSON.stringify(message)), 0)
  assert.deepEqual([Number(storedCount), Number(storedBytes)], [5, text])
  assert.equal((await redecode(acting, unit.id, weekAgo, true)).isWritten, false)
})

test('a time zone from the login applies again, though the login carried no message', async () => {
  const unit = await tracked(305)
  const [login, ...rest] = drive('gt06', unit.ident, 2, now - 400)
  // Type 12 is in local time; the zone stands behind the IMEI: 8:00 east.
  const zoned = gt06(0x01, Buffer.concat([login!.subarray(4, 12), Buffer.from('00363200', 'hex')]), 1)
  const local = gt06(0x12, Buffer.concat([rest[0]!.subarray(4, 22), Buffer.from('00f601053d002a11', 'hex')]), 2)
  await say(unit, [zoned, local])
  await close(unit)
  const [message] = await messagesOf(unit.id)
  assert.equal(message.timestamp, now - 400 - 8 * 3600)
  assert.deepEqual((await redecode(acting, unit.id, weekAgo, false)).fields, [])
  const [opener, frame] = await readTraffic(api.ctx, unit.id, weekAgo)
  assert.deepEqual([opener!.isOpener, Buffer.from(opener!.bytes)], [true, zoned])
  assert.deepEqual([frame!.isOpener, Buffer.from(frame!.bytes), frame!.messages.length], [false, local, 1])
})

test('a message in several packages is put together again', async () => {
  const unit = await tracked(3303)
  const place = Buffer.from('0000000000000003034275b50181bd380070019f005a260301195958', 'hex')
  await say(
    unit,
    [0, 1].map((index) => jt808Part(unit.ident, index, 2, place.subarray(index * 14, index * 14 + 14))),
  )
  await close(unit)
  const [message] = await messagesOf(unit.id)
  assert.equal(message['position.latitude'], 54.687157)
  const report = await redecode(acting, unit.id, weekAgo, true)
  assert.deepEqual([report.frames, report.messages, report.removed, report.isWritten], [1, 1, 0, false])
})

/** 0200 of 2013 in packages: attributes with bit 13, number in six bytes, serial, number of packages, which it is. */
function jt808Part(ident: string, index: number, count: number, body: Buffer): Buffer {
  const attributes = 0x2000 | body.length
  const number = Buffer.from(ident.slice(-12), 'hex')
  const head = Buffer.of(2, 0, attributes >> 8, attributes & 0xff, ...number, 0, index, 0, count, 0, index + 1)
  const plain = Buffer.concat([head, body])
  return Buffer.of(
    0x7e,
    ...plain,
    plain.reduce((xor, byte) => xor ^ byte, 0),
    0x7e,
  )
}

test('messages that another decoder adds or drops are added and removed; trimmed ones are not restored', async () => {
  const unit = await tracked(110)
  const encoder = encoderOf('teltonika')!
  const vehicle = vehicleIn(city(), unit.ident, now - 900)
  const fixes = Array.from({ length: 6 }, (_, index) => ({ ...vehicle.advanceTo(now - 500 + index), serial: index }))
  await say(unit, [encoder.login!(unit.ident).bytes, encoder.report(unit.ident, fixes).bytes])
  await close(unit)
  const right = await messagesOf(unit.id)
  // The unit's limits removed the first two; the fourth was never decoded; the last had another time.
  await spoil(unit.id, (message) => {
    const index = (message.timestamp as number) - (now - 500)
    return index < 2 || index === 3 ? undefined : message
  })
  const report = await redecode(acting, unit.id, weekAgo, true)
  assert.deepEqual([report.changed, report.added, report.removed], [0, 1, 0])
  assert.equal(report.examples.added[0]!.timestamp, now - 497)
  assert.deepEqual(await messagesOf(unit.id), right.slice(2))
  const invented = { ...right[4], timestamp: now - 450 }
  const chunk = toChunk([{ timestamp: now - 450, text: JSON.stringify(invented) }])
  await store.write(api.ctx.db, [{ unitId: unit.id, chunk, state: undefined }])
  const again = await redecode(acting, unit.id, weekAgo, true)
  assert.deepEqual([again.changed, again.added, again.removed], [0, 0, 1])
  assert.deepEqual(await messagesOf(unit.id), right.slice(2))
})

test('datagrams are distinguished from frames of a connection', async () => {
  const unit = await tracked(110)
  const words = datagram(unit.ident, 7, [{ at: now - 50 }, { at: now - 49 }])
  await receiveDatagram(unit.services, words, '192.0.2.9', '192.0.2.9:9', () => {}, unit.protocol)
  await say(unit, drive('teltonika', unit.ident, 1, now - 30))
  await close(unit)
  const report = await redecode(acting, unit.id, weekAgo, false)
  assert.deepEqual([report.frames, report.messages, report.fields.length, report.framesUnreadable], [2, 3, 0, 0])
})

test('frames before the given time are left alone', async () => {
  const unit = await tracked(110)
  await say(unit, drive('teltonika', unit.ident, 2, now - 60))
  await close(unit)
  await spoil(unit.id, (message) => ({ ...message, 'position.speed': 255 }))
  const report = await redecode(acting, unit.id, new Date((now + 60) * 1000), true)
  assert.deepEqual([report.frames, report.changed], [0, 0])
  assert.equal((await readTelemetry(api.ctx, unit.id))['position.latitude'] !== undefined, true)
  await assert.rejects(redecode(acting, 1, weekAgo, false), /unit/)
})

test('frames that share a moment cannot be distinguished, and lose nothing', async () => {
  const unit = await tracked(110)
  for (const at of [now - 40, now - 35]) {
    await say(unit, drive('teltonika', unit.ident, 2, at))
    // A clock that was set back, so that the moments of the first connection occur again.
    api.ctx.clock.advance(-1)
  }
  await close(unit)
  api.ctx.clock.advance(2)
  const before = await messagesOf(unit.id)
  const report = await redecode(acting, unit.id, weekAgo, true)
  assert.deepEqual([report.changed, report.added, report.removed], [0, 0, 0])
  assert.deepEqual(await messagesOf(unit.id), before)
})

function gt06(type: number, content: Buffer, serial: number): Buffer {
  const body = Buffer.concat([Buffer.of(content.length + 5, type), content, Buffer.of(0, serial)])
  let crc = 0xffff
  for (const byte of body) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1
  }
  crc ^= 0xffff
  return Buffer.concat([Buffer.of(0x78, 0x78), body, Buffer.of(crc >> 8, crc & 0xff, 0x0d, 0x0a)])
}
