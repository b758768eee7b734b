import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  changeOf,
  isWebsite,
  locationChangeOf,
  type Profile,
  phonesFit,
  profileAfter,
  profileOf,
  valuesOf,
} from './profile.ts'

const card: Profile = {
  name: 'North Tracking',
  address: 'Harbour 1',
  coordinates: { lat: 55.7, lon: 21.1 },
  country_code: 'LT',
  approved: true,
  created_at: 1,
  updated_at: 1,
  account_id: 7,
  marketing_info: {
    phones: ['+370 1', '+370 2'],
    areas: ['company.areas.soft'],
    working_days: [5, 1],
    schedule: '9 to 18',
    about: 'We install.',
    shown: true,
    website: null,
    email: 'office@example.com',
  },
}

test('a profile survives the form', () => {
  const values = valuesOf(card)
  assert.deepEqual(values.phones, '+370 1\n+370 2')
  assert.deepEqual(valuesOf(profileOf(card, values)), values)
  assert.equal(changeOf(values, values), undefined)
})

test('a further change is based on the waiting ones', () => {
  const waiting = profileAfter({
    company: card,
    changes: [
      { field: 'name', before: 'North Tracking', after: 'Northern Tracking' },
      { field: 'marketing_info.phones', before: [], after: ['+370 3'] },
    ],
  })
  assert.deepEqual([waiting.name, waiting.marketing_info.phones], ['Northern Tracking', ['+370 3']])
  assert.equal(waiting.marketing_info.about, 'We install.')
})

test('only changes are sent', () => {
  const values = valuesOf(card)
  assert.deepEqual(changeOf(values, { ...values, phones: ' +370 1\n\n+370 9 ' }), {
    marketing_info: { phones: ['+370 1', '+370 9'] },
  })
  assert.deepEqual(changeOf(values, { ...values, name: 'South ', email: '' }), {
    name: 'South',
    marketing_info: { email: '' },
  })
})

test('the location is sent separately: both coordinates or none', () => {
  const values = valuesOf(card)
  assert.equal(locationChangeOf(values, values), undefined)
  assert.deepEqual(locationChangeOf(values, { ...values, address: ' Harbour 2 ', latitude: '', longitude: '' }), {
    address: 'Harbour 2',
    coordinates: null,
  })
  const moved = { ...values, latitude: '55,9', country_code: '' }
  assert.deepEqual(locationChangeOf(values, moved), { country_code: null, coordinates: { lat: 55.9, lon: 21.1 } })
  assert.deepEqual(profileOf(card, { ...values, latitude: '91' }).coordinates, { lat: null, lon: null })
  const changes = [{ field: 'coordinates', before: null, after: null }]
  assert.equal(valuesOf(profileAfter({ company: card, changes })).latitude, '')
})

test('phones and websites that the server would refuse are rejected early', () => {
  assert.ok(phonesFit('+370 1\n+370 2'))
  assert.ok(!phonesFit('1'.repeat(51)))
  assert.ok(!phonesFit(Array.from({ length: 21 }, (_, index) => index).join('\n')))
  assert.deepEqual(['', 'https://example.com', 'javascript:alert(1)', 'example.com'].map(isWebsite), [
    true,
    true,
    false,
    false,
  ])
})
