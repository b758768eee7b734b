/** Devices of a dealer's staff: which notifications they get, in which words, and push services that fail. */
import assert from 'node:assert/strict'
import { after, beforeEach, suite, test } from 'node:test'
import type { ActorContext } from '#kernel/context.ts'
import { createOutbound } from '#kernel/network/outbound.ts'
import { countAllEvents } from '#kernel/outgoing-events/actions.ts'
import { emitFirstMessages, emitSilentUnits } from '#kernel/outgoing-events/watch.ts'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { startPushService } from '#testing/fakes/push-service.ts'
import { aPerson, type StaffMember } from '#testing/people/staff.ts'
import { nextPush, pushNews } from './actions.ts'

const api = await openApi({ WAYMARK_OUTBOUND_ALLOW_CLIENTS: '127.0.0.0/8' })
const { db, clock } = api.ctx
const service = await startPushService()
after(() => service.close())
// With a host name and its own certificate.
const outbound = { allowed: ['127.0.0.0/8'], ca: service.ca, resolve: async () => ['127.0.0.1'] }
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
const pushing: ActorContext = { ...api.ctx, actor, clientOutbound: createOutbound(outbound) }
const impatient = { ...pushing, clientOutbound: createOutbound({ ...outbound, timeoutMs: 500 }) }
const dealer = await api.dealer('provider')
const account = await anActivatedAccount(api, dealer, (await aFleetPlan(dealer)).id)
await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'North depot' })
const later = (seconds: number) => clock.set(new Date(clock.now().getTime() + seconds * 1000))

async function aDevice(person: StaffMember, topics: readonly string[] = ['payments', 'silent_units']) {
  const body = { name: 'Phone', topics, subscription: service.subscribe() }
  const { status, body: made, text } = await person.ask('POST', '/console/devices', body)
  assert.equal(status, 201, text)
  return made as { id: string; topics: string[] }
}

