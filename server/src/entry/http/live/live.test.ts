import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeVisits } from '#insights/geofences/compute.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { announce } from '#insights/trips/store.ts'
import { consumerApp, petApp } from '#kernel/applications.ts'
import { listen as listenTo } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, aUnit, received } from '#testing/builders.ts'
import { aClient, askAs, serviceKey } from '#testing/people/client.ts'
import { drive, routeStart } from '#testing/routes.ts'
import { soon, until } from '#testing/until.ts'
import { toChunk } from '#tracking/messages/chunk.ts'
import { writeCursor } from '#tracking/messages/live/position-updates.ts'
import { mergeChunks } from '#tracking/messages/upkeep/upkeep.ts'
import { insertChunk } from '#tracking/messages/upkeep/upkeep-store.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'

const api = await openApi()
const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
const dealer = await api.dealer('partner')

interface Position {
  readonly unit_id: number
  readonly position: { readonly latitude: number }
  readonly timestamp: number
  readonly history?: boolean
}

interface Event {
  readonly id: string | undefined
  readonly event: string
  readonly data: { readonly unit_id: number; readonly from: number } & readonly Position[]
}

/** A stream whose events are taken one by one. */
async function listen(token: string, last?: string) {
  const aborting = new AbortController()
  const answer = await fetch(`${address}/client/live`, {
    headers: { authorization: `Bearer ${token}`, ...(last !== undefined && { 'last-event-id': last }) },
    signal: aborting.signal,
  })
  const events: Event[] = []
  const waiting: ((event: Event) => void)[] = []
  const read = async () => {
    let text = ''
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, id, event, data] = /^(?:id: (.*)\n)?event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (!event) continue
        const one = { id, event, data: JSON.parse(data as string) }
        const taker = waiting.shift()
        if (taker) taker(one)
        else events.push(one)
      }
    }
  }
  const done = read().catch(() => {})
  const next = () => {
    const one = events.shift()
    return one ? Promise.resolve(one) : soon('The next event', new Promise<Event>((resolve) => waiting.push(resolve)))
  }
  return {
    answer,
    done,
    next,
    /** All events up to one with this name. */
    async until(...names: string[]) {
      for (const passed: Event[] = []; ; ) {
        const event = await next()
        passed.push(event)
        if (names.includes(event.event)) return passed
      }
    },
    close: () => aborting.abort(),
  }
}

type Listening = Awaited<ReturnType<typeof listen>>

/** Positions as they arrive, up to a number; with the id of the last. */
async function positions(stream: Listening, count: number) {
  const found: Position[] = []
  let id: string | undefined
  while (found.length < count) {
    const { event, data, id: own } = await stream.next()
    if (event !== 'positions') continue
    found.push(...data)
    id = own
  }
  return { found, id: id as string, latitudes: found.map(({ position }) => position.latitude) }
}

const at = (timestamp: number, latitude: number) => ({
  timestamp: 1_772_000_000 + timestamp,
  'position.latitude': latitude,
  'position.longitude': 10,
})

test('the caller’s own units send their current position first, then each new one as it is stored', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp, petApp])
  const [car, dog] = [
    await aUnit(dealer, account.id, { app_id: consumerApp }),
    await aUnit(dealer, account.id, { app_id: petApp }),
  ]
  const foreign = await aUnit(dealer, (await anUnclaimedAccount(dealer)).id, { app_id: consumerApp })
  await received(api, car, [at(1, 50)])
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  assert.equal(stream.answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(stream.answer.headers.get('cache-control'), 'no-store')
  const [first] = await stream.until('begun')
  assert.equal(first?.event, 'snapshot')
  assert.deepEqual(
    first?.data.map(({ unit_id, position, timestamp }) => [unit_id, position.latitude, timestamp]),
    [[car.id, 50, 1_772_000_001]],
  )
  await received(api, foreign, [at(2, 51)])
  await received(api, dog, [at(3, 52), at(4, 53)])
  const { found } = await positions(stream, 2)
  assert.deepEqual(
    found.map(({ unit_id, position }) => [unit_id, position.latitude]),
    [
      [dog.id, 52],
      [dog.id, 53],
    ],
  )
  stream.close()
  await stream.done
})

