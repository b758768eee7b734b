import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setHabits } from '../../shared/format/habits.ts'
import { formulaText } from './formula.ts'

const amounts = () => [...formulaText().matchAll(/[\d.]+ (?:km\/h|km|mi|mph)\b/g)].map(String)

test('the formula of the driving score is in the reader’s units', () => {
  assert.deepEqual(amounts(), ['100 km', '10 km/h'])
  setHabits({ measure: 'imperial' })
  try {
    assert.deepEqual(amounts(), ['62.1 mi', '6.2 mph'])
  } finally {
    setHabits({})
  }
})
