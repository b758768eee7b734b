import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
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
} from '#testing/builders.ts'
import { assertKeys, assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { walk } from '#testing/checks/lists.ts'

const api = await openApi()
interface Listed {
  readonly id: number
  readonly title: string
  readonly ack: number
  readonly blocked: boolean
  readonly is_attached: boolean
  readonly reg_apps: readonly string[]
}

/** A dealer with an account of every kind and state, some with the same title. */
async function aFullDealer(): Promise<Caller> {
  const dealer = await api.dealer('provider')
  const partner = await api.tokenOf(dealer.dealer, 'partner')
  const plan = (await aPlan(dealer)).id
  await aManagedAccount(dealer, plan)
  const blocked = await anActivatedAccount(api, dealer, plan)
  await dealer.ask('PATCH', `/accounts/${blocked.id}/set-blocked`, { blocked: true })
  api.ctx.clock.advance(10)
  await anActivatedAccount(api, dealer, plan)
  await aManagedAccount(dealer, (await aTagsPlan(dealer)).id, tagsApp)
  await anUnclaimedAccount(dealer)
  api.ctx.clock.advance(10)
  for (const apps of [[consumerApp], [petApp], [consumerApp, petApp]]) {
    const { id } = await anOwnedAccount(api, partner, apps)
    if (apps.length === 1) {
      await partner.ask('PATCH', `/accounts/${id}`, { title: 'Same title' })
      await api.ctx.db.updateTable('accounts').set({ isAttached: true }).where('id', '=', id).execute()
    }
  }
  return dealer
}
const full = await aFullDealer()
const callers = { provider: full, partner: await api.tokenOf(full.dealer, 'partner') }
const known = { provider: [consumerApp, fleetApp, tagsApp], partner: [consumerApp, petApp, fleetApp] }

for (const dialect of dialectNames) {
  const caller = callers[dialect]
  const list = async (query = ''): Promise<Listed[]> =>
    payloadOf(await caller.ask('GET', `/accounts${query}`), 200, 'data')
  const count = async (query = ''): Promise<number> =>
    payloadIn(dialect, await caller.ask('GET', `/accounts/count${query}`))

  suite(`the list of accounts in ${dialect}`, () => {
    test('is complete and in the order of ids', async () => {
      const accounts = await list()
      assert.equal(accounts.length, 7)
      assert.deepEqual(
        accounts.map(({ id }) => id),
        accounts.map(({ id }) => id).toSorted((a, b) => a - b),
      )
    })

    /** A second implementation of each filter. */
    const filters: Readonly<Record<string, (account: Listed, value: string) => boolean>> = {
      app_id: (account, app) => account.reg_apps.includes(app),
      is_attached: (account, value) => String(account.is_attached) === value,
      ack_active: (account, value) => String(account.ack > 0) === value,
      blocked: (account, value) => String(account.blocked) === value,
    }
    const choices: Readonly<Record<string, readonly (string | undefined)[]>> = {
      app_id: [undefined, ...known[dialect]],
      is_attached: [undefined, 'true', 'false'],
      ack_active: [undefined, 'true', 'false'],
      blocked: [undefined, 'true', 'false'],
    }
    const combinations = Object.entries(choices).reduce<[string, string][][]>(
      (all, [name, values]) =>
        all.flatMap((chosen) =>
          values.map((value): [string, string][] => (value === undefined ? chosen : [...chosen, [name, value]])),
        ),
      [[]],
    )
    test(`is filtered like its count, in all ${combinations.length} combinations`, async () => {
      const all = await list()
      for (const combination of combinations) {
        const query = `?${new URLSearchParams(combination)}`
        const expected = all.filter((account) => combination.every(([name, value]) => filters[name]?.(account, value)))
        assert.deepEqual(await list(query), expected, query)
        assert.equal(await count(query), expected.length, query)
      }
    })

    test('holds only the requested ids, in the order of ids', async () => {
      const [first, second] = await list()
      assert.ok(first && second)
      const foreign = await anUnclaimedAccount(await api.dealer(dialect))
      const query = `?ids=${second.id},${first.id},${foreign.id},${first.id},1`
      assert.deepEqual(await list(query), [first, second])
      assert.equal(await count(query), 2)
      assert.deepEqual(await list(`?ids=${first.id}&blocked=${!first.blocked}`), [])
    })

    test('has only the requested fields, and always the id', async () => {
      const accounts = await list('?fields=title,blocked')
      for (const account of accounts) assertKeys(account, ['id', 'title', 'blocked'])
      for (const account of await list('?fields=id')) assertKeys(account, ['id'])
      assertKeys((await list('?fields=%20ack%20,ack')).at(0) ?? {}, ['id', 'ack'])
    })

    for (const sort of ['id', 'title', 'blocked', 'ack', 'created_at', 'updated_at', 'added_time']) {
      for (const direction of ['', '-']) {
        test(`sorted by ${direction}${sort} is the same as a whole and page by page`, async () => {
          const whole = await list(`?sort=${direction}${sort}`)
          assert.equal(whole.length, 7)
          for (const limit of [1, 2, 3, 7, 1000]) {
            const pages = await walk(caller, `/accounts?sort=${direction}${sort}&limit=${limit}`)
            assert.deepEqual(pages.flat(), whole)
            assert.deepEqual(
              pages.map((page) => page.length),
              Array.from({ length: Math.ceil(7 / limit) }, (_, page) => Math.min(limit, 7 - page * limit)),
            )
          }
          const values = whole.map((account) => account[sort as 'id'])
          const sign = direction === '-' ? -1 : 1
          if (sort !== 'title') {
            assert.deepEqual(
              values.map(Number),
              values.map(Number).toSorted((a, b) => sign * (a - b)),
            )
          }
        })
      }
    }

    test('keeps its filters from page to page', async () => {
      const pages = await walk(caller, `/accounts?ack_active=true&sort=-title&limit=2`)
      assert.deepEqual(pages.flat(), await list('?ack_active=true&sort=-title'))
    })

    const wrong: [query: string, field: string][] = [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['limit=x', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['sort=nonsense', 'sort'],
      ['sort=--id', 'sort'],
      ['sort=', 'sort'],
      ['sort=__proto__', 'sort'],
      ['fields=nonsense', 'fields'],
      ['fields=id,', 'fields'],
      [dialect === 'provider' ? 'fields=user' : 'fields=client_payment_lifecycle', 'fields'],
      ['ids=', 'ids'],
      ['ids=1,x', 'ids'],
      ['ids=0', 'ids'],
      ['ids=1.5', 'ids'],
      ['ids=99999999999999999999', 'ids'],
      ['cursor=nonsense', 'cursor'],
      ['cursor=', 'cursor'],
      ['app_id=nonsense', 'app_id'],
      [`app_id=${dialect === 'provider' ? petApp : tagsApp}`, 'app_id'],
      ['is_attached=1', 'is_attached'],
      ['is_attached=TRUE', 'is_attached'],
      ['ack_active=', 'ack_active'],
      ['blocked=no', 'blocked'],
      ['tariff_plan_ids=x', 'tariff_plan_ids'],
      ['payment=paid', 'payment'],
      ['q=', 'q'],
      ['account_ids=1', 'account_ids'],
      ['offset=1', 'offset'],
      ['App_id=x', 'App_id'],
    ]
    for (const [query, field] of wrong) {
      test(`is refused with ${query}`, async () => {
        assertRefused(await caller.ask('GET', `/accounts?${query}`), 400, `INVALID_QUERY ${field}`)
      })
    }
    for (const query of ['limit=5', 'fields=id', 'sort=id', 'cursor=x']) {
      test(`is not counted with ${query}`, async () => {
        const field = query.split('=')[0]
        assertRefused(await caller.ask('GET', `/accounts/count?${query}`), 400, `INVALID_QUERY ${field}`)
      })
    }
  })
}

suite('a cursor', () => {
  const { provider } = callers
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')

  test('works only for the sort it came from', async () => {
    const { headers } = await provider.ask('GET', '/accounts?limit=1&sort=title')
    const cursor = headers['x-next-cursor']
    assert.equal((await provider.ask('GET', `/accounts?sort=title&cursor=${cursor}`)).status, 200)
    for (const sort of ['', 'sort=-title&', 'sort=ack&']) {
      assertRefused(await provider.ask('GET', `/accounts?${sort}cursor=${cursor}`), 400, 'INVALID_QUERY cursor')
    }
  })

  test('without a limit returns all the rest', async () => {
    const whole = (await provider.ask('GET', '/accounts')).body.data
    const { headers } = await provider.ask('GET', '/accounts?limit=2')
    const rest = await provider.ask('GET', `/accounts?cursor=${headers['x-next-cursor']}`)
    assert.deepEqual(rest.body.data, whole.slice(2))
    assert.equal(rest.headers['x-next-cursor'], undefined)
  })

  const forged: [query: string, cursor: string][] = [
    ['', cursorOf('id', 5, '019a0000-0000-7000-8000-000000000101')],
    ['', cursorOf('id', 'five', 5)],
    ['', cursorOf('id', 5)],
    ['', cursorOf()],
    ['', cursorOf('id', 5, 1e300)],
    ['', Buffer.from('null').toString('base64url')],
    ['sort=created_at&', cursorOf('created_at', 'some day', 5)],
    ['sort=created_at&', cursorOf('created_at', '999999-01-01T00:00:00Z', 5)],
    ['sort=blocked&', cursorOf('blocked', 'maybe', 5)],
    ['sort=title&', cursorOf('title', '\0', 5)],
    ['sort=title&', cursorOf('title', { a: 1 }, 5)],
  ]
  for (const [query, cursor] of forged) {
    test(`that was forged is refused: ${query}${Buffer.from(cursor, 'base64url')}`, async () => {
      assertRefused(await provider.ask('GET', `/accounts?${query}cursor=${cursor}`), 400, 'INVALID_QUERY cursor')
    })
  }
})

suite('free text', () => {
  test('is searched in title, description, username, email, unit name and ident, ignoring case', async () => {
    const dealer = await api.dealer('provider')
    const [titled, described, named, mailed, driving, tracked] = [
      await anUnclaimedAccount(dealer),
      await anUnclaimedAccount(dealer),
      await anUnclaimedAccount(dealer, [consumerApp], { name: fresh('Needle'), login_key: 'key-1' }),
      await anOwnedAccount(api, dealer),
      await anUnclaimedAccount(dealer),
      await anUnclaimedAccount(dealer),
    ]
    await aUnit(dealer, driving.id, { app_id: consumerApp, name: 'Van with needles' })
    await aUnit(dealer, tracked.id, { app_id: consumerApp, ident: fresh('NEEDLE') })
    await dealer.ask('PATCH', `/accounts/${titled.id}`, { title: 'A NEEDLE here' })
    await dealer.ask('PATCH', `/accounts/${described.id}`, { description: 'one needle' })
    const email = `${fresh('needle')}@example.com`
    await api.ctx.db.updateTable('users').set({ email }).where('accountId', '=', mailed.id).execute()
    await anUnclaimedAccount(dealer)
    const found = (await dealer.ask('GET', '/accounts?q=needLE')).body.data.map((account: Listed) => account.id)
    assert.deepEqual(
      found,
      [titled, described, named, mailed, driving, tracked].map(({ id }) => id).toSorted((a, b) => a - b),
    )
    assert.equal((await dealer.ask('GET', '/accounts/count?q=needLE')).body, 6)
    assert.equal((await dealer.ask('GET', '/accounts/count?q=needLE&ack_active=true')).body, 1)
  })

  test('of a unit finds its account only if its application is known', async () => {
    const partner = await api.dealer('partner')
    const provider = await api.tokenOf(partner.dealer, 'provider')
    const { id } = await anUnclaimedAccount(partner, [consumerApp, petApp])
    const { ident } = await aUnit(partner, id, { app_id: petApp })
    const found = async (dealer: Caller) => (await dealer.ask('GET', `/accounts?q=${ident}`)).body.data.length
    assert.deepEqual([await found(partner), await found(provider)], [1, 0])
  })

  for (const [q, title] of [
    ['100%', 'Is 100% sure'],
    ['a_b', 'has a_b in it'],
    ['c:\\d', 'path c:\\d'],
    ["o'n", "Mr. o'neill"],
  ] as const) {
    test(`${q} is searched literally`, async () => {
      const dealer = await api.dealer('provider')
      const { id } = await anUnclaimedAccount(dealer)
      await dealer.ask('PATCH', `/accounts/${id}`, { title })
      const other = await anUnclaimedAccount(dealer)
      await dealer.ask('PATCH', `/accounts/${other.id}`, { title: 'Is 100x sure, has axb, path c:d, oon' })
      const { body } = await dealer.ask('GET', `/accounts?q=${encodeURIComponent(q)}`)
      assert.deepEqual(
        body.data.map((account: Listed) => account.id),
        [id],
      )
    })
  }
})

test('another dealer’s accounts appear in no list and no count', async () => {
  const outsider = await api.dealer('provider')
  assert.deepEqual((await outsider.ask('GET', '/accounts')).body, { data: [] })
  assert.equal((await outsider.ask('GET', '/accounts/count')).body, 0)
  const own = await anUnclaimedAccount(outsider)
  await aUnit(outsider, own.id, { app_id: consumerApp })
  assert.equal((await outsider.ask('GET', '/accounts/count')).body, 1)
})
