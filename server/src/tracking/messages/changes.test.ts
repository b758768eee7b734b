import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '#kernel/db/transaction.ts'
import { everyUnit } from '#kernel/slices/slice.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, aUnit } from '#testing/builders.ts'
import { untilCarried } from '#testing/checks/owners.ts'
import { readAfter, readForward, readStretch, takeChanges } from './actions.ts'
import { recoverUnit } from './upkeep/recovery.ts'
import { mergeChunks } from './upkeep/upkeep.ts'
import type { Writer } from './writing/delivery.ts'
import { startWriter } from './writing/writer.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer()
const account = await aManagedAccount(dealer)
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }

const send = (writer: Writer, unit: { id: number; ident: string; name: string }, ...times: number[]) =>
  writer.append({
    unit: { id: unit.id, ident: unit.ident, name: unit.name, deviceTypeId: 101, protocolId: 1 },
    messages: times.map((time) => ({ timestamp: base + time, 'custom.note': 'x' })),
    frame: Buffer.from('frame'),
    peer: '192.0.2.1:1',
  })

const taken = async () =>
  (await inTransaction(ctx, (within) => takeChanges(within, [everyUnit], 100_000))).map(({ unitId, t0, t1 }) => [
    unitId,
    t0 - base,
    t1 - base,
  ])

test('new messages are noted once per unit, and taken once', async () => {
  await taken()
  const [one, other] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
  const writer = startWriter(ctx)
  await send(writer, one, 10, 20, 30)
  await send(writer, one, 40)
  await send(writer, other, 5)
  // Sent again, so nothing is new.
  await send(writer, one, 40)
  await writer.close()
  assert.deepEqual(
    (await taken()).sort(([, a], [, b]) => a! - b!),
    [
      [other.id, 5, 5],
      [one.id, 10, 40],
    ],
  )
  assert.deepEqual(await taken(), [])
})

test('late data of a busy unit is noted in the commit that stores it, and what a crash hid at the next start', async () => {
  const unit = await aUnit(dealer, account.id)
  const writer = startWriter(ctx)
  // More units than may be written early: from now on new messages are gathered in memory.
  const crowd = Array.from({ length: 600 }, (_, index) => ({ id: index + 1, ident: `crowd-${index}`, name: 'Crowd' }))
  await Promise.all([...crowd, unit].map((one) => send(writer, one, 999)))
  await Promise.all([...crowd, unit].map((one) => send(writer, one, 1000)))
  await untilCarried(ctx.db)
  await taken()
  await send(writer, unit, 1001)
  await send(writer, unit, 500)
  await untilCarried(ctx.db)
  const late = (await taken()).filter(([id]) => id === unit.id)
  assert.deepEqual(late, [[unit.id, 500, 1001]])
  await send(writer, unit, 1002, 1003)
  // A second later they are no longer gathered but written at once.
  await untilCarried(ctx.db)
  const before = await taken()
  // The process has died; another one starts.
  await recoverUnit(ctx, unit.id)
  const ends = [...before, ...(await taken())].filter(([id]) => id === unit.id).map(([, , t1]) => t1 as number)
  assert.equal(Math.max(...ends), 1003)
  await writer.close()
})

test('messages are read in order of time, however chunks overlap, merged or not', async () => {
  const unit = await aUnit(dealer, account.id)
  const writer = startWriter(ctx)
  const times = Array.from({ length: 300 }, (_, index) => (index * 37) % 300)
  for (let at = 0; at < times.length; at += 3) await send(writer, unit, ...times.slice(at, at + 3))
  await writer.close()
  for (const isMerged of [false, true]) {
    if (isMerged) await mergeChunks(acting)
    const seen: number[] = []
    await readForward(ctx, unit.id, base + 99, (texts) => {
      for (const { timestamp } of texts) seen.push(timestamp - base)
      return true
    })
    assert.deepEqual(
      seen,
      Array.from({ length: 200 }, (_, index) => 100 + index),
    )
    const stretch = await readStretch(ctx, unit.id, { from: base + 10, to: base + 20 })
    assert.deepEqual(
      stretch.map(({ timestamp }) => timestamp - base),
      Array.from({ length: 10 }, (_, index) => 10 + index),
    )
    const some = await readAfter(ctx, [{ unitId: unit.id, after: base + 297 }])
    // In small pieces: more than may be read at once.
    const after = some
      .get(unit.id)?.()
      .map(({ timestamp }) => timestamp - base)
    if (after) assert.deepEqual(after.sort(), [298, 299])
    assert.ok(after || !isMerged)
  }
})

test('a reader that has enough stops reading', async () => {
  const unit = await aUnit(dealer, account.id)
  const writer = startWriter(ctx)
  for (let time = 0; time < 100; time++) await send(writer, unit, time)
  await writer.close()
  let count = 0
  await readForward(ctx, unit.id, 0, (texts) => {
    count += texts.length
    return false
  })
  assert.ok(count > 0 && count < 100, String(count))
})

test('old and current messages that arrive together are noted separately, in one frame and in several', async () => {
  await taken()
  const { id } = await aManagedAccount(dealer)
  const [one, other] = [await aUnit(dealer, id), await aUnit(dealer, id)]
  const writer = startWriter(ctx)
  const hour = 3600
  await send(writer, one, 0)
  await send(writer, one, -48 * hour, 10, -47 * hour, 20)
  for (const time of [30, -100 * hour, 40]) await send(writer, other, time)
  await writer.close()
  const found = await inTransaction(ctx, (within) => takeChanges(within, [everyUnit], 100_000))
  const stretchesOf = (id: number) =>
    found.find(({ unitId }) => unitId === id)!.stretches.map(({ t0, t1 }) => [t0 - base, t1 - base])
  assert.deepEqual(stretchesOf(one.id), [
    [-48 * hour, -47 * hour],
    [0, 20],
  ])
  assert.deepEqual(stretchesOf(other.id), [
    [-100 * hour, -100 * hour],
    [30, 40],
  ])
})
