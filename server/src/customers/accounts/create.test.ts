import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anUnclaimedAccount, aPlan, aTagsPlan, fresh, newUser } from '#testing/builders.ts'
import { accountIn, assertRefused, type Envelope, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi()
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const now = () => seconds(api.ctx.clock.now())
/** Only creation is answered with 201 in provider and 200 in partner. */
const created: Record<DialectName, [number, Envelope]> = { provider: [201, 'bare'], partner: [200, 'data'] }
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const newAccount = (change: object = {}) => ({ reg_apps: [consumerApp], user: newUser(), ...change })

const managedOf = async (dealer: Caller, change: object = {}, app: string = fleetApp) => {
  const plan = app === tagsApp ? await aTagsPlan(dealer) : await aPlan(dealer)
  return { reg_apps: [app], tariff_plans: { [app]: plan.id }, user: newUser(), ...change }
}

suite('an owned account', () => {
  const choices: [DialectName, readonly string[]][] = [
    ['provider', [consumerApp]],
    ['partner', [consumerApp]],
    ['partner', [petApp]],
    ['partner', [petApp, consumerApp]],
  ]
  for (const [dialect, apps] of choices) {
    test(`starts with every field of its dialect: ${dialect} with ${apps.length} of the applications`, async () => {
      const dealer = dealers[dialect]
      const user = newUser()
      const answer = await dealer.ask('POST', '/accounts', { reg_apps: apps, user })
      const account = payloadOf(answer, ...created[dialect])
      assert.match(account.user.id, uuid)
      assert.deepEqual(account, {
        ...accountIn(dialect, { id: account.id, pid: dealer.dealer, at: now() }),
        reg_apps: apps,
        type: null,
        tariff_plans: {},
        user: {
          id: account.user.id,
          account_id: account.id,
          name: user.name,
          email: null,
          description: null,
          login_key: null,
          lang: null,
        },
      })
      assert.ok(Number.isSafeInteger(account.id) && account.id > 0)
    })
  }

  for (const dialect of dialectNames) {
    test(`keeps its texts: ${dialect}`, async () => {
      const user = { ...newUser(), description: 'The driver' }
      const body = newAccount({ title: 'The family', description: 'Two cars', user })
      const account = payloadOf(await dealers[dialect].ask('POST', '/accounts', body), ...created[dialect])
      assert.deepEqual(
        [account.title, account.description, account.user.description],
        ['The family', 'Two cars', 'The driver'],
      )
    })
  }

  test('an application given twice appears once', async () => {
    const answer = await dealers.partner.ask('POST', '/accounts', newAccount({ reg_apps: [petApp, petApp] }))
    assert.deepEqual(payloadOf(answer, 200, 'data').reg_apps, [petApp])
  })
})

suite('a managed account', () => {
  const choices: [DialectName, string][] = [
    ['provider', fleetApp],
    ['provider', tagsApp],
    ['partner', fleetApp],
  ]
  for (const [dialect, app] of choices) {
    test(`starts with every field of its dialect: ${dialect} with ${app === tagsApp ? 'tags_app' : 'fleet_app'}`, async () => {
      const dealer = dealers[dialect]
      const body = await managedOf(dealer, {}, app)
      const account = payloadOf(await dealer.ask('POST', '/accounts/managed', body), ...created[dialect])
      const extended = {
        owner: null,
        changing_email: null,
        type: null,
        measure: null,
        notify_config: null,
        roles_ext: null,
        access_lists_ext: null,
      }
      assert.deepEqual(account, {
        ...accountIn(dialect, { id: account.id, pid: dealer.dealer, at: now() }),
        reg_apps: [app],
        type: 10,
        tariff_plans: body.tariff_plans,
        user: {
          id: account.user.id,
          account_id: account.id,
          name: body.user.name,
          email: null,
          description: null,
          login_key: null,
          lang: null,
          ...(dialect === 'provider' && extended),
        },
      })
    })
  }
})

type Problem = [what: string, change: object, ...problems: string[]]
const text = (length: number) => 'x'.repeat(length)
const userProblems: readonly Problem[] = [
  ['a username of 3 characters', { user: { name: text(3), login_key: 'key-1' } }, 'FAILED_VALIDATION user.name'],
  ['a username of 51 characters', { user: { name: text(51), login_key: 'key-1' } }, 'FAILED_VALIDATION user.name'],
  ['a login key of 3 characters', { user: { name: 'name', login_key: text(3) } }, 'FAILED_VALIDATION user.login_key'],
  ['a login key of 51 characters', { user: { name: 'name', login_key: text(51) } }, 'FAILED_VALIDATION user.login_key'],
  ['a title of 3 characters', { title: text(3) }, 'FAILED_VALIDATION title'],
  ['a title of 51 characters', { title: text(51) }, 'FAILED_VALIDATION title'],
  [
    'everything too short at once',
    { title: 'x', user: { name: 'x', login_key: 'x' } },
    'FAILED_VALIDATION title',
    'FAILED_VALIDATION user.name',
    'FAILED_VALIDATION user.login_key',
  ],
  ['no user', { user: undefined }, 'INVALID_PAYLOAD user'],
  ['an empty user', { user: {} }, 'INVALID_PAYLOAD user.name', 'INVALID_PAYLOAD user.login_key'],
  ['no applications', { reg_apps: undefined }, 'INVALID_PAYLOAD reg_apps'],
  ['a number as title', { title: 12345 }, 'INVALID_PAYLOAD title'],
  ['null as title', { title: null }, 'INVALID_PAYLOAD title'],
  ['a number as description', { description: 1 }, 'INVALID_PAYLOAD description'],
  ['a list as user', { user: [] }, 'INVALID_PAYLOAD user'],
  ['a text instead of a list of applications', { reg_apps: fleetApp }, 'INVALID_PAYLOAD reg_apps'],
  ['a number among the applications', { reg_apps: [5] }, 'INVALID_PAYLOAD reg_apps.0'],
  ['a field that does not exist', { titel: 'Family' }, 'INVALID_PAYLOAD titel'],
  [
    'an email for the user',
    { user: { name: 'name', login_key: 'key-1', email: 'a@b.c' } },
    'INVALID_PAYLOAD user.email',
  ],
  ['no application at all', { reg_apps: [] }, 'FAILED_VALIDATION reg_apps'],
  ['an unknown application', { reg_apps: ['nonsense'] }, 'FAILED_VALIDATION reg_apps'],
]

for (const dialect of dialectNames) {
  suite(`an owned account is refused in ${dialect}`, () => {
    const outsider = dialect === 'provider' ? petApp : tagsApp
    const table: readonly Problem[] = [
      ...userProblems,
      ['a managed application', { reg_apps: [fleetApp] }, 'FAILED_VALIDATION reg_apps'],
      [
        'a managed application together with an owned one',
        { reg_apps: [consumerApp, fleetApp] },
        'FAILED_VALIDATION reg_apps',
      ],
      ['an application of the other dialect', { reg_apps: [outsider] }, 'FAILED_VALIDATION reg_apps'],
      ['a client plan', { tariff_plans: {} }, 'INVALID_PAYLOAD tariff_plans'],
    ]
    for (const [what, change, ...problems] of table) {
      test(`with ${what}`, async () => {
        assertRefused(await dealers[dialect].ask('POST', '/accounts', newAccount(change)), 400, ...problems)
      })
    }
  })

  suite(`a managed account is refused in ${dialect}`, () => {
    const tariff = `tariff_plans.${fleetApp}`
    const table: readonly Problem[] = [
      ...userProblems.filter(([, change]) => !('reg_apps' in change)),
      ['no applications', { reg_apps: undefined }, 'INVALID_PAYLOAD reg_apps'],
      ['no plans', { tariff_plans: undefined }, 'INVALID_PAYLOAD tariff_plans'],
      ['a text instead of plans', { tariff_plans: 'x' }, 'INVALID_PAYLOAD tariff_plans'],
      ['a number as plan', { tariff_plans: { [fleetApp]: 7 } }, `INVALID_PAYLOAD ${tariff}`],
      ['no plan for the application', { tariff_plans: {} }, `FAILED_VALIDATION ${tariff}`],
      ['an invalid plan', { tariff_plans: { [fleetApp]: 'x' } }, `FAILED_VALIDATION ${tariff}`],
      ['no application at all', { reg_apps: [], tariff_plans: {} }, 'FAILED_VALIDATION reg_apps'],
      ['an owned application', { reg_apps: [consumerApp], tariff_plans: {} }, 'FAILED_VALIDATION reg_apps'],
      ['two managed applications', { reg_apps: [fleetApp, tagsApp], tariff_plans: {} }, 'FAILED_VALIDATION reg_apps'],
      ['an owned one with it', { reg_apps: [fleetApp, consumerApp], tariff_plans: {} }, 'FAILED_VALIDATION reg_apps'],
    ]
    for (const [what, change, ...problems] of table) {
      test(`with ${what}`, async () => {
        const body = await managedOf(dealers[dialect], change)
        assertRefused(await dealers[dialect].ask('POST', '/accounts/managed', body), 400, ...problems)
      })
    }

    test('with a plan that was deleted, or is of another dealer', async () => {
      const dealer = dealers[dialect]
      const gone = await aPlan(dealer)
      assert.equal((await dealer.ask('DELETE', `/client-plans/${gone.id}`)).status, 200)
      const foreign = await aPlan(await api.dealer(dialect))
      for (const plan of [gone, foreign]) {
        const body = await managedOf(dealer, { tariff_plans: { [fleetApp]: plan.id } })
        assertRefused(await dealer.ask('POST', '/accounts/managed', body), 400, `FAILED_VALIDATION ${tariff}`)
      }
    })

    test('with a plan for a second application', async () => {
      const body = await managedOf(dealers[dialect])
      const plans = { ...body.tariff_plans, [consumerApp]: Object.values(body.tariff_plans)[0] }
      const answer = await dealers[dialect].ask('POST', '/accounts/managed', { ...body, tariff_plans: plans })
      assertRefused(answer, 400, `FAILED_VALIDATION tariff_plans.${consumerApp}`)
    })
  })
}

test('a managed account is refused with a plan of the other managed application', async () => {
  const dealer = dealers.provider
  const tags = await aTagsPlan(dealer)
  const body = await managedOf(dealer, { tariff_plans: { [fleetApp]: tags.id } })
  assertRefused(await dealer.ask('POST', '/accounts/managed', body), 400, `FAILED_VALIDATION tariff_plans.${fleetApp}`)
})

test('tags_app does not exist in partner', async () => {
  const body = { reg_apps: [tagsApp], tariff_plans: {}, user: newUser() }
  assertRefused(await dealers.partner.ask('POST', '/accounts/managed', body), 400, 'FAILED_VALIDATION reg_apps')
})

for (const length of [4, 50]) {
  test(`a name, key and title of ${length} characters are accepted`, async () => {
    const word = fresh('n').padEnd(length, 'n').slice(-length)
    const body = newAccount({ title: text(length), user: { name: word, login_key: text(length) } })
    const account = payloadOf(await dealers.provider.ask('POST', '/accounts', body), 201, 'bare')
    assert.deepEqual([account.title, account.user.name], [text(length), word])
  })
}

suite('a username belongs to one user of the whole installation', () => {
  const spellings: [string, (name: string) => string][] = [
    ['as it is', (name) => name],
    ['in capitals', (name) => name.toUpperCase()],
  ]
  for (const dialect of dialectNames) {
    for (const [how, spell] of spellings) {
      test(`taken ${how}, even by another dealer: ${dialect}`, async () => {
        const name = fresh('ąžuolas')
        await anUnclaimedAccount(await api.dealer('provider'), [consumerApp], { name, login_key: 'key-1' })
        const dealer = dealers[dialect]
        const before = await dealer.ask('GET', '/accounts/count')
        const user = { name: spell(name), login_key: 'key-2' }
        assertRefused(await dealer.ask('POST', '/accounts', newAccount({ user })), 409, 'CONFLICT user.name')
        const managed = await managedOf(dealer, { user })
        assertRefused(await dealer.ask('POST', '/accounts/managed', managed), 409, 'CONFLICT user.name')
        assert.equal((await dealer.ask('GET', '/accounts/count')).text, before.text)
      })
    }
  }

  test('of ten simultaneous requests one wins', async () => {
    const user = { name: fresh('race'), login_key: 'key-1' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => dealers.provider.ask('POST', '/accounts', newAccount({ user }))),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(9).fill(409)])
  })

  test('it is free again once its account is deleted', async () => {
    const dealer = dealers.provider
    const user = newUser()
    const account = await anUnclaimedAccount(dealer, [consumerApp], user)
    assert.equal((await dealer.ask('DELETE', `/accounts/${account.id}`)).status, 200)
    assert.equal((await dealer.ask('POST', '/accounts', newAccount({ user }))).status, 201)
  })
})

