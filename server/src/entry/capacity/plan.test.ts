/** The plan grows with its load, and the page shows the plan. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCosts } from './costs.ts'
import { capacityTable, marks } from './page.ts'
import { type Load, type Plan, planFor } from './plan.ts'

const costs = readCosts()
const load = fc.record({
  trackers: fc.integer({ min: 1, max: 20_000_000 }),
  intervalSeconds: fc.integer({ min: 1, max: 86_400 }),
  readers: fc.integer({ min: 0, max: 100_000 }),
  unitsPerReader: fc.integer({ min: 0, max: 1_000 }),
  days: fc.integer({ min: 1, max: 3_650 }),
})
const figuresOf = ({ advice, ...figures }: Plan) => Object.values(figures)

test('more trackers never need less of anything, and nothing is negative', () => {
  fc.assert(
    fc.property(load, fc.integer({ min: 1, max: 100 }), (one: Load, times) => {
      const [small, large] = [planFor(one, costs), planFor({ ...one, trackers: one.trackers * times }, costs)]
      for (const [at, figure] of figuresOf(small).entries()) {
        assert.ok(figure >= 0 && figure <= figuresOf(large)[at]!, `${JSON.stringify(small)} ${JSON.stringify(large)}`)
      }
    }),
  )
})

test('a plan by hand: 3,000 trackers, one record every 30 seconds', () => {
  const made = {
    nodeFixedCores: 0.1,
    databaseFixedCores: 0.2,
    nodeMicroseconds: 500,
    databaseMicroseconds: 1_000,
    readerMicroseconds: 10,
    walBytes: 2_000,
    messageBytes: 100,
    frameBytes: 50,
    newsBytes: 120,
    nodeMegabytes: 200,
    connectionKibibytes: 10,
  }
  const plan = planFor({ trackers: 3_000, intervalSeconds: 30, readers: 30, unitsPerReader: 100, days: 10 }, made)
  assert.deepEqual(plan, {
    messages_per_second: 100,
    nodes: 1,
    // Twice 0.05 for messages, 0.001 for readers and 0.1 that is fixed.
    node_cores: 0.3,
    node_memory_gb: 0.23,
    database_cores: 0.6,
    database_connections: 14,
    wal_gb_per_day: 17,
    messages_gb: 8.6,
    frames_gb: 3,
    news_mb_per_second: 0,
    advice: 'One node with the PostgreSQL that comes with it is enough; a second node takes over when it fails.',
  })
})

test('the page has the table of the latest measured costs', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/capacity.md'), 'utf8')
  assert.ok(page.includes([marks[0], capacityTable(costs), marks[1]].join('\n')))
})
