import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dealer, found } from './dealers.ts'

const dealer = (name: string, address: string | null, country_code: string | null): Dealer => ({
  name,
  address,
  country_code,
  coordinates: { lat: 0, lon: 0 },
  marketing_info: { areas: [], about: 'We install trackers.' },
})

test('a search finds dealers that match all of its words, in any field', () => {
  const all = [dealer('North Tracking', 'Harbour 1, Klaipeda', 'LT'), dealer('South Fleet', null, null)]
  const names = (search: string) => found(all, search).map(({ name }) => name)
  assert.deepEqual(names(''), ['North Tracking', 'South Fleet'])
  assert.deepEqual(names('klaipeda  north'), ['North Tracking'])
  assert.deepEqual(names('install'), ['North Tracking', 'South Fleet'])
  assert.deepEqual(names('north fleet'), [])
})
