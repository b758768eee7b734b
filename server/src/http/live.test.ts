import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { consumerApp, petApp } from '../applications.ts'
import { computeVisits } from '../geofences/compute.ts'
import { openApi } from '../testing/api.ts'
import { anUnclaimedAccount, aUnit, received } from '../testing/builders.ts'
import { aClient, askAs, serviceKey } from '../testing/client.ts'
import { drive, routeStart } from '../testing/routes.ts'
import { computeTrips } from '../trips/compute.ts'

const api = await openApi()
const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
const dealer = await api.dealer('partner')

interface Event {
  readonly event: string
  readonly data: { readonly unit_id: number; readonly position: { latitude: number }; readonly timestamp: number }
}

/** A stream whose events are taken one by one. */
async function listen(token: string) {
  const aborting = new AbortController()
  const answer = await fetch(`${address}/client/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: aborting.signal,
  })
  const events: Event[] = []
  const waiting: ((event: Event) => void)[] = []
  const read = async () => {
    let text = ''
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (!event) continue
        const one = { event, data: JSON.parse(data as string) }
        const taker = waiting.shift()
        if (taker) taker(one)
        else events.push(one)
      }
    }
  }
  const done = read().catch(() => {})
  return {
    answer,
    done,
    next: () => {
      const one = events.shift()
      return one ? Promise.resolve(one) : new Promise<Event>((resolve) => waiting.push(resolve))
    },
    close: () => aborting.abort(),
  }
}

const at = (timestamp: number, latitude: number) => ({
  timestamp: 1_772_000_000 + timestamp,
  'position.latitude': latitude,
  'position.longitude': 10,
})

test('positions of the own units come as they are stored, beginning with where they are', async () => {
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
  const first = await stream.next()
  assert.deepEqual([first.event, first.data.unit_id, first.data.position.latitude], ['position', car.id, 50])
  assert.equal(first.data.timestamp, 1_772_000_001)
  await received(api, foreign, [at(2, 51)])
  await received(api, dog, [at(3, 52)])
  const second = await stream.next()
  assert.deepEqual([second.data.unit_id, second.data.position.latitude], [dog.id, 52])
  await received(api, car, [at(4, 53)])
  assert.equal((await stream.next()).data.position.latitude, 53)
  stream.close()
  await stream.done
})

test('a visit hears of the units of its application only, and is told of its end', async () => {
  const account = await anUnclaimedAccount(dealer, [consumerApp, petApp])
  const car = await aUnit(dealer, account.id, { app_id: consumerApp })
  const dog = await aUnit(dealer, account.id, { app_id: petApp })
  const client = await aClient(api, dealer, account)
  await client.ask('PUT', `/service-mode/${petApp}`, { enabled: true })
  const stream = await listen(await serviceKey(dealer, client.user.id, petApp))
  await received(api, car, [at(5, 54)])
  await received(api, dog, [at(6, 55)])
  assert.equal((await stream.next()).data.unit_id, dog.id)
  await client.ask('PUT', `/service-mode/${petApp}`, { enabled: false })
  assert.equal((await stream.next()).event, 'end')
  await stream.done
})

test('a session that runs out ends its stream, though nobody says so', async () => {
  const client = await aClient(api, dealer)
  const stream = await listen(client.token)
  api.ctx.clock.advance(31 * 86_400)
  assert.equal((await stream.next()).event, 'end')
  await stream.done
})

test('a user has twenty streams at most', async () => {
  const client = await aClient(api, dealer)
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(client.token)))
  const one = await listen(client.token)
  assert.equal(one.answer.status, 429)
  for (const stream of streams) stream.close()
  // The server hears of a closed connection in its own time.
  let again = await listen(client.token)
  while (again.answer.status === 429) {
    await wait(10)
    again = await listen(client.token)
  }
  assert.equal(again.answer.status, 200)
  again.close()
})

test('a stream has no HEAD and takes no other method', async () => {
  const client = await aClient(api, dealer)
  const ask = askAs(api, client.token)
  for (const method of ['HEAD', 'POST']) {
    const answer = await ask(method, '/live')
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET'])
  }
})

test('trips are told when they begin, end and are revised', async () => {
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

test('events are told when a unit comes, leaves or raises an alarm', async () => {
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
