/**
 * Leaves out every module of a plan in turn: its menu entry, its page and every link to it are absent, and the pages
 * request nothing that the plan lacks. server/every-row/modules.test.ts checks that every route of the API refuses without its
 * module.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { modulesOf } from '#billing/plans/modules.ts'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { consumerApp, fleetApp, tagsApp } from '#kernel/applications.ts'
import { letIn, openBrowser, openSite, phone } from '#testing/browser/browser.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, tagsPlanId } from '#testing/builders.ts'
import { aClient, askAs, goodPassword, logIn } from '#testing/people/client.ts'

interface Entry {
  readonly address: string
  readonly views: readonly string[]
  /** If there are several, one is enough. */
  readonly module?: string | readonly string[]
}

/** The pages of the application from its menu, so that a new one is tested here. */
const menuFile = join(import.meta.dirname, '../../web/src/client/frame/menu.ts')
const { menuOf, tabsOf } = (await import(menuFile)) as {
  menuOf(modules: readonly string[]): readonly Entry[]
  tabsOf(modules: readonly string[]): { readonly tabs: readonly Entry[]; readonly more: readonly Entry[] }
}

/** What a module adds to the card of a unit. Links are found by their target. */
const parts: Readonly<Record<string, (page: Page) => Locator>> = {
  command: (page) => page.getByRole('region', { name: 'Commands' }),
  tools: (page) => page.getByRole('region', { name: 'Tools' }),
  unit_event: (page) => page.getByRole('region', { name: 'Latest events' }),
  geofence: (page) => page.getByRole('button', { name: 'Geofences on the map' }),
}

const site = await openSite()
const browser = await openBrowser()
const dealer = await site.dealer('provider')

interface Kind {
  readonly title: string
  readonly app: string
  readonly plan: object
}

const kinds: readonly Kind[] = [
  { title: 'fleet_app', app: fleetApp, plan: { managed_plan_id: '019a0000-0000-7000-8000-000000000104' } },
  {
    title: 'tags_app',
    app: tagsApp,
    plan: {
      managed_plan_id: tagsPlanId,
      quotas: { sensor: 1, gateway: 2, asset: 3, geofence: 4, unit_storage: 20480 },
    },
  },
]

const namesOf = (app: string) => modulesOf(app).map(({ name }) => name)
const chosenOf = (app: string) => modulesOf(app).flatMap(({ name, isDefault }) => (isDefault ? [] : [name]))

const pagesOf = (app: string) => menuOf(namesOf(app)).filter(({ module }) => module !== undefined)

/** All except one, and except those that need it. */
const allBut = (app: string, left: string) =>
  modulesOf(app).flatMap(({ name, isDefault, dependsOn }) =>
    isDefault || name === left || dependsOn.includes(left) ? [] : [name],
  )

/** Signs in with a plan of these modules, on a phone, where the map is loaded only when it is opened. */
async function visit({ app, plan: fields }: Kind, modules: readonly string[]) {
  const plan = await aPlan(dealer, { app_id: app, ...fields, modules })
  const account = await anActivatedAccount(site, dealer, plan.id, app)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id, { app_id: app, name: 'Unit 1' })
  const token = await logIn(site, account.user.name)
  const ask = askAs(site, token)
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  if (modules.includes('geofence')) await ask('POST', '/geofences', { name: 'Depot', shape })
  const { page, troubles } = await browser.visitor({ ...phone, maps: true })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  await letIn(page, site, 'session', token)
  await page.goto(`${site.url}/client`)
  await page.getByRole('navigation', { name: 'Main menu' }).waitFor()
  return { page, troubles, refused, unit: unit.id as number, account: account.id as number }
}

const viewOf = async (page: Page) => (await page.locator('[data-view]').first().getAttribute('data-view')) ?? ''

async function goTo(page: Page, address: string): Promise<string> {
  await page.goto(`${site.url}/client${address}`)
  await page.getByRole('main').waitFor()
  // Only the part behind the `#` differs, so nothing is loaded: the page is drawn after two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return viewOf(page)
}

/** The links on this page. */
const linksOf = (page: Page): Promise<string[]> =>
  page.getByRole('link').evaluateAll((links) => links.map((link) => (link as unknown as { hash: string }).hash))

const leadsTo = (links: readonly string[], { address }: Entry) =>
  links.some((link) => link === address || link.startsWith(`${address}/`) || link.startsWith(`${address}?`))

/** The menu including its last tab, and the card of a unit. */
async function linksEverywhere(page: Page, unit: number): Promise<string[]> {
  await goTo(page, '#/more')
  const menu = await linksOf(page)
  await goTo(page, `#/units/${unit}`)
  const card = page.getByRole('article', { name: 'Unit 1' })
  await card.getByRole('button', { name: 'Details' }).click()
  await card.getByRole('region', { name: 'Readings' }).waitFor()
  return [...menu, ...(await linksOf(page))]
}

