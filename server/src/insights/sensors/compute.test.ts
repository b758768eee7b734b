/** The order of messages does not change what sensors measured. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { follow } from '../projections/follow.ts'
import { computeSensors, sensorProjection } from './compute.ts'

const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)
let ask: Client['ask']
before(async () => {
  ctx.clock.set(new Date((routeStart + 5 * 86_400) * 1000))
  ask = await askFor(api, dealer, account.user)
})

const settings = [
  { name: 'Plain', formula: 'ain.1' },
  {
    name: 'Tank',
    formula: 'ain.1 * 100',
    calibration: [
      [0, 0],
      [250, 30],
      [500, 80],
    ],
    smoothing: 'median',
    smoothing_count: 5,
  },
  { name: 'Mean', formula: 'ain.1 + ain.2', smoothing: 'average', smoothing_count: 3, min: 1, max: 8 },
  { name: 'Door', formula: 'din.1' },
]
const withSensors = async () => {
  const unit = await aUnit(dealer, account.id)
  for (const one of settings) assert.equal((await ask('POST', `/units/${unit.id}/sensors`, one)).status, 201)
  return unit
}

const turn = async () => {
  await follow(acting, [sensorProjection])
  await computeSensors(acting)
}

const measuredBy = async (unitId: number) => {
  const rows = await ctx.db
    .selectFrom('sensorQuarters')
    .innerJoin('unitSensors', 'unitSensors.id', 'sensorQuarters.sensorId')
    .select(['name', 't', 'count', 'sum', 'sensorQuarters.min', 'sensorQuarters.max', 'last', 'lastAt'])
    .where('unitId', '=', unitId)
    .orderBy('name')
    .orderBy('t')
    .execute()
  return rows
}

const inParts = <T>(all: readonly T[], parts: number) => {
  const size = Math.ceil(all.length / parts)
  return Array.from({ length: parts }, (_, index) => all.slice(index * size, (index + 1) * size))
}

test('shuffled, duplicate, late and in any pieces: the values are those of the ordered run', async () => {
  const said = fc.record({
    // Sometimes two messages of one moment, sometimes hours of silence.
    wait: fc.constantFrom(0, 10, 60, 60, 300, 900, 4000, 25_000),
    ain1: fc.option(fc.integer({ min: 0, max: 50 }).map((n) => n / 10)),
    ain2: fc.option(fc.integer({ min: 0, max: 50 }).map((n) => n / 10)),
    din: fc.option(fc.boolean()),
  })
  let quarters = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 1, maxLength: 60 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 5 }),
      async (all, keys, parts) => {
        const key = () => keys.next().value as number
        let t = routeStart
        const messages = all.map(({ wait, ain1, ain2, din }): Message => {
          t += wait
          return {
            timestamp: t,
            ...(ain1 !== null && { 'ain.1': ain1 }),
            ...(ain2 !== null && { 'ain.2': ain2 }),
            ...(din !== null && { 'din.1': din }),
            'position.speed': wait,
          } as Message
        })
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const doubled = shuffled.flatMap(({ message }) => (key() % 5 === 0 ? [message, message] : [message]))
        const [ordered, other] = [await withSensors(), await withSensors()]
        await received(api, ordered, messages)
        await turn()
        for (const part of inParts(doubled, parts)) {
          if (part.length === 0) continue
          await received(api, other, part)
          await turn()
        }
        const expected = await measuredBy(ordered.id)
        assert.deepEqual(await measuredBy(other.id), expected)
        // A sensor that is added later has the same history.
        const late = await aUnit(dealer, account.id)
        await received(api, late, doubled)
        await turn()
        for (const one of settings) await ask('POST', `/units/${late.id}/sensors`, one)
        await turn()
        assert.deepEqual(await measuredBy(late.id), expected)
        quarters += expected.length
      },
    ),
    { numRuns: 12 },
  )
  assert.ok(quarters > 50, String(quarters))
})

test('a changed sensor measures as if it had always been like this, and a deleted one is gone', async () => {
  const unit = await withSensors()
  const messages = Array.from({ length: 200 }, (_, index) => ({
    ...{ timestamp: routeStart + index * 300, 'ain.1': (index % 7) / 2, 'ain.2': 1 },
  })) as unknown as Message[]
  await received(api, unit, messages)
  await turn()
  const list = async () => (await ask('GET', `/units/${unit.id}/sensors`)).body
  const tank = (await list()).find((one: { name: string }) => one.name === 'Tank')
  assert.equal(tank.recomputing, false)
  const changed = await ask('PATCH', `/unit-sensors/${tank.id}`, { calibration: [], smoothing: 'none', decimals: 3 })
  assert.deepEqual([changed.body.recomputing, changed.body.decimals], [true, 3])
  await turn()
  const after = (await list()).find((one: { name: string }) => one.name === 'Tank')
  assert.deepEqual([after.recomputing, after.value, after.at], [false, 150, routeStart + 199 * 300])
  const rows = (await measuredBy(unit.id)).filter(({ name }) => name === 'Tank')
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    200,
  )
  assert.equal(Math.max(...rows.map(({ max }) => max)), 300)
  for (const { id } of await list()) assert.equal((await ask('DELETE', `/unit-sensors/${id}`)).status, 204)
  await turn()
  assert.deepEqual(await measuredBy(unit.id), [])
})
