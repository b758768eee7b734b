import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, throttleKey } from './throttle.ts'

for (const [address, network] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::5', '0:0:0:0::/64'],
] as const) {
  test(`${address} is at ${network}`, () => assert.equal(networkOf(address), network))
}

test('a login is the same however it is typed', () => {
  const [one, other] = [
    throttleKey('password', 'Me@Example.com ', null),
    throttleKey('password', 'me@example.com', null),
  ]
  assert.equal(one.target.name, other.target.name)
  assert.notEqual(one.target.name, throttleKey('login key', 'me@example.com', null).target.name)
})

test('the loopback address is not an origin, because everyone may be behind it', () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', null]) {
    assert.equal(throttleKey('password', 'me', address).address, undefined)
  }
  assert.ok(throttleKey('password', 'me', '10.0.0.1').address)
})
