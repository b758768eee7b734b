/**
 * A day of a van as a real tracker reports it: turns, a drifting receiver, a tunnel, a ferry without a network, an
 * outlier. In whatever order messages arrive, trips, stops, distances, visits and events equal those of the ordered
 * run, and those that were driven.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { Message } from '@waymark/devices'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { computeVisits } from './geofences/compute.ts'
import { computeTrips } from './trips/compute.ts'

const start = 1_772_000_000
const every = 10
const metreLat = 1 / 111_195
const metreLon = metreLat / Math.cos((54.7 * Math.PI) / 180)
const at = (east: number, north: number) => ({ latitude: 54.7 + north * metreLat, longitude: 25.2 + east * metreLon })

/** Metres east and north of the yard. Silent on the way: a tunnel, or a ferry. */
interface Leg {
  readonly to: readonly [east: number, north: number]
  readonly kmh: number
  readonly silent?: boolean
}
type Part = Leg | { readonly parkedSeconds: number }

/** Out of the yard, around four corners to a customer, back through a tunnel and over a river. */
const parts: readonly Part[] = [
  { parkedSeconds: 1800 },
  { to: [0, 2_000], kmh: 36 },
  { to: [5_000, 2_000], kmh: 50 },
  { to: [5_000, 6_000], kmh: 72 },
  { to: [9_000, 6_000], kmh: 54 },
  { parkedSeconds: 2700 },
  { to: [9_000, 9_000], kmh: 60 },
  { to: [5_000, 9_000], kmh: 60, silent: true },
  { to: [1_000, 9_000], kmh: 60 },
  { parkedSeconds: 1200 },
  { to: [-9_000, 9_000], kmh: 5, silent: true },
  { to: [-9_000, 1_000], kmh: 48 },
  { to: [0, 0], kmh: 54 },
  { parkedSeconds: 5400 },
]

/** Always the same, and without a pattern that a filter could exploit. */
const wander = (t: number, metres: number) => metres * Math.sin(t * 2.1) * Math.cos(t * 0.37)

function told(): Message[] {
  const messages: Message[] = []
  let [east, north, t] = [0, 0, start]
  const say = (ignition: boolean, kmh: number, metres: number) =>
    messages.push({
      timestamp: t,
      'position.latitude': Number((54.7 + (north + wander(t, metres)) * metreLat).toFixed(7)),
      'position.longitude': Number((25.2 + (east + wander(t + 1, metres)) * metreLon).toFixed(7)),
      'position.speed': kmh,
      'position.satellites': 9,
      'engine.ignition.status': ignition,
    })
  for (const part of parts) {
    const isParked = 'parkedSeconds' in part
    const [fromEast, fromNorth] = [east, north]
    const [toEast, toNorth] = isParked ? [east, north] : part.to
    const way = Math.hypot(toEast - east, toNorth - north)
    const seconds = isParked ? part.parkedSeconds : (way / part.kmh) * 3.6
    const end = t + Math.round(seconds / every) * every
    for (const began = t; t < end; t += every) {
      const share = (t - began) / (end - began)
      east = fromEast + share * (toEast - fromEast)
      north = fromNorth + share * (toNorth - fromNorth)
      // A parked tracker sleeps, and reports every five minutes.
      if (isParked ? (t - start) % 300 === 0 : !part.silent) say(!isParked, isParked ? 0 : part.kmh, isParked ? 20 : 3)
    }
    ;[east, north] = [toEast, toNorth]
  }
  say(false, 0, 0)
  // An outlier, for one message.
  const wild = messages[Math.floor(messages.length * 0.4)]!
  Object.assign(wild, { 'position.latitude': 48.2, 'position.longitude': 16.4 })
  // A button is pressed; trackers repeat it until it is acknowledged.
  for (const message of messages.slice(200, 203)) Object.assign(message, { 'alarm.event': true, 'alarm.type': 'sos' })
  return messages
}

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
let account: { id: number; user: { id: string; name: string } }
let ask: Client['ask']
const names = new Map<string, string>()

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 20, geofence: 10, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  account = await anActivatedAccount(api, dealer, plan.id)
  ask = await askFor(api, dealer, account.user)
  for (const [name, shape] of [
    ['Yard', { type: 'circle', center: at(0, 0), radius: 150 }],
    ['Customer', { type: 'circle', center: at(9_000, 6_000), radius: 200 }],
    ['Town', { type: 'polygon', points: [at(3_000, 1_000), at(7_000, 1_000), at(7_000, 4_000), at(3_000, 4_000)] }],
    ['Tunnel', { type: 'circle', center: at(7_000, 9_000), radius: 300 }],
    ['West road', { type: 'corridor', points: [at(-9_000, 7_000), at(-9_000, 3_000)], width: 100 }],
  ] as const) {
    const { status, body, text } = await ask('POST', '/geofences', { name, shape, since: start })
    assert.equal(status, 201, text)
    names.set(body.id, name)
  }
})

