/** Rules, notifications and channels, as a client's pages use them. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { behind } from '#testing/faults/behind.ts'
import { aClient, askAs, askFor, type Client, serviceKey } from '#testing/people/client.ts'

// Networks that dealers may call are closed to clients.
const api = await openApi({ WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' })
const dealer = await api.dealer('provider')
const silence = { type: 'silence', minutes: 60 }
const speed = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 90, seconds: 30 }

async function managed(modules: readonly string[]) {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 10, geofence: 5, unit_storage: 10240 },
    modules,
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const ask = await askFor(api, dealer, account.user)
  const unit = await aUnit(dealer, account.id)
  return { ask, account, unit: unit.id as number }
}

type Answered = Record<'id' | 'since' | 'resting' | 'created_at' | 'updated_at', unknown> & { condition: object }
let all: Awaited<ReturnType<typeof managed>>
let ask: Client['ask']
before(async () => {
  all = await managed(modulesOf(fleetApp).map(({ name }) => name))
  ask = all.ask
})

suite('a rule', () => {
  test('is created, read, changed and deleted, with its hours and its people', async () => {
    const { body: group } = await ask('POST', '/groups', { name: 'Vans', unit_ids: [all.unit] })
    const hours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '17:00' }
    const made = await ask('POST', '/notification-rules', {
      ...{ name: 'Too fast', condition: speed, tz: 'Europe/Berlin', group_ids: [group.id] },
      ...{ schedule: { ...hours, outside: true }, quiet: { ...hours, meanwhile: 'page' } },
    })
    assert.equal(made.status, 201, made.text)
    const { id, since, created_at, updated_at } = made.body
    assert.deepEqual(made.body, {
      ...{ id, name: 'Too fast', enabled: true, tz: 'Europe/Berlin', since, created_at, updated_at, resting: [] },
      condition: { ...speed, low: null, high: null },
      schedule: { ...hours, outside: true },
      quiet: { ...hours, meanwhile: 'page' },
      ...{ for_all: false, unit_ids: [], group_ids: [group.id], channel_ids: [], actions: [], escalation: [] },
    })
    assert.equal(since, Math.floor(api.ctx.clock.now().getTime() / 1000))
    api.ctx.clock.advance(60)
    const renamed = await ask('PATCH', `/notification-rules/${id}`, { name: 'Fast', quiet: null })
    assert.deepEqual([renamed.body.name, renamed.body.quiet, renamed.body.since], ['Fast', null, since])
    const changed = await ask('PATCH', `/notification-rules/${id}`, { condition: silence, unit_ids: [all.unit] })
    assert.deepEqual([changed.body.condition, changed.body.since], [silence, since + 60])
    assert.deepEqual([changed.body.unit_ids, changed.body.group_ids], [[all.unit], [group.id]])
    assert.deepEqual((await ask('GET', '/notification-rules')).body, [changed.body])
    assert.equal((await ask('DELETE', `/notification-rules/${id}`)).status, 204)
    assertRefused(await ask('GET', `/notification-rules/${id}`), 404, 'NOT_FOUND')
  })

  test('with a count is read as it was written', async () => {
    for (const counted of [
      { type: 'alarm', alarms: ['harsh_braking'] },
      { type: 'idle', minutes: 5 },
    ]) {
      const condition = { ...counted, times: 3, within_minutes: 60 }
      const { body } = await ask('POST', '/notification-rules', { name: 'Often', condition })
      assert.deepEqual(body.condition, condition)
      assert.deepEqual((await ask('GET', `/notification-rules/${body.id}`)).body.condition, condition)
      await ask('DELETE', `/notification-rules/${body.id}`)
    }
  })

  test('with several conditions is read as it was written, and each of them is validated', async () => {
    const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
    const { body: school } = await ask('POST', '/geofences', { name: 'School', shape: circle })
    const value = { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 60 }
    const place = { type: 'place', side: 'inside', geofence_ids: [school.id] }
    const tank = { type: 'parameter', sensor: 'Tank', comparison: 'below', value: 10 }
    const combined = (conditions: object[], more: object = {}) => ({
      ...{ name: 'School', condition: { type: 'combined', match: 'all', conditions, ...more } },
    })
    const make = (...args: Parameters<typeof combined>) => ask('POST', '/notification-rules', combined(...args))
    const made = await make([value, place, tank, { type: 'speeding', over: 10 }], { seconds: 30 })
    assert.equal(made.status, 201, made.text)
    const empty = { low: null, high: null }
    assert.deepEqual(made.body.condition, {
      ...{ type: 'combined', match: 'all', seconds: 30 },
      conditions: [{ ...value, ...empty }, place, { ...tank, ...empty }, { type: 'speeding', over: 10, usual: false }],
    })
    for (const [conditions, fault] of [
      [[{ ...value, seconds: 5 }], 'INVALID_PAYLOAD condition.conditions.0.seconds'],
      [[value, { type: 'silence', minutes: 5 }], 'INVALID_PAYLOAD condition.conditions.1.minutes'],
      [[{ ...value, comparison: 'within' }], 'FAILED_VALIDATION condition.conditions.0.value'],
      [[value, { type: 'place' }], 'FAILED_VALIDATION condition.conditions.1.side'],
      [[value, { ...place, over: 3 }], 'FAILED_VALIDATION condition.conditions.1.over'],
    ] as const) {
      const { status, body } = await make([...conditions])
      assert.equal(status, 400)
      const said = body.errors.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`)
      assert.ok(said.includes(fault), `${said} ${fault}`)
    }
    const speeding = { type: 'speeding', over: 10 }
    assertRefused(await make([speeding, speeding]), 400, 'FAILED_VALIDATION condition.conditions')
    const foreign = '019a0000-0000-7000-8000-00000000dead'
    assertRefused(await make([value, { ...place, geofence_ids: [foreign] }]), 404, 'NOT_FOUND')
    const { ask: askSmall } = await managed(['notification', 'extended_notification'])
    assertRefused(
      await askSmall('POST', '/notification-rules', combined([value, { type: 'place', side: 'outside' }])),
      403,
      'FORBIDDEN',
    )
    await ask('DELETE', `/notification-rules/${made.body.id}`)
  })

  /** In the form that the page sends. */
  const formOf = ({ id: _, since: __, resting: ___, created_at: ____, updated_at: _____, ...form }: Answered) => ({
    ...form,
    condition: Object.fromEntries(Object.entries(form.condition).filter(([, value]) => value !== null)),
  })

  for (const condition of [
    speed,
    silence,
    { type: 'alarm', alarms: ['vibration'] },
    { type: 'geofence', crossings: ['leave', 'enter'] },
    { type: 'service', state: 'due' },
  ]) {
    test(`of ${condition.type} starts over with a new value, but not with the same one`, async () => {
      const schedule = { days: [1, 2], from: '08:00', to: '17:00' }
      const input = { name: 'Old', condition, schedule, tz: 'Europe/Berlin' }
      const { body: made } = await ask('POST', '/notification-rules', input)
      const path = `/notification-rules/${made.id}`
      api.ctx.clock.advance(60)
      const renamed = await ask('PATCH', path, { ...formOf(made), name: 'New' })
      assert.deepEqual([renamed.status, renamed.body.name, renamed.body.since], [200, 'New', made.since])
      let { since } = made
      for (const change of [
        { schedule: { ...schedule, to: '18:00' } },
        { tz: 'UTC' },
        { condition: { type: 'idle', minutes: 9 } },
      ]) {
        const { body } = await ask('PATCH', path, change)
        assert.ok(body.since > since, JSON.stringify(change))
        since = body.since
        api.ctx.clock.advance(60)
      }
      assert.equal((await ask('PATCH', path, { enabled: false })).body.since, since)
      assert.ok((await ask('PATCH', path, { enabled: true })).body.since > since)
      await ask('DELETE', path)
    })
  }

  test('that is paused can be renamed and disabled; only new parts need its module', async () => {
    const { ask, account } = await managed(modulesOf(fleetApp).map(({ name }) => name))
    const hook = { kind: 'webhook', name: 'Hook', url: 'https://hooks.example.com/x' }
    const [{ body: one }, { body: two }] = [
      await ask('POST', '/notification-channels', hook),
      await ask('POST', '/notification-channels', hook),
    ]
    const input = { name: 'Old', condition: speed, channel_ids: [one.id] }
    const { body: made } = await ask('POST', '/notification-rules', input)
    const plain = await aPlan(dealer, { modules: ['notification'] })
    await api.ctx.db.updateTable('accounts').set({ clientPlanId: plain.id }).where('id', '=', account.id).execute()
    const path = `/notification-rules/${made.id}`
    const renamed = await ask('PATCH', path, { ...formOf(made), name: 'New', enabled: false })
    assert.deepEqual([renamed.status, renamed.body.resting], [200, ['extended_notification']], renamed.text)
    for (const change of [{ condition: { ...speed, value: 91 } }, { channel_ids: [one.id, two.id] }]) {
      assertRefused(await ask('PATCH', path, { ...formOf(made), ...change }), 403, 'FORBIDDEN')
    }
    assert.equal((await ask('PATCH', path, { condition: silence, channel_ids: [] })).status, 200)
  })

  test('keeps both of two concurrent changes', async () => {
    const { ask } = await managed(['notification'])
    const { body: made } = await ask('POST', '/notification-rules', { name: 'Old', condition: silence })
    const { body } = await behind(
      api.ctx.db,
      (db) => db.updateTable('notificationRules').set({ name: 'New' }).where('id', '=', made.id).execute(),
      () => ask('PATCH', `/notification-rules/${made.id}`, { enabled: false }),
    )
    assert.deepEqual([body.name, body.enabled], ['New', false])
  })

  test('does not get a group that is deleted at the same moment', async () => {
    const { ask } = await managed(['notification'])
    const remove = async (id: string, rule: () => ReturnType<typeof ask>) =>
      behind(api.ctx.db, (db) => db.deleteFrom('groups').where('id', '=', id).execute(), rule)
    const aGroup = async () => (await ask('POST', '/groups', { name: 'Vans' })).body.id as string
    const input = async () => ({ name: 'Old', condition: silence, group_ids: [await aGroup()] })
    const lost = await input()
    const refused = await remove(lost.group_ids[0]!, () => ask('POST', '/notification-rules', lost))
    assertRefused(refused, 404, 'NOT_FOUND')
    const kept = await input()
    const { body: made } = await ask('POST', '/notification-rules', kept)
    const path = `/notification-rules/${made.id}`
    const renamed = await remove(kept.group_ids[0]!, () => ask('PATCH', path, { name: 'New' }))
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.group_ids], [200, 'New', []], renamed.text)
  })

  test('whose geofence was deleted is changed like any other, and does not become about every geofence', async () => {
    const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 200 }
    const aGeofence = async (name: string) => (await ask('POST', '/geofences', { name, shape })).body.id as string
    const [gone, left, other] = [await aGeofence('Gone'), await aGeofence('Left'), await aGeofence('Other')]
    const condition = { type: 'geofence', crossings: ['enter'], geofence_ids: [gone, left] }
    const { body: made } = await ask('POST', '/notification-rules', { name: 'Old', condition })
    const path = `/notification-rules/${made.id}`
    for (const id of [gone, other]) assert.equal((await ask('DELETE', `/geofences/${id}`)).status, 204)
    api.ctx.clock.advance(60)
    const renamed = await ask('PATCH', path, { ...formOf(made), name: 'New' })
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.since], [200, 'New', made.since], renamed.text)
    assert.deepEqual(renamed.body.condition, condition)
    // New geofences must exist.
    const named = { condition: { ...condition, geofence_ids: [gone, other] } }
    assertRefused(await ask('PATCH', path, named), 404, 'NOT_FOUND')
    assert.equal((await ask('PATCH', path, { condition: { ...condition, geofence_ids: [left] } })).status, 200)
    assertRefused(await ask('PATCH', path, { condition }), 404, 'NOT_FOUND')
    await ask('DELETE', path)
  })

  const wrong: readonly [what: string, body: object, field: string][] = [
    ['of silence without minutes', { condition: { type: 'silence' } }, 'condition.minutes'],
    ['of silence of a minute', { condition: { type: 'silence', minutes: 1 } }, 'condition.minutes'],
    ['counted within no time', { condition: { type: 'alarm', times: 3 } }, 'condition.times'],
    ['of silence that is counted', { condition: { ...silence, times: 3, within_minutes: 60 } }, 'condition.times'],
    ['of an alarm with minutes', { condition: { type: 'alarm', minutes: 5 } }, 'condition.minutes'],
    [
      'of a parameter without a comparison',
      { condition: { type: 'parameter', parameter: 'x' } },
      'condition.comparison',
    ],
    ['above a text', { condition: { ...speed, value: 'fast' } }, 'condition.value'],
    ['above nothing', { condition: { ...speed, value: undefined } }, 'condition.value'],
    ['above a band', { condition: { ...speed, low: 1, high: 2 } }, 'condition.low'],
    [
      'outside of half a band',
      { condition: { ...speed, comparison: 'outside', value: undefined, low: 1 } },
      'condition.low',
    ],
    [
      'outside of a band upside down',
      { condition: { ...speed, comparison: 'outside', value: undefined, low: 9, high: 1 } },
      'condition.low',
    ],
    ['in a zone that is none', { tz: 'Europe/Atlantis' }, 'tz'],
    ['at an hour that is none', { schedule: { days: [1], from: '25:00', to: '26:00' } }, 'schedule.from'],
    ['with a day twice', { quiet: { days: [1, 1], from: '20:00', to: '06:00', meanwhile: 'hold' } }, 'quiet.days'],
    ['for all and some', { for_all: true, group_ids: [] as string[], unit_ids: [1] }, 'for_all'],
  ]
  for (const [what, body, field] of wrong) {
    test(`${what} is refused with its field`, async () => {
      const units = 'unit_ids' in body ? { unit_ids: [all.unit] } : {}
      const answer = await ask('POST', '/notification-rules', { name: 'X', condition: silence, ...body, ...units })
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.errors[0].field, field, answer.text)
      assert.deepEqual((await ask('GET', '/notification-rules')).body, [])
    })
  }

  test('accepts nobody else’s units, groups, channels or geofences', async () => {
    const other = await managed(modulesOf(fleetApp).map(({ name }) => name))
    const { body: group } = await other.ask('POST', '/groups', { name: 'Theirs' })
    const hook = { kind: 'webhook', name: 'Theirs', url: 'https://hooks.example.com/x' }
    const { body: channel } = await other.ask('POST', '/notification-channels', hook)
    const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 200 }
    const { body: geofence } = await other.ask('POST', '/geofences', { name: 'Theirs', shape })
    const { body: theirs } = await other.ask('POST', '/notification-rules', { name: 'Theirs', condition: silence })
    const nobody = '019a0000-0000-7000-8000-0000000000ff'
    const inGeofence = (id: string) => ({ type: 'geofence', crossings: ['enter'], geofence_ids: [id] })
    for (const body of [
      { unit_ids: [other.unit] },
      { unit_ids: [999_999_999_999] },
      { group_ids: [group.id] },
      { channel_ids: [channel.id] },
      { channel_ids: [nobody] },
      { condition: inGeofence(geofence.id) },
      { condition: inGeofence(nobody) },
    ]) {
      assertRefused(
        await ask('POST', '/notification-rules', { name: 'X', condition: silence, ...body }),
        404,
        'NOT_FOUND',
      )
    }
    for (const [method, path] of [
      ['GET', `/notification-rules/${theirs.id}`],
      ['PATCH', `/notification-rules/${theirs.id}`],
      ['DELETE', `/notification-rules/${theirs.id}`],
      ['POST', `/notification-rules/${theirs.id}/test`],
      ['PATCH', `/notification-channels/${channel.id}`],
      ['DELETE', `/notification-channels/${channel.id}`],
      ['POST', `/notification-channels/${channel.id}/test`],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'Mine' } : undefined
      assertRefused(await ask(method, path, body), 404, 'NOT_FOUND')
    }
    assert.equal((await other.ask('GET', '/notification-rules')).body[0].name, 'Theirs')
  })

  test('needs the modules of its condition', async () => {
    const plain = await managed(['notification'])
    const create = (condition: object) => plain.ask('POST', '/notification-rules', { name: 'X', condition })
    for (const [condition, module] of [
      [speed, 'extended_notification'],
      [{ type: 'alarm' }, 'unit_event'],
      [{ type: 'geofence', crossings: ['enter'] }, 'geofence'],
      [{ type: 'service', state: 'due' }, 'maintenance'],
    ] as const) {
      const answer = await create(condition)
      assertRefused(answer, 403, 'FORBIDDEN')
      assert.match(answer.body.errors[0].message, new RegExp(`module ${module}\\. Contact your provider\\.`))
    }
    for (const type of ['silence', 'idle', 'parked']) assert.equal((await create({ type, minutes: 30 })).status, 201)
    assertRefused(await plain.ask('GET', '/notification-channels'), 403, 'FORBIDDEN')
    const bare = await managed([])
    assertRefused(await bare.ask('GET', '/notifications'), 403, 'FORBIDDEN')
  })

  test('is limited in number, even with concurrent requests', async () => {
    const { ask, account } = await managed(['notification'])
    const { body } = await dealer.ask('GET', `/accounts/${account.id}/limits?app_id=${fleetApp}`)
    const create = () => ask('POST', '/notification-rules', { name: 'Quiet', condition: silence })
    for (let made = 0; made < body.triggers - 1; made += 1) assert.equal((await create()).status, 201)
    const last = await Promise.all([create(), create()])
    assert.deepEqual(last.map(({ status }) => status).sort(), [201, 409])
    const refused = last.find(({ status }) => status === 409)!
    assertRefused(refused, 409, 'QUOTA_EXCEEDED')
    assert.match(refused.body.errors[0].message, /Delete one first\.$/)
  })
})

