/**
 * A private trip, seen by everyone except its driver: every row under /client, the live stream, links, files, and the
 * dealer's own calls show that it was driven, how far and how long, but not where. The driver's answers show that there
 * was something to leave out.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { modulesOf } from '#billing/plans/modules.ts'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { computeAddresses } from '#insights/addresses/actions.ts'
import { computeDriving } from '#insights/driving/compute.ts'
import { computeVisits } from '#insights/geofences/compute.ts'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { notifyNew } from '#insights/notifications/notify.ts'
import { kindNames } from '#insights/reports/kinds.ts'
import { computeSensors } from '#insights/sensors/compute.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { fleetApp } from '#kernel/applications.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, receivedAtOnce } from '#testing/builders.ts'
import { askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, routeStart } from '#testing/routes.ts'
import { soon, until } from '#testing/until.ts'
import { allMessages, readMessages, readMessagesBetween, readStretch } from '#tracking/messages/actions.ts'

const api = await openApi()
const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const span = `from=${routeStart}&to=${routeStart + 86_400}`
const far = 10.4896

/** The first trip ends at 10.28° E, the private one leads from there to 10.49° E. */
const places = (text: string): string[] =>
  (text.match(/\b10\.[2-5]\d+/g) ?? []).filter((found) => Number(found) > 10.29 && Number(found) < 10.6)

/** Its hours begin 200 s before the private trip, and it is certain 400 s after that began. */
const east = {
  condition: { type: 'parameter', parameter: 'position.longitude', comparison: 'above', value: 10, seconds: 600 },
  schedule: { days: [3], from: '07:10', to: '12:00' },
  tz: 'UTC',
}

const made = async (asked: ReturnType<Client['ask']>) => {
  const answer = await asked
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

interface World {
  readonly unit: Awaited<ReturnType<typeof aUnit>>
  readonly owner: Client['ask']
  readonly ownerToken: string
  readonly dispatcher: Client['ask']
  readonly driver: Client['ask']
  readonly driverToken: string
  readonly ids: Record<string, string | number>
  readonly share: string
  readonly locator: string
}
let world: World

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 10, geofence: 5, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  await dealer.ask('PUT', `/users/${account.user.id}/password`, {
    ...{ new_password: goodPassword, repeat_password: goodPassword },
  })
  const ownerToken = await logIn(api, account.user.name)
  const owner = askAs(api, ownerToken)
  const unit = await aUnit(dealer, account.id, { hw_id: 101 })
  const dispatcher = await aPersonOf(api, owner, 'dispatcher')
  const person = await aPersonOf(api, owner, 'driver', { unit_ids: [unit.id] })
  const anna = await made(owner('POST', '/drivers', { name: 'Anna', user_id: person.id }))
  await made(owner('POST', '/driver-assignments', { driver_id: anna.id, unit_id: unit.id, from: routeStart }))
  const hours = { kind: 'business', weekdays: [3], start: '06:00', end: '07:00' }
  const settings = { on: true, tz: 'UTC', other_kind: 'private', hours, from: routeStart }
  await made(owner('PUT', `/units/${unit.id}/logbook`, settings))
  const shape = { type: 'circle', center: { latitude: 50, longitude: far }, radius: 400 }
  const geofence = await made(owner('POST', '/geofences', { name: 'Secret garden', shape, since: routeStart }))
  const aroundStop = { type: 'circle', center: { latitude: 50, longitude: 10.28 } }
  const depot = { name: 'Depot', shape: { ...aroundStop, radius: 3000 }, since: routeStart }
  const region = { name: 'Region', shape: { ...aroundStop, radius: 40_000 }, since: routeStart }
  const depotId = (await made(owner('POST', '/geofences', depot))).id
  const regionId = (await made(owner('POST', '/geofences', region))).id
  const condition = { type: 'geofence', crossings: ['enter', 'leave'], geofence_ids: [geofence.id] }
  const rule = await made(owner('POST', '/notification-rules', { name: 'Garden', condition, unit_ids: [unit.id] }))
  const help = { type: 'alarm', alarms: ['sos'] }
  const helpRule = await made(
    owner('POST', '/notification-rules', { name: 'Help', condition: help, unit_ids: [unit.id] }),
  )
  await made(owner('POST', '/notification-rules', { name: 'East', ...east, unit_ids: [unit.id] }))
  await api.ctx.db.updateTable('notificationRules').set({ since: routeStart }).execute()
  const sensor = await made(
    owner('POST', `/units/${unit.id}/sensors`, { name: 'East', formula: 'position.longitude', decimals: 4 }),
  )
  const until = api.ctx.clock.now().getTime() / 1000 + 3600
  const shared = await made(owner('POST', '/shares', { units: [unit.id], until, show_trail: true }))
  const locator = await made(owner('PUT', `/units/${unit.id}/tokens/locator`, {}))
  await receivedAtOnce(
    api,
    unit,
    day().map((message, index) => ({
      ...message,
      ...(index % 50 === 0 && { 'harsh.braking.event': true }),
      ...(Number(message.timestamp) === routeStart + 3700 && { 'alarm.type': 'towing' }),
      ...(Number(message.timestamp) === routeStart + 4200 && { 'alarm.panic.status': true, 'alarm.type': 'sos' }),
    })),
  )
  await computeTrips(acting)
  await computeVisits(acting)
  await computeConditions(acting)
  await computeDriving(acting)
  await computeSensors(acting)
  await computeAddresses(acting)
  await notifyNew(acting)
  const trips = (await made(person.ask('GET', `/trips?${span}&kind=trip`))) as { id: string; from: number }[]
  assert.equal(trips.length, 2)
  const ids = {
    ...{ units: unit.id, geofences: geofence.id, 'notification-rules': rule.id, 'unit-sensors': sensor.id },
    ...{ depotId, regionId, helpId: helpRule.id, privateFrom: trips[1]!.from },
    ...{ drivers: anna.id, trips: trips[1]!.id, shares: shared.id },
  }
  world = {
    ...{ unit, owner, ownerToken, dispatcher: dispatcher.ask, driver: person.ask, driverToken: person.token, ids },
    ...{ share: shared.link.split('#')[1], locator: locator.token },
  }
})

