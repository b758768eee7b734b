/** Simultaneous requests: exactly one wins where only one can, and the stored data is consistent. */
import assert from 'node:assert/strict'
import { beforeEach, suite, test } from 'node:test'
import { sql } from 'kysely'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { type Answer, type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anUnclaimedAccount,
  aPlan,
  aUnit,
  fresh,
  newUnit,
  newUser,
} from '#testing/builders.ts'
import { unsoundness } from '#testing/checks/sound.ts'
import { whileHolding } from '#testing/races.ts'
import { jobs } from './timetable.ts'

const api = await openApi()
const { db } = api.ctx
let dealer: Caller
let other: Caller
beforeEach(async () => {
  dealer = await api.dealer('provider')
  other = await api.dealer('provider')
})

const rounds = 5
const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort()
const codesOf = (answers: readonly Answer[]) =>
  answers.flatMap(({ body }) => body.errors?.map((one: { code: string }) => one.code) ?? [])

/** In any case there was no internal error, and the tables are consistent. */
async function assertSound(answers: readonly Answer[]): Promise<void> {
  for (const answer of answers) assert.ok(answer.status < 500, answer.text)
  assert.deepEqual(api.failures, [])
  assert.deepEqual(await unsoundness(db), [])
}

async function assertOneWins(answers: readonly Answer[], won: number, lost: number, code: string): Promise<void> {
  await assertSound(answers)
  assert.deepEqual(statusesOf(answers), [won, ...Array(answers.length - 1).fill(lost)])
  assert.deepEqual([...new Set(codesOf(answers))], [code])
}

suite('two requests for one username', () => {
  const create = (caller: Caller, name: string) =>
    caller.ask('POST', '/accounts', { reg_apps: [consumerApp], user: { name, login_key: 'secret-key' } })

  test('one creates its account, the other leaves nothing behind', async () => {
    for (let round = 0; round < rounds; round++) {
      const name = fresh('racer')
      const answers = await Promise.all([create(dealer, name), create(other, name), create(dealer, name)])
      await assertOneWins(answers, 201, 409, 'CONFLICT')
    }
    const accounts = await db
      .selectFrom('accounts')
      .select('id')
      .where('dealerId', 'in', [dealer.dealer, other.dealer])
      .execute()
    assert.equal(accounts.length, rounds)
  })

  test('names that differ only in case are one name', async () => {
    for (let round = 0; round < rounds; round++) {
      const name = fresh('Ärger')
      const answers = await Promise.all([create(dealer, name), create(other, name.toUpperCase())])
      await assertOneWins(answers, 201, 409, 'CONFLICT')
    }
  })

  test('a new user and a renamed one', async () => {
    for (let round = 0; round < rounds; round++) {
      const { user } = await anUnclaimedAccount(dealer)
      const name = fresh('racer')
      const rename = dealer.ask('PATCH', `/users/${user.id}`, { name })
      const answers = await Promise.all([rename, create(other, name.toUpperCase())])
      await assertSound(answers)
      assert.equal(answers.filter(({ status }) => status === 409).length, 1)
    }
  })
})

suite('two requests for one ident', () => {
  test('from one dealer or from two, one gets it', async () => {
    const room = { quotas: { unit: 50, geofence: 0, unit_storage: 10240 } }
    const own = await anActivatedAccount(api, dealer, (await aPlan(dealer, room)).id)
    const foreign = await anActivatedAccount(api, other, (await aPlan(other, room)).id)
    for (let round = 0; round < rounds; round++) {
      const ident = fresh('ident')
      const answers = await Promise.all([
        dealer.ask('POST', '/units', newUnit(own.id, { ident })),
        dealer.ask('POST', '/units', newUnit(own.id, { ident: ` ${ident} ` })),
        other.ask('POST', '/units', newUnit(foreign.id, { ident })),
      ])
      await assertOneWins(answers, 201, 409, 'CONFLICT')
    }
  })

  test('two existing units that request it', async () => {
    const account = await anActivatedAccount(api, dealer)
    const units = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
    for (let round = 0; round < rounds; round++) {
      const ident = fresh('ident')
      const answers = await Promise.all(units.map(({ id }) => dealer.ask('PATCH', `/units/${id}`, { ident })))
      await assertOneWins(answers, 200, 409, 'CONFLICT')
    }
  })

  test('two units that swap theirs both keep what they have', async () => {
    const account = await anActivatedAccount(api, dealer)
    const [one, two] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
    const answers = await Promise.all([
      dealer.ask('PATCH', `/units/${one.id}`, { ident: two.ident }),
      dealer.ask('PATCH', `/units/${two.id}`, { ident: one.ident }),
    ])
    await assertSound(answers)
    assert.deepEqual(codesOf(answers), ['CONFLICT', 'CONFLICT'])
  })
})

