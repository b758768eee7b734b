import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checked, type Domain, hostOf } from './domain.ts'

suite('a domain', () => {
  for (const [typed, host] of [
    ['track.example.com', 'track.example.com'],
    [' Track.Example.COM. ', 'track.example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['example', undefined],
    ['https://track.example.com', undefined],
    ['track.example.com:8080', undefined],
    ['track.example.com/path', undefined],
    ['user@example.com', undefined],
    ['127.0.0.1', undefined],
    ['2130706433', undefined],
    ['0x7f.1', undefined],
    ['[::1]', undefined],
    ['-a.example.com', undefined],
    ['a_b.example.com', undefined],
    [`${'a'.repeat(64)}.example.com`, undefined],
    [`${'a.'.repeat(130)}com`, undefined],
    ['', undefined],
  ] as const) {
    test(`typed as ${typed || 'nothing'} is ${host ?? 'refused'}`, () => assert.equal(hostOf(typed), host))
  }
})

const at = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours))
const none = { verifiedAt: null, checkedAt: null, failure: null, failingSince: null }
const fresh: Domain = { dealerId: 1, host: 'a.example', code: 'c', createdAt: at(0), ...none, nextLookAt: at(0) }

suite('a check', () => {
  test('verifies a domain, which is then checked once a day', () => {
    const after = checked(fresh, null, at(1))
    assert.deepEqual([after.verifiedAt, after.failure, after.nextLookAt], [at(1), null, at(25)])
  })
  test('comes often for a new domain, then less often', () => {
    const waits = [1, 30, 24 * 20].map(
      (hours) => checked(fresh, 'missing', at(hours)).nextLookAt.getTime() - at(hours).getTime(),
    )
    assert.deepEqual(waits, [600_000, 3_600_000, 86_400_000])
  })
  test('gives a verified domain three days before it counts as lost', () => {
    const verified = checked(fresh, null, at(0))
    const failing = checked(verified, 'missing', at(24))
    assert.deepEqual([failing.verifiedAt, failing.failingSince], [at(0), at(24)])
    assert.equal(checked(failing, 'missing', at(24 + 71)).verifiedAt?.getTime(), at(0).getTime())
    assert.equal(checked(failing, null, at(60)).failingSince, null)
    const lost = checked(failing, 'missing', at(24 + 72))
    assert.deepEqual([lost.verifiedAt, lost.failure], [null, 'missing'])
  })
  test('without an answer says nothing about a verified domain', () => {
    const verified = checked(fresh, null, at(0))
    const after = checked(verified, undefined, at(24 * 30))
    assert.deepEqual([after.verifiedAt, after.failure, after.failingSince], [at(0), null, null])
  })
})
