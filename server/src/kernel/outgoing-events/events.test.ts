/** Events as a dealer's program reads them: in order and without gaps. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { jobs } from '#entry/timetable.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, aPlan, aUnit, newUnit } from '#testing/builders.ts'
import { assertError } from '#testing/checks/every-answer.ts'
import { dialectNames } from '../api/dialects.ts'
import { fleetApp } from '../applications.ts'
import { inTransaction } from '../db/transaction.ts'
import { seconds } from '../time/clock.ts'
import { countAllEvents, countEvents, forgetOldEvents, recordEvent } from './actions.ts'
import { type EventType, eventData, eventTypes } from './event.ts'

const api = await openApi()

interface WireEvent {
  readonly id: number
  readonly type: EventType
  readonly at: number
  readonly account_id: number | null
  readonly data: Record<string, unknown>
}

async function eventsOf(caller: Caller, query = ''): Promise<WireEvent[]> {
  await countEvents(api.ctx, caller.dealer)
  const { status, body, text } = await caller.ask('GET', `/events${query}`)
  assert.equal(status, 200, text)
  return body.data ?? body
}

const schemas = Object.fromEntries(eventTypes.map((type) => [type, Compile(eventData[type])]))

suite('a dealer’s actions create events, as the reference says', () => {
  for (const dialect of dialectNames) {
    test(dialect, async () => {
      const dealer = await api.dealer(dialect)
      const plan = await aPlan(dealer, { quotas: { unit: 5, geofence: 5, unit_storage: 10240 } })
      const smaller = await aPlan(dealer, { quotas: { unit: 4, geofence: 5, unit_storage: 10240 } })
      const account = await anActivatedAccount(api, dealer, plan.id)
      const units: { id: number }[] = []
      for (let n = 0; n < 4; n++) units.push(await aUnit(dealer, account.id))
      const change = { tariff_plan_id: smaller.id, app_id: fleetApp }
      assert.equal((await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, change)).status, 200)
      assert.equal((await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, change)).status, 200)
      const ofAccount = { account_id: account.id }
      const quota = { ...ofAccount, app_id: fleetApp, quota: 'unit', used: 4 }
      const created = (index: number) => ({ ...ofAccount, unit_id: units[index]?.id, app_id: fleetApp, hw_id: 101 })
      const expected = [
        ['account.created', { ...ofAccount, type: 10, reg_apps: [fleetApp] }],
        ['account.activated', { ...ofAccount, ack: account.ack, payment_expected_at: null }],
        ...[0, 1, 2, 3].map((index) => ['unit.created', created(index)]),
        ['quota.near', { ...quota, limit: 5 }],
        [
          'account.plan_changed',
          { ...ofAccount, app_id: fleetApp, tariff_plan_id: smaller.id, previous_tariff_plan_id: plan.id },
        ],
        ['quota.exceeded', { ...quota, limit: 4 }],
      ]
      const events = await eventsOf(dealer)
      assert.deepEqual(
        events.map(({ type, data }) => [type, data]),
        expected,
      )
      assert.deepEqual(
        events.map(({ id }) => id),
        events.map((_, index) => index + 1),
      )
      for (const { type, account_id, at, data } of events) {
        assert.deepEqual([account_id, at], [account.id, seconds(api.ctx.clock.now())])
        assert.ok(schemas[type]?.Check(data), type)
      }
    })
  }
})

suite('a quota event is sent when a unit reaches the share, and not before or again', () => {
  const cases: readonly [quota: number, told: readonly string[]][] = [
    [1, ['quota.exceeded 1']],
    [4, ['quota.exceeded 4']],
    [5, ['quota.near 4', 'quota.exceeded 5']],
  ]
  for (const [quota, told] of cases) {
    test(`${quota} units`, async () => {
      const dealer = await api.dealer()
      const plan = await aPlan(dealer, { quotas: { unit: quota, geofence: 5, unit_storage: 10240 } })
      const account = await aManagedAccount(dealer, plan.id)
      for (let n = 0; n < quota; n++) await aUnit(dealer, account.id)
      assertError(await dealer.ask('POST', '/units', newUnit(account.id)), 409, 'QUOTA_EXCEEDED')
      const events = await eventsOf(dealer, '?types=quota.near,quota.exceeded')
      assert.deepEqual(
        events.map(({ type, data }) => `${type} ${data.used}`),
        told,
      )
    })
  }

  test('a larger plan causes no quota event', async () => {
    const dealer = await api.dealer()
    const [small, large] = [2, 5].map((unit) => ({ quotas: { unit, geofence: 5, unit_storage: 10240 } }))
    const account = await aManagedAccount(dealer, (await aPlan(dealer, small)).id)
    for (let n = 0; n < 2; n++) await aUnit(dealer, account.id)
    const change = { tariff_plan_id: (await aPlan(dealer, large)).id, app_id: fleetApp }
    await dealer.ask('PUT', `/accounts/${account.id}/client-plan`, change)
    const types = (await eventsOf(dealer)).map(({ type }) => type)
    assert.deepEqual(
      types.filter((type) => type.startsWith('quota')),
      ['quota.exceeded'],
    )
  })
})

/** Events of the simplest kind, for the order alone. */
const tell = (dealer: number, unit: number, ctx = api.ctx as Parameters<typeof recordEvent>[0]) =>
  recordEvent(ctx, { dealer, account: 7, type: 'unit.silent', data: { account_id: 7, unit_id: unit, last_active: 0 } })