for (const kind of kinds) {
  const { title, app } = kind
  const pages = pagesOf(app)
  /** Modules of the other application: never here, whatever the plan has. */
  const { tabs, more } = tabsOf(namesOf(app))
  const own = [...pages, ...tabs, ...more].map(({ address }) => address)
  const foreign = kinds.flatMap((other) => pagesOf(other.app)).filter(({ address }) => !own.includes(address))
  const partsOf = (module: string) => Object.entries(parts).filter(([name]) => name === module)

  suite(`a plan of ${title}`, () => {
    test('with every module has every page, and says whom to ask for more', async () => {
      const { page, troubles, refused, unit } = await visit(kind, chosenOf(app))
      const links = await linksEverywhere(page, unit)
      for (const name of chosenOf(app)) for (const [, part] of partsOf(name)) await part(page).waitFor()
      for (const entry of pages) {
        assert.ok(leadsTo(links, entry), entry.address)
        assert.ok(entry.views.includes(await goTo(page, entry.address)), entry.address)
      }
      for (const entry of foreign) assert.ok(!leadsTo(links, entry), entry.address)
      await goTo(page, '#/account')
      await page.getByText('Need more? Ask your provider.').waitFor()
      await page.getByRole('region', { name: 'Your provider' }).waitFor()
      assert.deepEqual([refused, troubles], [[], []])
    })

    for (const module of chosenOf(app)) {
      test(`without ${module} has nothing of it`, async () => {
        const modules = allBut(app, module)
        const { page, troubles, refused, unit } = await visit(kind, modules)
        const isGone = (one: string) => !modules.includes(one) && chosenOf(app).includes(one)
        const gone = pages.filter((entry) => [entry.module!].flat().every(isGone))
        for (const entry of gone) {
          assert.equal(
            await goTo(page, entry.address),
            await goTo(page, '#/units'),
            `${entry.address} leads to the list`,
          )
        }
        const links = await linksEverywhere(page, unit)
        for (const entry of pages) assert.equal(leadsTo(links, entry), !gone.includes(entry), entry.address)
        await page.getByRole('heading', { name: 'Unit 1' }).waitFor()
        for (const [, part] of partsOf(module)) assert.equal(await part(page).count(), 0, module)
        assert.deepEqual([refused, troubles], [[], []])
      })
    }
  })
}

test('a module that is removed while its page is open is gone with the next request', async () => {
  const [fleet] = kinds as [Kind]
  const { page, troubles, account } = await visit(fleet, ['statistics'])
  assert.equal(await goTo(page, '#/statistics'), 'statistics')
  await page.getByText('No data from these units in this period.').waitFor()
  const less = await aPlan(dealer, { app_id: fleetApp, ...fleet.plan, modules: [] })
  const change = { tariff_plan_id: less.id, app_id: fleetApp }
  const changed = await dealer.ask('PUT', `/accounts/${account}/client-plan`, change)
  assert.equal(changed.status, 200, changed.text)
  await page.getByLabel('Group by', { exact: true }).selectOption('month')
  await page.locator('[data-view="list"]').first().waitFor()
  await goTo(page, '#/more')
  assert.ok(!(await linksOf(page)).includes('#/statistics'))
  assert.deepEqual(troubles, [])
})

test('a dealer in a support session is offered nothing that would be refused', async () => {
  const account = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, account.id, { app_id: consumerApp, name: 'Unit 1' })
  const client = await aClient(site, dealer, account)
  await giveSubscription(site.ctx, account.id, 'premium', new Date(site.ctx.clock.now().getTime() + 86_400_000))
  const shape = { type: 'circle', center: { latitude: 50, longitude: 10 }, radius: 300 }
  const made = await client.ask('POST', '/geofences', { name: 'Depot', shape })
  assert.equal((await client.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })).status, 200)
  const link = await dealer.ask('PUT', `/users/${account.user.id}/appToken/${consumerApp}`)
  const { page, troubles } = await browser.visitor({ ...phone, maps: true })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  await page.goto((link.body.data ?? link.body).url)
  await page.getByText('is viewing this account').waitFor()
  const links = [...new Set(await linksEverywhere(page, unit.id))].filter((address) => address.startsWith('#/'))
  assert.ok(links.includes('#/geofences'), links.join())
  for (const address of [...links, `#/geofences/${made.body.id}`]) {
    await goTo(page, address)
    await page.getByRole('status', { name: 'Loading …' }).first().waitFor({ state: 'detached' })
  }
  await page.getByRole('heading', { name: 'Depot' }).waitFor()
  // A dealer must not know what would be deleted with it, so it cannot delete it.
  assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
  // The client itself has all of it.
  const { modules } = (await client.ask('GET', '/me')).body
  for (const module of ['timeline', 'statistics', 'sharing', 'notification'])
    assert.ok(modules.includes(module), module)
  assert.deepEqual([refused, troubles], [[], []])
})