test('a cut stream continues where it was: nothing is missing and nothing comes twice', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  const [begun] = await stream.until('begun')
  await received(api, car, [at(1, 1), at(2, 2)])
  const { id, latitudes } = await positions(stream, 2)
  assert.deepEqual(latitudes, [1, 2])
  stream.close()
  await stream.done
  // Meanwhile two nodes store in turn, chunks are merged, and late data arrives from a tracker's memory.
  await received(api, car, [at(3, 3), at(5, 5)])
  await mergeChunks({ ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } })
  for (const late of [at(4, 4), at(1, 1), at(6, 6)]) await received(api, car, [late])
  const again = await listen(client.token, id)
  const [replay, resumed] = await again.until('resumed')
  assert.equal(replay?.event, 'positions')
  assert.deepEqual(replay?.data.map(({ position }) => position.latitude).toSorted(), [3, 4, 5, 6])
  // A position older than the current one moves nothing.
  assert.deepEqual(
    replay?.data.flatMap(({ position, history }) => (history ? position.latitude : [])),
    [4],
  )
  await received(api, car, [at(7, 7)])
  assert.deepEqual((await positions(again, 1)).latitudes, [7])
  again.close()
  await again.done
  // From any id on, any number of times.
  for (const [last, expected] of [
    [begun?.id, [1, 2, 3, 4, 5, 6, 7]],
    [resumed?.id, [7]],
  ] as const) {
    const third = await listen(client.token, last)
    const told = (await third.until('resumed')).filter(({ event }) => event === 'positions').flatMap(({ data }) => data)
    assert.deepEqual(told.map(({ position }) => position.latitude).toSorted(), expected)
    third.close()
    await third.done
  }
})

test('late data is sent as history, and markers stay where they are', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  await stream.until('begun')
  await received(api, car, [at(10, 10)])
  await received(api, car, [at(5, 5)])
  await received(api, car, [at(11, 11)])
  const { found } = await positions(stream, 3)
  assert.deepEqual(
    found.map(({ timestamp, history }) => [timestamp - 1_772_000_000, history ?? false]),
    [
      [10, false],
      [5, true],
      [11, false],
    ],
  )
  stream.close()
  await stream.done
})

test('positions that were not announced are found by polling', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  await stream.until('begun')
  // Another node has stored it, and its notification was lost.
  const silent = { ...listenTo(api.databaseUrl), on: () => {} }
  const writer = startWriter(api.ctx, silent)
  const unit = { id: car.id, ident: car.ident, name: car.name, deviceTypeId: 101, protocolId: 1 }
  for (const n of [1, 2, 3]) await writer.append({ unit, messages: [at(n, n)], frame: Buffer.from('x'), peer: '' })
  assert.deepEqual((await positions(stream, 3)).latitudes, [1, 2, 3])
  await writer.close()
  await silent.close()
  stream.close()
  await stream.done
})

for (const [name, last] of [
  ['is not ours', 'yesterday'],
  ['is too old', writeCursor({ at: 1_000_000_000, partitions: new Map([[1, 1]]) })],
  ['is of a time to come', writeCursor({ at: Date.now() / 1000 + 3600, partitions: new Map() })],
  ['is further than the database', writeCursor({ at: Date.now() / 1000, partitions: new Map([[1, 1_000_000]]) })],
] as const) {
  test(`an id that ${name} starts over, and says so`, async () => {
    const account = await anUnclaimedAccount(dealer, [consumerApp])
    const car = await aUnit(dealer, account.id, { app_id: consumerApp })
    await received(api, car, [at(1, 50)])
    const client = await aClient(api, dealer, account)
    const stream = await listen(client.token, last)
    const events = (await stream.until('begun')).map(({ event }) => event)
    assert.deepEqual(events.slice(0, 2), ['reset', 'snapshot'])
    stream.close()
    await stream.done
  })
}

