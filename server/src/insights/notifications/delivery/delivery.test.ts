/** Delivers notifications to a webhook, a messenger and a mail server, with workers that die. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { fleetApp } from '#kernel/applications.ts'
import type { ActorContext } from '#kernel/context.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { sendDueMails } from '#kernel/mail/sending.ts'
import { createOutbound } from '#kernel/network/outbound.ts'
import { silentLog } from '#kernel/runtime/log.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { startPushService } from '#testing/fakes/push-service.ts'
import { type Behaviour, fails, publishedRecipe, type Receiver, startReceiver } from '#testing/fakes/receiver.ts'
import { askFor, type Client, mailTo } from '#testing/people/client.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeVisits } from '../../geofences/compute.ts'
import { checkRules } from '../conditions/checks.ts'
import { computeConditions } from '../conditions/compute.ts'
import { notifyNew } from '../notify.ts'
import { deliverDue, nextDelivery } from './delivery.ts'

const server = await startMailServer()
const api = await openApi({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8', WAYMARK_SMTP_URL: server.url })
const { clock, db } = api.ctx
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const verify = await publishedRecipe()
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)

const receivers: Receiver[] = []
after(() => Promise.all([server.close(), ...receivers.map((one) => one.close())]))
async function receiving(behaviour?: Behaviour): Promise<Receiver> {
  const receiver = await startReceiver(behaviour)
  receivers.push(receiver)
  return receiver
}

const now = () => Math.floor(clock.now().getTime() / 1000)
const later = (seconds: number) => clock.advance(seconds)

/** Each test has its own account: limits are counted by account. */
let ask: Client['ask']
let unit: { id: number; ident: string; name: string }
let accountId: number
async function begin(): Promise<void> {
  const account = await anActivatedAccount(api, dealer, plan.id)
  ask = await askFor(api, dealer, account.user)
  accountId = account.id
  unit = await aUnit(dealer, account.id)
}
before(begin)
beforeEach(begin)

const good = async (method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const aChannel = (kind: string, target: object) =>
  good('POST', '/notification-channels', { kind, name: kind, ...target })
const condition = { type: 'parameter', parameter: 'battery.level', comparison: 'below', value: 20 }
const aRule = (channels: readonly { id: string }[], more: object = {}) =>
  good('POST', '/notification-rules', { name: 'Low', condition, channel_ids: channels.map(({ id }) => id), ...more })

async function send(messages: readonly object[]) {
  const writer = startWriter(api.ctx)
  const tracked = { ...unit, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit: tracked, messages: messages as never, frame: Buffer.from('f'), peer: '192.0.2.1:4000' })
  await writer.close()
}
/** The battery is low at a moment, and full before it. */
async function happens(t = now()): Promise<void> {
  await send([
    { timestamp: t - 300, 'battery.level': 90 },
    { timestamp: t - 200, 'battery.level': 90 },
    { timestamp: t, 'battery.level': 10, 'position.latitude': 47.141, 'position.longitude': 9.521 },
  ])
  await computeConditions(worker)
  await notifyNew(worker)
}
/** The account has another plan from now on. */
async function withModules(modules: readonly string[]): Promise<void> {
  const other = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    ...{ quotas: { unit: 10, geofence: 5, unit_storage: 10240 }, modules },
  })
  await db.updateTable('accounts').set({ clientPlanId: other.id }).where('id', '=', accountId).execute()
}
const listed = async () => good('GET', '/notifications')

/** A confirmed email address. */
async function aMailbox() {
  const address = `box-${unit.id}@example.com`
  const channel = await aChannel('mail', { address })
  const code = /: (\d{6})/.exec((await mailTo(api, address))?.text ?? '')?.[1] ?? ''
  return good('PUT', `/notification-channels/${channel.id}/confirmed`, { code })
}

/** As if there had been this many more. */
async function asIfMailed(channel: { id: string }, count: number): Promise<void> {
  const [sent] = await db.selectFrom('notifications').selectAll().where('accountId', '=', accountId).execute()
  for (let index = 0; index < count; index += 1) {
    const id = uuidv7(clock.now())
    const facts = JSON.stringify(sent!.facts)
    await db
      .insertInto('notifications')
      .values({ ...sent!, id, eventKey: id, facts })
      .execute()
    const delivery = { notificationId: id, channelId: channel.id, state: 'delivered', tries: 1 }
    const at = clock.now()
    await db
      .insertInto('notificationDeliveries')
      .values({ ...delivery, createdAt: at, lastTryAt: at })
      .execute()
  }
}

