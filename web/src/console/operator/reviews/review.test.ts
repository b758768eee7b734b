import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldTitle, profileFields, valueText } from './review.ts'

test('values of a profile are words', () => {
  const cases: readonly [field: string, value: unknown, text: string][] = [
    ['marketing_info.working_days', [1, 5], 'Monday, Friday'],
    ['marketing_info.areas', ['company.areas.selling', 'company.areas.new'], 'Device sales, company.areas.new'],
    ['marketing_info.phones', ['+370 1', '+370 2'], '+370 1, +370 2'],
    ['marketing_info.shown', false, 'no'],
    ['marketing_info.website', null, ''],
    ['marketing_info.about', '', ''],
    ['name', 'North', 'North'],
  ]
  for (const [field, value, text] of cases) assert.equal(valueText(field, value), text, field)
})

test('a new profile shows its values, except those that are about to change', () => {
  const card = {
    name: 'North',
    address: null,
    coordinates: { lat: 54.7, lon: 25.3 },
    country_code: 'LT',
    approved: false,
    created_at: 1,
    updated_at: 1,
    account_id: 1,
    marketing_info: {
      phones: ['+370 1'],
      areas: [],
      working_days: [1],
      schedule: '8–17',
      about: 'We install.',
      shown: true,
      website: 'https://example.com',
      email: 'office@example.com',
    },
  }
  const fields = profileFields(card, [{ field: 'name' }])
  assert.deepEqual(
    fields.map(([field]) => field.replace('marketing_info.', '')),
    ['country_code', 'coordinates', 'phones', 'working_days', 'schedule', 'about', 'shown', 'website', 'email'],
  )
  assert.equal(valueText(...fields[1]!), '54.7, 25.3')
  for (const [field] of fields) assert.notEqual(fieldTitle(field), field)
})
