import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { automaticName, endingOf, lastSlot, momentOf, namesToKeep, nextSlot } from './retention.ts'

const fingerprint = 'aabbccdd00112233'
const dayMs = 86_400_000
const named = (at: string | number) => automaticName(new Date(at), fingerprint)
const days = (kept: ReadonlySet<string>) => [...kept].map((name) => name.slice(8, 18)).toSorted()

suite('when a backup is due', () => {
  for (const [now, last, next] of [
    ['2026-03-01T03:14:59Z', '2026-02-28T03:15:00Z', '2026-03-01T03:15:00Z'],
    ['2026-03-01T03:15:00Z', '2026-03-01T03:15:00Z', '2026-03-02T03:15:00Z'],
    ['2026-12-31T23:59:59Z', '2026-12-31T03:15:00Z', '2027-01-01T03:15:00Z'],
  ] as const) {
    test(now, () => {
      const time = { hour: 3, minute: 15 }
      assert.deepEqual(lastSlot(time, new Date(now)), new Date(last))
      assert.deepEqual(nextSlot(time, new Date(now)), new Date(next))
    })
  }
})

suite('which backups are kept', () => {
  test('a name contains its time and its installation', () => {
    const name = named('2026-03-01T03:15:09.123Z')
    assert.equal(name, 'waymark-2026-03-01T03-15-09Z-aabbccdd.backup')
    assert.deepEqual(momentOf(name), new Date('2026-03-01T03:15:09Z'))
    assert.ok(name.endsWith(endingOf(fingerprint)))
    for (const other of ['waymark-2026-03-01T03-15-09Z.backup', 'notes.txt', 'waymark-9999-99-99T99-99-99Z-x.backup']) {
      assert.equal(momentOf(other), undefined)
    }
  })

  test('the newest of seven days, four weeks and three months', () => {
    const start = Date.parse('2026-01-01T03:15:00Z')
    const names = Array.from({ length: 120 }, (_, day) => named(start + day * dayMs))
    assert.deepEqual(days(namesToKeep(names, { daily: 7, weekly: 4, monthly: 3 })), [
      '2026-02-28',
      '2026-03-31',
      '2026-04-12',
      '2026-04-19',
      ...['2026-04-24', '2026-04-25', '2026-04-26', '2026-04-27', '2026-04-28', '2026-04-29', '2026-04-30'],
    ])
  })

  test('pruning every day for a year leaves the same as pruning once', () => {
    const keep = { daily: 3, weekly: 5, monthly: 12 }
    const start = Date.parse('2026-01-01T03:15:00Z')
    let kept: string[] = []
    const all: string[] = []
    for (let day = 0; day < 500; day++) {
      all.push(named(start + day * dayMs))
      kept = [...namesToKeep([...kept, named(start + day * dayMs)], keep)]
      assert.ok(kept.length <= 20)
    }
    assert.deepEqual(days(new Set(kept)), days(namesToKeep(all, keep)))
  })

  test('several on one day, none in a week, and a clock that jumped cost no older one', () => {
    const names = ['2026-03-01T03:15:00Z', '2026-03-01T09:00:00Z', '2026-02-01T03:15:00Z', '2028-01-01T03:15:00Z']
    const kept = namesToKeep(names.map(named), { daily: 3, weekly: 0, monthly: 0 })
    assert.deepEqual(
      [...kept].toSorted(),
      [names[2], names[1], names[3]].map((at) => named(at as string)),
    )
  })

  test('at least one is always kept', () => {
    assert.deepEqual(days(namesToKeep([named(0)], { daily: 0, weekly: 0, monthly: 0 })), ['1970-01-01'])
    assert.deepEqual([...namesToKeep([], { daily: 1, weekly: 1, monthly: 1 })], [])
  })
})
