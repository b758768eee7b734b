/**
 * For a dealer, a foreign item and a missing one look the same: every id slot of every row is filled with ids of
 * another dealer, with unknown ids and with text that is not an id, and the answers are compared byte for byte.
 */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import type { TObject } from 'typebox'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { type Answer, type Caller, openApi } from '#testing/api.ts'
import { anUnclaimedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { digestOf } from '#testing/checks/digest.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { type Row, rows, type Sample, urlOf } from '#testing/checks/rows.ts'
import { samplesOf } from '#testing/recipes.ts'
import { aWorld, type World } from '#testing/world.ts'

const api = await openApi()

const worlds = {} as Record<DialectName, { readonly own: World; readonly victim: World; readonly gone: Gone }>
/** Ids of things that the dealer itself had and deleted. */
interface Gone {
  readonly number: number
  readonly uuid: string
}

before(async () => {
  for (const dialect of dialectNames) {
    const own = await aWorld(api, await api.dealer(dialect))
    const victim = await aWorld(api, await api.dealer(dialect))
    worlds[dialect] = { own, victim, gone: await deleteSome(own.caller) }
  }
})

async function deleteSome(caller: Caller): Promise<Gone> {
  const account = await anUnclaimedAccount(caller)
  const unit = await aUnit(caller, account.id, { app_id: consumerApp })
  const plan = await aPlan(caller)
  for (const path of [`/units/${unit.id}`, `/accounts/${account.id}`, `/client-plans/${plan.id}`]) {
    assert.equal((await caller.ask('DELETE', path)).status, 200)
  }
  return { number: account.id, uuid: plan.id }
}

const send = (row: Row, sample: Sample, caller: Caller): Promise<Answer> =>
  api.ask(row.route.method, urlOf(row, sample), sample.body, { 'x-accesstoken': caller.token })

/** What a caller sees, without the two things that differ in every answer. */
const seen = ({ status, text, headers }: Answer) => {
  const { 'x-request-id': id = '', ...rest } = headers
  const { date: _, ...kept } = rest
  const limits = Object.keys(kept).filter((name) => name.startsWith('ratelimit'))
  for (const name of limits) delete (kept as Record<string, unknown>)[name]
  return { status, text: text.replaceAll(id, '…'), headers: kept }
}

const missingNumber = 999_999_999_999_999
const missingUuid = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'

const malformedNumbers = [
  ...['0', '-1', '+1', '1.5', '1e3', '0x10', '01', '9007199254740992', '9007199254740993', '99999999999999999999'],
  ...[
    'abc',
    'NaN',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '١٢٣',
    ' 1',
    '1 ',
    '1,2',
    "1'--",
    '\0',
    '1\0',
    '1'.repeat(150),
  ],
  ...[missingUuid, '%', '%2e%2e', '%00', 'a'.repeat(5000)],
]
const malformedUuids = [
  ...[missingUuid.toUpperCase(), `{${missingUuid}}`, missingUuid.replaceAll('-', ''), `urn:uuid:${missingUuid}`],
  ...[`${missingUuid}\n`, ` ${missingUuid}`, `${missingUuid}0`, missingUuid.slice(1), missingUuid.replace('0', 'g')],
  ...['0', '1', '-1', String(missingNumber), 'null', '\0', `${missingUuid}\0`, '%00', 'a'.repeat(5000)],
]

const isNumberId = (row: Row, name: string) =>
  ((row.route.params as TObject).properties[name] as { type?: string }).type === 'integer'

const withParam = (sample: Sample, name: string, value: string | number): Sample => ({
  ...sample,
  params: { ...sample.params, [name]: value },
})

suite('an id in a path that is foreign, deleted, malformed or of another kind looks like an unknown one', () => {
  for (const row of rows.filter(({ route }) => route.params?.properties.id)) {
    test(row.name, async () => {
      const { own, victim, gone } = worlds[row.dialect]
      const [sample] = await samplesOf(row, own)
      const [foreign] = await samplesOf(row, victim)
      const isNumber = isNumberId(row, 'id')
      const before = await digestOf(api.ctx.db)
      const missing = await send(row, withParam(sample, 'id', isNumber ? missingNumber : missingUuid), own.caller)
      assert.equal(missing.status, 404, missing.text)
      assert.equal(missing.body.errors[0].code, 'NOT_FOUND')
      const ofOtherKinds = isNumber
        ? [own.caller.dealer, victim.caller.dealer, row.key.includes('/units') ? own.account : own.unit, gone.number]
        : [row.key.includes('/users') ? own.plan : own.user, gone.uuid]
      // An unclaimed device belongs to no dealer yet: one that knows its exact ident may claim it.
      const foreignIds = row.key.includes('/lobby') ? [] : [foreign.params?.id as number | string]
      const ids = [...foreignIds, ...ofOtherKinds]
      for (const id of [...ids, ...(isNumber ? malformedNumbers : malformedUuids)]) {
        const answer = await send(row, withParam(sample, 'id', id), own.caller)
        assert.deepEqual(seen(answer), seen(missing), `id ${JSON.stringify(id)}`)
      }
      assert.equal(await digestOf(api.ctx.db), before)
      // The foreign request was valid: its owner may make it.
      assert.equal((await send(row, foreign, victim.caller)).status, row.reply.status)
    })
  }
})

test('a path without an id where one belongs does not exist, by any method', async () => {
  for (const dialect of dialectNames) {
    const { caller } = worlds[dialect].own
    for (const path of ['/accounts/', '/users/', '/units/', '/units//channel', '/client-plans/']) {
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const answer = await caller.ask(method, path, method === 'PATCH' ? {} : undefined)
        assertError(answer, 404, 'ROUTE_NOT_FOUND')
      }
    }
    assertError(await caller.ask('GET', '/billing/plans/'), 404, 'ROUTE_NOT_FOUND')
  }
})