suite('the last units of a quota', () => {
  const planOf = async (unit: number) =>
    (await aPlan(dealer, { quotas: { unit, geofence: 0, unit_storage: 10240 } })).id

  test('two for the last one', async () => {
    for (let round = 0; round < rounds; round++) {
      const account = await aManagedAccount(dealer, await planOf(1))
      const answers = await Promise.all([1, 2].map(() => dealer.ask('POST', '/units', newUnit(account.id))))
      await assertOneWins(answers, 201, 409, 'QUOTA_EXCEEDED')
    }
  })

  test('twenty for three', async () => {
    const account = await aManagedAccount(dealer, await planOf(3))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => dealer.ask('POST', '/units', newUnit(account.id))),
    )
    await assertSound(answers)
    assert.deepEqual(statusesOf(answers), [...Array(3).fill(201), ...Array(17).fill(409)])
    assert.deepEqual([...new Set(codesOf(answers))], ['QUOTA_EXCEEDED'])
    assert.equal((await dealer.ask('GET', `/units/count?account_ids=${account.id}`)).body.data.all, 3)
  })

  test('a unit freed by a deletion is taken once', async () => {
    const account = await aManagedAccount(dealer, await planOf(2))
    const [first] = [await aUnit(dealer, account.id), await aUnit(dealer, account.id)]
    const answers = await Promise.all([
      dealer.ask('DELETE', `/units/${first.id}`),
      ...[1, 2, 3].map(() => dealer.ask('POST', '/units', newUnit(account.id))),
    ])
    await assertSound(answers)
    assert.ok(answers.filter(({ status }) => status === 201).length <= 1)
  })
})

suite('deleting a plan while an account is moved to it', () => {
  for (const [what, put] of [
    [
      'by creating it',
      (plan: string) =>
        dealer.ask('POST', '/accounts/managed', {
          reg_apps: [fleetApp],
          tariff_plans: { [fleetApp]: plan },
          user: newUser(),
        }),
    ],
    [
      'by changing its plan',
      async (plan: string) => {
        const account = await aManagedAccount(dealer)
        return dealer.ask('PUT', `/accounts/${account.id}/client-plan`, { tariff_plan_id: plan, app_id: fleetApp })
      },
    ],
  ] as const) {
    test(what, async () => {
      for (let round = 0; round < rounds; round++) {
        const plan = (await aPlan(dealer)).id
        const [putting, removing] = await Promise.all([put(plan), dealer.ask('DELETE', `/client-plans/${plan}`)])
        await assertSound([putting, removing])
        const isOnIt = putting.status < 300
        assert.equal(removing.status, isOnIt ? 409 : 200, removing.text)
        assert.equal((await dealer.ask('GET', `/client-plans/${plan}`)).status, isOnIt ? 200 : 404)
      }
    })
  }
})

suite('deleting an account', () => {
  test('while a unit is created in it: the unit is deleted with it or never created', async () => {
    for (let round = 0; round < rounds; round++) {
      const account = await aManagedAccount(dealer)
      await aUnit(dealer, account.id)
      const lock = sql`select from accounts where id = ${account.id} for update`
      const start = [
        () => dealer.ask('POST', '/units', newUnit(account.id)),
        () => dealer.ask('DELETE', `/accounts/${account.id}`),
      ]
      if (round % 2 === 1) start.reverse()
      const answers = await whileHolding(api, lock, async ({ waiting }) => {
        const first = start[0]!()
        await waiting(1)
        const second = start[1]!()
        await waiting(2)
        return [first, second]
      })
      await assertSound(answers)
      const [creating, removing] = round % 2 === 1 ? answers.toReversed() : answers
      assert.equal(removing?.status, 200)
      assert.ok(creating?.status === 201 || creating?.status === 404, creating?.text)
      assert.equal((await dealer.ask('GET', `/units?account_ids=${account.id}`)).body.length, 0)
    }
  })

  test('while everything else happens to it', async () => {
    for (let round = 0; round < 3; round++) {
      const account = await anActivatedAccount(api, dealer)
      const unit = await aUnit(dealer, account.id)
      const plan = await aPlan(dealer)
      const path = `/accounts/${account.id}`
      const answers = await Promise.all([
        dealer.ask('PATCH', `/units/${unit.id}`, { name: 'New' }),
        dealer.ask('DELETE', `/units/${unit.id}`),
        dealer.ask('PATCH', `/users/${account.user.id}`, { lang: 'en' }),
        dealer.ask('PUT', `/users/${account.user.id}/appToken/${fleetApp}`),
        dealer.ask('DELETE', path),
        dealer.ask('PUT', `${path}/client-plan`, { tariff_plan_id: plan.id, app_id: fleetApp }),
        dealer.ask('PATCH', `${path}/set-blocked`, { blocked: true }),
        dealer.ask('POST', '/units', newUnit(account.id)),
        dealer.ask('DELETE', path),
      ])
      await assertSound(answers)
      assert.equal((await dealer.ask('GET', path)).status, 404)
    }
  })

  test('or a unit or a plan, twice: one succeeds, one finds nothing', async () => {
    const account = await aManagedAccount(dealer)
    const unit = await aUnit(dealer, account.id)
    const plan = await aPlan(dealer)
    for (const path of [`/units/${unit.id}`, `/accounts/${account.id}`, `/client-plans/${plan.id}`]) {
      await assertOneWins(await Promise.all([1, 2].map(() => dealer.ask('DELETE', path))), 200, 404, 'NOT_FOUND')
    }
  })
})

