import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  datagramPasswordMs,
  holdMs,
  later,
  mayCommand,
  maySendPassword,
  observed,
  proven,
  takenOver,
} from './network-trust.ts'

const begin = new Date('2026-05-17T12:00:00Z')
const after = (ms: number) => new Date(begin.getTime() + ms)
const [home, other] = ['192.0.2.0/24', '198.51.100.0/24']
const known = observed(undefined, home, begin)

test('the first network of a unit is trusted, but does not get its password yet', () => {
  assert.equal(mayCommand(known, home, begin), true)
  assert.equal(maySendPassword(known, home, false, begin), false)
  assert.equal(maySendPassword(known, home, false, after(holdMs)), true)
  assert.equal(maySendPassword(known, home, true, after(holdMs)), false)
  assert.equal(maySendPassword(known, home, true, after(datagramPasswordMs)), true)
})

test('an observation without news returns the same value, so that nothing is written', () => {
  assert.equal(observed(known, home, after(5)), known)
  const moved = observed(known, other, after(5))
  assert.equal(observed(moved, other, after(6)), moved)
})

test('another network waits until it was the only one for ten minutes; the known one is served meanwhile', () => {
  const moved = observed(known, other, after(1000))
  for (const ms of [1000, 1000 + holdMs - 1]) {
    assert.equal(mayCommand(moved, other, after(ms)), false)
    assert.equal(mayCommand(moved, home, after(ms)), true)
  }
  assert.equal(mayCommand(moved, other, after(1000 + holdMs)), true)
  const settled = observed(moved, other, after(1000 + holdMs))
  assert.deepEqual([settled.network, settled.since, settled.candidate], [other, after(1000), null])
  assert.equal(mayCommand(settled, home, after(1000 + holdMs)), false)
})

test('a frame from the known network drops the candidate', () => {
  const back = observed(observed(known, other, after(1000)), home, after(2000))
  assert.deepEqual(back, known)
  const again = observed(back, other, after(3000))
  assert.equal(mayCommand(again, other, after(1000 + holdMs)), false)
})

test('after a takeover no peer gets a command for ten minutes', () => {
  const taken = takenOver(known, after(1000))
  assert.equal(mayCommand(taken, home, after(1000 + holdMs - 1)), false)
  assert.equal(maySendPassword(taken, home, true, after(1000 + holdMs - 1)), false)
  assert.equal(mayCommand(taken, home, after(1000 + holdMs)), true)
})

test('a peer that presents the password is trusted at once', () => {
  const moved = proven(takenOver(observed(known, other, after(1)), after(1)), other, after(2))
  assert.deepEqual(moved, { network: other, since: after(2), candidate: null, candidateSince: null, heldUntil: null })
  assert.equal(proven(moved, other, after(3)), moved)
})

test('the later change counts, no matter which node wrote it', () => {
  const moved = observed(known, other, after(1000))
  assert.equal(later(known, moved), moved)
  assert.equal(later(moved, known), moved)
  assert.equal(later(undefined, known), known)
})