suite('a notification', () => {
  test('reaches a webhook once, signed by the published recipe, and is shown as delivered', async () => {
    const receiver = await receiving()
    const channel = await aChannel('webhook', { url: receiver.url })
    await aRule([channel])
    await happens()
    await deliverDue(worker)
    await deliverDue(worker)
    assert.equal(receiver.received.length, 1)
    const [{ headers, body, event }] = receiver.received as [Receiver['received'][number]]
    verify(channel.secret, headers, body, now())
    const [one] = await listed()
    assert.equal(headers['webhook-id'], `ntf_${one.id}`)
    assert.deepEqual(
      [event.headline, event.kind, event.unit_id],
      [`${unit.name}: battery level below 20 %`, 'condition', unit.id],
    )
    assert.deepEqual([one.telling, one.deliveries[0].state, one.deliveries[0].status], ['now', 'delivered', 204])
    // A repeated frame causes no second notification.
    await happens()
    await deliverDue(worker)
    assert.equal(receiver.received.length, 1)
  })

  test('whose worker died is sent by the next one, under the same id', async () => {
    const receiver = await receiving()
    await aRule([await aChannel('webhook', { url: receiver.url })])
    await happens()
    // The first dies between the claim and the call; the second after the call, before recording it.
    const dying = (before: boolean): ActorContext => ({
      ...worker,
      log: silentLog,
      clientOutbound: {
        ...worker.clientOutbound,
        post: async (...call) => {
          if (!before) await worker.clientOutbound.post(...call)
          throw new Error('killed')
        },
      },
    })
    await deliverDue(dying(true))
    await deliverDue(worker)
    assert.equal(receiver.received.length, 0)
    later(61)
    await deliverDue(dying(false))
    await deliverDue(worker)
    assert.equal(receiver.received.length, 1)
    later(61)
    await deliverDue(worker)
    await deliverDue(worker)
    assert.equal(receiver.received.length, 2)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('that is not accepted is tried again with growing delays, and its result is shown', async () => {
    const receiver = await receiving(fails)
    await aRule([await aChannel('webhook', { url: receiver.url })])
    await happens()
    const delays: number[] = []
    for (let tries = 0; tries < 5; tries += 1) {
      await deliverDue(worker)
      const [{ deliveries }] = await listed()
      assert.deepEqual(
        [deliveries[0].state, deliveries[0].failure],
        ['waiting', 'The endpoint answered with status 500.'],
      )
      delays.push(deliveries[0].next_try_at - now())
      later(delays.at(-1)!)
    }
    assert.deepEqual(delays, [5, 10, 20, 40, 80])
    receiver.behave((_, answer) => answer.writeHead(200).end())
    await deliverDue(worker)
    const [{ deliveries }] = await listed()
    assert.deepEqual([deliveries[0].state, deliveries[0].tries], ['delivered', 6])
  })

  test('that arrived late is listed and not sent, and says so', async () => {
    const receiver = await receiving()
    await aRule([await aChannel('webhook', { url: receiver.url })])
    const t = now() + 10
    later(1_811)
    await happens(t)
    await deliverDue(worker)
    const [one] = await listed()
    assert.deepEqual([one.telling, one.deliveries, receiver.received.length], ['late', [], 0])
    assert.match(one.why, /more than 30 minutes old when it arrived/)
  })

  test('of an SOS alarm passes a block and says so; nothing else does', async () => {
    const receiver = await receiving()
    const [hook, box] = [await aChannel('webhook', { url: receiver.url }), await aMailbox()]
    await aRule([hook, box], { name: 'Help', condition: { type: 'alarm', alarms: [] } })
    await aRule([hook])
    await db.updateTable('accounts').set({ blocked: true }).where('id', '=', accountId).execute()
    const t = now()
    await send([
      { timestamp: t, 'alarm.event': true, 'alarm.type': 'sos' },
      { timestamp: t + 1, 'alarm.event': true, 'alarm.type': 'vibration', 'battery.level': 10 },
    ])
    await computeVisits(worker)
    await computeConditions(worker)
    await notifyNew(worker)
    await deliverDue(worker)
    assert.deepEqual(
      receiver.received.map(({ event }) => [event.kind, event.facts.blocked]),
      [['sos', true]],
    )
    const sentence = /The account is blocked\. Only SOS alarms are still sent\. Contact your provider/
    assert.match(receiver.received[0]!.event.why, sentence)
    assert.match((await mailTo(api, box.address))?.text ?? '', sentence)
    const kinds = await db.selectFrom('notifications').select('kind').where('accountId', '=', accountId).execute()
    assert.deepEqual(kinds, [{ kind: 'sos' }])
  })

  test('of an SOS alarm that waits is sent after a block too, and says so', async () => {
    const receiver = await receiving(fails)
    await aRule([await aChannel('webhook', { url: receiver.url })], { condition: { type: 'alarm', alarms: ['sos'] } })
    await send([{ timestamp: now(), 'alarm.event': true, 'alarm.type': 'sos' }])
    await computeVisits(worker)
    await notifyNew(worker)
    await deliverDue(worker)
    await db.updateTable('accounts').set({ blocked: true }).where('id', '=', accountId).execute()
    receiver.behave((_, answer) => answer.writeHead(200).end())
    later(60)
    await deliverDue(worker)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.facts.blocked),
      [false, true],
    )
  })

  const endings: readonly [what: string, end: () => Promise<unknown>][] = [
    [
      'whose account is blocked',
      () => db.updateTable('accounts').set({ blocked: true }).where('id', '=', accountId).execute(),
    ],
    ['whose plan lost the channels', () => withModules(['notification', 'unit_event'])],
    ['whose plan lost notifications', () => withModules([])],
  ]
  for (const [what, end] of endings) {
    test(`${what} is no longer sent, neither after quiet hours nor at the next attempt`, async () => {
      const receiver = await receiving(fails)
      const channel = await aChannel('webhook', { url: receiver.url })
      await aRule([channel], { name: 'Retried' })
      const hour = (shift: number) => new Date((now() + shift) * 1000).toISOString().slice(11, 16)
      const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: hour(-3_600), to: hour(3_600) }
      await aRule([channel], { name: 'ConditionWindow', quiet: { ...hours, meanwhile: 'hold' } })
      await happens()
      await deliverDue(worker)
      assert.equal(receiver.received.length, 1)
      await end()
      later(7_200)
      await deliverDue(worker)
      assert.equal(receiver.received.length, 1)
      const left = await db
        .selectFrom('notificationDeliveries')
        .select(['state', 'nextTryAt', 'failure'])
        .where('channelId', '=', channel.id)
        .execute()
      const failure = 'The account is blocked, or its plan no longer includes the modules.'
      assert.deepEqual(left, Array(2).fill({ state: 'dropped', nextTryAt: null, failure }))
    })
  }

  test('in quiet hours waits for their end, or is only listed', async () => {
    const receiver = await receiving()
    const channel = await aChannel('webhook', { url: receiver.url })
    const days = [1, 2, 3, 4, 5, 6, 7]
    const hour = (shift: number) => new Date((now() + shift) * 1000).toISOString().slice(11, 16)
    const hours = { days, from: hour(-3_600), to: hour(3_600) }
    await aRule([channel], { name: 'ConditionWindow', quiet: { ...hours, meanwhile: 'hold' } })
    await aRule([channel], { name: 'Listed', quiet: { ...hours, meanwhile: 'page' } })
    await happens()
    await deliverDue(worker)
    assert.equal(receiver.received.length, 0)
    const due = await dueFrom(nextDelivery).nextDue(worker)
    assert.ok(due && due > clock.now())
    clock.set(due)
    await deliverDue(worker)
    assert.deepEqual(
      receiver.received.map(({ event }) => event.rule_name),
      ['ConditionWindow'],
    )
    const deliveryModes = (await listed()).map((one: { rule_name: string; telling: string }) => [
      one.rule_name,
      one.telling,
    ])
    assert.deepEqual(deliveryModes.sort(), [
      ['ConditionWindow', 'held'],
      ['Listed', 'page'],
    ])
  })

  test('is not sent without the module, and not even listed if its condition needs one', async () => {
    const receiver = await receiving()
    const channel = await aChannel('webhook', { url: receiver.url })
    await aRule([channel])
    await aRule([channel], { name: 'Silent', condition: { type: 'silence', minutes: 30 } })
    const modules = ['notification']
    const bare = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
    const { account } = await good('GET', '/me')
    const changed = await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, {
      app_id: fleetApp,
      tariff_plan_id: bare.id,
    })
    assert.ok(changed.status < 300, changed.text)
    await happens()
    assert.deepEqual(await listed(), [])
    const rules = await good('GET', '/notification-rules')
    assert.deepEqual(
      rules.map((rule: { resting: string[] }) => rule.resting),
      [['extended_notification'], []],
    )
    later(1_800)
    await checkRules(worker, new Date(0))
    await deliverDue(worker)
    const [one] = await listed()
    assert.deepEqual([one.kind, one.deliveries, receiver.received.length], ['silence', [], 0])
  })
})