/** What a client sees of it, without ids and times of computing. */
async function outcome(batches: readonly (readonly Message[])[]) {
  const unit = await aUnit(dealer, account.id)
  for (const batch of batches) {
    await received(api, unit, batch)
    await computeTrips(acting)
    await computeVisits(acting)
  }
  const span = `from=${start - 86_400}&to=${start + 2 * 86_400}`
  const read = async (path: string) => {
    const { status, body, text } = await ask('GET', path)
    assert.equal(status, 200, text)
    return body
  }
  const { trips } = await read(`/units/${unit.id}/timeline?${span}`)
  const visits = await read(`/geofence-visits?${span}&unit_ids=${unit.id}`)
  const events = await read(`/events?unit_ids=${unit.id}&limit=1000`)
  const { total } = await read(`/statistics?${span}&unit_ids=${unit.id}`)
  const bare = ({ id: _, unit_id: __, created_at: ___, revised_at: ____, ...rest }: Record<string, unknown>) => rest
  return {
    trips: trips.map(bare),
    visits: visits.map(bare),
    events: events.map(
      ({ id: _, unit_id: __, visit_id: ___, noticed_at: ____, ...rest }: Record<string, unknown>) => rest,
    ),
    total,
  }
}

type Outcome = Awaited<ReturnType<typeof outcome>>

const inBatches = (messages: readonly Message[], size: number) =>
  Array.from({ length: Math.ceil(messages.length / size) }, (_, index) =>
    messages.slice(index * size, (index + 1) * size),
  )

/** Well shuffled, and the same every time. */
const shuffled = (messages: readonly Message[]) =>
  messages
    .map((message, index) => ({ message, key: (index * 7919) % 997 }))
    .sort((a, b) => a.key - b.key)
    .map(({ message }) => message)

suite('a day of a van', () => {
  let golden: Outcome
  before(async () => {
    golden = await outcome([told()])
  })

  test('has the trips, stops and distances that were driven', () => {
    const kinds = golden.trips.map(({ kind }: { kind: string }) => kind)
    assert.deepEqual(kinds, ['stop', 'trip', 'stop', 'trip', 'stop', 'gap', 'trip', 'stop'])
    const driven = [15_000, 11_000, 8_000 + Math.hypot(9_000, 1_000)]
    const trips = golden.trips.filter(({ kind }: { kind: string }) => kind === 'trip')
    for (const [index, metres] of driven.entries()) {
      const { distance } = trips[index] as { distance: number }
      assert.ok(Math.abs(distance - metres) < metres * 0.03, `${distance} of ${metres} m`)
    }
    const sum = trips.reduce((metres: number, { distance }: { distance: number }) => metres + distance, 0)
    assert.ok(Math.abs(golden.total.distance - sum) < 1, 'statistics are the trips')
  })

  test('has the visits and events of the way, each once', () => {
    const visited = golden.visits.map(({ geofence_id }: { geofence_id: string }) => names.get(geofence_id))
    // There was no signal in the tunnel: no one knows that the van was there.
    assert.deepEqual(visited, ['Yard', 'Town', 'Customer', 'West road', 'Yard'])
    const kinds = golden.events.map(({ kind }: { kind: string }) => kind).toReversed()
    assert.deepEqual(
      kinds.filter((kind: string) => kind !== 'sos'),
      ['leave', 'enter', 'leave', 'enter', 'leave', 'enter', 'leave', 'enter'],
    )
    const alarms = golden.events.filter(({ kind }: { kind: string }) => kind === 'sos')
    assert.deepEqual(
      alarms.map(({ count }: { count: number }) => count),
      [3],
    )
  })

  const messages = told()
  const third = Math.floor(messages.length / 3)
  for (const [name, batches] of [
    ['bit by bit', inBatches(messages, 40)],
    ['the newest part first', inBatches(messages, 60).toReversed()],
    [
      'the middle of it late, out of the tracker’s memory',
      [messages.slice(0, third), messages.slice(2 * third), messages.slice(third, 2 * third)],
    ],
    ['shuffled', inBatches(shuffled(messages), 150)],
    ['everything twice, and shuffled', inBatches(shuffled([...messages, ...messages]), 300)],
    ['all of it again', [messages, messages, messages.slice(third)]],
  ] as const)
    test(`is the same when sent ${name}`, async () => assert.deepEqual(await outcome(batches), golden))
})
