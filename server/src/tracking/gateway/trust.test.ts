import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datagramPasswordMs, holdMs, later, mayCommand, mayHavePassword, proven, sighted, takenOver } from './trust.ts'

const begin = new Date('2026-05-17T12:00:00Z')
const after = (ms: number) => new Date(begin.getTime() + ms)
const [home, other] = ['192.0.2.0/24', '198.51.100.0/24']
const known = sighted(undefined, home, begin)

test('the first network of a unit is its own, but its password does not go there yet', () => {
  assert.equal(mayCommand(known, home, begin), true)
  assert.equal(mayHavePassword(known, home, false, begin), false)
  assert.equal(mayHavePassword(known, home, false, after(holdMs)), true)
  assert.equal(mayHavePassword(known, home, true, after(holdMs)), false)
  assert.equal(mayHavePassword(known, home, true, after(datagramPasswordMs)), true)
})

test('nothing new is the same value, so that nothing is written', () => {
  assert.equal(sighted(known, home, after(5)), known)
  const moved = sighted(known, other, after(5))
  assert.equal(sighted(moved, other, after(6)), moved)
})

test('another network waits until it was the only one for ten minutes; the known one is served all the while', () => {
  const moved = sighted(known, other, after(1000))
  for (const ms of [1000, 1000 + holdMs - 1]) {
    assert.equal(mayCommand(moved, other, after(ms)), false)
    assert.equal(mayCommand(moved, home, after(ms)), true)
  }
  assert.equal(mayCommand(moved, other, after(1000 + holdMs)), true)
  const settled = sighted(moved, other, after(1000 + holdMs))
  assert.deepEqual([settled.network, settled.since, settled.candidate], [other, after(1000), null])
  assert.equal(mayCommand(settled, home, after(1000 + holdMs)), false)
})

test('the known network that speaks again takes it all back', () => {
  const back = sighted(sighted(known, other, after(1000)), home, after(2000))
  assert.deepEqual(back, known)
  const again = sighted(back, other, after(3000))
  assert.equal(mayCommand(again, other, after(1000 + holdMs)), false)
})

test('after a takeover nobody is sent anything for ten minutes', () => {
  const taken = takenOver(known, after(1000))
  assert.equal(mayCommand(taken, home, after(1000 + holdMs - 1)), false)
  assert.equal(mayHavePassword(taken, home, true, after(1000 + holdMs - 1)), false)
  assert.equal(mayCommand(taken, home, after(1000 + holdMs)), true)
})

test('whoever has shown the password is at home at once', () => {
  const moved = proven(takenOver(sighted(known, other, after(1)), after(1)), other, after(2))
  assert.deepEqual(moved, { network: other, since: after(2), candidate: null, candidateSince: null, heldUntil: null })
  assert.equal(proven(moved, other, after(3)), moved)
})

test('what changed later counts, whoever wrote it', () => {
  const moved = sighted(known, other, after(1000))
  assert.equal(later(known, moved), moved)
  assert.equal(later(moved, known), moved)
  assert.equal(later(undefined, known), known)
})
