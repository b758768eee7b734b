import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasTracker, heardOf, protocolTitle, titleOfProtocol } from './unit.ts'

const now = 1_790_000_000

for (const [last_active, heard] of [
  [null, 'never'],
  [now - 5, 'connected'],
  [now - 24 * 3600, 'connected'],
  [now - 24 * 3600 - 1, 'silent'],
  [now + 60, 'connected'],
] as const) {
  test(`last active at ${last_active === null ? 'no time' : `${last_active - now} s`} is ${heard}`, () =>
    assert.equal(heardOf({ last_active }, now), heard))
}

test('protocols are found by id and by name, and an unknown one keeps its name', () => {
  assert.equal(protocolTitle(1), titleOfProtocol('teltonika'))
  assert.equal(protocolTitle(9_999), '9999')
  assert.equal(titleOfProtocol('unheard of'), 'unheard of')
})

test('tags and assets have no tracker of their own', () =>
  assert.deepEqual(
    [null, undefined, 'gateway', 'sensor', 'asset'].map((type) => hasTracker({ type })),
    [true, true, true, false, false],
  ))