const timed =
  /(timeline|track|trips|days|statistics|scores?|fuel|speeding|road-trips|geofence-visits|dwell-report|stays|values)$/
const rows = clientRoutes.filter(({ method, path }) => method === 'GET' && !path.includes(':app_id'))
const wordOf = (path: string) => /^\/([\w-]+)\/:id/.exec(path)?.[1] ?? ''
const urlsOf = (path: string): string[] => {
  const id = world.ids[wordOf(path)]
  if (path.includes(':') && (id === undefined || path.includes(':command_id'))) return []
  const url = path.replace(':id', String(id))
  if (path.endsWith('/track'))
    return ['gpx', 'kml', 'csv', 'geojson'].map((format) => `${url}?${span}&format=${format}`)
  if (path.endsWith('/explanation')) return [`${url}?unit_id=${world.unit.id}&at=${routeStart + 4500}`]
  if (path.endsWith('/parameter')) return [`${url}?name=position.longitude&${span}`]
  if (path === '/report') {
    return kindNames.flatMap((kind) => ['json', 'csv'].map((format) => `${url}?kind=${kind}&${span}&format=${format}`))
  }
  if (path.endsWith('/timeline')) return [`${url}?${span}&series=position.longitude,position.speed`]
  if (path.endsWith('/logbook/changes')) return [`${url}?month=2026-02`]
  if (path.endsWith('/logbook')) return [`${url}?month=2026-02`]
  if (path.endsWith('/messages')) return [url, `${url}?from=${routeStart}&to=${routeStart + 86_400}`]
  return [timed.test(path) ? `${url}?${span}` : url]
}
/** Geofences have positions of their own. */
const ofGeofences = /^\/geofences(\/:id)?$/

suite('in every row', () => {
  for (const { path } of rows) {
    test(`GET ${path}`, async () => {
      for (const url of urlsOf(path)) {
        for (const ask of [world.owner, world.dispatcher]) {
          const { text, status } = await ask('GET', url)
          assert.ok(status < 500, text)
          const told = path === '/export' ? text.replace(/"geofences":\[.*?\],"shares"/, '') : text
          if (!ofGeofences.test(path)) assert.deepEqual(places(told), [], `${url}: ${told.slice(0, 2000)}`)
        }
      }
    })
  }

  test('the driver sees it, so there was something to leave out', async () => {
    const found: string[] = []
    for (const { path } of rows) {
      for (const url of urlsOf(path)) {
        if (!ofGeofences.test(path) && places((await world.driver('GET', url)).text).length > 0) found.push(path)
      }
    }
    for (const path of ['/trips', '/trips/:id', '/units/:id/timeline', '/units/:id/track', '/units/:id/telemetry']) {
      assert.ok(found.includes(path), `${path}: ${found}`)
    }
    assert.ok(new Set(found).size >= 12, String([...new Set(found)]))
  })

  test('distance and time stay', async () => {
    const of = async (ask: Client['ask']) =>
      (
        (await made(ask('GET', `/trips?${span}&kind=trip`))) as { from: number; distance: number; private: boolean }[]
      ).map(({ from, distance, private: isPrivate }) => [from, distance, isPrivate])
    const [own, others] = [await of(world.driver), await of(world.owner)]
    assert.deepEqual(
      others.map(([from, distance]) => [from, distance]),
      own.map(([from, distance]) => [from, distance]),
    )
    assert.deepEqual(
      [own, others].map((all) => all.map((one) => one[2])),
      [
        [false, false],
        [false, true],
      ],
    )
    const total = async (ask: Client['ask']) => (await made(ask('GET', `/statistics?${span}`))).total
    const { max_speed: _, average_speed: __, ...sums } = await total(world.owner)
    const { max_speed: ___, average_speed: ____, ...ownSums } = await total(world.driver)
    assert.deepEqual(sums, ownSums)
  })
})