suite('notifications', () => {
  test('is counted until someone has seen it, one by one or all', async () => {
    const { ask } = await managed(['notification'])
    const { body: rule } = await ask('POST', '/notification-rules', { name: 'Quiet', condition: silence })
    for (let tests = 0; tests < 3; tests += 1) {
      assert.deepEqual((await ask('POST', `/notification-rules/${rule.id}/test`)).body, [])
      api.ctx.clock.advance(10)
    }
    const unread = async () => (await ask('GET', '/notifications/unread')).body.count
    assert.equal(await unread(), 3)
    const [newest, middle] = (await ask('GET', '/notifications')).body
    assert.ok(newest.created_at > middle.created_at)
    const seen = await ask('PUT', `/notifications/${newest.id}/acknowledged`)
    assert.equal(seen.body.acknowledged_at, Math.floor(api.ctx.clock.now().getTime() / 1000))
    api.ctx.clock.advance(10)
    assert.deepEqual((await ask('PUT', `/notifications/${newest.id}/acknowledged`)).body, seen.body)
    assert.equal(await unread(), 2)
    const only = (await ask('GET', '/notifications?acknowledged=false')).body
    assert.equal(only.length, 2)
    const all = await ask('PUT', '/notifications/acknowledged', { until: middle.created_at })
    assert.deepEqual(all.body, { acknowledged: 2 })
    assert.equal(await unread(), 0)
    const paged = await ask('GET', '/notifications?limit=2')
    assert.equal(paged.body.length, 2)
    const cursor = paged.headers['x-next-cursor']
    assert.equal((await ask('GET', `/notifications?limit=2&cursor=${cursor}`)).body.length, 1)
  })

  test('is in the export with its rules and channels, without secrets, and is deleted with the account', async () => {
    const { ask, account } = await managed(modulesOf(fleetApp).map(({ name }) => name))
    const url = 'https://hooks.example.com/services/T0/very-secret-part'
    const { body: channel } = await ask('POST', '/notification-channels', { kind: 'messenger', name: 'Chat', url })
    const { body: rule } = await ask('POST', '/notification-rules', {
      ...{ name: 'Quiet', condition: silence, channel_ids: [channel.id] },
    })
    await api.ctx.db.updateTable('notificationChannels').set({ isEnabled: false }).execute()
    const [result] = (await ask('POST', `/notification-rules/${rule.id}/test`)).body
    assert.match(result.failure, /Turn it on first\.$/)
    const answer = await ask('GET', '/export')
    const { notification_rules, notification_channels, notifications } = answer.body
    assert.deepEqual(
      [notification_rules, notification_channels, notifications].map((list) => list.length),
      [1, 1, 1],
    )
    assert.ok(!answer.text.includes('very-secret'))
    await api.ctx.db.deleteFrom('accounts').where('id', '=', account.id).execute()
    for (const table of ['notificationRules', 'notificationChannels', 'notifications'] as const) {
      const left = await api.ctx.db.selectFrom(table).select('id').where('accountId', '=', account.id).execute()
      assert.deepEqual(left, [])
    }
  })
})

