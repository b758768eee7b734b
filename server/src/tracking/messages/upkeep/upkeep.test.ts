import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, aManagedAccount, aUnit } from '#testing/builders.ts'
import { readMessages } from '../actions.ts'
import { startWriter } from '../writing/writer.ts'
import { dropFrames, mergeChunks, sweepOrphans, trimUnits } from './upkeep.ts'
import { insertChunk } from './upkeep-store.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer()
const account = await aManagedAccount(dealer)
const other = await aManagedAccount(dealer)
const own = await aManagedAccount(dealer)
const many = await aManagedAccount(dealer, (await aFleetPlan(dealer)).id)
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000

async function aUnitWith(times: readonly number[], note = '', { id: accountId } = account) {
  const { id, ident, name } = await aUnit(dealer, accountId)
  const writer = startWriter(ctx)
  for (const time of times) {
    await writer.append({
      unit: { id, ident, name, deviceTypeId: 101, protocolId: 1 },
      messages: [{ timestamp: base + time, 'custom.note': note }],
      frame: Buffer.from('frame'),
      peer: '192.0.2.1:1',
    })
  }
  await writer.close()
  return id as number
}
const read = async (unitId: number, count = 10_000, isNewestFirst = false) =>
  (JSON.parse((await readMessages(ctx, unitId, count, isNewestFirst)).toString()) as { timestamp: number }[]).map(
    ({ timestamp }) => timestamp - base,
  )
const chunksOf = async (unitId: number) =>
  (await ctx.db.selectFrom('messageChunks').select('count').where('unitId', '=', unitId).orderBy('t1').execute()).map(
    ({ count }) => count,
  )

test('small chunks are merged, including those of late data, and nothing is lost', async () => {
  const times = Array.from({ length: 100 }, (_, index) => (index * 37) % 100)
  const id = await aUnitWith(times)
  assert.equal((await chunksOf(id)).length, 100)
  await mergeChunks(acting)
  assert.deepEqual(await chunksOf(id), [100])
  assert.deepEqual(
    await read(id),
    times.toSorted((a, b) => a - b),
  )
})

test('the newest messages are chosen by device time, even where late data overlaps', async () => {
  const id = await aUnitWith([10, 20, 30, 5, 25, 15])
  assert.deepEqual(await read(id, 3), [20, 25, 30])
  assert.deepEqual(await read(id, 3, true), [30, 25, 20])
  assert.deepEqual(await read(id, 6), [5, 10, 15, 20, 25, 30])
  assert.deepEqual(await read(id, 1), [30])
})

test('a unit that may keep three messages keeps the newest three', async () => {
  const id = await aUnitWith([1, 2, 3, 4, 5])
  await ctx.db.updateTable('units').set({ messagesRotate: 3 }).where('id', '=', id).execute()
  await trimUnits(acting)
  assert.deepEqual(await read(id), [3, 4, 5])
})

