import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { deaf } from '#testing/deaf.ts'
import { announcer, type Stored } from './announcer.ts'
import { partOf } from './position-updates.ts'

const stored = (sequence: number, ...times: number[]): Stored => ({
  partition: 1,
  sequence,
  units: times.map((timestamp) => ({
    unitId: 100_000_000_000 + timestamp,
    messages: [
      { timestamp, text: '', values: { timestamp, 'position.latitude': 54.687_212, 'position.longitude': 25.279_7 } },
    ],
    serverTime: timestamp,
    latest: undefined,
  })),
})

/** As one process has it; nothing of it goes anywhere. */
function line() {
  const [heard, handed] = [new EventEmitter(), new EventEmitter()]
  return {
    ...deaf,
    id: 'here',
    on: (channel: string, hear: (payload: string) => void) => void heard.on(channel, hear),
    publishLocal: (subject: string, item: object) => void handed.emit(subject, item),
    subscribeLocal: <T extends object>(subject: string, take: (item: T) => void) => void handed.on(subject, take),
    say: (channel: string, payload: string) => heard.emit(channel, payload),
  }
}

test('what many units sent fits into notifications, and nothing is left out', async () => {
  const told: string[] = []
  const news = announcer(async (payloads) => void told.push(...payloads), undefined)
  const times = Array.from({ length: 500 }, (_, index) => index + 1)
  news.announce(stored(1, ...times))
  await news.close()
  assert.ok(told.length > 1 && told.every((payload) => Buffer.byteLength(payload) < 8_000))
  const parts = told.map(partOf)
  assert.deepEqual(
    parts.map(({ part, parts }) => [part, parts]),
    told.map((_, index) => [index, told.length]),
  )
  assert.deepEqual(
    parts.flatMap(({ items }) => items.map(({ timestamp }) => timestamp)),
    times,
  )
})

test('other nodes are told while one of them listens; here it is handed over as it is', async () => {
  const told: string[] = []
  const bus = line()
  const handed: Stored[] = []
  bus.subscribeLocal('stored', (item: Stored) => handed.push(item))
  const news = announcer(async (payloads) => void told.push(...payloads), bus)
  news.announce(stored(1, 1))
  bus.say('listeners', 'here')
  news.announce(stored(2, 2))
  bus.say('listeners', 'there')
  news.announce(stored(3, 3))
  await news.close()
  assert.deepEqual(
    handed.map(({ sequence }) => sequence),
    [1, 2, 3],
  )
  assert.deepEqual(
    told.map((payload) => partOf(payload).sequence),
    [3],
  )
})
