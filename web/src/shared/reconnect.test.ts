import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseMs } from './reconnect.ts'

test('the pauses between attempts double up to half a minute, give or take a quarter', () => {
  assert.deepEqual(
    [1, 2, 3, 5, 6, 20].map((failures) => pauseMs(failures, 0.5)),
    [1_000, 2_000, 4_000, 16_000, 30_000, 30_000],
  )
  assert.equal(pauseMs(1, 0), 750)
  assert.equal(pauseMs(1, 1), 1_250)
})