suite('a bill that is foreign, or of another account, looks like an unknown one', () => {
  for (const row of rows.filter(({ route }) => route.params?.properties.payment_id)) {
    test(row.name, async () => {
      const { own, victim } = worlds[row.dialect]
      const [sample] = await samplesOf(row, own)
      const [foreign] = await samplesOf(row, victim)
      const before = await digestOf(api.ctx.db)
      const missing = await send(row, withParam(sample, 'payment_id', 'cs_test_nobody'), own.caller)
      assert.equal(missing.status, 404, missing.text)
      const ownBill = await api.ctx.db
        .selectFrom('bills')
        .select('id')
        .where('sessionId', '=', String(sample.params?.payment_id))
        .executeTakeFirstOrThrow()
      for (const id of [foreign.params?.payment_id as string, ownBill.id, ...malformedUuids, ...malformedNumbers]) {
        const answer = await send(row, withParam(sample, 'payment_id', id), own.caller)
        assert.deepEqual(seen(answer), seen(missing), id)
      }
      for (const account of [victim.account, own.unclaimed, missingNumber]) {
        const of = { account_id: row.route.body ? account : String(account) }
        const wrong = row.route.body
          ? { ...sample, body: { ...sample.body, ...of } }
          : { ...sample, query: { ...sample.query, ...(of as { account_id: string }) } }
        if (!row.route.body && !row.route.query?.properties.account_id) continue
        assert.deepEqual(seen(await send(row, wrong, own.caller)), seen(missing), String(account))
      }
      assert.equal(await digestOf(api.ctx.db), before)
      assert.equal((await send(row, foreign, victim.caller)).status, row.reply.status)
    })
  }
})

suite('a foreign account in a query looks like an unknown one', () => {
  for (const row of rows.filter(({ route }) => !route.params && route.query?.properties.account_id)) {
    test(row.name, async () => {
      const { own, victim, gone } = worlds[row.dialect]
      const [sample] = await samplesOf(row, own)
      const of = (account: number) => ({ ...sample, query: { ...sample.query, account_id: String(account) } })
      const missing = await send(row, of(missingNumber), own.caller)
      assert.equal(missing.status, 404, missing.text)
      for (const account of [victim.account, gone.number, own.unit, own.caller.dealer]) {
        assert.deepEqual(seen(await send(row, of(account), own.caller)), seen(missing))
      }
      assert.equal((await send(row, of(own.account), own.caller)).status, 200)
    })
  }
})

suite('an application that is unknown here looks like one that does not exist', () => {
  for (const row of rows.filter(({ key }) => /^GET \/billing\/[a-z-]+\/:app_id$/.test(key))) {
    test(row.name, async () => {
      const { own } = worlds[row.dialect]
      const missing = await send(row, { params: { app_id: missingUuid } }, own.caller)
      assert.equal(missing.status, 404, missing.text)
      for (const app of [...malformedUuids, fleetApp.toUpperCase(), String(own.account), own.plan]) {
        const answer = await send(row, { params: { app_id: app } }, own.caller)
        assert.deepEqual(seen(answer), seen(missing), app)
      }
    })
  }
})

/** What a slot of a body accepts, and the answer to a wrong id in it. */
interface Slot {
  readonly status: 404 | 400
  readonly wrong: readonly unknown[]
  readonly missing: unknown
  /** The value of the other dealer, taken from its own valid request. */
  readonly isTenantOwned: boolean
}

