import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activationLink, extendedDue, monthsLater, newLoginKey } from './activation.ts'
import { fleetApp } from './applications.ts'

test('the link names application, user and key, as the client’s page reads them', () => {
  const link = activationLink({
    loginUrl: 'https://example.com',
    apps: [fleetApp],
    userName: 'north depot',
    loginKey: 'k',
  })
  assert.equal(
    link,
    'https://example.com/registration/acknowledgment?client_id=00010000000000000500&login=north+depot&login_key=k',
  )
})

test('a key is long, random and made of letters that can be read out', () => {
  const [one, other] = [newLoginKey(), newLoginKey()]
  assert.match(one, /^[a-z2-9]{24}$/)
  assert.notEqual(one, other)
})

const seconds = (text: string) => Date.parse(text) / 1000
for (const [from, months, until] of [
  ['2026-01-15T10:00:00Z', 1, '2026-02-15T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  ['2026-11-30T23:59:59Z', 3, '2027-02-28T23:59:59Z'],
  ['2026-12-31T00:00:00Z', 12, '2027-12-31T00:00:00Z'],
] as const) {
  test(`${months} months after ${from} is ${until}`, () =>
    assert.equal(monthsLater(seconds(from), months), seconds(until)))
}

test('a due date long past is extended from now', () => {
  const now = seconds('2026-11-15T00:00:00Z')
  assert.equal(extendedDue(seconds('2026-11-20T00:00:00Z'), 1, now), seconds('2026-12-20T00:00:00Z'))
  assert.equal(extendedDue(seconds('2026-03-20T00:00:00Z'), 1, now), seconds('2026-12-15T00:00:00Z'))
  assert.equal(extendedDue(null, 2, now), seconds('2027-01-15T00:00:00Z'))
})
