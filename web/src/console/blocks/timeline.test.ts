import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentsOf, placed } from './timeline.ts'

const day = 86_400
const due = 1_800_000_000

test('payment reminder and block follow from the due date and its offsets', () => {
  assert.deepEqual(momentsOf({ dueAt: due, notifyDays: 3, blockDays: 5 }), [
    { kind: 'notice', at: due - 3 * day },
    { kind: 'due', at: due },
    { kind: 'block', at: due + 5 * day },
  ])
})

test('without an offset for blocking there is no block, without one for the reminder no reminder', () => {
  assert.deepEqual(momentsOf({ dueAt: due, notifyDays: 0, blockDays: null }), [{ kind: 'due', at: due }])
})

test('a block on the due date itself is shown', () => {
  assert.deepEqual(
    momentsOf({ dueAt: due, notifyDays: null, blockDays: 0 }).map(({ kind }) => kind),
    ['due', 'block'],
  )
})

test('a block set by hand is shown without any due date', () => {
  assert.deepEqual(momentsOf({ dueAt: null, notifyDays: 3, blockDays: 5, blockedAt: due }), [
    { kind: 'scheduled', at: due },
  ])
})

test('now is between past and future moments', () => {
  const shown = placed(momentsOf({ dueAt: due, notifyDays: 3, blockDays: 5 }), due + day)
  assert.deepEqual(
    shown.map(({ kind, isPast }) => [kind, isPast]),
    [
      ['notice', true],
      ['due', true],
      ['now', false],
      ['block', false],
    ],
  )
})
