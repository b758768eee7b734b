/** Drivers of trips and the parts of scores: the same in any order of messages, and right when keys change later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '@waymark/devices'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createMeters } from '#kernel/runtime/meters.ts'
import { leaseSlices } from '#kernel/slices/leases.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, drive, type Leg, routeStart } from '#testing/routes.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { compute } from '../projections/actions.ts'
import { follow } from '../projections/follow.ts'
import { computeTrips, tripProjection } from '../trips/compute.ts'
import { computeDriving, drivingProjection } from './compute.ts'

const api = await openApi({})
const { ctx } = api
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const road = { kind: 'secondary', limit: 50, usual: 70, name: 'Harbour Street' }
const acting = { ...ctx, actor, addresses: { ...ctx.addresses, roadAt: async () => road } }
const dealer = await api.dealer()
const quotas = { unit: 1000, geofence: 0, unit_storage: 204800 }
const modules = ['timeline', 'statistics']
const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', quotas, modules })
const account = await anActivatedAccount(api, dealer, plan.id)
await dealer.ask('PUT', `/users/${account.user.id}/password`, {
  ...{ new_password: goodPassword, repeat_password: goodPassword },
})
const ask = askAs(api, await logIn(api, account.user.name))
const made = async (method: string, path: string, body: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const aDriver = (name: string) => made('POST', '/drivers', { name })
const [anna, ben] = [await aDriver('Anna'), await aDriver('Ben')]
const always = { from: routeStart - 86_400 }
for (const [driver, code] of [
  [anna, 'A1-01'],
  [ben, 'B2-02'],
] as const) {
  await made('POST', `/drivers/${driver.id}/keys`, { kind: 'ibutton', code, ...always })
}

type Unit = Awaited<ReturnType<typeof aUnit>>
const spans = (unitId: number) =>
  ctx.db
    .selectFrom('drivingSpans')
    .selectAll()
    .where('unitId', '=', unitId)
    .orderBy('t0')
    .orderBy('kind')
    .execute()
    .then((rows) => rows.map(({ unitId: _, ...row }) => row))
const span = `from=${routeStart}&to=${routeStart + 7 * 86_400}`
const driversOf = async (unitId: number): Promise<unknown[]> => {
  const trips = (await ask('GET', `/trips?unit_ids=${unitId}&kind=trip&${span}`)).body as {
    from: number
    driver: { name: string; source: string } | null
  }[]
  return trips.map(({ from, driver }) => [from - routeStart, driver && `${driver.name} ${driver.source}`])
}

const scoreOf = async (unitId: number) => {
  const { body, status, text } = await ask('GET', `/units/${unitId}/score?${span}&tz=Europe/Berlin`)
  assert.equal(status, 200, text)
  return { ...body, events: body.events.map((event: object) => ({ ...event, unit_id: 0 })) }
}

/** Two trips: the first with Anna's key, the second with Ben's. */
const keyed = () =>
  day().map((message): Message => {
    const after = Number(message.timestamp) - routeStart
    const code = after === 620 ? 'a101' : after === 3640 ? '0b202' : undefined
    const harsh = after % 400 === 0 && { 'harsh.braking.event': true }
    return { ...message, ...(code && { 'ibutton.code': code }), ...harsh }
  })

async function received({ id, ident, name }: Unit, messages: readonly Message[]): Promise<void> {
  const writer = startWriter(ctx)
  const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:4000' })
  await writer.close()
}

async function sent(batches: readonly (readonly Message[])[], isEach = false): Promise<Unit> {
  const unit = await aUnit(dealer, account.id)
  for (const batch of batches) {
    await received(unit, batch)
    if (!isEach) continue
    await follow(acting, [tripProjection, drivingProjection])
    await computeTrips(acting)
    await computeDriving(acting)
  }
  await computeTrips(acting)
  await computeDriving(acting)
  return unit
}

test('trips have the driver whose key was shown', async () => {
  const unit = await sent([keyed()])
  assert.deepEqual(await driversOf(unit.id), [
    [600, 'Anna message'],
    [3600, 'Ben message'],
  ])
  const found = (await ask('GET', `/drivers/${ben.id}/trips?${span}`)).body
  assert.ok(found.some((trip: { unit_id: number }) => trip.unit_id === unit.id))
  assert.ok(found.every((trip: { driver: { id: string } }) => trip.driver.id === ben.id))
})