suite('a channel', () => {
  test('of a messenger gets one text, and shows nobody its address', async () => {
    const receiver = await receiving()
    const channel = await aChannel('messenger', { url: `${receiver.url}/T0/secret?chat_id=42` })
    assert.ok(!JSON.stringify(channel).includes('secret?'), channel.url)
    await dealer.ask('PATCH', `/units/${unit.id}`, { name: '<!channel> Van @everyone' })
    await aRule([channel])
    await happens()
    await deliverDue(worker)
    const [{ event }] = receiver.received as [Receiver['received'][number]]
    assert.deepEqual(Object.keys(event), ['chat_id', 'text'])
    assert.equal(event.chat_id, '42')
    assert.match(event.text, /^‹!channel› Van @\u200beveryone: battery level below 20 % Battery level below 20 %: /)
    const stored = JSON.stringify(await db.selectFrom('notificationChannels').selectAll().execute())
    assert.ok(!stored.includes('T0/secret'))
    const audit = JSON.stringify(await db.selectFrom('audit').selectAll().execute())
    assert.ok(!audit.includes('T0/secret'))
  })

  test('of email is used once its code was entered, and an email arrives once', async () => {
    const address = `office-${unit.id}@example.com`
    const channel = await aChannel('mail', { address })
    assert.equal(channel.confirmed, false)
    await aRule([channel])
    await happens()
    await deliverDue(worker)
    assert.equal((await listed())[0].deliveries.length, 0)
    const code = /: (\d{6})/.exec((await mailTo(api, address))?.text ?? '')?.[1] ?? ''
    // Emails that are due together leave over several connections, in any order.
    await sendDueMails(worker)
    const wrong = await ask('PUT', `/notification-channels/${channel.id}/confirmed`, { code: 'x' })
    assert.deepEqual([wrong.status, wrong.body.errors[0].field], [400, 'code'])
    await good('PUT', `/notification-channels/${channel.id}/confirmed`, { code })
    later(7_200)
    await happens()
    await deliverDue(worker)
    assert.equal((await listed())[0].deliveries[0].state, 'posted')
    await sendDueMails(worker)
    later(61)
    await deliverDue(worker)
    assert.equal((await listed())[0].deliveries[0].state, 'delivered')
    const mails = server.delivered.filter(({ recipients }) => recipients.includes(address))
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['Confirm this address for notifications', `${unit.name}: battery level below 20 %`],
    )
    assert.match(
      mails[1]?.text ?? '',
      /Battery level below 20 %: 10 % at [^,]+\. Place: near Vaduz, Liechtenstein\. Rule: “Low”\./,
    )
    assert.ok(mails[1]?.text?.includes(`${api.ctx.config.loginUrl}/client#/notifications`), mails[1]?.text)
  })

  test('of a person’s own address shows measures and times in that person’s habits', async () => {
    const email = `own-${unit.id}@example.com`
    await db.updateTable('users').set({ email }).where('accountId', '=', accountId).execute()
    const zone = 'America/Chicago'
    await good('PATCH', '/me', {
      measure: 'imperial',
      temperature: 'fahrenheit',
      clock: '12h',
      date_order: 'mdy',
      zone,
    })
    const sensor = { name: 'Cold store', formula: 'ain.1', measure: '°C' }
    await good('POST', `/units/${unit.id}/sensors`, sensor)
    const others = await aMailbox()
    const own = await aChannel('mail', { address: email })
    const parts = [
      { type: 'parameter', parameter: 'position.speed', comparison: 'above', value: 96.56064 },
      { type: 'parameter', sensor: 'Cold store', comparison: 'above', value: -15 },
    ]
    const channel_ids = [own.id, others.id]
    const both = { type: 'combined', match: 'all', conditions: parts, seconds: 0 }
    await good('POST', '/notification-rules', { name: 'Both', condition: both, channel_ids })
    const t = now()
    const moving = { 'position.latitude': 47.141, 'position.longitude': 9.521 }
    await send([
      { timestamp: t - 300, 'position.speed': 50, 'ain.1': -18, ...moving },
      { timestamp: t, 'position.speed': 112.65408, 'ain.1': -10, ...moving },
    ])
    await computeConditions(worker)
    await notifyNew(worker)
    await deliverDue(worker)
    const mine = await mailTo(api, email)
    assert.equal(mine?.subject, `${unit.name}: speed above 60 mph and Cold store above 5 °F`)
    const at = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: 'numeric', minute: '2-digit', second: '2-digit' },
    }).format(t * 1000)
    const said = `At ${at.replace(',', '').replace('\u202f', ' ')} -0`
    assert.ok(mine?.text.includes(said) && mine.text.includes(': speed 70 mph, Cold store 14 °F.'), mine?.text)
    const theirs = await mailTo(api, others.address)
    assert.equal(theirs?.subject, `${unit.name}: speed above 96.56064 km/h and Cold store above -15 °C`)
    assert.match(
      theirs?.text ?? '',
      /At \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+00:00: speed 112\.65408 km\/h, Cold store -10 °C\./,
    )
  })

  test('cannot be confirmed by trying, nor asked for endless codes', async () => {
    const channel = await aChannel('mail', { address: `guess-${unit.id}@example.com` })
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal(
        (await ask('PUT', `/notification-channels/${channel.id}/confirmed`, { code: `${tries}` })).status,
        400,
      )
    }
    const closed = await ask('PUT', `/notification-channels/${channel.id}/confirmed`, { code: '000000' })
    assert.deepEqual([closed.status, closed.body.errors[0].code], [409, 'CONFLICT'])
    assert.equal((await ask('POST', `/notification-channels/${channel.id}/code`)).status, 409)
    later(61)
    assert.equal((await ask('POST', `/notification-channels/${channel.id}/code`)).status, 200)
  })

  test('sends a limited number of emails a day', async () => {
    const channel = await aMailbox()
    for (let index = 0; index < 3; index += 1) await aRule([channel], { name: `Rule ${index}` })
    await happens()
    await deliverDue(worker)
    await asIfMailed(channel, 97)
    later(3_600)
    await happens()
    await deliverDue(worker)
    const dropped = (await listed()).slice(0, 3).flatMap((one: { deliveries: object[] }) => one.deliveries)
    assert.deepEqual(
      dropped.map((one: { state: string }) => one.state),
      ['dropped', 'dropped', 'dropped'],
    )
    assert.match(dropped[0].failure, /limit of 100 emails/)
  })

  test('counts a test among the emails of the day, and is followed like any other', async () => {
    const channel = await aMailbox()
    const path = `/notification-channels/${channel.id}/test`
    assert.equal((await good('POST', path)).ok, true)
    const state = async () => (await listed()).at(-1).deliveries[0].state
    assert.equal(await state(), 'posted')
    await sendDueMails(worker)
    later(61)
    await deliverDue(worker)
    assert.equal(await state(), 'delivered')
    await asIfMailed(channel, 98)
    assert.equal((await good('POST', path)).ok, true)
    const over = await good('POST', path)
    assert.equal(over.ok, false)
    assert.match(over.failure, /limit of 100 emails/)
  })

  test('has ten codes an hour for the whole account, whatever the addresses', async () => {
    const create = (index: number) =>
      ask('POST', '/notification-channels', { kind: 'mail', name: 'M', address: `c${index}-${unit.id}@example.com` })
    for (let index = 0; index < 10; index += 1) assert.equal((await create(index)).status, 201)
    const refused = await create(10)
    assert.equal(refused.status, 409)
    assert.match(refused.body.errors[0].message, /Ten codes were sent within an hour/)
    later(3_601)
    assert.equal((await create(10)).status, 201)
  })

  test('that fails for days is disabled, and tried again when it is enabled', async () => {
    const receiver = await receiving(fails)
    const channel = await aChannel('webhook', { url: receiver.url })
    await aRule([channel])
    await happens()
    for (;;) {
      await deliverDue(worker)
      const [one] = await good('GET', '/notification-channels')
      if (!one.enabled) break
      const [{ deliveries }] = await listed()
      assert.ok(deliveries[0].next_try_at, 'It gave up before the channel was switched off.')
      clock.set(new Date(deliveries[0].next_try_at * 1000))
    }
    const [off] = await good('GET', '/notification-channels')
    assert.match(off.disabled_reason, /^No delivery succeeded for 3 days\. The endpoint answered with status 500\./)
    receiver.behave((_, answer) => answer.writeHead(204).end())
    await good('PATCH', `/notification-channels/${channel.id}`, { enabled: true })
    await happens()
    await deliverDue(worker)
    const [on] = await good('GET', '/notification-channels')
    assert.deepEqual([on.enabled, on.disabled_reason, on.failing_since], [true, null, null])
    receiver.behave((_, answer) => answer.writeHead(410).end())
    later(3_600)
    await happens()
    await deliverDue(worker)
    assert.equal((await good('GET', '/notification-channels'))[0].enabled, false)
  })

  test('leads into no internal network', async () => {
    const addresses = ['http://10.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/x', 'ftp://example.com', 'x']
    for (const url of addresses) {
      const answer = await ask('POST', '/notification-channels', { kind: 'messenger', name: 'In', url })
      assert.deepEqual([answer.status, answer.body.errors?.[0].field], [400, 'url'], url)
    }
  })
})