test('the login key is stored as a hash and never shown', async () => {
  const dealer = await api.dealer('provider')
  const user = { name: fresh('secret'), login_key: 'a-very-secret-key' }
  const account = await anUnclaimedAccount(dealer, [consumerApp], user)
  const row = await api.ctx.db
    .selectFrom('users')
    .select('loginKeyHash')
    .where('accountId', '=', account.id)
    .executeTakeFirstOrThrow()
  assert.match(row.loginKeyHash as string, /^\$argon2id\$/)
  const list = await dealer.ask('GET', '/users')
  assert.ok(!list.text.includes(user.login_key))
})

test('creating an account while its plan is being deleted: one of the two wins', async () => {
  const dealer = dealers.provider
  for (let round = 0; round < 5; round++) {
    const body = await managedOf(dealer)
    const planId = Object.values(body.tariff_plans)[0]
    const [creation, deletion] = await Promise.all([
      dealer.ask('POST', '/accounts/managed', body),
      dealer.ask('DELETE', `/client-plans/${planId}`),
    ])
    assert.ok(
      (creation.status === 201 && deletion.status === 409) || (creation.status === 400 && deletion.status === 200),
      `${creation.status} ${deletion.status}`,
    )
  }
})

test('a dealer’s own account is never in its lists', async () => {
  const dealer = await api.dealer('provider')
  await aManagedAccount(dealer)
  const { body } = await dealer.ask('GET', '/accounts')
  assert.deepEqual(
    body.data.map((account: { id: number }) => account.id === dealer.dealer),
    [false],
  )
  assertRefused(await dealer.ask('GET', `/accounts/${dealer.dealer}`), 404, 'NOT_FOUND')
})