test('removing an application while a unit is added to it: only one happens', async () => {
  const partner = await api.tokenOf(dealer.dealer, 'partner')
  for (let round = 0; round < rounds * 2; round++) {
    const account = await anUnclaimedAccount(partner, [consumerApp, petApp])
    const lock = sql`select from accounts where id = ${account.id} for update`
    const start = [
      () => partner.ask('PATCH', `/accounts/${account.id}`, { reg_apps: [consumerApp] }),
      () => partner.ask('POST', '/units', newUnit(account.id, { app_id: petApp })),
    ]
    if (round % 2 === 1) start.reverse()
    const answers = await whileHolding(api, lock, async ({ waiting }) => {
      const first = start[0]!()
      await waiting(1)
      const second = start[1]!()
      await waiting(2)
      return [first, second]
    })
    await assertSound(answers)
    const [taking, creating] = round % 2 === 1 ? answers.toReversed() : answers
    assert.deepEqual([taking?.status, creating?.status], taking?.status === 200 ? [200, 400] : [409, 201])
  }
})

test('two activations count as one', async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await aManagedAccount(dealer)
    const answers = await Promise.all([1, 2, 3].map(() => dealer.ask('PUT', `/accounts/${account.id}/activate`)))
    await assertSound(answers)
    assert.deepEqual(statusesOf(answers), [200, 200, 200])
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    const entries = await db.selectFrom('audit').select('action').where('subjectId', '=', String(account.id)).execute()
    assert.equal(entries.filter(({ action }) => action === 'accounts.activate').length, 1)
  }
})

test('simultaneous blocking and unblocking ends in the state of the last one', async () => {
  const account = await anActivatedAccount(api, dealer)
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      [true, false, true, false].map((blocked) =>
        dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked }),
      ),
    )
    await assertSound(answers)
    assert.deepEqual(statusesOf(answers), [200, 200, 200, 200])
    assert.deepEqual(
      answers.map(({ body }) => body.blocked),
      [true, false, true, false],
    )
  }
})

test('a scheduled block happens once with any number of workers, and a manual unblock stays', async () => {
  const account = await anActivatedAccount(api, dealer)
  const now = Math.floor(api.ctx.clock.now().getTime() / 1000)
  await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked-at`, { blocked_at: now })
  const job = jobs.find(({ name }) => name === 'accounts.block-due')
  assert.ok(job)
  const acting = { ...api.ctx, actor: { kind: 'job', id: job.name, address: null, requestId: null } } as const
  const done = await Promise.all(Array.from({ length: 8 }, () => job.run(acting)))
  assert.equal(
    done.reduce((sum, count) => sum + count),
    1,
  )
  const [unblocking] = await Promise.all([
    dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: false }),
    job.run(acting),
    job.run(acting),
  ])
  await assertSound([unblocking])
  await job.run(acting)
  assert.equal((await dealer.ask('GET', `/accounts/${account.id}`)).body.blocked, false)
})

suite('one Idempotency-Key', () => {
  const post = (key: string, body: object) => dealer.ask('POST', '/client-plans', body, { 'idempotency-key': key })
  const plan = (name: string) => ({
    managed_plan_id: '019a0000-0000-7000-8000-000000000101',
    app_id: fleetApp,
    name,
    quotas: { unit: 1, geofence: 0, unit_storage: 10240 },
    modules: [],
  })
  const plans = async () => (await dealer.ask('GET', '/client-plans')).body.length

  test('used many times at once has one effect; the others wait or get the same answer', async () => {
    const key = fresh('key')
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(key, plan('One'))))
    await assertSound(answers)
    const made = answers.filter(({ status }) => status === 201)
    assert.ok(made.length >= 1)
    assert.equal(new Set(made.map(({ text }) => text)).size, 1)
    for (const { status } of answers) assert.ok(status === 201 || status === 409)
    assert.equal(await plans(), 1)
    const again = await post(key, plan('One'))
    assert.equal(again.text, made[0]?.text)
    assert.equal(again.headers['idempotent-replayed'], 'true')
  })

  test('used for two different requests at once lets one through', async () => {
    const key = fresh('key')
    const answers = await Promise.all([post(key, plan('One')), post(key, plan('Two'))])
    await assertSound(answers)
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    assert.ok(answers.some(({ status }) => status === 409 || status === 422))
    assert.equal(await plans(), 1)
  })
})