suite('a reader who remembers the last id misses nothing', () => {
  test('what was written first and committed last comes after what could be read before', async () => {
    const dealer = await api.dealer()
    const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = inTransaction(api.ctx, async (ctx) => {
      await tell(dealer.dealer, 1, ctx)
      written.resolve()
      await committed.promise
    })
    await written.promise
    await tell(dealer.dealer, 2)
    const before = await eventsOf(dealer)
    assert.deepEqual(
      before.map(({ id, data }) => [id, data.unit_id]),
      [[1, 2]],
    )
    committed.resolve()
    await slow
    const after = await eventsOf(dealer, '?after=1')
    assert.deepEqual(
      after.map(({ id, data }) => [id, data.unit_id]),
      [[2, 1]],
    )
  })

  test('a cause that is rolled back creates no event', async () => {
    const dealer = await api.dealer()
    const work = inTransaction(api.ctx, async (ctx) => {
      await tell(dealer.dealer, 1, ctx)
      throw new Error('no')
    })
    await assert.rejects(work, /no/)
    await tell(dealer.dealer, 2)
    assert.deepEqual(
      (await eventsOf(dealer)).map(({ id, data }) => [id, data.unit_id]),
      [[1, 2]],
    )
  })

  test('many concurrent writers and counters leave no gap, and a reader sees each event once', async () => {
    const dealer = await api.dealer()
    const total = 120
    const seen: number[] = []
    let isWriting = true
    const read = async () => {
      for (;;) {
        const isLast = !isWriting
        const { body } = await dealer.ask('GET', `/events?after=${seen.at(-1) ?? 0}&limit=7`)
        for (const { id } of body) seen.push(id)
        if (isLast && body.length === 0) return
      }
    }
    const count = async () => {
      while (isWriting) await countAllEvents(api.ctx)
    }
    const write = Promise.all(Array.from({ length: total }, (_, unit) => tell(dealer.dealer, unit)))
    const work = Promise.all([read(), count(), count()])
    await write
    isWriting = false
    await countAllEvents(api.ctx)
    await work
    const rest = await eventsOf(dealer, `?after=${seen.at(-1) ?? 0}`)
    assert.deepEqual(
      [...seen, ...rest.map(({ id }) => id)],
      Array.from({ length: total }, (_, index) => index + 1),
    )
    const units = (await eventsOf(dealer)).map(({ data }) => data.unit_id)
    assert.equal(new Set(units).size, total)
  })

  test('a run ends while more is added all the time', async () => {
    const dealer = await api.dealer()
    await tell(dealer.dealer, 0)
    let isCounting = true
    const write = async () => {
      for (let unit = 1; isCounting && unit <= 5_000; unit++) await tell(dealer.dealer, unit)
      return isCounting
    }
    const writing = Promise.all([write(), write(), write()])
    await countAllEvents(api.ctx)
    isCounting = false
    assert.deepEqual(await writing, [false, false, false])
    assert.ok((await eventsOf(dealer)).length > 0)
  })

  test('more than one batch', async () => {
    const dealer = await api.dealer()
    const row = { dealerId: dealer.dealer, type: 'unit.silent', at: api.ctx.clock.now(), data: '{}' }
    await api.ctx.db
      .insertInto('events')
      .values(Array.from({ length: 2500 }, () => row))
      .execute()
    await countAllEvents(api.ctx)
    const { body } = await dealer.ask('GET', '/events?after=2497')
    assert.deepEqual(
      body.map(({ id }: WireEvent) => id),
      [2498, 2499, 2500],
    )
  })
})

