import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aClient, askAs, type Client, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { soon } from '#testing/until.ts'
import { forgetShares } from './actions.ts'
import { sharesMax } from './share.ts'

const api = await openApi()
const { ctx } = api
const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
const dealer = await api.dealer('provider')
const allModules = modulesOf(fleetApp).map(({ name }) => name)
const withoutSharing = allModules.filter((name) => name !== 'sharing')
const planOf = (modules: readonly string[]) =>
  aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
const now = () => Math.floor(ctx.clock.now().getTime() / 1000)

async function aFleet() {
  const plan = await planOf(allModules)
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const units = [await aUnit(dealer, account.id, { name: 'Van 7' }), await aUnit(dealer, account.id, { name: 'Van 8' })]
  return { account, plan, units, ask: askAs(api, await logIn(api, account.user.name)) }
}

async function changePlan(account: number, id: string) {
  const answer = await dealer.ask('PUT', `/accounts/${account}/client-plan`, { app_id: fleetApp, tariff_plan_id: id })
  assert.equal(answer.status, 200, answer.text)
}

const at = (secondsAgo: number, latitude: number, more: Record<string, unknown> = {}) => ({
  timestamp: now() - secondsAgo,
  'position.latitude': latitude,
  'position.longitude': 10,
  'position.speed': 50,
  'position.direction': 90,
  'position.altitude': 300,
  ident: '123456789012345',
  ...more,
})

async function share(ask: Client['ask'], units: readonly { id: number }[], more: object = {}) {
  const made = await ask('POST', '/shares', { units: units.map(({ id }) => id), until: now() + 3600, ...more })
  assert.equal(made.status, 201, made.text)
  return { ...made.body, secret: made.body.link.split('#')[1] }
}

const view = (secret: string) => api.ask('GET', '/shared', undefined, { authorization: `Bearer ${secret}` })
const isClosed = async (secret: string) => {
  const answer = await view(secret)
  assertRefused(answer, 404, 'NOT_FOUND')
  return answer.body.errors
}

interface Event {
  readonly event: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: an event is read as it comes.
  readonly data: any
}

