/** A notification that nobody sees goes to the next people: once, on time, with workers that die, until it is seen. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import fc from 'fast-check'
import type { ActorContext } from '#kernel/context.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { type Receiver, startReceiver } from '#testing/fakes/receiver.ts'
import { dyingAfter } from '#testing/faults/dying.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { computeConditions } from '../conditions/compute.ts'
import { deliverDue } from '../delivery/delivery.ts'
import { notifyNew } from '../notify.ts'
import { escalateDue, nextEscalation } from './escalating.ts'

const api = await openApi({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' })
const { clock, db } = api.ctx
const worker: ActorContext = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const [desk, boss, owner] = [await startReceiver(), await startReceiver(), await startReceiver()]
after(() => Promise.all([desk, boss, owner].map((one) => one.close())))

const now = () => Math.floor(clock.now().getTime() / 1000)
let ask: Client['ask']
let account: { id: number }
let unit: { id: number; ident: string; name: string }
let channels: string[]
async function begin(): Promise<void> {
  const made = await anActivatedAccount(api, dealer, plan.id)
  account = made
  ask = await askFor(api, dealer, made.user)
  unit = await aUnit(dealer, made.id)
  channels = []
  for (const [index, { url }] of [desk, boss, owner].entries()) {
    const channel = await good('POST', '/notification-channels', { kind: 'webhook', name: `Desk ${index}`, url })
    channels.push(channel.id)
  }
  for (const { received } of [desk, boss, owner]) (received as unknown[]).length = 0
}
const good = async (method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
before(begin)
beforeEach(begin)

const condition = { type: 'parameter', parameter: 'battery.level', comparison: 'below', value: 20 }
const steps = () => [
  { minutes: 10, channel_ids: [channels[1]] },
  { minutes: 30, channel_ids: [channels[2]] },
]
const aRule = (more: object = {}) =>
  good('POST', '/notification-rules', {
    ...{ name: 'Low', condition, channel_ids: [channels[0]], escalation: steps() },
    ...more,
  })

async function happensUntold(t = now()): Promise<void> {
  const writer = startWriter(api.ctx)
  const messages = [
    { timestamp: t - 300, 'battery.level': 90 },
    { timestamp: t - 200, 'battery.level': 90 },
    { timestamp: t, 'battery.level': 10 },
  ]
  const tracked = { ...unit, deviceTypeId: 101, protocolId: 1 }
  await writer.append({ unit: tracked, messages: messages as never, frame: Buffer.from('f'), peer: '192.0.2.1:4000' })
  await writer.close()
  await computeConditions(worker)
}
async function happens(t = now()): Promise<void> {
  await happensUntold(t)
  await notifyNew(worker)
}
const turn = async () => {
  await escalateDue(worker)
  await deliverDue(worker)
}
/** For this unit only: steps of earlier ones may still be due. */
const counts = () =>
  [desk, boss, owner].map(({ received }: Receiver) => received.filter(({ event }) => event.unit_id === unit.id).length)
const statesOf = async () =>
  (await good('GET', '/notifications'))[0].escalations.map((one: { state: string }) => one.state)

