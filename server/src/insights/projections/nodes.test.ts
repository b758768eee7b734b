/** Several nodes compute together what one computes alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import { sql } from 'kysely'
import type { ActorContext } from '#kernel/context.ts'
import { createMeters } from '#kernel/runtime/meters.ts'
import { leaseSlices } from '#kernel/slices/leases.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { day } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { tripProjection } from '../trips/compute.ts'
import { compute } from './actions.ts'

const api = await openApi()
const { ctx } = api
const dealer = await api.dealer()
const quotas = { unit: 1000, geofence: 0, unit_storage: 204800 }
const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', quotas })
const account = await anActivatedAccount(api, dealer, plan.id)

type Unit = Awaited<ReturnType<typeof aUnit>>
const someUnits = (count: number): Promise<Unit[]> =>
  Promise.all(Array.from({ length: count }, () => aUnit(dealer, account.id)))

async function send(units: readonly Unit[], messages: readonly Message[]): Promise<void> {
  const writer = startWriter(ctx)
  await Promise.all(
    units.map(({ id, ident, name }) =>
      writer.append({
        unit: { id, ident, name, deviceTypeId: 101, protocolId: 1 },
        messages,
        frame: Buffer.from('frame'),
        peer: '192.0.2.1:4000',
      }),
    ),
  )
  await writer.close()
}

const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const alone: ActorContext = { ...ctx, actor }
const aNode = (): ActorContext => ({ ...ctx, actor, slices: leaseSlices({ db: ctx.db, meters: createMeters() }, 0) })

/** Until all nodes know of each other. */
async function settle(nodes: readonly ActorContext[]): Promise<void> {
  for (let round = 0; round < 3; round++) for (const { slices } of nodes) await slices.share()
}

/** All results of a unit, without when and under which id they were computed. */
async function resultOf({ id }: Unit) {
  const trips = await ctx.db.selectFrom('trips').selectAll().where('unitId', '=', id).orderBy('t0').execute()
  const checkpoints = await ctx.db
    .selectFrom('followedCheckpoints')
    .select(['t', 'state'])
    .where('follower', '=', 'trips')
    .where('unitId', '=', id)
    .orderBy('t')
    .execute()
  const { rows } = await sql<{ state: string; dirtyFrom: number | null }>`
    select state, dirty_from from followed_units where follower = 'trips' and unit_id = ${id}`.execute(ctx.db)
  return {
    trips: trips.map(({ id: _, unitId: __, createdAt: ___, revisedAt: ____, ...rest }) => rest),
    checkpoints,
    state: rows[0],
  }
}

/** Row by row with its version: equal only if nothing was written. */
async function everything() {
  const { rows } = await sql`
    select 'trips' as kind, ctid::text, xmin::text, id::text as id from trips
    union all select 'units', ctid::text, xmin::text, follower || unit_id from followed_units
    union all select 'checkpoints', ctid::text, xmin::text, follower || unit_id || t from followed_checkpoints
    order by 1, 4`.execute(ctx.db)
  return rows
}

const batches = (messages: readonly Message[], size: number) =>
  Array.from({ length: Math.ceil(messages.length / size) }, (_, at) => messages.slice(at * size, (at + 1) * size))

test('three nodes, of which one dies and another joins, compute what one does, each unit once', async () => {
  const [control, ...units] = await someUnits(9)
  await send([control!], day())
  await compute(alone, tripProjection)
  const expected = await resultOf(control!)
  assert.ok(expected.trips.length > 3)

  let nodes = [aNode(), aNode(), aNode()]
  await settle(nodes)
  const parts = batches(day(), 150)
  // The second half arrives first.
  const order = [...parts.slice(parts.length / 2), ...parts.slice(0, parts.length / 2)]
  assert.ok(order.length > 3)
  for (const [round, part] of order.entries()) {
    await send(units, part)
    if (round === 1) {
      // The first is dead and silent, and the others find out.
      await sql`update slice_holders set seen_at = now() - interval '1 minute'`.execute(ctx.db)
      nodes = nodes.slice(1)
      await settle(nodes)
    }
    if (round === 2) {
      nodes.push(aNode())
      await settle(nodes)
    }
    const computed = await Promise.all(nodes.map((node) => compute(node, tripProjection)))
    assert.equal(
      computed.reduce((sum, count) => sum + count, 0),
      units.length,
    )
  }
  for (const unit of units) assert.deepEqual(await resultOf(unit), expected)
  await Promise.all(nodes.map(({ slices }) => slices.release()))
})

test('a node that was paused while its units were taken over writes nothing when it wakes up', async () => {
  const [control, ...units] = await someUnits(4)
  await send([control!], day())
  await compute(alone, tripProjection)
  await send(units, day())

  const [paused, other] = [aNode(), aNode()]
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stalling: typeof tripProjection = {
    ...tripProjection,
    async rulesOf(...of) {
      reached.resolve()
      await released.promise
      return tripProjection.rulesOf(...of)
    },
  }
  const working = compute(paused, stalling)
  await reached.promise
  await sql`update slice_holders set seen_at = now() - interval '1 minute'`.execute(ctx.db)
  // The other has the units now, and has not computed them: only the lease can keep the first from writing.
  await other.slices.share()
  const before = await everything()
  released.resolve()
  assert.equal(await working, 0)
  assert.deepEqual(await everything(), before)

  await compute(other, tripProjection)
  for (const unit of units) assert.deepEqual(await resultOf(unit), await resultOf(control!))
  await Promise.all([paused, other].map(({ slices }) => slices.release()))
})
