/** A missing module of a plan closes its rows: each answers 403. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { moduleNames, modulesOf } from '#billing/plans/modules.ts'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, tagsPlanId } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, askAs, type Client, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const advanced = '019a0000-0000-7000-8000-000000000104'

interface Held {
  readonly app: string
  readonly modules: readonly string[]
  readonly unit: number
  readonly user: string
  readonly ask: Client['ask']
}

async function managed(app: string, modules: readonly string[]): Promise<Held> {
  const quotas = app === tagsApp ? { sensor: 1, gateway: 2, asset: 3, geofence: 4, unit_storage: 20480 } : undefined
  const managedPlan = app === tagsApp ? tagsPlanId : advanced
  const plan = await aPlan(dealer, { managed_plan_id: managedPlan, app_id: app, modules, ...(quotas && { quotas }) })
  const account = await anActivatedAccount(api, dealer, plan.id, app)
  await dealer.ask('PUT', `/users/${account.user.id}/password`, {
    new_password: goodPassword,
    repeat_password: goodPassword,
  })
  const ask = askAs(api, await logIn(api, account.user.name))
  const unit = await aUnit(dealer, account.id, { app_id: app })
  return { app, modules: (await ask('GET', '/me')).body.modules, unit: unit.id, user: account.user.id, ask }
}

async function owned(plan: string | undefined): Promise<Held> {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp })
  const client = await aClient(api, dealer, account)
  const until = new Date(api.ctx.clock.now().getTime() + 86_400_000)
  if (plan) await giveSubscription(api.ctx, account.id, plan, until)
  const { modules } = (await client.ask('GET', '/me')).body
  return { app: consumerApp, modules, unit: unit.id, user: client.user.id, ask: client.ask }
}

let accounts: readonly Held[] = []
before(async () => {
  const all = (app: string) => modulesOf(app).map(({ name }) => name)
  accounts = [
    await managed(fleetApp, []),
    await managed(fleetApp, all(fleetApp)),
    await managed(tagsApp, []),
    await managed(tagsApp, all(tagsApp)),
    await owned(undefined),
    await owned('premium'),
  ]
})

const nobody = '019a0000-0000-7000-8000-0000000000ff'
const urlOf = (path: string, unit: number) => path.replace('/units/:id', `/units/${unit}`).replace(/:\w+/g, nobody)
const withModule = clientRoutes.filter(({ module }) => module !== undefined)

test('rows name existing modules', () => {
  assert.ok(withModule.length > 0)
  for (const { path, module } of withModule) assert.ok(moduleNames.includes(module as string), path)
})

suite('every row of a module', () => {
  for (const row of withModule) {
    test(`${row.method} ${row.path}: ${row.module}`, async () => {
      let refused = 0
      for (const { modules, unit, ask } of accounts) {
        const answer = await ask(row.method, urlOf(row.path, unit))
        const isHeld = modules.includes(row.module as string)
        if (isHeld) assert.notEqual(answer.status, 403, answer.text)
        else {
          assertRefused(answer, 403, 'FORBIDDEN')
          assert.match(answer.body.errors[0].message, new RegExp(`module ${row.module}\\. Contact your provider\\.`))
          refused += 1
        }
      }
      // What every plan has cannot be missing.
      const isAlways = accounts.every(({ modules }) => modules.includes(row.module as string))
      assert.equal(refused === 0, isAlways)
    })
  }
})

test('a dealer in a support session has no more of it than its client', async () => {
  const [bare] = accounts as [Held]
  for (const type of ['service', 'service_as_user']) {
    const ask = askAs(api, await serviceKey(dealer, bare.user, bare.app, type))
    const answer = await ask('GET', `/units/${bare.unit}/timeline?from=1&to=2`)
    assertRefused(answer, 403, 'FORBIDDEN')
  }
})

test('a purchase opens it at once, and its end closes it', async () => {
  const one = await owned(undefined)
  const ask = () => one.ask('GET', '/statistics?from=1772000000&to=1772086400')
  assertRefused(await ask(), 403, 'FORBIDDEN')
  const { account } = (await one.ask('GET', '/me')).body
  const until = new Date(api.ctx.clock.now().getTime() + 3_600_000)
  await giveSubscription(api.ctx, account.id, 'basic', until)
  assert.equal((await ask()).status, 200)
  api.ctx.clock.advance(3601)
  assertRefused(await ask(), 403, 'FORBIDDEN')
})
