import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { quotaLevel } from './event.ts'
import { nextTry, sign } from './webhook.ts'

suite('how near a quota is to its limit', () => {
  const cases: readonly [used: number, limit: number, level: ReturnType<typeof quotaLevel>][] = [
    [0, 10, undefined],
    [7, 10, undefined],
    [8, 10, 'quota.near'],
    [9, 10, 'quota.near'],
    [10, 10, 'quota.exceeded'],
    [11, 10, 'quota.exceeded'],
    [0, 1, undefined],
    [1, 1, 'quota.exceeded'],
    [3, 4, undefined],
    [4, 5, 'quota.near'],
    [0, 0, 'quota.exceeded'],
    [27, 35, undefined],
    [28, 35, 'quota.near'],
  ]
  for (const [used, limit, level] of cases) {
    test(`${used} of ${limit}: ${level ?? 'no event'}`, () => assert.equal(quotaLevel(used, limit), level))
  }
})

suite('when an event is tried again', () => {
  const since = new Date('2026-03-01T12:00:00Z')
  const at = (seconds: number) => new Date(since.getTime() + seconds * 1000)
  const days3 = 3 * 86_400
  const cases: readonly [tries: number, nowSeconds: number, nextSeconds: number | null][] = [
    [1, 0, 5],
    [2, 5, 15],
    [3, 15, 35],
    [11, 5_000, 10_120],
    [12, 5_000, 12_200],
    [200, 100_000, 107_200],
    [40, days3 - 60, days3],
    [41, days3, null],
    [1, days3 + 1, null],
  ]
  for (const [tries, now, next] of cases) {
    test(`attempt ${tries} failed after ${now} s`, () => {
      assert.deepEqual(nextTry(tries, since, at(now)), next === null ? null : at(next))
    })
  }

  test('for three days, some fifty times', () => {
    let [now, tries] = [since, 0]
    for (;;) {
      tries += 1
      const next = nextTry(tries, since, now)
      if (!next) break
      assert.ok(next > now)
      now = next
    }
    assert.deepEqual(now, at(days3))
    assert.ok(tries > 40 && tries < 60, String(tries))
  })
})

/** The example of the specification's own libraries. */
test('a signature follows Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = sign([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})