const ask = async (path: string, body: object) => {
  const answer = await api.ask('POST', `/console/client-invoices${path}`, body, { 'x-accesstoken': dealer.token })
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

/** An invoice is paid, as a person records it. */
async function isPaid(amount = 6250): Promise<string> {
  const lines = [{ description: 'Tracking', quantity: 1, unit_amount: amount, discount_rate: 0, tax_rate: 0 }]
  const asked = { account_id: account.id, is_draft: false, currency: 'eur', due_on: null, note: null, lines }
  const { id } = await ask('', asked)
  const paid_on = clock.now().toISOString().slice(0, 10)
  await ask(`/${id}/payments`, { paid_on, way: 'transfer', amount, comment: null })
  return id
}

/** Units report once, and then not for more than a day. */
async function areSilent(...names: readonly string[]): Promise<readonly number[]> {
  const units: { id: number; ident: string; name: string }[] = []
  for (const name of names) units.push(await aUnit(dealer, account.id, { name }))
  await countAllEvents(api.ctx)
  const timestamp = clock.now().getTime() / 1000
  for (const unit of units) await received(api, unit, [{ timestamp, 'position.latitude': 54.7 }])
  await emitFirstMessages(api.ctx)
  later(25 * 3600)
  await emitSilentUnits(api.ctx)
  return units.map(({ id }) => id)
}

async function push(acting = pushing) {
  const before = service.received.length
  await countAllEvents(api.ctx)
  await pushNews(acting)
  return service.received.slice(before).map(({ message }) => message)
}

const devicesOf = async (person: StaffMember) => (await person.ask('GET', '/console/devices')).body

beforeEach(async () => {
  service.answer(201)
  await countAllEvents(api.ctx)
  await db.deleteFrom('staffDevices').execute()
})

suite('a device of the team', () => {
  test('shows a payment, and opens its invoice', async () => {
    await isPaid()
    const person = await aPerson(api, dealer.dealer, 'billing')
    await aDevice(person)
    assert.deepEqual(await push(), [], 'what was before is not news')
    const invoice = await isPaid(1999)
    const [message, ...more] = await push()
    assert.deepEqual(
      [message.title, message.text, message.url, more],
      ['Payment received: 19.99 EUR', 'North depot', `/console#/invoices/${invoice}`, []],
    )
    assert.deepEqual(await push(), [], 'once')
    assert.equal(await nextPush(api.ctx), undefined)
    assert.equal((await devicesOf(person))[0].last_success_at, Math.floor(clock.now().getTime() / 1000))
  })

  test('shows several payments as one, in the language of its person', async () => {
    const person = await aPerson(api, dealer.dealer, 'owner')
    await person.ask('PATCH', '/console/me', { lang: 'de' })
    await aDevice(person)
    await isPaid(1000)
    await isPaid(123456)
    const [message, ...more] = await push()
    assert.deepEqual(
      [message.title, message.text, message.url, more],
      ['2 Zahlungen eingegangen', 'North depot 10,00 EUR, North depot 1.234,56 EUR', '/console#/figures', []],
    )
  })

  test('shows a unit that fell silent, and many as one', async () => {
    const person = await aPerson(api, dealer.dealer, 'support')
    await aDevice(person)
    const [unit] = await areSilent('Van 1')
    const [one] = await push()
    assert.deepEqual([one.title, one.text, one.url], ['Van 1 is silent', 'North depot', `/console#/units/${unit}`])
    await db.deleteFrom('units').execute()
    await areSilent('A', 'B', 'C', 'D', 'E')
    const [message, ...more] = await push()
    assert.deepEqual(
      [message.title, message.text, message.url, more],
      ['5 units are silent', 'A, B, C, D, and 1 more', '/console#/units?state=silent', []],
    )
    await db.deleteFrom('units').execute()
    const names = Array.from({ length: 12 }, (_, index) => `Van ${index + 1}`)
    await areSilent(...names)
    await isPaid(700)
    const both = await push()
    assert.deepEqual(
      both.map(({ title, text }: { title: string; text: string }) => [title, text]),
      [
        ['Payment received: 7.00 EUR', 'North depot'],
        ['12 units are silent', 'Van 1, Van 2, Van 3, Van 4, and 8 more'],
      ],
    )
  })

  test('shows what its person has chosen, and nothing to those who cannot sign in', async () => {
    const person = await aPerson(api, dealer.dealer, 'manager')
    const device = await aDevice(person, ['silent_units'])
    await isPaid()
    assert.deepEqual(await push(), [])
    const changed = await person.ask('PATCH', `/console/devices/${device.id}`, { topics: ['payments'] })
    assert.deepEqual([changed.status, changed.body.topics], [200, ['payments']])
    await isPaid()
    assert.equal((await push()).length, 1)
    await dealer.ask('PATCH', `/staff/${person.id}`, { enabled: false })
    await isPaid()
    assert.deepEqual(await push(), [])
    assert.equal((await dealer.ask('DELETE', `/staff/${person.id}`)).status, 200)
    await push()
    assert.deepEqual(await db.selectFrom('staffDevices').selectAll().execute(), [])
  })

  test('is not notified of what is too old to be news', async () => {
    await aDevice(await aPerson(api, dealer.dealer, 'owner'))
    await isPaid()
    later(4 * 3600 + 1)
    assert.deepEqual(await push(), [])
    assert.equal(await nextPush(api.ctx), undefined)
  })
})

suite('a push service', () => {
  for (const status of [404, 410]) {
    test(`that answers ${status} ends the device`, async () => {
      const person = await aPerson(api, dealer.dealer, 'owner')
      const { id } = await aDevice(person)
      service.answer(status)
      await isPaid()
      await push()
      assert.deepEqual(await devicesOf(person), [])
      const log = db.selectFrom('audit').select('before').where('action', '=', 'staff-devices.remove')
      const [entry] = await log.where('subjectId', '=', id).execute()
      assert.match(JSON.stringify(entry?.before), /no longer receives notifications/)
    })
  }

  for (const [status, failure] of [
    [500, 'The endpoint answered with status 500.'],
    [null, 'The request timed out.'],
  ] as const) {
    test(`that answers ${status ?? 'nothing in time'} is called again`, async () => {
      const person = await aPerson(api, dealer.dealer, 'owner')
      await aDevice(person)
      service.answer(status)
      await isPaid()
      await push(status === null ? impatient : pushing)
      assert.equal((await devicesOf(person))[0].last_failure, failure)
      assert.equal((await nextPush(api.ctx))?.getTime(), clock.now().getTime() + 5000)
      service.answer(201)
      assert.deepEqual(await push(), [], 'not before its time')
      later(5)
      const [message] = await push()
      assert.equal(message.title, 'Payment received: 62.50 EUR')
      assert.deepEqual([(await devicesOf(person))[0].last_failure, await nextPush(api.ctx)], [null, undefined])
    })
  }

  test('that is slow for one device does not delay the others', async () => {
    const person = await aPerson(api, dealer.dealer, 'owner')
    for (let n = 0; n < 5; n++) await aDevice(person)
    service.answer(201, 5)
    await isPaid()
    const sent = await push()
    assert.equal(sent.length, 5)
    const failures = (await devicesOf(person)).map((one: { last_failure: string | null }) => one.last_failure)
    assert.deepEqual(failures, [null, null, null, null, null])
  })
})

suite('devices belong to their person', () => {
  test('who lists, changes and removes only their own', async () => {
    const [one, other] = [await aPerson(api, dealer.dealer, 'owner'), await aPerson(api, dealer.dealer, 'owner')]
    const { id } = await aDevice(one)
    assert.deepEqual(await devicesOf(other), [])
    const path = `/console/devices/${id}`
    assertRefused(await other.ask('PATCH', path, { topics: [] }), 404, 'NOT_FOUND')
    assertRefused(await other.ask('DELETE', path), 404, 'NOT_FOUND')
    assert.equal((await one.ask('DELETE', path)).status, 204)
    assert.deepEqual(await devicesOf(one), [])
  })

  test('and end with a new role or password, as sessions do', async () => {
    const person = await aPerson(api, dealer.dealer, 'read_only')
    const devices = () => db.selectFrom('staffDevices').select('id').where('personId', '=', person.id).execute()
    for (const change of [{ role: 'support' }, { passwordHash: 'another' }]) {
      const again = await aPerson(api, dealer.dealer, 'read_only')
      await aDevice(again)
      await db.updateTable('staffDevices').set({ personId: person.id }).where('personId', '=', again.id).execute()
      await db.updateTable('staff').set({ name: 'Same devices' }).where('id', '=', person.id).execute()
      assert.equal((await devices()).length, 1)
      await db.updateTable('staff').set(change).where('id', '=', person.id).execute()
      assert.equal((await devices()).length, 0)
    }
  })

  test('and to a dealer’s staff, ten at most, with keys from a browser', async () => {
    const body = () => ({ name: 'Phone', topics: ['payments'], subscription: service.subscribe() })
    const operator = await aPerson(api, null, 'operator')
    assertRefused(await operator.ask('POST', '/console/devices', body()), 403, 'FORBIDDEN')
    const person = await aPerson(api, dealer.dealer, 'read_only')
    for (let n = 0; n < 10; n++) await aDevice(person)
    assertRefused(await person.ask('POST', '/console/devices', body()), 409, 'CONFLICT')
    const wrong = { ...body(), subscription: { ...service.subscribe(), auth: 'AAAA' } }
    assertRefused(await person.ask('POST', '/console/devices', wrong), 400, 'FAILED_VALIDATION subscription')
    const stored = JSON.stringify(await db.selectFrom('staffDevices').selectAll().execute())
    assert.ok(!stored.includes('/push/'), 'the address is sealed')
  })
})
