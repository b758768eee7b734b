/** What rules do besides notifying: once for each event, with workers that crash, and not for what ended long ago. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { computeConditions } from '#insights/notifications/conditions/compute.ts'
import { deliverDue } from '#insights/notifications/delivery/delivery.ts'
import { notifyNew, withdrawFalse } from '#insights/notifications/notify.ts'
import { actDue } from '#insights/notifications/rule-actions/acting.ts'
import type { ActorContext } from '#kernel/context.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { type Receiver, startReceiver } from '#testing/fakes/receiver.ts'
import { dyingAfter } from '#testing/faults/dying.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { shareByRule } from './actions.ts'
import { sharesMax } from './share.ts'

const api = await openApi({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' })
const { clock, db } = api.ctx
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const receivers: Receiver[] = []
after(() => Promise.all(receivers.map((one) => one.close())))

const now = () => Math.floor(clock.now().getTime() / 1000)
let ask: Client['ask']
let unit: { id: number; ident: string; name: string }
let account: Awaited<ReturnType<typeof anActivatedAccount>>
async function begin(): Promise<void> {
  account = await anActivatedAccount(api, dealer, plan.id)
  ask = await askFor(api, dealer, account.user)
  unit = await aUnit(dealer, account.id, { hw_id: 101 })
}
before(begin)
beforeEach(begin)

const good = async (method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const condition = { type: 'parameter', parameter: 'battery.level', comparison: 'below', value: 20 }
const aRule = (actions: readonly object[], more: object = {}) =>
  good('POST', '/notification-rules', { name: 'Low', condition, actions, ...more })
const aWebhook = async () => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const channel = await good('POST', '/notification-channels', { kind: 'webhook', name: 'Desk', url: receiver.url })
  return { receiver, channel }
}

async function send(messages: readonly object[], peer = '192.0.2.1:4000', of = unit) {
  const writer = startWriter(api.ctx)
  const tracked = { ...of, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit: tracked, messages: messages as never, frame: Buffer.from('f'), peer })
  await writer.close()
}
const judge = async () => {
  await computeConditions(worker)
  await notifyNew(worker)
}
/** The battery is low at this time, and full before it. */
async function happens(t = now()): Promise<void> {
  await send([
    { timestamp: t - 300, 'battery.level': 90 },
    { timestamp: t - 200, 'battery.level': 90 },
    { timestamp: t, 'battery.level': 10, 'position.latitude': 47.141, 'position.longitude': 9.521 },
  ])
  await judge()
}
const act = (acting = worker) => actDue(acting, shareByRule)
const listed = async () => good('GET', '/notifications')
const commands = async () => good('GET', `/units/${unit.id}/commands`)
const reasonsOf = ({ actions }: { actions: { state: string; reason: string | null }[] }) =>
  actions.map(({ state, reason }) => [state, reason])

