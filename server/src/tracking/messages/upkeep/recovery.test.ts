/** Latest values that fell behind are recovered, and damage affects only its own unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { freePorts } from '#testing/ports.ts'
import { startGateway } from '../../gateway/gateway.ts'
import { readTelemetry } from '../actions.ts'
import { startWriter } from '../writing/writer.ts'
import { firstRound, recoverSome } from './recovery.ts'
import { insertChunk } from './upkeep-store.ts'

const { ctx: quiet, databaseUrl } = await openApi({ WAYMARK_GATEWAY_PORT: String(await freePorts()) })
const reported: { unit_id?: number }[] = []
const note = (entry: unknown) => void reported.push(entry as object)
const ctx = { ...quiet, log: { info: note, warn: note, error: note } }
const base = Math.floor(ctx.clock.now().getTime() / 1000) - 10_000
let lastUnit = 7_000

/** It has sent at one and two seconds, and neither is in its latest values. */
async function aUnitBehind() {
  const id = ++lastUnit
  const unit = { id, ident: `ident-${id}`, name: 'Van', deviceTypeId: 101, protocolId: 1 }
  const send = async (...times: number[]) => {
    const writer = startWriter(ctx)
    const messages = times.map((time) => ({ timestamp: base + time, 'position.speed': time }))
    await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:1' })
    await writer.close()
  }
  await send(1, 2)
  await ctx.db.updateTable('telemetry').set({ parameters: '{}', tMax: base }).where('unitId', '=', id).execute()
  return { id, send }
}

const damaged = (time: number) => ({
  t0: base + time,
  t1: base + time,
  count: 1,
  bytes: 10,
  isPacked: true,
  data: Buffer.from('damaged'),
})
const speedOf = async (unitId: number) => (await readTelemetry(ctx, unitId))['position.speed']?.value
const isReported = (unitId: number) => reported.some((entry) => entry.unit_id === unitId)

test('a unit that fell behind is recovered at its first message', async () => {
  const { id, send } = await aUnitBehind()
  await send(0)
  assert.equal(await speedOf(id), 2)
})

test('a unit that sends nothing more is recovered at the second check of the job, if nothing has changed since', async () => {
  const { id } = await aUnitBehind()
  const first = await recoverSome(ctx, firstRound)
  assert.equal(await speedOf(id), undefined)
  const other = await recoverSome(ctx, { ...firstRound, behind: new Map([[id, 'as it was before']]) })
  assert.equal(other.recovered, 0)
  const second = await recoverSome(ctx, first)
  assert.equal(second.recovered, 1)
  assert.equal(await speedOf(id), 2)
  assert.equal((await recoverSome(ctx, second)).recovered, 0)
})

test('a damaged chunk is skipped and logged with its unit; other units and later messages are not affected', async () => {
  const [broken, healthy] = [await aUnitBehind(), await aUnitBehind()]
  await insertChunk(ctx.db, broken.id, damaged(3))
  const first = await recoverSome(ctx, firstRound)
  assert.equal((await recoverSome(ctx, first)).recovered, 2)
  assert.deepEqual([await speedOf(broken.id), await speedOf(healthy.id)], [2, 2])
  assert.deepEqual([isReported(broken.id), isReported(healthy.id)], [true, false])
  // Late data is compared with what is stored at its time, which cannot be read here.
  await broken.send(3, 4)
  assert.equal(await speedOf(broken.id), 4)
})

test('a unit whose chunks cannot be read at all still works', async () => {
  const { id, send } = await aUnitBehind()
  await insertChunk(ctx.db, id, damaged(3))
  await sql`create function break_row() returns trigger language plpgsql as $$ begin
    if new.unit_id = ${sql.lit(id)} and new.t_max = ${sql.lit(base + 3)} then
      raise exception 'damaged' using errcode = 'XX001'; end if; return new; end $$`.execute(ctx.db)
  await sql`create trigger breaking before insert on telemetry for each row execute function break_row()`.execute(
    ctx.db,
  )
  try {
    await send(5)
  } finally {
    await sql`drop function break_row() cascade`.execute(ctx.db)
  }
  assert.equal(await speedOf(id), 5)
  assert.ok(isReported(id))
})

test('a start reads no stored messages', async () => {
  const notifications = listen(databaseUrl)
  for (const table of ['message_chunks', 'telemetry'])
    await sql.raw(`alter table ${table} rename to ${table}_away`).execute(ctx.db)
  try {
    await (await startGateway(ctx, notifications)).close()
  } finally {
    for (const table of ['message_chunks', 'telemetry'])
      await sql.raw(`alter table ${table}_away rename to ${table}`).execute(ctx.db)
    await notifications.close()
  }
})
