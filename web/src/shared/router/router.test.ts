import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paramsOf, routeOf, to } from './router.ts'

for (const [hash, path, query] of [
  ['', '/', {}],
  ['#/', '/', {}],
  ['#/clients', '/clients', {}],
  ['#/clients/', '/clients', {}],
  ['#/clients?q=north%20depot&blocked=true', '/clients', { q: 'north depot', blocked: 'true' }],
  ['#elsewhere', '/', {}],
] as const) {
  test(`${hash || 'nothing'} is the route ${path}`, () => {
    const route = routeOf(hash)
    assert.equal(route.path, path)
    assert.deepEqual(Object.fromEntries(route.query), query)
  })
}

for (const [pattern, path, params] of [
  ['/clients', '/clients', {}],
  ['/clients', '/units', undefined],
  ['/clients', '/clients/7', undefined],
  ['/clients/:id', '/clients/7', { id: '7' }],
  ['/clients/:id', '/clients', undefined],
  ['/clients/:id/:tab?', '/clients/7', { id: '7' }],
  ['/clients/:id/:tab?', '/clients/7/bills', { id: '7', tab: 'bills' }],
  ['/lobby/:ident', '/lobby/a%2Fb', { ident: 'a/b' }],
  ['/lobby/:ident', '/lobby/%', { ident: '%' }],
] as const) {
  test(`${path} under ${pattern} is ${JSON.stringify(params)}`, () => assert.deepEqual(paramsOf(pattern, path), params))
}

test('a link leaves out what has no value', () => {
  assert.equal(to('/clients/:id/:tab?', { id: 7 }), '#/clients/7')
  assert.equal(
    to('/clients', {}, { q: 'a b', blocked: undefined, app: '', limit: null, on: false }),
    '#/clients?q=a+b&on=false',
  )
})