suite('in what is sent automatically', () => {
  test('no notification reveals where it led, and a call for help is sent without its position', async () => {
    const told = await api.ctx.db.selectFrom('notifications').select(['kind', 'facts']).execute()
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['sos'],
    )
    assert.deepEqual(places(JSON.stringify(told)), [])
    const events = (await made(world.owner('GET', '/events'))) as { kind: string; geofence_id: string | null }[]
    assert.ok(events.some(({ kind }) => kind === 'sos'))
    const crossings = events.flatMap(({ kind, geofence_id: id }) => (id ? [[kind, id]] : []))
    assert.deepEqual(crossings, [['enter', world.ids.depotId]])
    assert.equal((await world.owner('GET', '/geofences/inside')).text, '[]')
  })

  test('a visit that began before ends with its beginning, and nobody is inside', async () => {
    const { depotId, regionId, privateFrom } = world.ids
    const ids = [depotId, regionId] as string[]
    const stored = await api.ctx.db.selectFrom('unitSpans').selectAll().where('geofenceId', 'in', ids).execute()
    const [left, lasting] = ids.map((id) => stored.find(({ geofenceId }) => geofenceId === id))
    assert.ok(left!.t1! > Number(privateFrom) && left!.lon1! > 10.29 && lasting!.t1 === null)
    for (const ask of [world.owner, world.dispatcher]) {
      const visits = (await made(ask('GET', `/geofence-visits?${span}`))) as Record<string, unknown>[]
      assert.deepEqual(
        visits.map(({ geofence_id: id, to, left }) => [id, to, left]),
        [regionId, depotId].map((id) => [id, privateFrom, null]),
      )
      const later = await made(
        ask('GET', `/geofence-visits?from=${Number(privateFrom) + 60}&to=${routeStart + 86_400}`),
      )
      assert.deepEqual(later, [])
      for (const id of ids) assert.deepEqual(await made(ask('GET', `/geofences/${id}/inside`)), [])
    }
  })

  test('notifications from before it became a private trip are listed for the driver alone', async () => {
    const { db } = api.ctx
    const row = await db.selectFrom('notifications').selectAll().executeTakeFirstOrThrow()
    const times = { t: routeStart + 3400, shownAt: routeStart + 4000 }
    const facts = JSON.stringify({ condition: null, unitName: 'Van', first: 10.28, later: 10.35 })
    const ids = { id: '019a0000-0000-7000-8000-00000000ab01', eventKey: 'event:early', eventId: null }
    await db
      .insertInto('notifications')
      .values({ ...row, ...ids, ...times, kind: 'condition', facts })
      .execute()
    const listed = async (ask: Client['ask']) =>
      ((await made(ask('GET', '/notifications'))) as { id: string }[]).some(({ id }) => id === ids.id)
    assert.deepEqual([await listed(world.owner), await listed(world.driver)], [false, true])
    await db.deleteFrom('notifications').where('id', '=', ids.id).execute()
  })

  test('trying out a rule reveals it to nobody, and does not explain it', async () => {
    const condition = { type: 'geofence', crossings: ['enter'], geofence_ids: [world.ids.geofences] }
    const asked = { condition, unit_ids: [world.unit.id] }
    const tried = await made(world.owner('POST', '/notification-rules/preview', asked))
    assert.deepEqual([tried.count, places(JSON.stringify(tried))], [0, []])
    const begun = await made(world.owner('POST', '/notification-rules/preview', { ...east, unit_ids: [world.unit.id] }))
    assert.deepEqual([begun.tried, begun.count, places(JSON.stringify(begun))], [1, 0, []])
    const url = `/notification-rules/${world.ids['notification-rules']}/explanation?unit_id=${world.unit.id}&at=${routeStart + 4500}`
    assert.equal((await world.owner('GET', url)).status, 403)
    assert.equal((await world.driver('GET', url)).status, 200)
  })

  test('what happened shortly before does not explain what happened in it', async () => {
    const { 'notification-rules': gardenId, helpId, privateFrom } = world.ids
    const kindsOf = async (ask: Client['ask'], id: string | number | undefined) => {
      const url = `/notification-rules/${id}/explanation?unit_id=${world.unit.id}&at=${Number(privateFrom) - 60}`
      const { findings } = (await made(ask('GET', url))) as { findings: { kind?: string | null }[] }
      return findings.flatMap(({ kind }) => kind ?? [])
    }
    assert.deepEqual(await kindsOf(world.owner, helpId), ['harsh_braking'])
    assert.deepEqual(await kindsOf(world.driver, helpId), ['harsh_braking', 'towing'])
    assert.deepEqual(await kindsOf(world.owner, gardenId), [])
  })

  test('the preview of deleting a geofence does not count it', async () => {
    const effectOf = (id: string | number | undefined) => made(world.owner('GET', `/geofences/${id}/effect`))
    assert.deepEqual(await effectOf(world.ids.geofences), { visits: 0, events: 0 })
    assert.deepEqual(await effectOf(world.ids.depotId), { visits: 1, events: 1 })
  })

  test('a live stream has it for the driver alone', async () => {
    const begunOf = async (token: string): Promise<string> => {
      const stopping = new AbortController()
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${address}/client/live`, { headers, signal: stopping.signal })
      let text = ''
      const reading = async () => {
        for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
          text += Buffer.from(piece).toString()
          if (text.includes('event: begun')) return
        }
      }
      await soon('The begin of a stream', reading())
      stopping.abort()
      return text
    }
    assert.deepEqual(places(await begunOf(world.ownerToken)), [])
    assert.ok(places(await begunOf(world.driverToken)).length > 0)
  })

  test('what becomes private while messages are read is left out', async () => {
    const { db } = api.ctx
    const readers = [
      async () => String(await readMessages({ db }, world.unit.id, 10_000, false)),
      async () => String(await readMessagesBetween({ db }, world.unit.id, { from: 0, to: 2e9 }, 10_000, false)),
      async () => (await Array.fromAsync(allMessages({ db }, world.unit.id))).join(),
      async () => JSON.stringify(await readStretch({ db }, world.unit.id, { from: 0, to: 2e9 })),
    ]
    for (const read of readers) {
      const stretches = await db.deleteFrom('privateStretches').returningAll().execute()
      const reading = await inTransaction(api.ctx, async (ctx) => {
        await sql`lock table message_chunks in access exclusive mode`.execute(ctx.db)
        const begun = read()
        await until('A reader that waits', async () => {
          const { rows } = await sql`
            select from pg_locks where not granted and relation = 'message_chunks'::regclass
              and database = (select oid from pg_database where datname = current_database())`.execute(db)
          return rows.length > 0
        })
        await ctx.db.insertInto('privateStretches').values(stretches).execute()
        return { begun }
      })
      const text = await reading.begun
      assert.ok(text.includes('position.longitude'))
      assert.deepEqual(places(text), [])
    }
  })

  test('no link shows where it is, not even the driver’s own', async () => {
    for (const secret of [world.share, world.locator]) {
      const { text, status } = await api.ask('GET', '/shared', undefined, { authorization: `Bearer ${secret}` })
      assert.equal(status, 200, text)
      assert.deepEqual(places(text), [], text)
    }
  })
})

suite('for the dealer', () => {
  const paths = ['messages', 'telemetry', 'traffic', 'place', 'sensors', 'connections', 'commands']
  for (const path of paths) {
    test(`GET /provider/units/:id/${path}`, async () => {
      const { text, status } = await dealer.ask('GET', `/units/${world.unit.id}/${path}`)
      assert.ok(status < 500, text)
      assert.deepEqual(places(text), [], text)
    })
  }

  test('GET /console/units/:id/address', async () => {
    const headers = { 'x-accesstoken': dealer.token }
    const { text } = await api.ask('GET', `/console/units/${world.unit.id}/address`, undefined, headers)
    assert.equal(text, '{"address":null}')
  })

  test('also inside the client’s application', async () => {
    const user = (await world.owner('GET', '/me')).body.user
    const answer = await dealer.ask('PUT', `/users/${user.id}/appToken/${fleetApp}?token_type=service_as_user`)
    const key = /"key":"([\w-]+)"/.exec(answer.text)?.[1]
    assert.ok(key, answer.text)
    const visitor = askAs(api, key)
    for (const url of [
      `/trips?${span}`,
      `/units/${world.unit.id}/timeline?${span}`,
      `/units/${world.unit.id}/telemetry`,
    ]) {
      assert.deepEqual(places((await visitor('GET', url)).text), [], url)
    }
  })
})
