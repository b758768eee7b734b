/**
 * A unit whose term has ended, seen by its client: every row under /client that would give a position of it, or
 * anything else that it reports, refuses it or leaves it out; so do the live stream, shares and the export. Its name
 * and its last message stay, and everything is back once it is renewed.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { carryOutTerms } from '#billing/usage/terms.ts'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { computeVisits } from '#insights/geofences/compute.ts'
import { rulesFor } from '#insights/notifications/store.ts'
import { computeTrips } from '#insights/trips/compute.ts'
import { fleetApp } from '#kernel/applications.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'
import { day, routeStart } from '#testing/routes.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const span = `from=${routeStart}&to=${routeStart + 86_400}`
const circle = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
const name = 'Unpaid van'

let client: Client['ask']
let unit: { readonly id: number; readonly ident: string; readonly name: string }
let ids: Record<string, string | number>
let share: string

const made = async (asked: ReturnType<Client['ask']>) => {
  const answer = await asked
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}
const setTerm = async (paid_until: string | null) => {
  const headers = { 'x-accesstoken': dealer.token }
  await made(api.ask('PUT', '/console/unit-terms', { terms: [{ unit_id: unit.id, paid_until }] }, headers))
  await carryOutTerms(acting)
}

const idsOf: Record<string, true> = {
  ...{ units: true, geofences: true, 'notification-rules': true, groups: true },
  ...{ services: true, 'unit-sensors': true, shares: true, trips: true, notifications: true },
}

const get = clientRoutes.filter(({ method, path }) => method === 'GET' && !path.includes(':app_id'))
const wordOf = (path: string) => /^\/([\w-]+)\/:id/.exec(path)?.[1] ?? ''
const rows = get.filter(({ path }) => !path.includes(':') || (wordOf(path) in idsOf && !path.includes(':command_id')))
const timed =
  /(timeline|track|trips|days|statistics|scores?|fuel|speeding|road-trips|geofence-visits|dwell-report|stays|values)$/
const urlOf = (path: string) =>
  `${path.replace(':id', String(ids[wordOf(path)]))}${timed.test(path) ? `?${span}${path.endsWith('track') ? '&format=gpx' : ''}` : ''}`

/** What the client may still see: what the unit is, what refers to it, and how to set it up. */
const known =
  /^\/(units(\/:id(\/(channel|setup|connections|tokens|vehicle|documents))?)?|vehicles|vehicle-documents|unit-terms|groups(\/:id)?|notification-rules(\/:id)?|geofences(\/:id)?|shares(\/:id)?|export|audit|visits|labels|people)$/
const reported = /"(latitude|lat|lon|longitude|position|mileage|telemetry)":(?!\{\}|null)/

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 10, geofence: 5, unit_storage: 204800 },
    modules: modulesOf(fleetApp).map((one) => one.name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  await dealer.ask('PUT', `/users/${account.user.id}/password`, {
    ...{ new_password: goodPassword, repeat_password: goodPassword },
  })
  client = askAs(api, await logIn(api, account.user.name))
  unit = await aUnit(dealer, account.id, { hw_id: 101, name })
  const unit_ids = [unit.id]
  const geofence = await made(client('POST', '/geofences', { name: 'Yard', shape: circle, since: routeStart }))
  const condition = { type: 'geofence', crossings: ['enter', 'leave'], geofence_ids: [geofence.id] }
  const rule = await made(client('POST', '/notification-rules', { name: 'Yard rule', condition, unit_ids }))
  await received(
    api,
    unit,
    day().filter((_, index) => index % 10 === 0),
  )
  await computeTrips(acting)
  await computeVisits(acting)
  const now = api.ctx.clock.now()
  const notification = {
    ...{ id: uuidv7(now), accountId: account.id, unitId: unit.id, ruleId: rule.id, ruleName: rule.name },
    ...{ kind: 'enter', eventKey: 'one', t: routeStart, shownAt: routeStart, telling: 'event', createdAt: now },
    facts: JSON.stringify({ condition: null, unitName: name }),
  }
  await api.ctx.db.insertInto('notifications').values(notification).execute()
  const shared = await made(client('POST', '/shares', { units: unit_ids, until: now.getTime() / 1000 + 3600 }))
  share = (shared.link as string).split('#')[1] as string
  ids = {
    ...{ units: unit.id, geofences: geofence.id, 'notification-rules': rule.id, shares: shared.id },
    groups: (await made(client('POST', '/groups', { name: 'Group', unit_ids }))).id,
    services: (await made(client('POST', `/units/${unit.id}/services`, { name: 'Oil', every_days: 30 }))).id,
    'unit-sensors': (await made(client('POST', `/units/${unit.id}/sensors`, { name, formula: 'position.speed' }))).id,
    trips: (await made(client('GET', `/trips?unit_ids=${unit.id}&${span}`)))[0].id,
    notifications: notification.id,
  }
})

const isIn = (text: string) => text.includes(name) || new RegExp(`\\b${unit.id}\\b`).test(text)
const answers = async () => {
  const all = new Map<string, Awaited<ReturnType<Client['ask']>>>()
  for (const { path } of rows) all.set(path, await client('GET', urlOf(path)))
  return all
}
const shown = () => api.ask('GET', '/shared', undefined, { authorization: `Bearer ${share}` })
const rulesOfUnit = async () => (await rulesFor(api.ctx.db, [unit.id])).length

suite('a unit whose term has ended', () => {
  test('is known to its client, who sees nothing that it reports until it is renewed', async () => {
    const paid = await answers()
    const withUnit = [...paid].filter(([path, { text }]) => isIn(text) && !known.test(path)).map(([path]) => path)
    // There was something to leave out.
    assert.ok(withUnit.length >= 12, String(withUnit))
    assert.ok(isIn((await shown()).text))
    assert.equal(await rulesOfUnit(), 1)

    await setTerm('2020-01-31')
    const expired = await answers()
    for (const [path, { status, text }] of expired) {
      assert.ok(status < 500, `${path}: ${text}`)
      // Geofences have a shape, which is not a position of a unit.
      const told = path === '/export' ? text.slice(text.indexOf('"units":[')) : text
      if (known.test(path)) assert.ok(path.startsWith('/geofences') || !reported.test(told), `${path}: ${told}`)
      else assert.ok(status >= 400 || !isIn(text), `${path}: ${status} ${text}`)
    }
    const listed = JSON.parse(expired.get('/units')?.text ?? '[]')[0]
    assert.deepEqual([listed.name, typeof listed.last_active], [name, 'number'])
    const [term] = JSON.parse(expired.get('/unit-terms')?.text ?? '[]')
    assert.deepEqual([term.unit_id, term.state, term.last_active], [unit.id, 'expired', listed.last_active])
    assert.match(expired.get('/units/:id/telemetry')?.text ?? '', /The term of this unit has ended/)
    assert.ok(!isIn((await shown()).text))
    assert.equal(await rulesOfUnit(), 0)
    // Its dealer sees what it always saw.
    assert.match((await dealer.ask('GET', `/units/${unit.id}/telemetry`)).text, /latitude/)

    // It keeps recording.
    await received(api, unit, day(1).slice(0, 2))
    await setTerm('2035-01-31')
    const again = await answers()
    for (const path of withUnit) assert.ok(isIn(again.get(path)?.text ?? ''), path)
    assert.match(again.get('/units/:id/telemetry')?.text ?? '', /latitude/)
  })
})
