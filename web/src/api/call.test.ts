import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf } from './call.ts'
import { curlOf } from './calls.ts'

test('ids go into the path, the rest into the query, and nothing given is nothing sent', () => {
  const values = { id: 7, app_id: 'a b', q: '', sort: undefined, reverse: false }
  assert.equal(
    addressOf('/provider/units/{id}/messages', values),
    '/provider/units/7/messages?app_id=a+b&reverse=false',
  )
  assert.equal(addressOf('/provider/users/{id}', { id: 'a/b' }), '/provider/users/a%2Fb')
  assert.equal(addressOf('/provider/units', { ids: '1,2' }), '/provider/units?ids=1,2')
})

test('a call can be repeated in a shell, and no secret is in it', () => {
  const text = curlOf(
    { method: 'PUT', path: '/provider/users/u1/password', body: { new_password: "it's secret", repeat_password: 'x' } },
    'https://example.com',
  )
  assert.equal(
    text,
    [
      "curl -X PUT 'https://example.com/provider/users/u1/password'",
      '-H "X-AccessToken: $TOKEN"',
      "-H 'Content-Type: application/json'",
      `-d '{\n  "new_password": "…",\n  "repeat_password": "…"\n}'`,
    ].join(' \\\n  '),
  )
})

test('curl needs no word for what it does by itself, and a quote survives the shell', () => {
  assert.match(curlOf({ method: 'GET', path: '/partner/company', body: undefined }, ''), /^curl '\/partner\/company'/)
  const posted = curlOf({ method: 'POST', path: '/operator/dealers', body: { name: "O'Neill" } }, '')
  assert.match(posted, /^curl '\/operator\/dealers' \\\n {2}-H "Authorization: Bearer \$TOKEN"/)
  assert.ok(posted.includes(`O'\\''Neill`))
})
