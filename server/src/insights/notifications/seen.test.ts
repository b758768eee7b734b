/** An event and the notifications about it are seen together, and the badge counts what is left. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { routeStart } from '#testing/routes.ts'
import { computeVisits } from '../geofences/compute.ts'
import { computeConditions } from './conditions/compute.ts'
import { notifyNew } from './notify.ts'

const api = await openApi()
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer('provider')
const plan = await aFleetPlan(dealer)
const account = await anActivatedAccount(api, dealer, plan.id)
const unit = await aUnit(dealer, account.id)

let ask: Client['ask']
const good = async (method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

before(async () => {
  ctx.clock.set(new Date(routeStart * 1000))
  ask = await askFor(api, dealer, account.user)
  for (const name of ['One', 'Two'])
    await good('POST', '/notification-rules', { name, condition: { type: 'alarm', alarms: ['vibration'] } })
  const low = { type: 'parameter', parameter: 'battery.level', comparison: 'below', value: 20 }
  await good('POST', '/notification-rules', { name: 'Low', condition: low })
})

const compute = async () => {
  await computeVisits(acting)
  await computeConditions(acting)
}

/** A shake about which two rules notify, and nothing else; returns its event. */
async function shaken(): Promise<{ id: string; speed: number | null }> {
  ctx.clock.advance(1000)
  const t = Math.floor(ctx.clock.now().getTime() / 1000)
  const place = { 'position.latitude': 50, 'position.longitude': 10, 'position.speed': 64 }
  await received(api, unit, [{ timestamp: t, ...place, 'alarm.event': true, 'alarm.type': 'vibration' }])
  await compute()
  await notifyNew(acting)
  return (await good('GET', '/events?kind=vibration'))[0]
}

const unread = async () => (await good('GET', '/notifications/unread')).count
interface Seen {
  readonly id: string
  readonly acknowledged_at: number | null
}
const seenOf = (rows: readonly Seen[]) => rows.map(({ acknowledged_at }) => acknowledged_at !== null)
const newest = async (count: number) => (await good('GET', `/notifications?limit=${count}`)) as Seen[]

suite('what is seen', () => {
  test('as an event is seen in all notifications about it', async () => {
    const { id } = await shaken()
    assert.equal(await unread(), 2)
    await good('PUT', `/events/${id}/acknowledged`)
    assert.equal(await unread(), 0)
    assert.deepEqual(seenOf(await newest(2)), [true, true])
    assert.deepEqual(await good('GET', '/notifications?acknowledged=false'), [])
  })

  test('as a notification is seen as an event, and in the other notification', async () => {
    const event = await shaken()
    const [one] = await newest(1)
    await good('PUT', `/notifications/${one!.id}/acknowledged`)
    assert.deepEqual([await unread(), seenOf(await newest(2))], [0, [true, true]])
    const [seen] = await good('GET', '/events?kind=vibration')
    assert.deepEqual([seen.id, seenOf([seen])], [event.id, [true]])
    // The first time counts.
    const before = await newest(2)
    ctx.clock.advance(60)
    assert.equal((await good('PUT', '/events/acknowledged', { event_ids: [event.id] })).acknowledged, 0)
    assert.deepEqual(await newest(2), before)
  })

  test('with everything that had arrived is seen in events too', async () => {
    await shaken()
    const until = Math.floor(ctx.clock.now().getTime() / 1000)
    assert.equal((await good('PUT', '/notifications/acknowledged', { until })).acknowledged, 2)
    assert.deepEqual(await good('GET', '/events?kind=vibration&acknowledged=false'), [])
  })

  test('before its notification is created needs no second look', async () => {
    ctx.clock.advance(1000)
    const t = Math.floor(ctx.clock.now().getTime() / 1000)
    await received(api, unit, [{ timestamp: t, 'battery.level': 10 }])
    await compute()
    const [event] = await good('GET', '/events?kind=condition')
    await good('PUT', `/events/${event.id}/acknowledged`)
    await notifyNew(acting)
    const [one] = await newest(1)
    assert.deepEqual([await unread(), seenOf([one!])], [0, [true]])
    assert.deepEqual(await good('GET', '/notifications?acknowledged=false'), [])
  })
})

test('each row has the speed of the unit, and both lists have the same filters', async () => {
  const { speed } = await shaken()
  const [one] = await good('GET', '/notifications?kind=vibration&limit=1')
  assert.deepEqual([speed, one.facts.speed], [64, 64])
  for (const row of ['events', 'notifications']) {
    const count = async (query: string) => (await good('GET', `/${row}?${query}`)).length
    assert.ok((await count('kind=vibration')) > 0, row)
    assert.equal(await count('kind=sos'), 0, row)
    assert.equal(await count(`to=${routeStart}`), 0, row)
    assert.ok((await count(`from=${routeStart}&kind=condition`)) > 0, row)
    assert.equal((await ask('GET', `/${row}?kind=much`)).status, 400)
  }
})