suite('a test', () => {
  test('goes through every channel of the rule at once, and shows the result of each', async () => {
    const [fine, broken] = [await receiving(), await receiving(fails)]
    const channels = [
      await aChannel('webhook', { url: fine.url }),
      await aChannel('messenger', { url: broken.url }),
      await aChannel('mail', { address: `test-${unit.id}@example.com` }),
    ]
    const rule = await aRule(channels)
    const results = await good('POST', `/notification-rules/${rule.id}/test`)
    const byKind = Object.fromEntries(results.map((one: { kind: string }) => [one.kind, one]))
    assert.deepEqual([byKind.webhook.ok, byKind.webhook.status], [true, 204])
    assert.deepEqual([byKind.messenger.ok, byKind.messenger.failure], [false, 'The endpoint answered with status 500.'])
    assert.match(byKind.mail.failure, /Confirm the address first: enter the code/)
    assert.match(broken.received[0]?.event.text, /^Test of the rule Low/)
    const [shown] = await listed()
    assert.deepEqual([shown.kind, shown.headline], ['test', 'Test of the rule Low'])
    for (let tests = 1; tests < 10; tests += 1) await good('POST', `/notification-channels/${channels[0].id}/test`)
    const refused = await ask('POST', `/notification-rules/${rule.id}/test`)
    assert.equal(refused.status, 409)
  })
})

