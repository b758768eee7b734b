import assert from 'node:assert/strict'
import { test } from 'node:test'
import { positionUpdateOf, readCursor, writeCursor } from './position-updates.ts'

test('a cursor reads back as it was written', () => {
  const cursor = {
    at: 1_772_000_000,
    partitions: new Map([
      [1, 7],
      [250_000, 2_000_000_000],
    ]),
  }
  assert.deepEqual(readCursor(writeCursor(cursor)), cursor)
  assert.deepEqual(readCursor(writeCursor({ at: 5, partitions: new Map() })), { at: 5, partitions: new Map() })
})

for (const text of ['', '-', 'x.1', 'tk9w-1', 'tk9w-1.2-', 'tk9w-1.2.3', 'TK9W-1.2', `tk9w${'-1.2'.repeat(300)}`, 'ü'])
  test(`${JSON.stringify(text.slice(0, 20))} is not a cursor`, () => assert.equal(readCursor(text), undefined))

test('a message is a position if it has one, and relayed if a gateway detected it', () => {
  const place = { 'position.latitude': 1, 'position.longitude': 2 }
  const position = { latitude: 1, longitude: 2 }
  assert.equal(positionUpdateOf(7, { timestamp: 10 }, 10), undefined)
  assert.deepEqual(positionUpdateOf(7, { timestamp: 10, ...place }, 11), {
    unitId: 7,
    timestamp: 10,
    position,
    kind: 'reported',
  })
  assert.equal(positionUpdateOf(7, { timestamp: 10, ...place, 'gateway.id': 3 }, 11)?.kind, 'relayed')
  assert.equal(positionUpdateOf(7, { timestamp: 5_000, ...place }, 1_000)?.timestamp, 1_300)
})