test('an entry by hand counts more than a key, a key more than the plan; later changes count at once', async () => {
  const unit = await sent([keyed()])
  const plain = await sent([day()])
  const cara = await aDriver('Cara')
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  for (const { id: unit_id } of [unit, plain]) {
    const shift = { driver_id: cara.id, unit_id, weekdays, start: '00:00', end: '00:00', tz: 'UTC', ...always }
    await made('POST', '/driver-shifts', shift)
  }
  assert.deepEqual(await driversOf(unit.id), [
    [600, 'Anna message'],
    [3600, 'Ben message'],
  ])
  assert.deepEqual(await driversOf(plain.id), [
    [600, 'Cara plan'],
    [3600, 'Cara plan'],
  ])
  const said = { driver_id: ben.id, unit_id: unit.id, from: routeStart, to: routeStart + 3000 }
  const assignment = await made('POST', '/driver-assignments', said)
  assert.deepEqual((await driversOf(unit.id))[0], [600, 'Ben hand'])
  await ask('DELETE', `/driver-assignments/${assignment.id}`)
  // The key had belonged to somebody else all along.
  const key = (await ask('GET', `/drivers/${anna.id}`)).body.keys[0]
  await made('PATCH', `/driver-keys/${key.id}`, { to: routeStart })
  const handed = await made('POST', `/drivers/${cara.id}/keys`, { kind: 'ibutton', code: 'A101', from: routeStart })
  assert.deepEqual((await driversOf(unit.id))[0], [600, 'Cara message'])
  await ask('DELETE', `/driver-keys/${handed.keys[0].id}`)
  await made('PATCH', `/driver-keys/${key.id}`, { to: null })
  assert.deepEqual((await driversOf(unit.id))[0], [600, 'Anna message'])
  await ask('DELETE', `/drivers/${cara.id}`)
  assert.deepEqual((await driversOf(plain.id))[0], [600, null])
})

test('a driver has the last trip of a period, even if the key was shown after it', async () => {
  const gil = await aDriver('Gil')
  const unit = await sent([day()])
  const period = `from=${routeStart}&to=${routeStart + 900}`
  await made('POST', '/driver-assignments', { driver_id: gil.id, unit_id: unit.id, from: routeStart + 1_200 })
  assert.equal((await ask('GET', `/drivers/${gil.id}/trips?${period}`)).body.length, 1)
  assert.equal((await ask('GET', `/drivers/${gil.id}/score?${period}`)).body.trips, 1)
})

test('a driver’s score is 100 minus the points of the listed events', async () => {
  const fay = await aDriver('Fay')
  const unit = await sent([keyed()])
  const said = { driver_id: fay.id, unit_id: unit.id, from: routeStart, to: routeStart + 3000 }
  await made('POST', '/driver-assignments', said)
  const { body } = await ask('GET', `/drivers/${fay.id}/score?${span}`)
  const points = body.events.reduce((sum: number, event: { points: number }) => sum + event.points, 0)
  assert.equal(body.score, Math.max(0, Math.round((100 - points) * 100) / 100))
  assert.ok(body.trips === 1 && body.events.every((event: { from: number }) => event.from < routeStart + 3000))
  const reasons = body.lost.map(({ reason }: { reason: string }) => reason)
  assert.ok(reasons.includes('harsh_braking') && reasons.includes('speeding'), reasons.join())
  const all = (await ask('GET', `/driver-scores?${span}`)).body as { driver_id: string; score: number }[]
  assert.equal(all.find(({ driver_id }) => driver_id === fay.id)?.score, body.score)
  const ofUnit = (await ask('GET', `/units/${unit.id}/score?${span}`)).body
  assert.ok(ofUnit.trips === 2 && ofUnit.events.length > body.events.length)
  assertRefused(await ask('GET', `/drivers/${fay.id}/score?${span}&tz=Moon`), 400, 'INVALID_QUERY tz')
})

test('a report of trips names the driver, and has sums per driver', async () => {
  const unit = await sent([keyed(), day(1)])
  const asked = `/report?kind=trips&unit_ids=${unit.id}&${span}&by=driver&columns=distance`
  const { body, text, status } = await ask('GET', asked)
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.columns.map(({ key }: { key: string }) => key),
    ['unit', 'driver', 'distance'],
  )
  const groups = body.subtotals.map(({ label, rows }: { label: string; rows: number }) => `${label}: ${rows}`)
  assert.deepEqual(groups, ['Anna: 1', 'Ben: 1', 'No driver: 2'])
})

