import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fittingOf, hasPage, isOwner, menuOf, offeredModules, routeFor, tabsOf, withoutForms } from './menu.ts'

const wordsOf = (entries: readonly { word: string }[]) => entries.map(({ word }) => word)

test('a module that is off has no entry', () => {
  assert.deepEqual(wordsOf(menuOf([])), ['Units', 'Account'])
  assert.deepEqual(wordsOf(menuOf(['statistics'])), ['Units', 'Statistics', 'Account'])
  assert.deepEqual(wordsOf(menuOf(['timeline', 'statistics'])), [
    'Units',
    'Timeline',
    'Statistics',
    'Reports',
    'Vehicles',
    'Drivers',
    'Logbook',
    'Account',
  ])
})

test('what does not fit into the tabs is behind the last one, which is then highlighted', () => {
  assert.deepEqual(wordsOf(tabsOf(['statistics']).tabs), ['List', 'Map', 'Statistics', 'Account'])
  assert.deepEqual(tabsOf(['statistics']).more, [])
  const { tabs, more } = tabsOf(['timeline', 'statistics'])
  assert.deepEqual(wordsOf(tabs), ['List', 'Map', 'Timeline', 'More'])
  assert.deepEqual(wordsOf(more), ['Statistics', 'Reports', 'Vehicles', 'Drivers', 'Logbook', 'Account'])
  assert.deepEqual(tabs.at(-1)?.views, ['more', 'statistics', 'reports', 'vehicles', 'drivers', 'logbook', 'account'])
})

test('the address of a page outside the plan leads to the units', () => {
  assert.deepEqual(routeFor({ view: 'statistics' }, ['timeline']), { view: 'list' })
  assert.deepEqual(routeFor({ view: 'statistics' }, ['statistics']), { view: 'statistics' })
  assert.deepEqual(routeFor({ view: 'account' }, []), { view: 'account' })
})

for (const [room, count] of [
  [400, 3],
  [399, 2],
  [350, 2],
  [349, 1],
  [100, 0],
] as const)
  test(`of four entries of 100, ${count} and the last fit into ${room}, with a button of 50 for the rest`, () =>
    assert.equal(fittingOf([100, 100, 100, 100], room, 50), count))

test('nothing fits into no space', () => assert.equal(fittingOf([], 0, 50), 0))
test('a client with tags starts with assets, and has no pages for vehicles', () => {
  const modules = ['label', 'unit', 'timeline', 'building', 'report']
  assert.deepEqual(wordsOf(menuOf(modules)), ['Assets', 'Buildings', 'Reports', 'Map', 'Account'])
  assert.deepEqual(wordsOf(menuOf(['label', 'timeline'])), ['Assets', 'Map', 'Account'])
  assert.deepEqual(routeFor({ view: 'list' }, modules), { view: 'assets' })
  assert.deepEqual(routeFor({ view: 'timeline', units: [] }, modules), { view: 'assets' })
  assert.deepEqual(routeFor({ view: 'buildings', isEdited: false }, ['label']), { view: 'assets' })
  assert.deepEqual(routeFor({ view: 'dwell' }, ['timeline']), { view: 'list' })
  assert.deepEqual(routeFor({ view: 'unit', unit: 7 }, modules), { view: 'unit', unit: 7 })
})

test('nothing links to a page that another one replaces', () => {
  assert.deepEqual([hasPage('timeline', ['timeline']), hasPage('timeline', ['timeline', 'label'])], [true, false])
  assert.deepEqual([hasPage('account', []), hasPage('statistics', [])], [true, false])
})

for (const [kind, type, offered] of [
  ['client', null, ['geofence', 'timeline', 'sharing']],
  ['service', null, ['geofence']],
  ['service', 10, ['geofence', 'timeline', 'sharing']],
  ['service_as_user', 10, ['geofence', 'timeline', 'sharing']],
] as const)
  test(`${kind} in ${type === null ? 'an owned' : 'a managed'} account is offered ${offered}`, () => {
    const me = {
      account: { id: 1, title: '', reg_apps: [], type },
      session: { kind, expires_at: 0 },
      modules: ['geofence', 'timeline', 'sharing'],
      operations: ['client.view', 'client.share'],
    }
    assert.deepEqual(offeredModules(me), offered)
    assert.equal(isOwner(me), false)
    assert.equal(isOwner({ ...me, operations: ['client.view', 'client.manage-units'] }), kind === 'client')
  })

test('a role gets the pages it may use, and an accountant no units at all', () => {
  const modules = ['geofence', 'timeline', 'sharing', 'command']
  const me = { account: { type: 10 }, session: { kind: 'client' }, modules } as const
  const driver = { ...me, modules, operations: ['client.enter', 'client.view'] }
  assert.deepEqual(offeredModules(driver as never), ['geofence', 'timeline'])
  const offered = offeredModules({ ...me, modules, operations: ['client.enter', 'client.view-bills'] } as never)
  assert.deepEqual(wordsOf(menuOf(offered)), ['Account'])
  assert.deepEqual(routeFor({ view: 'list' }, offered), { view: 'account' })
})

test('the address of a form that a role cannot save leads to what it would change', () => {
  const driver = ['client.view']
  const editing = { view: 'geofences', geofence: 'a', isEdited: true } as const
  assert.deepEqual(withoutForms(editing, driver), { ...editing, isEdited: false })
  assert.deepEqual(withoutForms({ ...editing, geofence: 'new' }, driver), { view: 'geofences', isEdited: false })
  assert.deepEqual(withoutForms({ view: 'groups' }, driver), { view: 'list' })
  assert.deepEqual(withoutForms({ view: 'labels' }, driver), { view: 'assets' })
  assert.deepEqual(withoutForms(editing, ['client.arrange']), editing)
})