test('a test of a rule sends nothing through channels that the plan no longer has', async () => {
  const receiver = await receiving()
  const channel = await aChannel('webhook', { url: receiver.url })
  const rule = await aRule([channel], { condition: { type: 'silence', minutes: 60 } })
  await withModules(['notification'])
  const [result] = await good('POST', `/notification-rules/${rule.id}/test`)
  assert.deepEqual([result.ok, receiver.received.length], [false, 0])
  assert.match(result.failure, /extended_notification.*Contact your provider\.$/)
  assert.equal((await listed())[0].kind, 'test')
})

suite('what no message reveals', () => {
  const start = new Date(0)
  const check = () => checkRules(worker, start)

  test('a unit that is silent for as long as its rule says causes one notification, and another after it was back', async () => {
    await aRule([], { name: 'Long', condition: { type: 'silence', minutes: 60 } })
    await aRule([], { name: 'Short', condition: { type: 'silence', minutes: 10 } })
    await send([{ timestamp: now(), 'battery.level': 50 }])
    const names = async () => (await listed()).map((one: { rule_name: string }) => one.rule_name)
    await check()
    later(599)
    await check()
    assert.deepEqual(await names(), [])
    later(1)
    await check()
    assert.deepEqual(await names(), ['Short'])
    later(3_000)
    await check()
    await check()
    assert.deepEqual(await names(), ['Long', 'Short'])
    await send([{ timestamp: now(), 'battery.level': 50 }])
    for (let minutes = 0; minutes < 12; minutes += 1) {
      later(60)
      await check()
    }
    assert.deepEqual(await names(), ['Short', 'Long', 'Short'])
  })

  test('after a start no unit counts as silent before it had time to reconnect', async () => {
    await aRule([], { name: 'Quiet', condition: { type: 'silence', minutes: 10 } })
    await send([{ timestamp: now(), 'battery.level': 50 }])
    later(1_200)
    const started = clock.now()
    await checkRules(worker, started)
    later(599)
    await checkRules(worker, started)
    assert.deepEqual(await listed(), [])
    later(1)
    await checkRules(worker, started)
    assert.equal((await listed()).length, 1)
  })

  test('a service that is due causes one notification each time', async () => {
    await good('POST', `/units/${unit.id}/services`, { name: 'Oil', every_days: 10 })
    await aRule([], { name: 'Workshop', condition: { type: 'service', state: 'due' } })
    await check()
    later(9.5 * 86_400)
    await check()
    assert.deepEqual(await listed(), [])
    later(86_400)
    await check()
    later(700)
    await check()
    const [one, ...others] = await listed()
    assert.deepEqual([one.kind, one.headline, others], ['service', `${unit.name}: Oil is due`, []])
    const [service] = await good('GET', `/units/${unit.id}/services`)
    await good('POST', `/services/${service.id}/done`, {})
    later(10.5 * 86_400)
    await check()
    assert.equal((await listed()).length, 2)
  })
})