test('a key belongs to one driver at a time', async () => {
  const dan = await aDriver('Dan')
  const code = fresh('c3')
  const give = (to: { id: string }, body: object) =>
    ask('POST', `/drivers/${to.id}/keys`, { kind: 'card', code, ...body })
  assert.equal((await give(anna, { from: 1000, to: 2000 })).status, 201)
  assertRefused(await give(dan, { from: 1999 }), 409, 'CONFLICT code')
  assertRefused(await give(anna, { from: 500, to: 1001 }), 409, 'CONFLICT code')
  const next = await give(dan, { from: 2000 })
  assert.equal(next.status, 201)
  assertRefused(await ask('PATCH', `/driver-keys/${next.body.keys[0].id}`, { from: 1500 }), 409, 'CONFLICT code')
  assertRefused(await give(dan, { from: 10, to: 10 }), 400, 'FAILED_VALIDATION to')
  assertRefused(await ask('POST', `/drivers/${dan.id}/keys`, { kind: 'pin', code: '-' }), 400, 'FAILED_VALIDATION code')
  const answers = await Promise.all(
    [anna, ben, dan].map((driver) => ask('POST', `/drivers/${driver.id}/keys`, { kind: 'pin', code: '4711' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
})

test('a unit has one driver by hand at a time, and a new one ends the one before', async () => {
  const unit = await aUnit(dealer, account.id)
  const assign = (driver_id: string, from: number, to?: number) =>
    ask('POST', '/driver-assignments', { driver_id, unit_id: unit.id, from, ...(to && { to }) })
  const first = (await assign(anna.id, 1000)).body
  await assign(ben.id, 2000)
  const listed = (await ask('GET', `/driver-assignments?unit_id=${unit.id}`)).body
  assert.deepEqual(
    listed.map(({ driver_id, from, to }: { driver_id: string; from: number; to: number | null }) => [
      driver_id,
      from,
      to,
    ]),
    [
      [ben.id, 2000, null],
      [anna.id, 1000, 2000],
    ],
  )
  assertRefused(await assign(anna.id, 500, 1500), 409, 'CONFLICT from')
  assertRefused(await ask('PATCH', `/driver-assignments/${first.id}`, { to: 2500 }), 409, 'CONFLICT to')
  const now = (await ask('GET', '/current-drivers')).body.find(
    ({ unit_id }: { unit_id: number }) => unit_id === unit.id,
  )
  assert.deepEqual([now.driver.name, now.driver.source], ['Ben', 'hand'])
})

test('an assignment is compared with all others of its unit, and exported, however many there are', async () => {
  const unit = await aUnit(dealer, account.id)
  await sql`
    insert into driver_assignments (id, account_id, driver_id, unit_id, t0, t1, created_at)
    select gen_random_uuid(), ${account.id}, ${anna.id}, ${unit.id}, day * 100, day * 100 + 50, now()
    from generate_series(1, 1001) as day`.execute(ctx.db)
  const overlapping = { driver_id: ben.id, unit_id: unit.id, from: 120, to: 130 }
  assertRefused(await ask('POST', '/driver-assignments', overlapping), 409, 'CONFLICT from')
  const listed = (await ask('GET', `/driver-assignments?unit_id=${unit.id}`)).body
  assert.equal(listed.length, 1000)
  const exported = (await ask('GET', '/export')).body.driver_assignments as { unit_id: number }[]
  assert.equal(exported.filter(({ unit_id }) => unit_id === unit.id).length, 1001)
})

test('without a driver whose beacon was nearest, the next one counts', async () => {
  const [hal, ida] = [await aDriver('Hal'), await aDriver('Ida')]
  for (const [driver, code] of [
    [hal, 'beac01'],
    [ida, 'beac02'],
  ] as const)
    await made('POST', `/drivers/${driver.id}/keys`, { kind: 'beacon', code, ...always })
  const around = [
    { id: 'beac01', rssi: -40 },
    { id: 'beac02', rssi: -60 },
  ]
  const unit = await sent([day().map((message) => ({ ...message, 'ble.beacons': around }))])
  assert.deepEqual((await driversOf(unit.id))[0], [600, 'Hal message'])
  await ask('DELETE', `/drivers/${hal.id}`)
  await computeDriving(acting)
  assert.deepEqual((await driversOf(unit.id))[0], [600, 'Ida message'])
})

test('who has a unit now has had it since the assignment began, however long ago', async () => {
  const unit = await aUnit(dealer, account.id)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  await made('POST', '/driver-assignments', { driver_id: anna.id, unit_id: unit.id, from: now - 7 * 86_400 })
  const current = (await ask('GET', '/current-drivers')).body as { unit_id: number; since: number }[]
  assert.equal(current.find(({ unit_id }) => unit_id === unit.id)?.since, now - 7 * 86_400)
})

test('a driver who signs in finds their own record and no other', async () => {
  const unit = await aUnit(dealer, account.id)
  const person = await aPersonOf(api, ask, 'driver', { unit_ids: [unit.id] })
  assert.deepEqual((await person.ask('GET', '/drivers')).body, [])
  await made('PATCH', `/drivers/${ben.id}`, { user_id: person.id })
  assertRefused(await ask('PATCH', `/drivers/${anna.id}`, { user_id: person.id }), 409, 'CONFLICT user_id')
  const own = (await person.ask('GET', '/drivers')).body as { id: string }[]
  assert.deepEqual(
    own.map(({ id }) => id),
    [ben.id],
  )
  assertRefused(await person.ask('GET', `/drivers/${anna.id}`), 404, 'NOT_FOUND')
  assertRefused(await person.ask('GET', `/drivers/${anna.id}/trips?${span}`), 404, 'NOT_FOUND')
  assertRefused(await person.ask('GET', `/driver-shifts?driver_id=${anna.id}`), 404, 'NOT_FOUND')
  assert.equal((await person.ask('POST', '/drivers', { name: 'X' })).status, 403)
  await made('PATCH', `/drivers/${ben.id}`, { user_id: null })
})

test('messages from before the first driver count, and nothing is computed without a driver', async () => {
  const other = await anActivatedAccount(api, dealer, plan.id)
  await dealer.ask('PUT', `/users/${other.user.id}/password`, {
    ...{ new_password: goodPassword, repeat_password: goodPassword },
  })
  const own = askAs(api, await logIn(api, other.user.name))
  const unit = await aUnit(dealer, other.id)
  await received(unit, keyed())
  await computeDriving(acting)
  assert.deepEqual(await spans(unit.id), [])
  assert.equal((await own('POST', '/drivers', { name: 'Eve' })).status, 201)
  await computeDriving(acting)
  assert.ok((await spans(unit.id)).length > 3)
})

const inParts = (messages: readonly Message[], parts: number) => {
  const size = Math.ceil(messages.length / parts)
  return Array.from({ length: parts }, (_, at) => messages.slice(at * size, (at + 1) * size)).filter(
    (one) => one.length,
  )
}

test('shuffled, duplicate, late and in any pieces: the drivers and events of the ordered run', async () => {
  const leg: fc.Arbitrary<Leg> = fc.record({
    seconds: fc.integer({ min: 1, max: 40 }).map((n) => n * 60),
    kmh: fc.constantFrom(0, 40, 52, 90),
    ignition: fc.constantFrom(true, true, false, undefined),
    silent: fc.constantFrom(false, false, true),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 3, maxLength: 10 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      fc.integer({ min: 1, max: 5 }),
      async (legs, keys, parts) => {
        const key = () => keys.next().value as number
        const messages = drive(legs, { every: 30 }).map((message): Message => {
          const code = ['A101', 'B202', '0', 'FF'][key() % 40]
          return {
            ...message,
            ...(code && { 'rfid.code': code }),
            ...(key() % 9 === 0 && { 'harsh.cornering.event': true }),
          }
        })
        if (messages.length === 0) return
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        const doubled = shuffled.flatMap(({ message }) => (key() % 5 === 0 ? [message, message] : [message]))
        const ordered = await sent([messages])
        const other = await sent(inParts(doubled, parts), true)
        assert.deepEqual(await spans(other.id), await spans(ordered.id))
        assert.deepEqual(await driversOf(other.id), await driversOf(ordered.id))
        assert.deepEqual(await scoreOf(other.id), await scoreOf(ordered.id))
      },
    ),
    { numRuns: 8 },
  )
})

test('four workers compute what one does', async () => {
  const expected = await spans((await sent([keyed()])).id)
  const units = await Promise.all(Array.from({ length: 6 }, () => aUnit(dealer, account.id)))
  const nodes = Array.from({ length: 4 }, () => ({
    ...acting,
    slices: leaseSlices({ db: ctx.db, meters: createMeters() }, 0),
  }))
  for (let round = 0; round < 3; round++) for (const { slices } of nodes) await slices.share()
  const parts = inParts(keyed(), 4)
  for (const part of [parts[2]!, parts[0]!, parts[3]!, parts[1]!]) {
    for (const unit of units) await received(unit, part)
    await Promise.all(nodes.map((node) => compute(node, drivingProjection)))
  }
  for (const unit of units) assert.deepEqual(await spans(unit.id), expected)
  await Promise.all(nodes.map(({ slices }) => slices.release()))
})
