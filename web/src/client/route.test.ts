import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assetAddress,
  clientRouteOf,
  floorAddress,
  maintenanceAddress,
  sensorsAddress,
  sharingAddress,
  timelineAddress,
  unitAddress,
} from './route.ts'

for (const [hash, route] of [
  ['', { view: 'list' }],
  ['#/units', { view: 'list' }],
  ['#/map', { view: 'map' }],
  ['#/account', { view: 'account' }],
  [unitAddress(347618529602), { view: 'unit', unit: 347618529602 }],
  ['#/units/abc', { view: 'list' }],
  ['#/units/12345678901234567', { view: 'list' }],
  ['#/elsewhere', { view: 'list' }],
] as const) {
  test(`${hash || 'nothing'} is ${JSON.stringify(route)}`, () => assert.deepEqual(clientRouteOf(hash), route))
}

for (const [hash, route] of [
  ['#/groups', { view: 'groups' }],
  ['#/statistics', { view: 'statistics' }],
  ['#/reports', { view: 'reports' }],
  ['#/more', { view: 'more' }],
  ['#/add', { view: 'add', given: { ident: '', model: undefined } }],
  ['#/add?ident=352093081452251&model=101', { view: 'add', given: { ident: '352093081452251', model: '101' } }],
  ['#/timeline', { view: 'timeline', units: [] }],
  [timelineAddress('2026-11-15', [7, 8]), { view: 'timeline', date: '2026-11-15', units: [7, 8] }],
  ['#/timeline/2026-02-30/7,x,7', { view: 'timeline', units: [7] }],
  ['#/sharing', { view: 'sharing', units: [] }],
  [sharingAddress([7, 8]), { view: 'sharing', units: [7, 8] }],
  [maintenanceAddress(), { view: 'maintenance' }],
  [maintenanceAddress(7), { view: 'maintenance', unit: 7 }],
  [sensorsAddress(7), { view: 'sensors', unit: 7 }],
  ['#/maintenance/x', { view: 'maintenance' }],
  ['#/statistics/elsewhere', { view: 'list' }],
] as const) {
  test(`${hash} is ${JSON.stringify(route)}`, () => assert.deepEqual(clientRouteOf(hash), route))
}

test('an asset and a floor have their own addresses', () => {
  assert.deepEqual(clientRouteOf('#/assets'), { view: 'assets' })
  assert.deepEqual(clientRouteOf(assetAddress(7)), { view: 'assets', asset: 7 })
  const floor = '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1e03'
  assert.deepEqual(clientRouteOf('#/buildings'), { view: 'buildings', isEdited: false })
  assert.deepEqual(clientRouteOf(floorAddress(floor)), { view: 'buildings', floor, isEdited: false })
  assert.deepEqual(clientRouteOf(floorAddress(floor, true)), { view: 'buildings', floor, isEdited: true })
  assert.deepEqual(clientRouteOf('#/buildings/x/edit'), { view: 'buildings', isEdited: false })
})