suite('messages are kept for the time of their unit', () => {
  const keep = (id: number, messagesTtl: number) =>
    ctx.db.updateTable('units').set({ messagesTtl }).where('id', '=', id).execute()
  /** Received at this moment. */
  const append = async (id: number, time: number) => {
    const writer = startWriter(ctx)
    const unit = { id, ident: 'x', name: 'Van', deviceTypeId: 101, protocolId: 1 }
    const messages = [{ timestamp: base + time }]
    await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:1' })
    await writer.close()
  }

  test('and then deleted', async () => {
    const id = await aUnitWith([1, 9_999], '', other)
    await keep(id, 5_000)
    ctx.clock.advance(4_990)
    await append(id, 14_000)
    ctx.clock.advance(20)
    await trimUnits(acting)
    assert.deepEqual(await read(id), [14_000])
    const { storedCount } = await ctx.db
      .selectFrom('telemetry')
      .select('storedCount')
      .where('unitId', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(storedCount, 1)
  })

  test('from their arrival on, however old they were then', async () => {
    const id = await aUnitWith([-400 * 86_400], '', other)
    const late = new Map()
    await trimUnits(acting, 0, late)
    assert.deepEqual(await read(id), [-400 * 86_400])
    // A change of the time that the unit keeps them counts at once.
    await keep(id, 86_400)
    ctx.clock.advance(43_200)
    await append(id, -300 * 86_400)
    for (const [seconds, left] of [
      [0, [-400, -300]],
      [43_000, [-400, -300]],
      [900, [-300]],
      [43_200, []],
    ] as const) {
      ctx.clock.advance(seconds)
      await trimUnits(acting, 0, late)
      assert.deepEqual(
        await read(id),
        left.map((days) => days * 86_400),
      )
    }
  })

  test('also if there are more of them than are looked at together', async () => {
    const times = Array.from({ length: 120 }, (_, at) => at - 400 * 86_400)
    const id = await aUnitWith(times, '', other)
    const late = new Map()
    await trimUnits(acting, 0, late)
    assert.equal((await read(id)).length, 120)
    await keep(id, 86_400)
    ctx.clock.advance(86_500)
    await trimUnits(acting, 0, late)
    assert.deepEqual(await read(id), [])
  })
})

test('the storage of a plan counts the text of messages, and the oldest are deleted first', async () => {
  const id = await aUnitWith([1, 2, 3], 'x'.repeat(2000))
  await ctx.db
    .updateTable('clientPlans')
    .set({ quotas: JSON.stringify({ unit: 50, geofence: 5, unit_storage: 5 }) })
    .where('id', '=', Object.values(account.tariff_plans)[0] as string)
    .execute()
  await trimUnits(acting)
  assert.deepEqual(await read(id), [2, 3])
  const state = await ctx.db.selectFrom('telemetry').selectAll().where('unitId', '=', id).executeTakeFirstOrThrow()
  assert.equal(state.storedCount, 2)
  assert.ok(state.storedBytes <= 5 * 1024)
})

test('frames are dropped after a week', async () => {
  const id = await aUnitWith([1])
  ctx.clock.advance(8 * 86_400)
  await dropFrames(acting)
  assert.equal((await ctx.db.selectFrom('frameChunks').select('seq').where('unitId', '=', id).execute()).length, 0)
})

test('messages with the same time are cut and joined like all others', async () => {
  const id = await aUnitWith([1])
  const writer = startWriter(ctx)
  const unit = { id, ident: 'x', name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const append = (notes: readonly string[]) =>
    writer.append({
      unit,
      messages: notes.map((note) => ({ timestamp: base + 5, 'custom.note': note })),
      frame: Buffer.from('frame'),
      peer: '192.0.2.1:1',
    })
  await append(['a', 'b'])
  await append(['c', 'd', 'e'])
  await append(['f'])
  await writer.close()
  for (let count = 1; count <= 7; count++) {
    assert.deepEqual(await read(id, count), [1, 5, 5, 5, 5, 5, 5].slice(-count))
    assert.deepEqual(await read(id, count, true), [5, 5, 5, 5, 5, 5, 1].slice(0, count))
  }
})

test('a reader gets every message once while chunks are merged', async () => {
  const times = Array.from({ length: 300 }, (_, index) => index)
  const id = await aUnitWith(times)
  let isMerged = false
  const merging = (async () => {
    for (let smallChunks = 64; smallChunks < 70; smallChunks++) {
      await ctx.db.updateTable('telemetry').set({ smallChunks }).where('unitId', '=', id).execute()
      await mergeChunks(acting)
    }
    isMerged = true
  })()
  do assert.deepEqual(await read(id), times)
  while (!isMerged)
  await merging
  assert.deepEqual(await read(id), times)
})

test('while the process is busy only units with very many small chunks are merged', async () => {
  const id = await aUnitWith(Array.from({ length: 70 }, (_, index) => index))
  await mergeChunks(acting, true)
  assert.equal((await chunksOf(id)).length, 70)
  await ctx.db.updateTable('telemetry').set({ smallChunks: 1024 }).where('unitId', '=', id).execute()
  await mergeChunks(acting, true)
  assert.deepEqual(await chunksOf(id), [70])
})

suite('one unit with a damaged chunk', () => {
  const damaged = (t: number) => ({ t0: t, t1: t, count: 1, bytes: 10, isPacked: true, data: Buffer.from('damaged') })
  const quiet = { ...acting, log: { ...acting.log, error: () => {}, warn: () => {} } }

  test('does not keep the chunks of others from being merged', async () => {
    const times = Array.from({ length: 70 }, (_, index) => index)
    const [broken, healthy] = [await aUnitWith(times, '', own), await aUnitWith(times, '', own)]
    await insertChunk(ctx.db, broken, damaged(base + 100))
    await mergeChunks(quiet)
    assert.deepEqual(await chunksOf(healthy), [70])
    assert.equal((await chunksOf(broken)).length, 71)
  })

  test('takes no place of others, even if there are as many as are merged at once', async () => {
    const units = await Promise.all(Array.from({ length: 52 }, () => aUnitWith([1, 2], '', many)))
    const [broken, healthy] = [units.toSorted((a, b) => a - b).slice(0, 50), units.toSorted((a, b) => a - b).slice(50)]
    for (const unitId of broken) await insertChunk(ctx.db, unitId, damaged(base + 3))
    await ctx.db.updateTable('telemetry').set({ smallChunks: 64 }).where('unitId', 'in', units).execute()
    await mergeChunks(quiet)
    for (const unitId of healthy) assert.deepEqual(await chunksOf(unitId), [2])
    assert.deepEqual(await chunksOf(broken[0]!), [1, 1, 1])
  })

  test('does not keep the messages of others from being deleted', async () => {
    const units = [await aUnitWith([1, 2], '', own), await aUnitWith([1, 2], '', own)].toSorted((a, b) => a - b)
    const [broken, healthy] = units as [number, number]
    await insertChunk(ctx.db, broken, damaged(base))
    await ctx.db.updateTable('units').set({ messagesRotate: 1 }).where('id', 'in', units).execute()
    await trimUnits(quiet)
    assert.deepEqual(await read(healthy), [2])
  })
})

test('what was stored of a unit while it was being deleted is removed, and nothing else', async () => {
  const id = await aUnitWith([1, 2, 3])
  const orphan = 999_999_999_999
  const writer = startWriter(ctx)
  await writer.append({
    unit: { id: orphan, ident: 'gone', name: 'Gone', deviceTypeId: 101, protocolId: 1 },
    messages: [{ timestamp: base + 1 }],
    frame: Buffer.from('frame'),
    peer: '192.0.2.1:1',
  })
  await writer.close()
  assert.deepEqual(await sweepOrphans(acting), { removed: 1, next: 0 })
  assert.deepEqual(await read(orphan), [])
  for (const table of ['messageChunks', 'frameChunks', 'telemetry'] as const) {
    assert.deepEqual(await ctx.db.selectFrom(table).select('unitId').where('unitId', '=', orphan).execute(), [])
  }
  assert.deepEqual(await read(id), [1, 2, 3])
})

test('no index depends on a column of the latest values that every flush changes, so that updates can be HOT', async () => {
  const { rows } = await sql<{ column: string }>`
    select distinct attname::text as column from pg_index
    join pg_depend on classid = 'pg_class'::regclass and objid = indexrelid and refobjid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = refobjsubid
    where indrelid = 'telemetry'::regclass
    union
    select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = 'telemetry'::regclass order by 1`.execute(ctx.db)
  assert.deepEqual(
    rows.map(({ column }) => column),
    ['is_to_merge', 'unit_id'],
  )
})
