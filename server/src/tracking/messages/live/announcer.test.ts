import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { News } from '#kernel/db/pubsub/pubsub.ts'
import { deaf } from '#testing/faults/deaf.ts'
import { announcer, type Stored } from './announcer.ts'
import { addBucket, bucketOf, channelOf, hasBucket, noBuckets, writeListener } from './buckets.ts'
import { bucketPartOf, partOf, stretchOf } from './position-updates.ts'

function bucketsOf(...accounts: number[]) {
  const buckets = noBuckets()
  for (const account of accounts) addBucket(buckets, bucketOf(account))
  return buckets
}

const stored = (sequence: number, ...times: number[]): Stored => ({
  partition: 1,
  sequence,
  units: times.map((timestamp) => ({
    unitId: 100_000_000_000 + timestamp,
    accountId: timestamp,
    messages: [
      { timestamp, text: '', values: { timestamp, 'position.latitude': 54.687_212, 'position.longitude': 25.279_7 } },
    ],
    serverTime: timestamp,
    latest: undefined,
  })),
})

/** The setup of a single process; nothing leaves it. */
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

test('positions of many units are split over notifications, and none is left out', async () => {
  const told: string[] = []
  const news = announcer(async (all) => void told.push(...all.map(({ payload }) => payload)), undefined)
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

test('other nodes are notified while one of them listens; this process gets the flush directly', async () => {
  const told: News[] = []
  const bus = line()
  const handed: Stored[] = []
  bus.subscribeLocal('stored', (item: Stored) => handed.push(item))
  const news = announcer(async (all) => void told.push(...all), bus)
  news.announce(stored(1, 1))
  bus.say('listeners', 'here')
  news.announce(stored(2, 2))
  bus.say('listeners', writeListener('there', bucketsOf(3)))
  news.announce(stored(3, 3, 4))
  await news.close()
  assert.deepEqual(
    handed.map(({ sequence }) => sequence),
    [1, 2, 3],
  )
  const [positions, stretch, ...rest] = told
  assert.deepEqual([positions?.channel, stretch?.channel, rest], [channelOf(bucketOf(3)), 'stretches', []])
  const part = bucketPartOf(positions!.payload)
  assert.deepEqual([part.first, part.last, part.items.map(({ item }) => item.timestamp)], [3, 3, [3]])
  // What nobody wants is not sent, but announced: someone may want it by now.
  const { touched } = stretchOf(stretch!.payload)
  assert.deepEqual(
    [3, 4, 5].map((account) => hasBucket(touched, bucketOf(account))),
    [true, true, false],
  )
})

test('consecutive flushes are announced as one stretch; a node of the previous version gets each one whole', async () => {
  const told: News[] = []
  const bus = line()
  const news = announcer(async (all) => void told.push(...all), bus)
  bus.say('listeners', 'older')
  bus.say('listeners', writeListener('there', bucketsOf(1, 2)))
  news.announce(stored(5, 1))
  news.announce(stored(6, 2))
  news.announce(stored(8, 2))
  await news.close()
  const of = (channel: string) => told.filter((one) => one.channel === channel).map(({ payload }) => payload)
  assert.deepEqual(
    of('positions').map((payload) => partOf(payload).sequence),
    [5, 6, 8],
  )
  assert.deepEqual(
    of('stretches').map((payload) => [stretchOf(payload).first, stretchOf(payload).last]),
    [
      [5, 6],
      [8, 8],
    ],
  )
  assert.deepEqual(
    of(channelOf(bucketOf(2))).flatMap((payload) => bucketPartOf(payload).items.map(({ sequence }) => sequence)),
    [6, 8],
  )
})

test('a unit of an unknown account counts for every bucket', async () => {
  const told: News[] = []
  const bus = line()
  const news = announcer(async (all) => void told.push(...all), bus)
  bus.say('listeners', writeListener('there', bucketsOf(1)))
  const { units, ...flush } = stored(1, 1)
  news.announce({ ...flush, units: units.map((unit) => ({ ...unit, accountId: undefined })) })
  await news.close()
  assert.deepEqual(
    told.map(({ channel, payload }) => [channel, stretchOf(payload).touched.every((bits) => bits === 0xff)]),
    [['stretches', true]],
  )
})