test('a channel leads into no network that is open to dealers only', async () => {
  const url = 'http://127.0.0.1:9/x'
  for (const kind of ['webhook', 'messenger']) {
    const answer = await ask('POST', '/notification-channels', { kind, name: 'In', url })
    assert.deepEqual([answer.status, answer.body.errors?.[0].field], [400, 'url'], answer.text)
  }
})

suite('a dealer with support access', () => {
  test('to an owned account sees no notifications and sends none', async () => {
    const account = await anUnclaimedAccount(dealer)
    await aUnit(dealer, account.id, { app_id: consumerApp })
    const client = await aClient(api, dealer, account)
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    const visit = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
    assertRefused(await visit('GET', '/notifications'), 403, 'FORBIDDEN')
    assertRefused(await visit('GET', '/notifications/unread'), 403, 'FORBIDDEN')
    const hook = { kind: 'webhook', name: 'Mine', url: 'https://hooks.example.com/x' }
    assertRefused(await visit('POST', '/notification-channels', hook), 403, 'FORBIDDEN')
    // An address can be a key to its destination.
    const shown = await visit('GET', '/notification-channels')
    assertRefused(shown, 403, 'FORBIDDEN')
    assert.match(shown.body.errors[0].message, /Only the client can do this/)
    assert.equal((await visit('GET', '/notification-rules')).status, 200)
    // Nor does it list recipients, or reveal notifications indirectly.
    const nobody = '019a0000-0000-7000-8000-0000000000ff'
    for (const [method, path, body] of [
      ['POST', '/notification-rules', { name: 'Mine', condition: silence }],
      ['PATCH', `/notification-rules/${nobody}`, { name: 'Mine' }],
      ['DELETE', `/notification-rules/${nobody}`, undefined],
      ['PUT', `/notifications/${nobody}/acknowledged`, undefined],
      ['PUT', '/notifications/acknowledged', { until: 1 }],
    ] as const) {
      assertRefused(await visit(method, path, body), 403, 'FORBIDDEN')
    }
  })

  test('to an owned account does not change where a rule acts', async () => {
    const account = await anUnclaimedAccount(dealer)
    await aUnit(dealer, account.id, { app_id: consumerApp })
    const client = await aClient(api, dealer, account)
    await giveSubscription(api.ctx, account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 1e10))
    await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
    const visit = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
    const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
    const draw = async (name: string) => (await client.ask('POST', '/geofences', { name, shape })).body.id as string
    const [home, other] = [await draw('Home'), await draw('Other')]
    const rename = (id: string) => visit('PATCH', `/geofences/${id}`, { name: 'Mine' })
    const condition = (ids: string[]) => ({ type: 'geofence', crossings: ['leave'], geofence_ids: ids })
    const actions = [{ type: 'share', minutes: 30 }]
    const made = await client.ask('POST', '/notification-rules', {
      name: 'Left',
      condition: condition([home]),
      actions,
    })
    assert.equal(made.status, 201, made.text)
    for (const answer of [await rename(home), await visit('DELETE', `/geofences/${home}`)])
      assertRefused(answer, 403, 'FORBIDDEN')
    assert.equal((await rename(other)).status, 200)
    assert.equal((await visit('POST', '/geofences', { name: 'New', shape })).status, 201)
    await client.ask('PATCH', `/notification-rules/${made.body.id}`, { condition: condition([]) })
    assertRefused(await rename(other), 403, 'FORBIDDEN')
    assertRefused(await visit('POST', '/geofences', { name: 'New', shape }), 403, 'FORBIDDEN')
    assert.equal((await client.ask('PATCH', `/geofences/${home}`, { name: 'Ours' })).status, 200)
  })

  test('to a managed account does what its client does', async () => {
    const visit = askAs(api, await serviceKey(dealer, all.account.user.id, fleetApp))
    const made = await visit('POST', '/notification-rules', { name: 'Set up', condition: silence })
    assert.equal(made.status, 201, made.text)
    assert.equal((await visit('GET', '/notifications')).status, 200)
  })
})