suite('a rule that acts', () => {
  test('sends a command, creates a link, moves the unit and calls a webhook, and reports what it did', async () => {
    const { receiver, channel } = await aWebhook()
    const old = await good('POST', '/groups', { name: 'Fine', unit_ids: [unit.id] })
    const group = await good('POST', '/groups', { name: 'To charge', unit_ids: [] })
    const quiet = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00', meanwhile: 'hold' }
    const rule = await aRule(
      [
        { type: 'command', command: 'position' },
        { type: 'share', minutes: 120 },
        { type: 'group', group_id: group.id },
        { type: 'webhook', channel_id: channel.id },
      ],
      { quiet },
    )
    assert.deepEqual(rule.actions[0], { type: 'command', command: 'position' })
    await happens()
    assert.deepEqual(
      (await listed())[0].actions.map((one: { state: string }) => one.state),
      ['waiting', 'waiting', 'waiting', 'waiting'],
    )
    assert.equal(await act(), 1)
    assert.equal(await act(), 0)
    const [one] = await listed()
    const [command, share, moved, called] = one.actions
    assert.deepEqual(reasonsOf(one), Array(4).fill(['done', null]))
    const [given] = await commands()
    assert.deepEqual([command.command_id, command.command_state, given.type], [given.id, 'queued', 'position'])
    assert.equal(given.expires_at - given.queued_at, 600)
    assert.deepEqual([moved.name, called.name, share.until], ['To charge', 'Desk', now() + 7200])
    assert.deepEqual((await good('GET', `/groups/${group.id}`)).unit_ids, [unit.id])
    assert.deepEqual((await good('GET', `/groups/${old.id}`)).unit_ids, [])
    const [link] = await good('GET', '/shares')
    assert.deepEqual([link.id, link.until, link.title], [share.share_id, share.until, 'Low'])
    // Webhooks are called in quiet hours too, with the link that people get.
    await deliverDue(worker)
    assert.equal(receiver.received.length, 1)
    const { event } = receiver.received[0]!
    assert.equal(event.link, link.link)
    assert.match(String(event.why), /Live position until .*: http.*\/share#/)
    // The list is read by people who may not share.
    assert.ok(!JSON.stringify(one).includes('/share#'))
  })

  test('notifications wait for the link, for a minute at most', async () => {
    const { receiver, channel } = await aWebhook()
    await aRule([{ type: 'share', minutes: 30 }], { channel_ids: [channel.id] })
    await happens()
    await deliverDue(worker)
    assert.equal(receiver.received.length, 0)
    await act()
    await deliverDue(worker)
    assert.equal(receiver.received.length, 1)
    assert.ok(receiver.received[0]!.event.link)
    clock.advance(600)
    await happens()
    clock.advance(61)
    await deliverDue(worker)
    assert.deepEqual([receiver.received.length, receiver.received[1]!.event.link], [2, null])
  })

  test('needs confirmation for a new dangerous command, and the module', async () => {
    const stop = { type: 'command', command: 'engine.stop' }
    const body = { name: 'Stop', condition, actions: [stop] }
    const refused = await ask('POST', '/notification-rules', body)
    assert.deepEqual([refused.status, refused.body.errors[0].field], [409, 'actions'], refused.text)
    const { id } = await good('POST', '/notification-rules', { ...body, confirm: true })
    await good('PATCH', `/notification-rules/${id}`, { name: 'Halt', actions: [stop] })
    for (const [actions, field] of [
      [[{ type: 'command', command: 'text' }], 'actions.0.text'],
      [[{ type: 'command', command: 'position', seconds: 3 }], 'actions.0.seconds'],
      [[{ type: 'share', minutes: 30, group_id: id }], 'actions.0.group_id'],
      [
        [
          { type: 'share', minutes: 30 },
          { type: 'share', minutes: 40 },
        ],
        'actions',
      ],
    ] as const) {
      const answer = await ask('POST', '/notification-rules', { name: 'Wrong', condition, actions })
      assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field], answer.text)
    }
    for (const action of [
      { type: 'group', group_id: id },
      { type: 'webhook', channel_id: id },
    ]) {
      assert.equal(
        (await ask('POST', '/notification-rules', { name: 'Foreign', condition, actions: [action] })).status,
        404,
      )
    }
    const small = await aPlan(dealer, {
      managed_plan_id: '019a0000-0000-7000-8000-000000000104',
      ...{ quotas: { unit: 10, geofence: 5, unit_storage: 10240 } },
      modules: ['unit', 'notification', 'extended_notification'],
    })
    await happens()
    await db.updateTable('accounts').set({ clientPlanId: small.id }).where('id', '=', account.id).execute()
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [['failed', 'module']])
    const without = await ask('POST', '/notification-rules', { name: 'No', condition, actions: [stop], confirm: true })
    assert.equal(without.status, 403, without.text)
  })

  test('does nothing about what ended long ago, however late it is detected', async () => {
    await aRule([{ type: 'command', command: 'position' }])
    await happens(now() + 1)
    clock.advance(302)
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [['skipped', 'late']])
    clock.advance(1000)
    await happens(now() - 301)
    assert.deepEqual(reasonsOf((await listed())[0]), [['skipped', 'late']])
    await act()
    assert.deepEqual(await commands(), [])
  })

  test('reports why an unsupported tracker, a deleted group or a deleted webhook fails, and runs the others', async () => {
    const { channel } = await aWebhook()
    const group = await good('POST', '/groups', { name: 'Gone', unit_ids: [] })
    await aRule(
      [
        { type: 'command', command: 'text', text: 'AT' },
        { type: 'group', group_id: group.id },
        { type: 'webhook', channel_id: channel.id },
        { type: 'share', minutes: 5 },
      ],
      { confirm: true },
    )
    await good('PATCH', `/notification-channels/${channel.id}`, { enabled: false })
    await ask('DELETE', `/groups/${group.id}`)
    await db.updateTable('units').set({ hwId: 10_243 }).where('id', '=', unit.id).execute()
    await happens()
    await act()
    const found = reasonsOf((await listed())[0])
    assert.deepEqual(found, [
      ['failed', 'unsupported'],
      ['failed', 'group_gone'],
      ['failed', 'channel_off'],
      ['done', null],
    ])
  })

  test('does nothing in a blocked account, not even on SOS', async () => {
    await aRule([{ type: 'share', minutes: 30 }], { condition: { type: 'alarm', alarms: ['sos'] } })
    await happens()
    const rows = () =>
      db
        .selectFrom('notificationActions')
        .innerJoin('notifications', 'notifications.id', 'notificationId')
        .select(['state', 'reason'])
        .where('accountId', '=', account.id)
        .execute()
    assert.deepEqual(await rows(), [])
    await aRule([{ type: 'share', minutes: 30 }], { name: 'Other' })
    clock.advance(600)
    await happens()
    await db.updateTable('accounts').set({ blocked: true }).where('id', '=', account.id).execute()
    await act()
    assert.deepEqual(await rows(), [{ state: 'skipped', reason: 'blocked' }])
    const shares = await db.selectFrom('shares').select('id').where('accountId', '=', account.id).execute()
    assert.deepEqual(shares, [])
  })
})