const service = await startPushService()
after(() => service.close())

suite('a device', () => {
  // With a name and its own certificate.
  const outbound = { allowed: ['127.0.0.0/8'], ca: service.ca, resolve: async () => ['127.0.0.1'] }
  const pushing: ActorContext = { ...worker, clientOutbound: createOutbound(outbound) }
  const impatient = { ...pushing, clientOutbound: createOutbound({ ...outbound, timeoutMs: 500 }) }
  const aDevice = () => aChannel('push', { subscription: service.subscribe() })
  const devices = async () => (await good('GET', '/notification-channels')).map(({ id }: { id: string }) => id)
  const before = () => service.received.length
  beforeEach(() => service.answer(201))

  test('gets what its lock screen shows, encrypted for it and signed by this installation, and opens the notification', async () => {
    await db.updateTable('users').set({ lang: 'de' }).where('accountId', '=', accountId).execute()
    const device = await aDevice()
    await aRule([device])
    const sent = before()
    await happens()
    await deliverDue(pushing)
    assert.equal(service.received.length, sent + 1)
    const { message, headers, claims } = service.received.at(-1)!
    const [one] = await listed()
    assert.deepEqual([message.title, message.tag, message.badge], [`${unit.name}: Akkustand unter 20 %`, one.id, 1])
    assert.match(message.text, /\d\d:\d\d$/)
    assert.equal(message.url, `/client#/notifications/list/${one.id}`)
    assert.deepEqual(
      [headers['content-encoding' as never], headers['ttl' as never], claims.aud, claims.sub],
      ['aes128gcm', '14400', new URL(claims.aud).origin, api.ctx.config.publicUrl],
    )
    assert.ok(claims.exp > now() && claims.exp <= now() + 86_400)
    assert.deepEqual([one.deliveries[0].state, one.deliveries[0].status], ['delivered', 201])
    const stored = JSON.stringify(await db.selectFrom('notificationChannels').selectAll().execute())
    assert.ok(!stored.includes('/push/'))
    const { key } = await good('GET', '/push-key')
    assert.deepEqual([Buffer.from(key, 'base64url').length, (await good('GET', '/push-key')).key], [65, key])
  })

  for (const status of [404, 410]) {
    test(`that is gone (${status}) is deleted, with its pending deliveries`, async () => {
      const device = await aDevice()
      await aRule([device])
      service.answer(status)
      await happens()
      await deliverDue(pushing)
      assert.deepEqual(await devices(), [])
      assert.deepEqual((await listed())[0].deliveries, [])
      const left = db.selectFrom('notificationDeliveries').select('state').where('channelId', '=', device.id)
      assert.deepEqual(await left.execute(), [])
    })
  }

  for (const [status, failure] of [
    [429, 'The endpoint answered with status 429.'],
    [500, 'The endpoint answered with status 500.'],
    [null, 'The request timed out.'],
  ] as const) {
    test(`whose push service answers ${status ?? 'nothing'} is tried again, but not for ever`, async () => {
      const device = await aDevice()
      await aRule([device])
      service.answer(status)
      await happens()
      await deliverDue(status === null ? impatient : pushing)
      const [{ deliveries }] = await listed()
      assert.deepEqual([deliveries[0].state, deliveries[0].failure], ['waiting', failure])
      service.answer(500)
      later(4 * 3600 + 1)
      await deliverDue(pushing)
      assert.deepEqual((await listed())[0].deliveries[0].state, 'failed')
      assert.deepEqual(await devices(), [device.id])
    })
  }

  test('is tried again for as long after quiet hours', async () => {
    const night = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '23:59', meanwhile: 'hold' }
    await aRule([await aDevice()], { quiet: night })
    later(86_400 - (now() % 86_400) + 3600)
    await happens()
    service.answer(500)
    later(23 * 3600)
    await deliverDue(pushing)
    const [{ deliveries }] = await listed()
    assert.deepEqual([deliveries[0].state, deliveries[0].tries], ['waiting', 1])
    service.answer(201)
    later(3 * 3600)
    await deliverDue(pushing)
    assert.equal((await listed())[0].deliveries[0].state, 'delivered')
  })

  test('shows the number that its person sees on the page', async () => {
    await aRule([await aDevice()])
    const mine = () => db.updateTable('users').where('accountId', '=', accountId)
    const badge = async () => {
      await happens()
      const unread = (await good('GET', '/notifications/unread')).count
      await deliverDue(pushing)
      return [service.received.at(-1)!.message.badge, unread]
    }
    assert.deepEqual(await badge(), [1, 1])
    await mine().set({ notifyInApp: false }).execute()
    later(7200)
    assert.deepEqual(await badge(), [0, 0])
    // An access list without this unit.
    await mine().set({ notifyInApp: true, role: 'dispatcher', isLimitedToUnits: true }).execute()
    later(7200)
    assert.deepEqual(await badge(), [0, 0])
    await mine().set({ role: 'owner', isLimitedToUnits: false }).execute()
  })

  test('belongs to a person and is deleted with them', async () => {
    const device = await aDevice()
    const { user } = await good('GET', '/me')
    assert.equal(device.user_id, user.id)
    assert.match(device.url, /^hook\.example:\d+$/)
    await aRule([device])
    await db
      .updateTable('notificationChannels')
      .set({ userId: uuidv7(clock.now()) })
      .where('id', '=', device.id)
      .execute()
    const sent = before()
    await happens()
    await deliverDue(pushing)
    assert.deepEqual([await devices(), before()], [[], sent])
  })

  const good8291 = { p256dh: service.subscribe().p256dh, auth: service.subscribe().auth }
  for (const [what, subscription] of [
    ['in a private network', { ...good8291, endpoint: 'https://10.0.0.1/push' }],
    ['without TLS', { ...good8291, endpoint: 'http://192.0.2.1/push' }],
    ['with a key that is none', { ...good8291, p256dh: 'AAAA', endpoint: 'https://hook.example/push' }],
    ['with a short secret', { ...good8291, auth: 'AAAA', endpoint: 'https://hook.example/push' }],
  ] as const) {
    test(`${what} is refused`, async () => {
      const answer = await ask('POST', '/notification-channels', { kind: 'push', name: 'Phone', subscription })
      assert.deepEqual([answer.status, answer.body.errors[0].field], [400, 'subscription'])
    })
  }
})
