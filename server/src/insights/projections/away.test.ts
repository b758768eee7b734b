/** On a cluster, a worker that is away stops only what is computed and tidied up of its own units. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import type { ActorContext } from '#kernel/context.ts'
import { connect } from '#kernel/db/connect.ts'
import { startApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { untilCarried } from '#testing/checks/owners.ts'
import { isDistributed, urlAt } from '#testing/cluster.ts'
import { day } from '#testing/routes.ts'
import { listWorkers } from '#tracking/messages/cluster/cluster-store.ts'
import { readShards, workerOf, workersOf } from '#tracking/messages/cluster/shards.ts'
import { firstRound, recoverSome } from '#tracking/messages/upkeep/recovery.ts'
import { dropFrames, mergeChunks, sweepOrphans, trimUnits } from '#tracking/messages/upkeep/upkeep.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { visitProjection } from '../geofences/compute.ts'
import { conditionProjection } from '../notifications/conditions/compute.ts'
import { tripProjection } from '../trips/compute.ts'
import { compute, forgetSome } from './actions.ts'
import { follow } from './follow.ts'

const projections = [conditionProjection, visitProjection, tripProjection]
/** Nobody listens there. */
const nowhere = 9

test('units of the other worker are computed, merged and trimmed meanwhile, and nothing is forgotten of its own', {
  skip: !isDistributed,
}, async (t) => {
  const api = await startApi()
  t.after(() => api.close())
  const { ctx, databaseUrl } = api
  const dealer = await api.dealer('provider')
  const account = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
  const units = await Promise.all(Array.from({ length: 24 }, () => aUnit(dealer, account.id)))
  const shards = await readShards(ctx.db)
  const [living, lost] = workersOf(shards) as [number, number]
  const workers = await listWorkers(ctx.db)
  const addressOf = (group: number) => workers.find((one) => one.group === group)!
  const idsAt = (group: number) => units.map(({ id }) => id as number).filter((id) => workerOf(shards, id) === group)

  async function send(index: number): Promise<void> {
    const writer = startWriter(ctx)
    const messages = day(index)
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
    await untilCarried(ctx.db)
  }

  /** As another node sees it, which has not asked anything yet. */
  function aNode(): ActorContext {
    const { db, close } = connect(databaseUrl, 5)
    t.after(close)
    return { ...ctx, db, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
  }

  /** For the coordinator and the other worker, which ask it under this address. */
  async function moveLost(port: number): Promise<void> {
    for (const url of [databaseUrl, urlAt(databaseUrl, addressOf(living))]) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client
        .query('update pg_dist_node set nodeport = $1 where groupid = $2', [port, lost])
        .finally(() => client.end())
    }
  }

  const count = async (table: 'trips' | 'messageChunks', ids: readonly number[]) =>
    (await ctx.db.selectFrom(table).select('unitId').where(sql<boolean>`unit_id = any(${ids}::bigint[])`).execute())
      .length

  /** Of each unit: all drive the same. */
  const tripsAt = async (group: number) => (await count('trips', idsAt(group))) / idsAt(group).length

  async function everyJob(acting: ActorContext): Promise<void> {
    await follow(acting, projections)
    for (const projection of projections) {
      await compute(acting, projection)
      await forgetSome(acting, projection, 0)
    }
    await mergeChunks(acting)
    await trimUnits(acting)
    await dropFrames(acting)
    await sweepOrphans(acting)
    await recoverSome(acting, firstRound)
  }

  assert.ok(idsAt(living).length > 0 && idsAt(lost).length > 0)
  await send(0)
  await everyJob(aNode())
  const [tripsHere, tripsThere] = [await tripsAt(living), await tripsAt(lost)]
  assert.ok(tripsHere > 0 && tripsHere === tripsThere)

  await send(1)
  await sql`update telemetry set small_chunks = 64`.execute(ctx.db)
  await sql`update units set messages_rotate = 50 where id = ${idsAt(living)[0]}`.execute(ctx.db)
  const chunksThere = await count('messageChunks', idsAt(lost))
  await moveLost(nowhere)
  const meanwhile = aNode()
  await everyJob(meanwhile)
  const tripsOfTwoDays = await tripsAt(living)
  assert.ok(tripsOfTwoDays >= 2 * tripsHere)
  assert.equal(await tripsAt(lost), tripsThere)
  const { rows } = await sql<{ storedCount: number; smallChunks: number }>`
    select stored_count, small_chunks from telemetry where unit_id = ${idsAt(living)[0]}`.execute(meanwhile.db)
  assert.deepEqual(rows, [{ storedCount: 50, smallChunks: 0 }])

  await moveLost(addressOf(lost).port)
  assert.equal(await count('messageChunks', idsAt(lost)), chunksThere)
  await everyJob(aNode())
  assert.equal(await tripsAt(lost), tripsOfTwoDays)
})