suite('an action of a rule', () => {
  const position = { type: 'command', command: 'position' }
  const outsider = '203.0.113.9:4000'
  const knows = (network: string, of = unit) =>
    sql`insert into unit_networks (unit_id, network, since) values (${of.id}, ${network}, ${clock.now()})`.execute(db)

  test('is not triggered by someone who only knows the ident; the tracker’s own message still triggers it', async () => {
    await aRule([position, { type: 'share', minutes: 30 }])
    await aRule([position], { name: 'Only' })
    await knows('192.0.2.0/24')
    const first = now()
    await send([
      { timestamp: first - 700, 'battery.level': 90 },
      { timestamp: first - 690, 'battery.level': 90 },
    ])
    await send([{ timestamp: first, 'battery.level': 10 }], outsider)
    await judge()
    await act()
    const byRule = Map.groupBy(await listed(), ({ rule_name }: { rule_name: string }) => rule_name)
    assert.deepEqual(reasonsOf(byRule.get('Low')![0] as never), [
      ['skipped', 'untrusted'],
      ['skipped', 'untrusted'],
    ])
    assert.deepEqual(reasonsOf(byRule.get('Only')![0] as never), [['skipped', 'untrusted']])
    assert.deepEqual(await commands(), [])
    // Nor by the tracker's message right after a false one.
    clock.advance(400)
    await send(
      [
        { timestamp: now() - 200, 'battery.level': 90 },
        { timestamp: now() - 100, 'battery.level': 90 },
      ],
      outsider,
    )
    await send([{ timestamp: now(), 'battery.level': 10 }])
    await judge()
    await act()
    assert.equal((await listed()).length, 4)
    assert.deepEqual(await commands(), [])
    clock.advance(1000)
    await happens()
    await act()
    assert.equal((await commands()).length, 2)
  })

  test('is not a command if no message of the tracker shows the condition', async () => {
    const { id } = await aRule([position])
    for (const checked of [
      { type: 'silence', minutes: 60 },
      { type: 'service', state: 'due' },
      { type: 'conflict' },
      { type: 'document' },
    ]) {
      const body = { name: 'Checked', condition: checked, actions: [position] }
      assertRefused(await ask('POST', '/notification-rules', body), 409, 'CONFLICT actions')
      assertRefused(await ask('PATCH', `/notification-rules/${id}`, { condition: checked }), 409, 'CONFLICT actions')
      const shared = await aRule([{ type: 'share', minutes: 30 }], { condition: checked })
      const changed = await ask('PATCH', `/notification-rules/${shared.id}`, { actions: [position] })
      assertRefused(changed, 409, 'CONFLICT actions')
    }
  })

  for (const [peer, became] of [
    ['192.0.2.1:4000', ['done', null]],
    [outsider, ['skipped', 'untrusted']],
  ] as const) {
    test(`is ${became[0]} for counted arrivals if ${peer} said that the unit was away`, async () => {
      await knows('192.0.2.0/24')
      await good('POST', '/geofences', {
        ...{ name: 'Yard', shape: { type: 'circle', center: { latitude: 47.14, longitude: 9.52 }, radius: 200 } },
        ...{ since: now() - 9000, min_seconds: 0 },
      })
      const arrivals = { type: 'geofence', crossings: ['enter'], geofence_ids: [], times: 2, within_minutes: 120 }
      const { id } = await aRule([position], { condition: arrivals })
      await sql`update notification_rules set since = ${now() - 9000} where id = ${id}`.execute(db)
      const at = (seconds: number, isIn: boolean) => ({
        ...{ timestamp: now() - seconds, 'position.satellites': 9 },
        ...{ 'position.latitude': isIn ? 47.14 : 47.15, 'position.longitude': 9.52 },
      })
      await send([at(7000, true)])
      await send([at(5000, false), at(4990, false)], peer)
      await send([at(3000, true), at(2990, true)])
      await send([at(2000, false), at(1990, false)], peer)
      await send([at(10, true), at(0, true)])
      await judge()
      await act()
      assert.deepEqual((await listed()).map(reasonsOf), [[became]])
    })
  }

  for (const [peer, became] of [
    ['192.0.2.1:4000', ['done', null]],
    [outsider, ['skipped', 'untrusted']],
  ] as const) {
    test(`is ${became[0]} for another unit that is near because ${peer} said so`, async () => {
      const other = await aUnit(dealer, account.id)
      await knows('192.0.2.0/24', other)
      const near = { type: 'distance', range: 'within', metres: 100, unit_ids: [other.id] }
      await aRule([position], { condition: near, unit_ids: [unit.id] })
      const place = { 'position.latitude': 47.14, 'position.longitude': 9.52, 'position.satellites': 9 }
      await send([{ timestamp: now(), ...place }], peer, other)
      await send([{ timestamp: now() + 1, ...place }])
      await judge()
      await act()
      assert.deepEqual((await listed()).map(reasonsOf), [[became]])
    })
  }

  test('is not run while the unit’s commands are held, and is run if its network was never learnt', async () => {
    await aRule([position])
    await send([{ timestamp: now() - 900, 'battery.level': 90 }], outsider)
    await happens()
    await act()
    assert.equal((await commands()).length, 1)
    await knows('192.0.2.0/24')
    clock.advance(1000)
    await sql`update unit_networks set held_until = ${new Date(clock.now().getTime() + 60_000)}
      where unit_id = ${unit.id}`.execute(db)
    await happens()
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [['skipped', 'untrusted']])
    assert.equal((await commands()).length, 1)
  })

  test('one message of a clock that is ahead does not keep the rule from acting', async () => {
    await aRule([position])
    await happens(now() + 80_000)
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [['skipped', 'ahead']])
    assert.deepEqual(await commands(), [])
    clock.advance(600)
    await happens()
    await act()
    assert.equal((await commands()).length, 1)
  })

  test('is no longer run once the rule is off or does something else', async () => {
    const { id } = await aRule([position, { type: 'share', minutes: 30 }])
    await happens()
    await good('PATCH', `/notification-rules/${id}`, { actions: [{ type: 'share', minutes: 30 }] })
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [
      ['skipped', 'rule_changed'],
      ['done', null],
    ])
    clock.advance(600)
    await happens()
    await good('PATCH', `/notification-rules/${id}`, { enabled: false })
    await act()
    assert.deepEqual(reasonsOf((await listed())[0]), [['skipped', 'rule_changed']])
    assert.deepEqual(await commands(), [])
  })

  test('needs a new confirmation for more units, but not for fewer', async () => {
    const other = await aUnit(dealer, account.id, { hw_id: 101 })
    const actions = [{ type: 'command', command: 'engine.stop' }]
    const { id } = await aRule(actions, { confirm: true, unit_ids: [unit.id] })
    for (const wider of [{ unit_ids: [unit.id, other.id] }, { for_all: true }]) {
      assert.equal((await ask('PATCH', `/notification-rules/${id}`, wider)).status, 409)
      await good('PATCH', `/notification-rules/${id}`, { ...wider, confirm: true })
    }
    await good('PATCH', `/notification-rules/${id}`, { unit_ids: [unit.id], enabled: false })
  })

  test('is shown to a driver without its text and its state', async () => {
    await aRule([{ type: 'command', command: 'text', text: 'AT+PW=1234' }], { confirm: true })
    await happens()
    await act()
    const driver = await aPersonOf(api, ask, 'driver', { unit_ids: [unit.id] })
    const seen = [await driver.ask('GET', '/notification-rules'), await driver.ask('GET', '/notifications')]
    for (const { status, text } of seen) assert.ok(status === 200 && !text.includes('1234'), text)
    const [{ actions }] = seen[1]!.body
    const { type, state, command_id, command_state, command_failure } = actions[0]
    assert.deepEqual([type, state, command_id, command_state, command_failure], ['command', 'done', null, null, null])
    const [own] = (await listed())[0].actions
    assert.deepEqual([own.text, own.command_state], ['AT+PW=1234', 'queued'])
  })
})