suite('a notification that nobody has seen', () => {
  test('goes to the next people on time, says so, and stops when it is seen', async () => {
    await aRule()
    await happens()
    await turn()
    assert.deepEqual(
      [counts(), await statesOf()],
      [
        [1, 0, 0],
        ['waiting', 'waiting'],
      ],
    )
    assert.equal((await nextEscalation(worker))?.getTime(), clock.now().getTime() + 600_000)
    clock.advance(599)
    await turn()
    assert.deepEqual(counts(), [1, 0, 0])
    clock.advance(1)
    await turn()
    await turn()
    assert.deepEqual(
      [counts(), await statesOf()],
      [
        [1, 1, 0],
        ['sent', 'waiting'],
      ],
    )
    const { event } = boss.received[0]!
    assert.equal(event.unseen_minutes, 10)
    assert.match(String(event.why), /^Nobody has marked this as seen for 10 min\. /)
    assert.equal(desk.received[0]!.event.unseen_minutes, null)
    const [one] = await good('GET', '/notifications')
    await good('PUT', `/notifications/${one.id}/acknowledged`)
    assert.deepEqual(await statesOf(), ['sent', 'stopped'])
    assert.equal(await nextEscalation(worker), undefined)
    clock.advance(3600)
    await turn()
    assert.deepEqual(
      [counts(), await statesOf()],
      [
        [1, 1, 0],
        ['sent', 'stopped'],
      ],
    )
  })

  test('goes to nobody else if its event was seen before the notification was created', async () => {
    await aRule()
    await happensUntold()
    const [event] = await good('GET', '/events?kind=condition')
    await good('PUT', `/events/${event.id}/acknowledged`)
    await notifyNew(worker)
    assert.notEqual((await good('GET', '/notifications'))[0].acknowledged_at, null)
    assert.equal(await nextEscalation(worker), undefined)
    clock.advance(3600)
    await turn()
    assert.deepEqual(
      [counts().slice(1), await statesOf()],
      [
        [0, 0],
        ['stopped', 'stopped'],
      ],
    )
  })

  test('waits for the end of quiet hours, and needs no channel of its own at first', async () => {
    clock.set(new Date('2026-03-10T20:55:00Z'))
    const quiet = { days: [1, 2, 3, 4, 5, 6, 7], from: '21:00', to: '06:00', meanwhile: 'hold' }
    await aRule({ channel_ids: [], quiet })
    await happens()
    assert.equal((await nextEscalation(worker))?.toISOString(), '2026-03-11T06:00:00.000Z')
  })

  test('that arrived too late to be sent goes to nobody, and neither does one of a blocked account', async () => {
    await aRule()
    clock.advance(4000)
    await happens(now() - 1900)
    assert.deepEqual(await statesOf(), [])
    clock.advance(1)
    await happens()
    assert.deepEqual(await statesOf(), ['waiting', 'waiting'])
    clock.advance(600)
    await db.updateTable('accounts').set({ blocked: true }).where('id', '=', account.id).execute()
    await turn()
    assert.deepEqual(counts(), [0, 0, 0])
  })

  test('steps that are not later, or use a channel twice, are refused; a deleted channel is skipped', async () => {
    const refused = async (escalation: object[], field: string, more: object = {}) => {
      const body = { name: 'Wrong', condition, channel_ids: [channels[0]], escalation, ...more }
      const answer = await ask('POST', '/notification-rules', body)
      assert.deepEqual([answer.status, answer.body.errors[0].field], [400, field], answer.text)
    }
    const [first, second] = steps()
    await refused([second!, first!], 'escalation.1.minutes')
    await refused([{ minutes: 5, channel_ids: [channels[0]] }], 'escalation.0.channel_ids')
    await refused([first!, { minutes: 20, channel_ids: [channels[1]] }], 'escalation.1.channel_ids')
    const called = { actions: [{ type: 'webhook', channel_id: channels[1] }] }
    await refused([first!], 'escalation.0.channel_ids', called)
    // One that was stored when this was allowed.
    const old = await aRule()
    const actions = JSON.stringify([{ type: 'webhook', channelId: channels[1] }])
    await db.updateTable('notificationRules').set({ actions }).where('id', '=', old.id).execute()
    await good('PATCH', `/notification-rules/${old.id}`, { enabled: false })
    const again = await ask('PATCH', `/notification-rules/${old.id}`, { escalation: [first!] })
    assert.equal(again.status, 400, again.text)
    const foreign = {
      name: 'Foreign',
      condition,
      escalation: [{ minutes: 5, channel_ids: [account && unit && '019a0000-0000-7000-8000-000000000104'] }],
    }
    assert.equal((await ask('POST', '/notification-rules', foreign)).status, 404)
    const { id } = await aRule()
    await ask('DELETE', `/notification-channels/${channels[1]}`)
    await good('PATCH', `/notification-rules/${id}`, { name: 'Still', escalation: steps() })
    await happens()
    clock.advance(600)
    await turn()
    assert.deepEqual(await statesOf(), ['skipped', 'waiting'])
  })
})

test('however workers die, each step is sent once, and none after someone has seen it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.infiniteStream(fc.nat({ max: 1_000 })),
      fc.integer({ min: 0, max: 45 }),
      async (keys, seenAfter) => {
        await begin()
        await aRule()
        await happens()
        for (let minute = 0; minute < 45; minute += 3) {
          if (seenAfter >= minute && seenAfter < minute + 3) {
            await good('PUT', '/notifications/acknowledged', { until: now() + 1 })
          }
          const deaths = [1, 2, 3].map(() =>
            escalateDue(dyingAfter((keys.next().value as number) % 8, worker)).catch(() => 0),
          )
          await Promise.all([...deaths, escalateDue(worker)])
          // What a dead worker had claimed is left to the next run.
          await escalateDue(worker)
          await deliverDue(worker)
          clock.advance(180)
        }
        const expected = [10, 30].map((at) => (Math.floor(seenAfter / 3) * 3 <= Math.ceil(at / 3) * 3 ? 0 : 1))
        assert.deepEqual(counts(), [1, ...expected], `seen after ${seenAfter}`)
      },
    ),
    { numRuns: 10 },
  )
})
