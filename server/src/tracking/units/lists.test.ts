import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aPlan,
  aTagsPlan,
  aUnit,
  fresh,
  received,
} from '#testing/builders.ts'
import { assertKeys, assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { walk } from '#testing/checks/lists.ts'

const api = await openApi()
interface Listed {
  readonly id: number
  readonly account_id: number
  readonly app_id: string
  readonly last_active: number | null
}
interface Home {
  readonly id: number
  readonly isActivated: boolean
  readonly isAttached: boolean
}

/** A dealer with accounts of every kind, some units in each, and some of those connected. */
async function aFullDealer() {
  const dealer = await api.dealer('provider')
  const partner = await api.tokenOf(dealer.dealer, 'partner')
  const homes: Home[] = []
  const add = async (
    caller: Caller,
    account: { id: number },
    isActivated: boolean,
    isAttached: boolean,
    ...apps: string[]
  ) => {
    await api.ctx.db.updateTable('accounts').set({ isAttached }).where('id', '=', account.id).execute()
    homes.push({ id: account.id, isActivated, isAttached })
    for (const [index, app_id] of apps.entries()) {
      api.ctx.clock.advance(10)
      const unit = await aUnit(caller, account.id, { app_id, name: 'Same name', hw_id: index % 2 === 0 ? 101 : 201 })
      if (index % 2 === 0) await received(api, unit, [{ 'din.1': true }])
    }
  }
  const plan = (await aPlan(dealer)).id
  await add(dealer, await aManagedAccount(dealer, plan), false, false, fleetApp, fleetApp)
  await add(dealer, await anActivatedAccount(api, dealer, plan), true, true, fleetApp, fleetApp, fleetApp)
  await add(dealer, await aManagedAccount(dealer, (await aTagsPlan(dealer)).id, tagsApp), false, false, tagsApp)
  await add(partner, await anUnclaimedAccount(partner, [consumerApp, petApp]), false, true, consumerApp, petApp)
  await add(partner, await anOwnedAccount(api, partner, [petApp]), true, false, petApp)
  await add(dealer, await anOwnedAccount(api, dealer), true, true, consumerApp, consumerApp)
  return { dealer, partner, homes }
}
const full = await aFullDealer()
const callers: Record<DialectName, Caller> = { provider: full.dealer, partner: full.partner }
const homeOf = ({ account_id }: Listed) => full.homes.find(({ id }) => id === account_id)
const known = { provider: [consumerApp, fleetApp, tagsApp], partner: [consumerApp, petApp, fleetApp] }
const lengths = { provider: 9, partner: 10 }

for (const dialect of dialectNames) {
  const caller = callers[dialect]
  const length = lengths[dialect]
  const list = async (query = ''): Promise<Listed[]> => payloadIn(dialect, await caller.ask('GET', `/units${query}`))
  /** A count is wrapped in both dialects. */
  const count = async (query = '') => payloadOf(await caller.ask('GET', `/units/count${query}`), 200, 'data')

  suite(`the list of units in ${dialect}`, () => {
    test('is complete, in the order of ids, with known applications only', async () => {
      const units = await list()
      assert.equal(units.length, length)
      assert.deepEqual(
        units,
        units.toSorted((a, b) => a.id - b.id),
      )
      assert.ok(units.every((unit) => known[dialect].includes(unit.app_id)))
    })

    const filters: Readonly<Record<string, (unit: Listed, value: string) => boolean>> = {
      app_id: (unit, app) => unit.app_id === app,
      ack_active: (unit, value) => String(homeOf(unit)?.isActivated) === value,
      is_attached: (unit, value) => String(homeOf(unit)?.isAttached) === value,
      state: (unit, value) => (unit.last_active === null ? value === 'never' : value === 'connected'),
      account_ids: (unit, ids) => ids.split(',').includes(String(unit.account_id)),
    }
    const choices: Readonly<Record<string, readonly (string | undefined)[]>> = {
      app_id: [undefined, ...known[dialect]],
      ack_active: [undefined, 'true', 'false'],
      is_attached: [undefined, 'true', 'false'],
      state: [undefined, 'connected', 'silent', 'never'],
      account_ids: [undefined, `${full.homes[0]?.id},${full.homes[3]?.id},${full.homes[5]?.id}`],
    }
    const combinations = Object.entries(choices).reduce<[string, string][][]>(
      (all, [name, values]) =>
        all.flatMap((chosen) =>
          values.map((value): [string, string][] => (value === undefined ? chosen : [...chosen, [name, value]])),
        ),
      [[]],
    )
    test(`is filtered as its count is, in all ${combinations.length} combinations`, async () => {
      const all = await list()
      for (const combination of combinations) {
        const query = `?${new URLSearchParams(combination)}`
        const expected = all.filter((unit) => combination.every(([name, value]) => filters[name]?.(unit, value)))
        assert.deepEqual(await list(query), expected, query)
        const active = expected.filter((unit) => unit.last_active !== null).length
        assert.deepEqual(await count(query), { all: expected.length, active }, query)
      }
    })

    test('holds only the requested ids', async () => {
      const [first, second] = await list()
      assert.ok(first && second)
      const query = `?ids=${second.id},${first.id},5`
      assert.deepEqual(await list(query), [first, second])
      assert.equal((await count(query)).all, 2)
    })

    test('has only the requested fields, and always the id', async () => {
      for (const unit of await list('?fields=ident,last_active')) assertKeys(unit, ['id', 'ident', 'last_active'])
    })

    for (const sort of ['id', 'name', 'ident', 'account_id', 'hw_id', 'last_active', 'created_at', 'updated_at']) {
      for (const direction of ['', '-']) {
        test(`sorted by ${direction}${sort} is the same in one piece and page by page`, async () => {
          const whole = await list(`?sort=${direction}${sort}`)
          assert.equal(whole.length, length)
          for (const limit of [1, 3, length, 1000]) {
            const pages = await walk(caller, `/units?sort=${direction}${sort}&limit=${limit}`)
            assert.deepEqual(pages.flat(), whole)
            assert.equal(pages.length, Math.ceil(length / limit))
          }
          const sign = direction === '-' ? -1 : 1
          if (sort !== 'name' && sort !== 'ident') {
            const values = whole.map((unit) => Number(unit[sort as 'id'] ?? 0))
            assert.deepEqual(
              values,
              values.toSorted((a, b) => sign * (a - b)),
            )
          }
        })
      }
    }

    const wrong: [query: string, field: string][] = [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['sort=nonsense', 'sort'],
      ['fields=nonsense', 'fields'],
      ['fields=password', 'fields'],
      [dialect === 'partner' ? 'fields=technology' : 'fields=dealer_id', 'fields'],
      ['ids=x', 'ids'],
      ['account_ids=1,,2', 'account_ids'],
      ['app_id=nonsense', 'app_id'],
      [`app_id=${dialect === 'provider' ? petApp : tagsApp}`, 'app_id'],
      ['ack_active=yes', 'ack_active'],
      ['is_attached=0', 'is_attached'],
      ['blocked=true', 'blocked'],
      ['cursor=x', 'cursor'],
      ['q=', 'q'],
    ]
    for (const [query, field] of wrong) {
      test(`is refused with ${query}`, async () => {
        assertRefused(await caller.ask('GET', `/units?${query}`), 400, `INVALID_QUERY ${field}`)
      })
    }

    test('is searched by name, ident and description', async () => {
      const dealer = await api.dealer(dialect)
      const { id } = await aManagedAccount(dealer)
      const units: Listed[] = [
        await aUnit(dealer, id, { name: 'The NEEDLE' }),
        await aUnit(dealer, id, { ident: fresh('needle') }),
        await aUnit(dealer, id, { description: 'a needle' }),
      ]
      await aUnit(dealer, id)
      const found: Listed[] = payloadIn(dialect, await dealer.ask('GET', '/units?q=Needle'))
      assert.deepEqual(
        found,
        units.toSorted((a, b) => a.id - b.id),
      )
      assert.deepEqual(payloadOf(await dealer.ask('GET', '/units/count?q=Needle'), 200, 'data'), { all: 3, active: 0 })
    })
  })
}

test('a list of thousands is complete, in order, and the same page by page', async () => {
  const dealer = await api.dealer('provider')
  const { id } = await aManagedAccount(dealer)
  const size = 3_500
  await sql`
    insert into units (id, dealer_id, account_id, app_id, name, ident, description, hw_id, created_at, updated_at)
    select 1000 + n * 11 % ${size}, ${dealer.dealer}, ${id}, ${fleetApp}, 'Unit ' || n % 50, 'bulk-' || n, '', 101, now(), now()
    from generate_series(1, ${size}) as n`.execute(api.ctx.db)
  const whole: Listed[] = (await dealer.ask('GET', '/units')).body
  assert.equal(new Set(whole.map((unit) => unit.id)).size, size)
  assert.deepEqual(
    whole.map((unit) => unit.id),
    whole.map((unit) => unit.id).toSorted((a, b) => a - b),
  )
  const byName: Listed[] = (await dealer.ask('GET', '/units?sort=-name')).body
  assert.equal(new Set(byName.map((unit) => unit.id)).size, size)
  assert.deepEqual((await walk(dealer, '/units?sort=-name&limit=999')).flat(), byName)
  assert.deepEqual((await dealer.ask('GET', '/units/count')).body, { data: { all: size, active: 0 } })
})

test('silent units are those that have reported, but not lately', async () => {
  const dealer = await api.dealer()
  const { id } = await aManagedAccount(dealer)
  const [silent, steady] = [await aUnit(dealer, id), await aUnit(dealer, id), await aUnit(dealer, id)]
  await received(api, silent, [{ 'din.1': true }])
  api.ctx.clock.advance(api.ctx.config.unitSilentHours * 3600 + 1)
  await received(api, steady, [{ 'din.1': true }])
  const { body } = await dealer.ask('GET', '/units?state=silent')
  assert.deepEqual(
    body.map((unit: Listed) => unit.id),
    [silent.id],
  )
  assert.deepEqual((await dealer.ask('GET', '/units/count?state=silent')).body.data, { all: 1, active: 1 })
  assertRefused(await dealer.ask('GET', '/units?state=asleep'), 400, 'INVALID_QUERY state')
})