test('a person who sees some units cannot change when an owner’s rule moves them, but can stop it', async () => {
  const group = await good('POST', '/groups', { name: 'Stolen', unit_ids: [unit.id] })
  const actions = [{ type: 'group', group_id: group.id }]
  const { id } = await aRule(actions, { unit_ids: [unit.id] })
  const person = await aPersonOf(api, ask, 'dispatcher', { unit_ids: [unit.id] })
  const change = async (body: object) => (await person.ask('PATCH', `/notification-rules/${id}`, body)).status
  assert.equal(await change({ condition: { ...condition, value: 99 } }), 403)
  assert.equal(await change({ schedule: { days: [1], from: '00:00', to: '00:00' }, actions }), 403)
  assert.equal(await change({ name: 'Renamed', condition, actions, enabled: false }), 200)
  assert.equal(await change({ enabled: true }), 403)
  assert.equal(await change({ enabled: true, actions: [] }), 200)
})

test('expired links make room for others, and do not pile up', async () => {
  const share = (until: number) => ask('POST', '/shares', { units: [unit.id], until })
  for (const _ of Array(2)) {
    for (let count = 0; count < sharesMax; count++) assert.equal((await share(now() + 60)).status, 201)
    assert.equal((await share(now() + 60)).status, 409)
    clock.advance(61)
  }
  const rule = await aRule([{ type: 'share', minutes: 30 }])
  await happens()
  await act()
  assert.deepEqual(reasonsOf((await listed())[0]), [['done', null]], rule.id)
  const kept = await good('GET', '/shares')
  assert.equal(kept.length, sharesMax + 1)
  // An expired link counts again when it is renewed.
  for (let count = 1; count < sharesMax; count++) assert.equal((await share(now() + 60)).status, 201)
  const ended = (await good('GET', '/shares')).find(({ until }: { until: number }) => until <= now())
  assert.equal((await ask('PATCH', `/shares/${ended.id}`, { until: now() + 60 })).status, 409)
  await good('PATCH', `/shares/${ended.id}`, { title: 'Old' })
})