const planIds = [missingUuid.toUpperCase(), `{${missingUuid}}`, '', '0', 'a'.repeat(5000), `${missingUuid} `]
const bodySlots: Readonly<Record<string, Slot>> = {
  unit_ids: { status: 404, missing: [missingNumber], wrong: [[0], [-1], [1e15], [2 ** 53]], isTenantOwned: true },
  account_id: { status: 404, missing: missingNumber, wrong: [0, -1, 1e15, 2 ** 53, 1e300], isTenantOwned: true },
  tariff_plan_id: { status: 400, missing: missingUuid, wrong: planIds, isTenantOwned: true },
  tariff_plans: {
    status: 400,
    missing: { [fleetApp]: missingUuid },
    wrong: [...planIds.map((id) => ({ [fleetApp]: id })), {}],
    isTenantOwned: true,
  },
  managed_plan_id: { status: 400, missing: missingUuid, wrong: planIds, isTenantOwned: false },
  hw_id: { status: 400, missing: 999_999, wrong: [0, -1, 2 ** 31, 2 ** 53, 1e300], isTenantOwned: false },
  app_id: { status: 400, missing: missingUuid, wrong: [...planIds, fleetApp.toUpperCase()], isTenantOwned: false },
  reg_apps: { status: 400, missing: [missingUuid], wrong: planIds.map((id) => [id]), isTenantOwned: false },
}
const namesAnId = /(^|_)(id|ids|plans|apps)$/

suite('an id in a body that is foreign or malformed is answered like an unknown one', () => {
  for (const row of rows.filter(({ route }) => route.body)) {
    for (const slotName of Object.keys((row.route.body as TObject).properties).filter((name) => namesAnId.test(name))) {
      test(`${row.name}: ${slotName}`, async () => {
        const slot = bodySlots[slotName]
        assert.ok(slot, `Say in this test what ${slotName} takes.`)
        const { own, victim } = worlds[row.dialect]
        const [sample] = await samplesOf(row, own)
        const [foreign] = await samplesOf(row, victim)
        const fill = (value: unknown): Sample => ({ ...sample, body: { ...sample.body, [slotName]: value } })
        const before = await digestOf(api.ctx.db)
        const missing = await send(row, fill(slot.missing), own.caller)
        assert.equal(missing.status, slot.status, missing.text)
        assert.equal(missing.body.errors[0].code, slot.status === 404 ? 'NOT_FOUND' : 'FAILED_VALIDATION')
        const wrong = [...slot.wrong, ...(slot.isTenantOwned ? [foreign.body?.[slotName]] : [])]
        for (const value of wrong) {
          const answer = await send(row, fill(value), own.caller)
          assert.deepEqual(seen(answer), seen(missing), `${slotName} ${JSON.stringify(value)}`)
        }
        assert.equal(await digestOf(api.ctx.db), before)
      })
    }
  }
})

suite("a list or count with another dealer's ids finds nothing", () => {
  const filters = ['ids', 'account_ids', 'tariff_plan_ids', 'statement_ids']
  for (const row of rows.filter(({ route }) => filters.some((name) => route.query?.properties[name]))) {
    test(row.name, async () => {
      const { own, victim } = worlds[row.dialect]
      const richest = (world: World) =>
        samplesOf(row, world).then((all) => all.find((one) => one.query?.ids ?? one.query?.account_ids))
      const [sample, foreign] = [await richest(own), await richest(victim)]
      assert.ok(sample && foreign, 'The recipe has no sample with these filters.')
      for (const name of filters.filter((filter) => row.route.query?.properties[filter])) {
        const value = foreign.query?.[name] as string
        const within = ({ params }: Sample) => ({ ...(params && { params }), query: { [name]: value } })
        const answer = await send(row, within(sample), own.caller)
        const ownersAnswer = await send(row, within(foreign), victim.caller)
        assert.deepEqual([answer.status, ownersAnswer.status], [200, 200])
        const found = (reply: Answer) => {
          const payload = row.reply.isWrapped ? reply.body.data : reply.body
          return Array.isArray(payload) ? payload.length : (payload.all ?? payload.units ?? payload)
        }
        assert.equal(found(answer), 0)
        assert.ok(found(ownersAnswer) > 0)
      }
    })
  }
})

test('these tests know every id slot of every query', () => {
  const known = ['ids', 'account_ids', 'account_id', 'app_id', 'tariff_plan_ids', 'statement_ids']
  const names = rows.flatMap(({ route }) => Object.keys(route.query?.properties ?? {}))
  assert.deepEqual(
    names.filter((name) => namesAnId.test(name) && !known.includes(name)),
    [],
  )
})
