import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnitState } from '../../../shared/units/snapshot.ts'
import type { Group, Unit } from '../../types.ts'
import { groupSections, isUnder, type KnownUnit, kindSections, matching, notedPlateOf, sorted } from './known-units.ts'

const known = (id: number, name: string, state: UnitState, more: Partial<Unit> = {}, place?: string): KnownUnit => ({
  unit: { id, name, ident: `35${id}`, extra_data: [], type: null, ...more } as unknown as Unit,
  snapshot: { seenAt: state === 'never' ? null : 1000 + id },
  state,
  stoppedSince: undefined,
  named: undefined,
  place,
  plate: notedPlateOf({ extra_data: [], ...more } as unknown as Unit),
  term: undefined,
})
const fleet = [
  known(1, 'Van 2', 'parked', {}, 'At North depot'),
  known(2, 'Van 10', 'moving', { extra_data: [{ label: 'Number plate', value: 'FL 4711' }] }),
  known(3, 'Truck', 'never'),
]
const namesOf = (units: readonly KnownUnit[]) => units.map(({ unit }) => unit.name)
const group = (id: string, name: string, ...unit_ids: number[]) => ({ id, name, unit_ids }) as unknown as Group

for (const [what, sought, found] of [
  ['a part of the name', 'van', ['Van 2', 'Van 10']],
  ['the ident', '353', ['Truck']],
  ['the plate', 'fl 47', ['Van 10']],
  ['the place', 'north', ['Van 2', 'Truck']],
  ['nothing', '  ', ['Van 2', 'Van 10', 'Truck']],
] as const) {
  test(`a unit is found by ${what}`, () =>
    assert.deepEqual(namesOf(matching(fleet, sought, [group('a', 'North', 3)])), found))
}

test('units stay in their order, or are sorted by state, or by when they were last seen', () => {
  assert.deepEqual(namesOf(sorted(fleet, 'name')), ['Van 2', 'Van 10', 'Truck'])
  assert.deepEqual(namesOf(sorted(fleet, 'state')), ['Van 10', 'Van 2', 'Truck'])
  assert.deepEqual(namesOf(sorted(fleet, 'seen')), ['Van 10', 'Van 2', 'Truck'])
})

test('a unit is listed under each of its groups, the rest comes last, and empty headings are left out', () => {
  const groups = [group('a', 'North', 1, 2), group('b', 'Rented', 2), group('c', 'Sold', 9)]
  assert.deepEqual(
    groupSections(fleet, groups, 'No group').map(({ title, units }) => [title, namesOf(units)]),
    [
      ['North', ['Van 2', 'Van 10']],
      ['Rented', ['Van 10']],
      ['No group', ['Truck']],
    ],
  )
})

test('assets come first, sensors last, and a unit without a kind is a gateway', () => {
  const things = [
    known(1, '77a1', 'seen', { type: 'sensor' }),
    known(2, 'Door', 'seen'),
    known(3, 'Kit', 'seen', { type: 'asset' }),
  ]
  const titles = { asset: 'Assets', gateway: 'Gateways', sensor: 'Sensors' }
  assert.deepEqual(
    kindSections(things, titles).map(({ title, units }) => [title, namesOf(units)]),
    [
      ['Assets', ['Kit']],
      ['Gateways', ['Door']],
      ['Sensors', ['77a1']],
    ],
  )
})

test('a unit that never reported counts as offline only', () => {
  assert.deepEqual(
    (['moving', 'idling', 'parked', 'silent', 'unseen'] as const).filter((chip) => isUnder(chip, 'never')),
    ['silent', 'unseen'],
  )
})