const dying = (after: number) => dyingAfter(after, { ...worker, log: silentLog })

test('with shuffled, late and repeated messages and crashing workers, each event is acted on exactly once', async () => {
  const { receiver, channel } = await aWebhook()
  const over = { ...condition, comparison: 'above', value: 50, seconds: 20 }
  let most = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 4, maxLength: 24 }),
      fc.infiniteStream(fc.nat({ max: 1_000_000 })),
      async (levels, keys) => {
        const key = () => keys.next().value as number
        clock.advance(4000)
        unit = await aUnit(dealer, account.id, { hw_id: 101 })
        const rule = await good('POST', '/notification-rules', {
          ...{ name: 'Full', condition: over, unit_ids: [unit.id] },
          actions: [
            { type: 'command', command: 'position' },
            { type: 'webhook', channel_id: channel.id },
          ],
        })
        clock.advance(1)
        const start = now()
        const messages = levels.map((level, index) => ({ timestamp: start + index * 10, 'battery.level': level }))
        clock.advance(levels.length * 10)
        const shuffled = messages.map((message) => ({ message, key: key() })).sort((a, b) => a.key - b.key)
        for (const { message } of shuffled) {
          await send(key() % 4 === 0 ? [message, ...messages.slice(0, key() % 3)] : [message])
          await judge()
          // Some crash before the first statement, some within the transaction, some after it.
          await Promise.all([act(dying(key() % 14)).catch(() => 0), act(dying(key() % 14)).catch(() => 0), act()])
          await withdrawFalse(worker)
        }
        await send(messages)
        await judge()
        await Promise.all([act(), act()])
        const { rows } = await sql<{
          t: number
          shownAt: number
          state: string
          reason: string
          command: string | null
        }>`
          select t, shown_at, state, reason, result ->> 'commandId' as command
          from notification_actions join notifications on id = notification_id
          where rule_id = ${rule.id} and place = 1 order by t`.execute(db)
        const done = rows.filter(({ state }) => state === 'done')
        const given = await db.selectFrom('commands').select('id').where('unitId', '=', unit.id).execute()
        assert.deepEqual(given.map(({ id }) => id).sort(), done.map(({ command }) => command).sort())
        assert.ok(rows.every(({ state, reason }) => state === 'done' || ['repeated', 'withdrawn'].includes(reason)))
        // No two acted-on events are the same: the later one begins when the earlier was certain.
        for (const [index, one] of done.entries()) {
          assert.ok(index === 0 || done[index - 1]!.shownAt <= one.t, JSON.stringify(done))
        }
        most = Math.max(most, done.length)
      },
    ),
    { numRuns: 15 },
  )
  assert.ok(most > 0)
  await deliverDue(worker)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
})
