import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Caller, openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askFor, goodPassword } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'
import { consumerApp, petApp } from '../applications.ts'
import { seconds } from '../time/clock.ts'

const api = await openApi()
interface Entry {
  readonly id: number
  readonly action: string
  readonly subject: string
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null }
}
async function aManagedClient(dealer: Caller) {
  const account = await anActivatedAccount(api, dealer)
  return { account, ask: await askFor(api, dealer, account.user) }
}

const actionsOf = (entries: readonly Entry[]) => entries.map(({ action }) => action)

test('an entry says who, what, when, from where, and what it was before', async () => {
  const dealer = await api.dealer('provider')
  const account = await anActivatedAccount(api, dealer)
  const headers = { 'x-request-id': 'my-request' }
  await dealer.ask('PATCH', `/accounts/${account.id}`, { title: 'New title' }, headers)
  const [entry] = (await dealer.ask('GET', '/audit?sort=-id&limit=1')).body
  const { id, before, after, actor, ...rest } = entry
  assert.ok(Number.isInteger(id))
  assert.deepEqual(rest, {
    ...{ at: seconds(api.ctx.clock.now()), action: 'accounts.change', subject: String(account.id) },
    ...{ address: '127.0.0.1', request_id: 'my-request' },
  })
  assert.deepEqual([before.title, after.title], [String(account.id), 'New title'])
  assert.deepEqual([actor.kind, actor.name], ['token', 'First token'])
})

suite('the log is read', () => {
  test('by account: itself, its users, units and bills', async () => {
    const dealer = await api.dealer('provider')
    const [one, other] = [await anActivatedAccount(api, dealer), await anActivatedAccount(api, dealer)]
    const unit = await aUnit(dealer, one.id)
    await aUnit(dealer, other.id)
    await dealer.ask('PATCH', `/users/${one.user.id}`, { lang: 'lt' })
    const { body } = await dealer.ask('GET', `/audit?account_id=${one.id}`)
    assert.deepEqual(actionsOf(body), [
      'users.create',
      'accounts.create',
      'accounts.activate',
      'units.create',
      'users.change',
    ])
    const subjects = [one.user.id, one.id, one.id, unit.id, one.user.id].map(String)
    assert.deepEqual(
      body.map(({ subject }: Entry) => subject),
      subjects,
    )
  })

  test('by who did it, what was done and when', async () => {
    const dealer = await api.dealer('provider')
    const owner = await aPerson(api, dealer.dealer, 'owner')
    const account = await anActivatedAccount(api, dealer)
    const start = seconds(api.ctx.clock.now())
    api.ctx.clock.advance(100)
    await owner.ask('PATCH', `/provider/accounts/${account.id}`, { title: 'By hand' })
    const read = async (query: string) => actionsOf((await dealer.ask('GET', `/audit?${query}`)).body)
    assert.deepEqual(await read(`actor=${owner.id}&action=accounts`), ['accounts.change'])
    assert.deepEqual(await read('actor=staff'), ['staff.sign-in', 'accounts.change'])
    assert.deepEqual(await read('action=accounts.change'), ['accounts.change'])
    assert.deepEqual(await read('action=account'), [])
    assert.deepEqual(await read(`from=${start + 1}`), ['accounts.change'])
    assert.deepEqual(await read(`from=${start + 100}&to=${start + 100}`), ['accounts.change'])
    assert.ok(!(await read(`to=${start + 99}`)).includes('accounts.change'))
    assertRefused(await dealer.ask('GET', '/audit?from=2&to=1'), 400, 'INVALID_QUERY from')
  })

  test('page by page, from either end', async () => {
    const dealer = await api.dealer('partner')
    for (let count = 0; count < 5; count++) await dealer.ask('PATCH', '/company', { name: `Company ${count}` })
    const all = (await dealer.ask('GET', '/audit')).body.data as Entry[]
    for (const sort of ['id', '-id']) {
      const read: Entry[] = []
      for (let cursor = ''; ; ) {
        const page = await dealer.ask('GET', `/audit?limit=2&sort=${sort}${cursor}`)
        read.push(...page.body.data)
        if (!page.headers['x-next-cursor']) break
        cursor = `&cursor=${page.headers['x-next-cursor']}`
      }
      assert.deepEqual(read, sort === 'id' ? all : all.toReversed())
    }
  })

  test('by its own dealer only', async () => {
    const [dealer, other] = [await api.dealer('provider'), await api.dealer('provider')]
    const account = await anActivatedAccount(api, other)
    assertRefused(await dealer.ask('GET', `/audit?account_id=${account.id}`), 404, 'NOT_FOUND')
    const entries = (await dealer.ask('GET', '/audit')).body as Entry[]
    assert.ok(entries.every(({ subject }) => subject !== String(account.id)))
  })

  test('for an account only in a dialect that knows it', async () => {
    const partner = await api.dealer('partner')
    const account = await anUnclaimedAccount(partner, [petApp])
    const provider = await api.tokenOf(partner.dealer, 'provider')
    assert.equal((await partner.ask('GET', `/audit?account_id=${account.id}`)).status, 200)
    assertRefused(await provider.ask('GET', `/audit?account_id=${account.id}`), 404, 'NOT_FOUND')
  })
})

test('what a client does with its own login is not shown, nor from where', async () => {
  const dealer = await api.dealer('provider')
  const client = await aClient(api, dealer)
  const password = 'a loud green mountain'
  const change = { password: goodPassword, new_password: password, repeat_password: password }
  assert.equal((await client.ask('PUT', '/me/password', change)).status, 200)
  const entries = (await dealer.ask('GET', '/audit')).body as (Entry & { address: string | null })[]
  const own = entries.filter(({ actor }) => actor.kind === 'client')
  assert.ok(own.length > 0)
  for (const { action, address } of own) {
    assert.doesNotMatch(action, /^(sessions|credentials|factors)\./)
    assert.equal(address, null)
  }
})

suite('what a client does inside its account', () => {
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const group = { name: 'Family', unit_ids: [] }

  test('is hidden if it owns the account, except for what concerns its dealer', async () => {
    const dealer = await api.dealer('provider')
    const client = await aClient(api, dealer)
    assert.equal((await client.ask('POST', '/geofences', { name: 'My home', shape })).status, 201)
    assert.equal((await client.ask('POST', '/groups', group)).status, 201)
    assert.equal((await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })).status, 200)
    const { body, text } = await dealer.ask('GET', '/audit?actor=client')
    const known = ['activation.register', 'accounts.claim', 'users.claim', 'accounts.open-service-mode']
    assert.deepEqual(new Set(actionsOf(body)), new Set(known))
    assert.doesNotMatch(text, /My home|Family/)
  })

  test('is shown if its dealer manages the account', async () => {
    const dealer = await api.dealer('provider')
    const { account, ask } = await aManagedClient(dealer)
    assert.equal((await ask('POST', '/groups', group)).status, 201)
    assert.deepEqual(actionsOf((await dealer.ask('GET', '/audit?actor=client')).body), ['groups.create'])
    assert.equal((await dealer.ask('DELETE', `/accounts/${account.id}`)).status, 200)
    assert.deepEqual(actionsOf((await dealer.ask('GET', '/audit?actor=client')).body), ['groups.create'])
  })
})
