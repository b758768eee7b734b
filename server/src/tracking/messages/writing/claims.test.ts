import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { runPipelined } from '#kernel/db/pipeline.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { openApi } from '#testing/api.ts'
import { isDistributed } from '#testing/cluster.ts'
import { writeParts } from '../cluster/cluster-store.ts'
import type { Parts } from '../cluster/shards.ts'
import { claimsIn } from './claims.ts'
import { StoreUnavailable } from './delivery.ts'
import { addNode, isFenced, isMoved } from './ownership-store.ts'
import { startWriter } from './writer.ts'

const { ctx } = await openApi()
const [unit, other] = [701, 702]
const onePart: Parts = [{ from: -(2 ** 31), key: 1 }]

function claimsWith(parts: Parts) {
  const place = { parts: parts.map(({ key }) => key), reach: async () => ctx.db, avoid: () => {} }
  return claimsIn(ctx, { parts, all: [place] }).all[0]!
}

/** Two nodes: the first owns both units and has begun a flush, then the second takes one of the units. */
async function afterLoss(parts: Parts) {
  const [first, second] = [claimsWith(parts), claimsWith(parts)]
  const [node, taker] = [await addNode(ctx.db), await addNode(ctx.db)]
  await first.claim(node, [unit, other])
  const fence = first.mark(node)
  await second.claim(taker, [unit])
  const flush = (unitIds: readonly number[], step = fence) => runPipelined(ctx.db, [step(unitIds)])
  return { claims: first, node, flush }
}

for (const [where, parts, skip] of [
  ['on one PostgreSQL', [], isDistributed],
  ['in parts', onePart, false],
] as const) {
  suite(`the fence ${where}`, { skip }, () => {
    test('lets a flush pass without the units that were lost meanwhile', async () => {
      const { flush } = await afterLoss(parts)
      await assert.rejects(flush([unit]), isFenced)
      await flush([other])
    })

    test('stops a flush that began before a loss whose note is deleted', async () => {
      const { claims, node, flush } = await afterLoss(parts)
      assert.deepEqual((await claims.notice(node)).unitIds, [unit])
      await claims.tidy(node)
      await assert.rejects(flush([unit]), isFenced)
      await assert.rejects(flush([other]), isFenced)
      await flush([other], claims.mark(node))
    })
  })
}

test('parts are created after what a node of a single PostgreSQL is storing, and then that node stores nothing', {
  skip: isDistributed,
}, async (t) => {
  t.after(() => ctx.db.deleteFrom('messageParts').execute())
  const claims = claimsWith([])
  const node = await addNode(ctx.db)
  await claims.claim(node, [unit])
  const writer = startWriter(ctx)
  const delivery = {
    unit: { id: other, ident: 'ident', name: 'Van', deviceTypeId: 101, protocolId: 1 },
    messages: [{ timestamp: Math.floor(ctx.clock.now().getTime() / 1000) }],
    peer: '192.0.2.1:1',
  }
  await writer.append(delivery)
  const order: string[] = []
  let writing: Promise<unknown> | undefined
  await ctx.db.transaction().execute(async (db) => {
    await runPipelined(db, [claims.mark(node)([unit])])
    writing = inTransaction(ctx, (own) => writeParts(own.db, onePart)).then(() => order.push('parts'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    order.push('flush')
  })
  await writing
  assert.deepEqual(order, ['flush', 'parts'])
  await assert.rejects(claims.claim(node, [unit]), isMoved)
  await assert.rejects(runPipelined(ctx.db, [claims.mark(node)([unit])]), isMoved)
  await assert.rejects(writer.append(delivery), StoreUnavailable)
  await writer.close()
})
