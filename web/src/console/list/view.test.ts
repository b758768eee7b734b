import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Filter, readView } from './view.ts'

const filters: readonly Filter[] = [
  { name: 'app_id', label: 'Application', options: [{ value: 'fleet', label: 'Fleet' }] },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'blocked', label: 'Blocked' },
      { value: 'inactive', label: 'Waiting' },
    ],
    params: (value) => (value === 'blocked' ? { blocked: true } : { ack_active: false }),
  },
]
const read = (query: string) => readView(new URLSearchParams(query), filters, 'title')

test('an address contains the whole view', () => {
  const view = read('q=north&state=blocked&app_id=fleet&sort=-ack')
  assert.deepEqual(view.params, { q: 'north', blocked: true, app_id: 'fleet', sort: '-ack' })
  assert.deepEqual(view.countParams, { q: 'north', blocked: true, app_id: 'fleet' })
  assert.deepEqual(
    view.active.map(({ label, valueLabel }) => `${label}: ${valueLabel}`),
    ['Application: Fleet', 'State: Blocked'],
  )
})

test('a bare address is everything in the default order', () => assert.deepEqual(read('').params, { sort: 'title' }))

test('an unknown value of a filter hides nothing', () => {
  assert.deepEqual(read('state=elsewhere&other=1').params, { sort: 'title' })
})

test('another page can link to some rows by their ids', () => {
  const { params, active } = read('ids=7,12')
  assert.deepEqual(params, { ids: '7,12', sort: 'title' })
  assert.deepEqual(active, [{ name: 'ids', label: 'Selected', value: '7,12', valueLabel: '2' }])
  assert.deepEqual(read('ids=7;drop').params, { sort: 'title' })
})