suite('a list of events', () => {
  test('by type, by account, from an id on, and no more than asked for', async () => {
    const dealer = await api.dealer()
    const [one, other] = [await aManagedAccount(dealer), await aManagedAccount(dealer)]
    await aUnit(dealer, other.id)
    const idsOf = async (query: string) => (await eventsOf(dealer, query)).map(({ id }) => id)
    assert.deepEqual(await idsOf(''), [1, 2, 3])
    assert.deepEqual(await idsOf('?types=unit.created'), [3])
    assert.deepEqual(await idsOf('?types=unit.created,account.created'), [1, 2, 3])
    assert.deepEqual(await idsOf(`?account_ids=${one.id}`), [1])
    assert.deepEqual(await idsOf(`?account_ids=${other.id}&after=2`), [3])
    assert.deepEqual(await idsOf('?after=3'), [])
    assert.deepEqual(await idsOf('?limit=2'), [1, 2])
    assert.deepEqual(await idsOf('?sort=-id&limit=1'), [3])
  })

  for (const query of ['types=unit.gone', 'types=', 'after=-1', 'after=x', 'ids=1', 'account_ids=0', 'sort=type']) {
    test(`${query} is refused`, async () => {
      const dealer = await api.dealer()
      assertError(await dealer.ask('GET', `/events?${query}`), 400, 'INVALID_QUERY')
    })
  }

  test('shows nobody the events of another dealer', async () => {
    const [dealer, other] = [await api.dealer(), await api.dealer()]
    const account = await aManagedAccount(dealer)
    assert.equal((await eventsOf(dealer)).length, 1)
    assert.deepEqual(await eventsOf(other), [])
    assert.deepEqual(await eventsOf(other, `?account_ids=${account.id}`), [])
  })

  test('of a deleted account stays', async () => {
    const dealer = await api.dealer()
    const account = await aManagedAccount(dealer)
    assert.equal((await dealer.ask('DELETE', `/accounts/${account.id}`)).status, 200)
    assert.deepEqual(
      (await eventsOf(dealer)).map(({ account_id }) => account_id),
      [account.id],
    )
  })
})

test('events are deleted after thirty days, and the count continues', async () => {
  const dealer = await api.dealer()
  await tell(dealer.dealer, 1)
  await eventsOf(dealer)
  api.ctx.clock.advance(29 * 86_400)
  await tell(dealer.dealer, 2)
  await eventsOf(dealer)
  api.ctx.clock.advance(86_401)
  await forgetOldEvents(api.ctx)
  await tell(dealer.dealer, 3)
  assert.deepEqual(
    (await eventsOf(dealer)).map(({ id, data }) => [id, data.unit_id]),
    [
      [2, 2],
      [3, 3],
    ],
  )
})

test('the timetable has the jobs, delivery after numbering', () => {
  const names = jobs.map(({ name }) => name).filter((name) => name.startsWith('events.'))
  assert.deepEqual(names, [
    'events.first-messages',
    'events.silent-units',
    'events.count',
    'events.deliver',
    'events.forget',
  ])
})