test('a support session receives the units of its application only, and learns of its end', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp, petApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const dog = await aUnit(dealer, account.id, { app_id: petApp })
  const client = await aClient(api, dealer, account)
  await client.ask('PUT', `/service-mode/${petApp}`, { enabled: true })
  const stream = await listen(await serviceKey(dealer, client.user.id, petApp))
  await stream.until('begun')
  await received(api, car, [at(5, 54)])
  await received(api, dog, [at(6, 55)])
  assert.deepEqual((await positions(stream, 1)).latitudes, [55])
  await client.ask('PUT', `/service-mode/${petApp}`, { enabled: false })
  assert.equal((await stream.until('end')).length, 1)
  await stream.done
})

test('a support session without access to messages receives where units are, never where they were', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  const visit = await serviceKey(dealer, client.user.id, consumerApp)
  const [own, visitor] = [await listen(client.token), await listen(visit)]
  await own.until('begun')
  const id = (await visitor.until('begun')).at(-1)?.id
  await received(api, car, [at(10, 10)])
  assert.deepEqual((await visitor.until('positions')).at(-1)?.data[0]?.position.latitude, 10)
  await received(api, car, [at(5, 5)])
  assert.deepEqual((await positions(own, 2)).latitudes, [10, 5])
  await announce(api.ctx.db, [{ unitId: car.id, from: 1 }])
  await own.until('trips')
  await received(api, car, [at(11, 11)])
  const heard = (await visitor.until('positions')).filter(({ event }) => event !== 'alive')
  assert.deepEqual(
    heard.map(({ event, data }) => [event, data.length, data[0]?.position.latitude]),
    [['positions', 1, 11]],
  )
  visitor.close()
  await visitor.done
  await received(api, car, [at(12, 12), at(13, 13)])
  const again = await listen(visit, id)
  const events = await again.until('begun', 'resumed')
  assert.equal(events[0]?.event, 'reset')
  assert.equal(events.at(-1)?.event, 'begun')
  const told = events.filter(({ event }) => event === 'positions').flatMap(({ data }) => data)
  assert.deepEqual([...new Set(told.map(({ position }) => position.latitude))], [13])
  for (const stream of [own, again]) {
    stream.close()
    await stream.done
  }
})

/** A unit with a hundred thousand messages, and a way to store a frame whose times span all of them. */
async function aLongPast(accountId: number) {
  const car = await aUnit(dealer, accountId, { app_id: consumerApp })
  const past = Array.from({ length: 100_001 }, (_, n) => ({
    timestamp: 1_700_000_000 + n,
    text: `{"timestamp":${1_700_000_000 + n},"server.timestamp":${1_700_000_000 + n}}`,
  }))
  await insertChunk(api.ctx.db, car.id, toChunk(past))
  const unit = { id: car.id, ident: car.ident, name: car.name, deviceTypeId: 101, protocolId: 1 }
  const messages = [{ ...at(1, 1), timestamp: 1_600_000_000 }, at(2, 2)]
  return { unit, messages, frame: Buffer.from('x'), peer: '' }
}

test('a frame that spans a long past is not searched for missed positions: the reader starts over', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const frame = await aLongPast(account.id)
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  const [begun] = await stream.until('begun')
  stream.close()
  await stream.done
  const writer = startWriter(api.ctx)
  await writer.append(frame)
  await writer.close()
  const again = await listen(client.token, begun?.id)
  const events = await again.until('begun', 'resumed')
  assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['reset', 'begun'])
  // Everything that was not in the latest values when it began.
  const late = (await again.until('snapshot')).at(-1)
  assert.deepEqual(
    late?.data.map(({ position }) => position.latitude),
    [2],
  )
  again.close()
  await again.done
})