async function listen(secret: string, cursor?: string) {
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${secret}`, ...(cursor !== undefined && { 'last-event-id': cursor }) }
  const answer = await fetch(`${address}/shared/live`, { headers, signal: stop.signal })
  const read = async function* (): AsyncGenerator<Event> {
    let text = ''
    for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(piece).toString()
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const [, , id, event, data] = /^(id: (.*)\n)?event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? []
        text = text.slice(end + 2)
        if (event) yield { event, id, data: JSON.parse(data as string) }
      }
    }
  }
  const events = read()
  return { answer, next: async () => (await events.next()).value as Event, close: () => stop.abort() }
}

test('a link is created, copied again, changed and revoked; each is audited without its secret', async () => {
  const { ask, units } = await aFleet()
  const made = await share(ask, units, { title: 'Friday', show_trail: true })
  const { id, link, secret } = made
  assert.match(link, /^http:\/\/\S+\/share#[\w-]{43}$/)
  assert.deepEqual((await ask('GET', '/shares')).body, [(await ask('GET', `/shares/${id}`)).body])
  assert.deepEqual((await ask('GET', `/shares/${id}`)).body, {
    id,
    link,
    title: 'Friday',
    units: units.map((unit) => unit.id),
    until: made.until,
    show_trail: true,
    show_speed: false,
    destination: null,
    ended: false,
    opened: 0,
    last_opened: null,
    created_at: made.created_at,
    updated_at: made.updated_at,
  })
  const changed = await ask('PATCH', `/shares/${id}`, { until: now() + 7200, title: null })
  assert.deepEqual([changed.body.title, changed.body.until, changed.body.link], [null, now() + 7200, link])
  assert.equal((await view(secret)).status, 200)
  assert.equal((await view(secret)).status, 200)
  const read = (await ask('GET', `/shares/${id}`)).body
  assert.deepEqual([read.opened, read.last_opened], [2, now()])
  assert.equal((await ask('DELETE', `/shares/${id}`)).status, 204)
  await isClosed(secret)
  assertRefused(await ask('GET', `/shares/${id}`), 404, 'NOT_FOUND')
  const rows = await ctx.db.selectFrom('audit').selectAll().where('subjectId', '=', id).orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['shares.create', 'shares.change', 'shares.revoke'],
  )
  assert.ok(!JSON.stringify(rows).includes(secret))
})

test('a link keeps both of two simultaneous changes, and has no unit that is deleted at the same moment', async () => {
  const { ask, units } = await aFleet()
  const made = await share(ask, units)
  const until = new Date((now() + 60) * 1000)
  const { body } = await behind(
    ctx.db,
    (db) => db.updateTable('shares').set({ until }).where('id', '=', made.id).execute(),
    () => ask('PATCH', `/shares/${made.id}`, { title: 'New' }),
  )
  assert.deepEqual([body.title, body.until], ['New', now() + 60])
  const { id } = units[1] as { id: number }
  const lost = await behind(
    ctx.db,
    (db) => db.deleteFrom('units').where('id', '=', id).execute(),
    () => ask('POST', '/shares', { units: [id], until: now() + 60 }),
  )
  assertRefused(lost, 404, 'NOT_FOUND')
})

test('a link shows name, state and position, and nothing else', async () => {
  const { ask, units } = await aFleet()
  await received(api, units[0]!, [at(5, 50)])
  const { secret } = await share(ask, units, { title: 'Friday' })
  const answer = await view(secret)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.deepEqual(answer.body, {
    title: 'Friday',
    until: now() + 3600,
    show_trail: false,
    show_speed: false,
    destination: null,
    provider: { name: 'Dealer provider', logo: null, colour: null },
    cursor: `1:${now() - 5}:0,2::4`,
    units: [
      {
        id: 1,
        name: 'Van 7',
        state: 'moving',
        position: { latitude: 50, longitude: 10, direction: 90 },
        address: null,
        timestamp: now() - 5,
        arrival: null,
        trail: [],
      },
      {
        id: 2,
        name: 'Van 8',
        state: 'never',
        position: null,
        address: null,
        timestamp: null,
        arrival: null,
        trail: [],
      },
    ],
  })
})

test('with a destination it shows the remaining distance, as the unit moves, until it arrives', async () => {
  const { ask, units } = await aFleet()
  const [unit] = units as [(typeof units)[0]]
  const destination = { name: 'North depot', latitude: 50.1, longitude: 10, radius: 200 }
  await received(api, unit, [at(5, 50)])
  const { secret } = await share(ask, [unit], { destination, show_speed: true })
  const { body } = await view(secret)
  assert.deepEqual(body.destination, destination)
  assert.equal(body.units[0].position.speed, 50)
  // Without a map there are no roads: the values are estimates, and marked so.
  const { arrival } = body.units[0]
  assert.deepEqual([arrival.arrived, arrival.about], [false, true])
  assert.ok(Math.abs(arrival.distance - 11_120 * 1.4) < 20, String(arrival.distance))
  const stream = await listen(secret, body.cursor)
  ctx.clock.advance(10)
  await received(api, unit, [at(2, 50.05)])
  const [closer] = (await stream.next()).data
  assert.ok(closer.arrival.distance < arrival.distance * 0.6 && closer.arrival.seconds < arrival.seconds)
  ctx.clock.advance(10)
  await received(api, unit, [at(1, 50.099)])
  assert.deepEqual((await stream.next()).data[0].arrival, { arrived: true, distance: 0, seconds: 0, about: false })
  stream.close()
})

test('a trail begins when the link was created, if the link shows one', async () => {
  const { ask, units } = await aFleet()
  const [unit] = units as [(typeof units)[0]]
  await received(api, unit, [at(60, 49)])
  const open = await share(ask, [unit], { show_trail: true })
  const closed = await share(ask, [unit])
  ctx.clock.advance(100)
  await received(api, unit, [at(50, 50), at(20, 51)])
  const trail = (await view(open.secret)).body.units[0].trail
  assert.deepEqual(trail, [
    [now() - 50, 50, 10],
    [now() - 20, 51, 10],
  ])
  assert.deepEqual((await view(closed.secret)).body.units[0].trail, [])
})

test('wrong, expired, revoked, blocked, without module and without units all get the same answer', async () => {
  const { account, plan, ask, units } = await aFleet()
  const { id, secret } = await share(ask, [units[0]!])
  const answers = [await isClosed('x'.repeat(43)), await isClosed('short'), await isClosed('')]
  assert.equal((await view(secret)).status, 200)
  await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
  answers.push(await isClosed(secret))
  await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: false })
  assert.equal((await view(secret)).status, 200)
  await changePlan(account.id, (await planOf(withoutSharing)).id)
  answers.push(await isClosed(secret))
  await changePlan(account.id, plan.id)
  assert.equal((await view(secret)).status, 200)
  ctx.clock.advance(3600)
  answers.push(await isClosed(secret))
  // A block has ended the session.
  const again = askAs(api, await logIn(api, account.user.name))
  assert.equal((await again('GET', `/shares/${id}`)).body.ended, true)
  await again('PATCH', `/shares/${id}`, { until: now() + 60 })
  assert.equal((await view(secret)).status, 200)
  assert.equal((await dealer.ask('DELETE', `/units/${units[0]!.id}`)).status, 200)
  answers.push(await isClosed(secret))
  for (const answer of answers) assert.deepEqual(answer, answers[0])
})

test('positions come as they are stored; a reconnect gets only newer ones, with the track since', async () => {
  const { ask, units } = await aFleet()
  const [one, other] = units as [(typeof units)[0], (typeof units)[0]]
  const { secret } = await share(ask, units, { show_trail: true })
  await received(api, one, [at(0, 50)])
  const { cursor } = (await view(secret)).body
  const first = await listen(secret, cursor)
  assert.equal(first.answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  ctx.clock.advance(10)
  await received(api, one, [at(5, 51)])
  const heard = await first.next()
  assert.equal(heard.event, 'units')
  assert.deepEqual(
    heard.data.map(({ id, position }: { id: number; position: { latitude: number } }) => [id, position.latitude]),
    [[1, 51]],
  )
  first.close()
  ctx.clock.advance(30)
  await received(api, one, [at(20, 52), at(10, 54), at(2, 53)])
  await received(api, other, [at(1, 40)])
  const again = await listen(secret, heard.id as string)
  const missed = await again.next()
  assert.deepEqual(
    missed.data.map(({ id, trail }: { id: number; trail: number[][] }) => [id, trail.map((point) => point[1])]),
    [
      [1, [52, 54, 53]],
      [2, []],
    ],
  )
  again.close()
})

test('without a cursor everything is sent, and a removed unit is gone', async () => {
  const { ask, units } = await aFleet()
  const { secret } = await share(ask, units)
  const stream = await listen(secret)
  assert.deepEqual(
    (await stream.next()).data.map(({ id }: { id: number }) => id),
    [1, 2],
  )
  await dealer.ask('DELETE', `/units/${units[1]!.id}`)
  assert.deepEqual(
    [await stream.next()].map(({ event, data }) => [event, data]),
    [['gone', { ids: [2] }]],
  )
  stream.close()
})

test('a viewer who watches loses the place of a unit that turns out to be on a private trip', async () => {
  const { ask, units } = await aFleet()
  const unit = units[0]!
  const { secret } = await share(ask, [unit])
  await received(api, unit, [at(0, 50)])
  const stream = await listen(secret)
  assert.equal((await stream.next()).data[0].position.latitude, 50)
  await ctx.db
    .insertInto('privateStretches')
    .values({ unitId: unit.id, t0: now() - 60 })
    .execute()
  const hidden = await soon('The unit without a place', stream.next(), 10_000)
  assert.deepEqual(
    hidden.data.map(({ id, position, timestamp }: Record<string, unknown>) => [id, position, timestamp]),
    [[1, null, null]],
  )
  // The next trip is not private.
  await ctx.db.updateTable('privateStretches').set({ t1: now() }).where('unitId', '=', unit.id).execute()
  ctx.clock.advance(10)
  await received(api, unit, [at(0, 51)])
  assert.equal((await soon('Its place', stream.next(), 10_000)).data[0].position.latitude, 51)
  stream.close()
})

test('a stream ends with its link: revoked, expired, blocked, or without the module', async () => {
  for (const way of ['revoked', 'over', 'blocked', 'module'] as const) {
    const { account, ask, units } = await aFleet()
    const { id, secret } = await share(ask, units)
    const stream = await listen(secret)
    assert.equal((await stream.next()).event, 'units')
    if (way === 'revoked') await ask('DELETE', `/shares/${id}`)
    if (way === 'over') ctx.clock.advance(3601)
    if (way === 'blocked') await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: true })
    if (way === 'module') await changePlan(account.id, (await planOf(withoutSharing)).id)
    let last = await stream.next()
    while (last.event === 'units') last = await stream.next()
    assert.equal(last.event, 'end', way)
  }
})

test('only own units and own links; a foreign one looks like a missing one', async () => {
  const [one, other] = [await aFleet(), await aFleet()]
  const { id } = await share(other.ask, other.units)
  for (const unit of [other.units[0]!.id, 999_999_999_999]) {
    const answer = await one.ask('POST', '/shares', { units: [one.units[0]!.id, unit], until: now() + 60 })
    assertRefused(answer, 404, 'NOT_FOUND')
  }
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { title: 'x' } : undefined
    assertRefused(await one.ask(method, `/shares/${id}`, body), 404, 'NOT_FOUND')
  }
  assert.deepEqual((await one.ask('GET', '/shares')).body, [])
})

test('invalid fields are refused one by one', async () => {
  const { ask, units } = await aFleet()
  const [unit] = units.map(({ id }) => id)
  for (const [body, field] of [
    [{ units: [unit], until: now() }, 'until'],
    [{ units: [unit], until: now() + 367 * 86_400 }, 'until'],
    [{ units: [], until: now() + 60 }, 'units'],
    [{ units: [unit], until: now() + 60, title: ' ' }, 'title'],
    [{ units: [unit], until: now() + 60, show_trail: 1 }, 'show_trail'],
    [{ units: [unit], until: now() + 60, opened: 3 }, 'opened'],
    [
      { units: [unit], until: now() + 60, destination: { name: 'Pole', latitude: 90, longitude: 0 } },
      'destination.latitude',
    ],
    [{ units: [unit] }, 'until'],
  ] as const) {
    const answer = await ask('POST', '/shares', body)
    assert.equal(answer.status, 400, answer.text)
    assert.equal(answer.body.errors[0].field, field)
  }
})

test('the limit of links applies, even to simultaneous requests', async () => {
  const { ask, units } = await aFleet()
  const [unit] = units.map(({ id }) => id)
  for (let count = 0; count < sharesMax - 2; count++) await share(ask, [units[0]!])
  const more = await Promise.all(
    Array.from({ length: 5 }, () => ask('POST', '/shares', { units: [unit], until: now() + 60 })),
  )
  assert.deepEqual(more.map(({ status }) => status).sort(), [201, 201, 409, 409, 409])
})

test('only the client has links of an owned account; a link is deleted a month after its end', async () => {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  const { id } = await share(client.ask, [unit])
  const support = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
  assertRefused(await support('GET', '/shares'), 403, 'FORBIDDEN')
  ctx.clock.advance(29 * 86_400)
  await forgetShares(ctx)
  const token = await logIn(api, client.email)
  assert.equal((await askAs(api, token)('GET', `/shares/${id}`)).status, 200)
  ctx.clock.advance(2 * 86_400)
  await forgetShares(ctx)
  assertRefused(await askAs(api, await logIn(api, client.email))('GET', `/shares/${id}`), 404, 'NOT_FOUND')
})

test('the routes are read-only, and a caller that tries many links is slowed down', async () => {
  for (const [method, path] of [
    ['POST', '/shared'],
    ['HEAD', '/shared'],
    ['HEAD', '/shared/live'],
  ] as const) {
    const { ask, units } = await aFleet()
    const { secret } = await share(ask, units)
    const answer = await api.ask(method, path, undefined, { authorization: `Bearer ${secret}` })
    assert.equal(answer.status, 405)
  }
  let status = 404
  for (let count = 0; status === 404; count++) {
    // The bucket refills while the machine is slow.
    assert.ok(count <= 1_000)
    status = (await view('y'.repeat(43))).status
  }
  assert.equal(status, 429)
})
