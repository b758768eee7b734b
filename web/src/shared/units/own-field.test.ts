import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cellValue, fieldValue, type OwnField } from './own-field.ts'

const field = (type: OwnField['type'], choices: readonly string[] = []): OwnField => ({
  ...{ id: '1', name: 'Field', type, choices },
})

suite('typed text becomes a value', () => {
  for (const [of, text, expected] of [
    [field('text'), ' Berlin ', 'Berlin'],
    [field('text'), ' ', null],
    [field('number'), '12,5', 12.5],
    [field('number'), '-3', -3],
    [field('number'), '1.000,5', undefined],
    [field('number'), 'many', undefined],
    [field('date'), '2027-03-31', '2027-03-31'],
    [field('yes_no'), 'false', false],
    [field('choice', ['North']), 'North', 'North'],
    [field('choice', ['North']), 'South', undefined],
  ] as const) {
    test(`${of.type}: ${text}`, () => assert.equal(fieldValue(of, text), expected))
  }
})

suite('a cell of a spreadsheet becomes a value', () => {
  const dayOf = (text: string) => (text === '31.03.2027' ? '2027-03-31' : undefined)
  for (const [of, text, expected] of [
    [field('yes_no'), 'Ja', true],
    [field('yes_no'), 'x', true],
    [field('yes_no'), 'No', false],
    [field('yes_no'), 'perhaps', undefined],
    [field('date'), '31.03.2027', '2027-03-31'],
    [field('date'), 'soon', undefined],
    [field('choice', ['North']), 'north', 'North'],
    [field('number'), '7', 7],
    [field('text'), '', null],
  ] as const) {
    test(`${of.type}: ${text}`, () => assert.equal(cellValue(of, text, dayOf), expected))
  }
})