test('nor by polling: its reader is disconnected and starts over', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const frame = await aLongPast(account.id)
  const client = await aClient(api, dealer, account)
  const other = await aClient(api, dealer)
  const [stream, unconcerned] = [await listen(client.token), await listen(other.token)]
  const [begun] = await stream.until('begun')
  await unconcerned.until('begun')
  const silent = { ...listenTo(api.databaseUrl), on: () => {} }
  const writer = startWriter(api.ctx, silent)
  await writer.append(frame)
  assert.equal(
    await Promise.race([stream.done.then(() => 'let go'), stream.until('positions').then(() => 'told')]),
    'let go',
  )
  const again = await listen(client.token, begun?.id)
  assert.equal((await again.next()).event, 'reset')
  const unit = await aUnit(dealer, other.account.id, { app_id: consumerApp })
  await announce(api.ctx.db, [{ unitId: unit.id, from: 1 }])
  await unconcerned.until('trips')
  await writer.close()
  await silent.close()
  for (const one of [again, unconcerned]) {
    one.close()
    await one.done
  }
})

test('a session that expires ends its stream without any notification', async () => {
  const client = await aClient(api, dealer)
  const stream = await listen(client.token)
  await stream.until('begun')
  api.ctx.clock.advance(31 * 86_400)
  // One more heartbeat is possible.
  await stream.until('end')
  await stream.done
})

test('a user has twenty streams at most', async () => {
  const client = await aClient(api, dealer)
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(client.token)))
  const one = await listen(client.token)
  assert.equal(one.answer.status, 429)
  for (const stream of streams) stream.close()
  // The server notices a closed connection in its own time.
  const again = await until('room for another stream', async () => {
    const stream = await listen(client.token)
    return stream.answer.status !== 429 && stream
  })
  assert.equal(again.answer.status, 200)
  again.close()
})

test('a support session takes no stream from the client', async () => {
  const client = await aClient(api, dealer)
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  const key = await serviceKey(dealer, client.user.id, consumerApp)
  const visits = await Promise.all(Array.from({ length: 20 }, () => listen(key)))
  const [more, own] = [await listen(key), await listen(client.token)]
  assert.deepEqual([more.answer.status, own.answer.status], [429, 200])
  for (const stream of [...visits, own]) stream.close()
})

test('a stream has no HEAD and accepts no other method', async () => {
  const client = await aClient(api, dealer)
  const ask = askAs(api, client.token)
  for (const method of ['HEAD', 'POST']) {
    const answer = await ask(method, '/live')
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET'])
  }
})

test('trips are announced when they begin, end and are revised', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const stream = await listen(client.token)
  const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
  const messages = drive([
    { seconds: 600, kmh: 0 },
    { seconds: 600, kmh: 60 },
    { seconds: 600, kmh: 0 },
  ])
  const told = async () => {
    for (;;) {
      const { event, data } = await stream.next()
      if (event === 'trips') return data
    }
  }
  await received(api, unit, [...messages.slice(0, 80), ...messages.slice(90)])
  await computeTrips(acting)
  assert.deepEqual(await told(), { unit_id: unit.id, from: routeStart })
  await received(api, unit, messages.slice(80, 90))
  await computeTrips(acting)
  assert.deepEqual(await told(), { unit_id: unit.id, from: routeStart + 600 })
  stream.close()
  await stream.done
})

test('events are announced when a unit enters, leaves or raises an alarm', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp])
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const drawn = await client.ask('POST', '/geofences', { name: 'Home', shape, since: routeStart })
  assert.equal(drawn.status, 201, drawn.text)
  const stream = await listen(client.token)
  const [first, ...more] = drive([
    { seconds: 60, kmh: 0 },
    { seconds: 120, kmh: 60 },
  ])
  const told = async () => {
    for (;;) {
      const { event, data } = await stream.next()
      if (event === 'events') return data
    }
  }
  await received(api, unit, more)
  await computeVisits(acting)
  assert.deepEqual(await told(), { unit_id: unit.id, from: routeStart + 10 })
  await received(api, unit, [{ ...first!, 'alarm.event': true, 'alarm.type': 'sos' }])
  await computeVisits(acting)
  assert.deepEqual(await told(), { unit_id: unit.id, from: routeStart })
  stream.close()
  await stream.done
})
