/** What a dealer in a support session arranges for its client, and what the client's acting rules depend on. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, type Client, serviceKey } from '#testing/people/client.ts'

const api = await openApi()
const dealer = await api.dealer()
let owner: Client['ask']
let visitor: Client['ask']
let units: readonly number[]
const made: Record<string, string> = {}

const good = async (ask: Client['ask'], method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const tank = { name: 'Tank', formula: 'ain.1' }
const shape = { type: 'circle', center: { latitude: 47.14, longitude: 9.52 }, radius: 200 }

before(async () => {
  const account = await anUnclaimedAccount(dealer)
  const first = await aUnit(dealer, account.id, { app_id: consumerApp })
  const second = await aUnit(dealer, account.id, { app_id: consumerApp })
  units = [first.id, second.id]
  const client = await aClient(api, dealer, account)
  await giveSubscription(api.ctx, account.id, 'premium', new Date(api.ctx.clock.now().getTime() + 86_400_000))
  await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  owner = client.ask
  visitor = askAs(api, await serviceKey(dealer, client.user.id, consumerApp))
  const group = (name: string) => good(owner, 'POST', '/groups', { name, unit_ids: [first.id] })
  made.group = (await group('Of the rule')).id
  made.placed = (await group('Of the geofence')).id
  made.escort = (await group('Of the condition')).id
  const [service, document] = [
    { name: 'Oil', every_days: 300 },
    { name: 'Insurance', expires_on: '2030-01-31' },
  ]
  made.sensor = (await good(owner, 'POST', `/units/${first.id}/sensors`, tank)).id
  made.other = (await good(owner, 'POST', `/units/${first.id}/sensors`, { ...tank, name: 'Spare' })).id
  made.template = (await good(owner, 'POST', '/sensor-templates', tank)).id
  made.service = (await good(owner, 'POST', `/units/${first.id}/services`, service)).id
  made.document = (await good(owner, 'POST', `/units/${first.id}/documents`, document)).id
  made.geofence = (
    await good(owner, 'POST', '/geofences', { name: 'Yard', shape, for_all: false, group_ids: [made.placed] })
  ).id
})

const requests = (): readonly (readonly [method: string, path: string, body?: object])[] => [
  ['POST', `/units/${units[1]}/sensors`, { ...tank, name: 'TANK' }],
  ['PATCH', `/unit-sensors/${made.sensor}`, { formula: 'ain.1 * 0' }],
  ['POST', `/unit-sensors/${made.sensor}/copies`, { unit_ids: [units[1]] }],
  ['POST', `/sensor-templates/${made.template}/copies`, { unit_ids: [units[1]] }],
  ['DELETE', `/unit-sensors/${made.sensor}`],
  ['PATCH', `/groups/${made.group}`, { unit_ids: units }],
  ['PATCH', `/groups/${made.placed}`, { unit_ids: units }],
  ['PATCH', `/groups/${made.escort}`, { unit_ids: units }],
  ['DELETE', `/groups/${made.group}`],
  ['PATCH', `/geofences/${made.geofence}`, { shape: { ...shape, radius: 5000 } }],
  ['POST', `/units/${units[0]}/services`, { name: 'Tyres', every_km: 1 }],
  ['PATCH', `/services/${made.service}`, { every_days: 1 }],
  ['POST', `/services/${made.service}/done`, { done_at: 1 }],
  ['PATCH', `/units/${units[0]}/counters`, { mileage: 900_000 }],
  ['DELETE', `/services/${made.service}`],
  ['POST', `/units/${units[0]}/documents`, { name: 'Soon', expires_on: '2026-01-31' }],
  ['PATCH', `/vehicle-documents/${made.document}`, { expires_on: '2026-01-31' }],
  ['DELETE', `/vehicle-documents/${made.document}`],
]

const below = { comparison: 'below', value: 5 }
const rules = () => [
  { name: 'Sensor', condition: { type: 'parameter', sensor: 'Tank', ...below, times: 2, within_minutes: 60 } },
  {
    ...{ name: 'Group', for_all: false, group_ids: [made.group] },
    condition: { type: 'parameter', parameter: 'battery.level', ...below },
  },
  { name: 'Yard', condition: { type: 'geofence', crossings: ['enter'], geofence_ids: [made.geofence] } },
  {
    ...{ name: 'Escort', for_all: false, unit_ids: [units[1]] },
    condition: { type: 'distance', range: 'beyond', metres: 300, group_ids: [made.escort] },
  },
  { name: 'Service', condition: { type: 'service', state: 'due' } },
  { name: 'Document', condition: { type: 'document' } },
]

suite('a dealer in a support session', () => {
  test('changes what notifying rules depend on, but nothing that makes a rule act', async () => {
    const ids: string[] = []
    for (const rule of rules()) ids.push((await good(owner, 'POST', '/notification-rules', rule)).id)
    const harmless = requests().filter(([method]) => method === 'PATCH')
    for (const [method, path, body] of harmless) await good(visitor, method, path, body)
    for (const id of ids) {
      await good(owner, 'PATCH', `/notification-rules/${id}`, { actions: [{ type: 'share', minutes: 30 }] })
    }
    for (const [method, path, body] of requests()) {
      const answer = await visitor(method, path, body)
      assertRefused(answer, 403, 'FORBIDDEN')
      assert.match(answer.text, /when or where a rule with actions applies/, `${method} ${path}`)
    }
    await good(visitor, 'PATCH', `/unit-sensors/${made.other}`, { name: 'Tank 2' })
    await good(visitor, 'PATCH', `/groups/${made.group}`, { name: 'Vans' })
  })

  test('does not stop the owner from changing it', async () => {
    for (const [method, path, body] of requests().filter(([method]) => method === 'PATCH')) {
      await good(owner, method, path, body)
    }
  })
})
