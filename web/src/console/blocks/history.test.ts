import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { history } from '../../shared/texts/console-history.ts'
import { actionTitle, changesOf, namedIn, sentenceOf } from './history.ts'

test('only changed fields are listed, in words, with their old values', () => {
  assert.deepEqual(changesOf({ title: 'A', blocked: false }, { title: 'A', blocked: true }), [
    { field: 'Blocked', from: 'no', to: 'yes' },
  ])
  assert.deepEqual(changesOf({ blockedBy: 'person' }, { blockedBy: null }), [
    { field: 'Blocked by', from: 'a person', to: 'none' },
  ])
})

test('new items have no old values, and internal fields are not listed', () => {
  assert.deepEqual(
    changesOf(null, { id: 'x', title: 'A', updatedAt: '2026-11-15T18:50:16.721Z', type: null, description: null }),
    [{ field: 'Title', from: undefined, to: 'A' }],
  )
})

test('amounts, days, lists and objects are written for people', () => {
  const [total, items, address, rate] = changesOf(null, {
    ...{ total: 6250, currency: 'eur', lines: [{ unitAmount: 1250 }, { unitAmount: 5000 }] },
    ...{ address: { city: 'Vilnius', line2: null }, discountRate: 1050 },
  }).filter(({ field }) => field !== 'Currency')
  assert.match(total?.to ?? '', /62\.50/)
  assert.deepEqual([items?.field, items?.to], ['Items', '2 entries'])
  assert.equal(address?.to, 'city Vilnius')
  assert.equal(rate?.to, '10.5 %')
})

test('preferences are shown with the labels of their form', () => {
  const before = { volume: 'litres', weekStart: 'locale', zone: null }
  assert.deepEqual(changesOf(before, { volume: 'us_gallons', weekStart: 'sunday', zone: 'America/New_York' }), [
    { field: 'Fuel', from: 'Litres', to: 'US gallons' },
    { field: 'First day of the week', from: 'Monday', to: 'Sunday' },
    { field: 'Time zone', from: 'none', to: 'America/New_York' },
  ])
  // A sensor's.
  assert.deepEqual(changesOf({ measure: 'l' }, { measure: '%' }), [{ field: 'Measure', from: 'l', to: '%' }])
})

test('removed values are shown as none, and an entry without changes lists nothing', () => {
  assert.deepEqual(changesOf({ at: 5 }, {}), [{ field: 'At', from: '5', to: 'none' }])
  assert.deepEqual(changesOf(null, null), [])
})

suite('a change is a sentence', () => {
  for (const [action, before, after, expected] of [
    ['accounts.block', { blocked: false }, { blocked: true }, /^Blocked the client$/],
    ['accounts.change', { blocked: true }, { blocked: false }, /^Unblocked the client$/],
    ['accounts.change', { ack: null }, { ack: '2026-11-15T18:50:16.721Z' }, /^Activated the client$/],
    ['accounts.change', { title: 'A' }, { title: 'B' }, /^Changed the client$/],
    [
      'client-invoices.open',
      null,
      { number: '2026-00012', total: 6250, currency: 'eur' },
      /^Issued invoice 2026-00012 for .*62\.50/,
    ],
    ['units.create', null, { name: 'Van 1', ident: '5' }, /^Created the unit Van 1$/],
    ['bills.issue', null, { amountTotal: 500, currency: 'eur' }, /^Created the bill .*5\.00/],
    ['some.new-thing', null, null, /^Some: new thing$/],
  ] as const) {
    test(`${action}: ${expected}`, () => assert.match(sentenceOf({ action, before, after }), expected))
  }
})

test('an item is named by its number, title or name', () => {
  assert.equal(namedIn({ before: { title: 'North depot' }, after: null }), 'North depot')
  assert.equal(namedIn({ before: null, after: { x: 1 } }), '')
  assert.equal(actionTitle('accounts.set-lifecycle'), 'Client: billing automation changed')
})

test('every action that the server records has words in the catalogue', () => {
  const source = join(import.meta.dirname, '../../../../server/src')
  const actions = new Set(
    globSync('**/*.ts', { cwd: source })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...readFileSync(join(source, file), 'utf8').matchAll(
          /\b(?:action:|record(?:ed|Change)?\(\s*\w+,)\s*(?:[^,'}]*\? )?((?:'[\w.-]+'(?: : )?)+)/g,
        ),
      ])
      .flatMap(([, said = '']) => said.match(/[a-z-]+\.[a-z-]+/g) ?? []),
  )
  assert.ok(actions.size > 240, String(actions.size))
  const unknown = [...actions].filter((action) => {
    const [feature = '', verb = ''] = action.split('.')
    return !history.said[action] && !(history.features[feature] && (history.verbs[action] ?? history.verbs[verb]))
  })
  assert.deepEqual(unknown, [])
})
