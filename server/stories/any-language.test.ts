/**
 * Prepares every page of consoles and client applications for a further language, on a desktop and on a phone: finds
 * texts that no catalogue has, texts that are cut off where words are longer, and layouts that do not mirror for
 * right-to-left readers.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import type { Page } from 'playwright-core'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp, tagsApp } from '#kernel/applications.ts'
import { letIn, phone } from '#testing/browser/browser.ts'
import { openConsoles } from '#testing/browser/console.ts'
import { aFleetPlan, anActivatedAccount, aUnit, received } from '#testing/builders.ts'
import { type Look, lookAt, speakPseudo } from '#testing/checks/pseudo.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'
import { aPng, aTagsClient } from '#testing/people/tags.ts'
import { until } from '#testing/until.ts'
import { recordUnknownDevice } from '#tracking/unclaimed-devices/actions.ts'

const consoles = await openConsoles()
const { site, dealer } = consoles
const now = Math.floor(site.ctx.clock.now().getTime() / 1000)
const web = join(import.meta.dirname, '../../web/src')

/** Data for these pages contains no words, so that every word on them comes from a catalogue. */
async function fill() {
  const plan = await aFleetPlan(dealer)
  const account = await anActivatedAccount(site, dealer, plan.id)
  await dealer.ask('PATCH', `/accounts/${account.id}`, { title: '2000' })
  const unit = await aUnit(dealer, account.id, { name: '3000', ident: '356307042441013' })
  const stays = { 'position.latitude': 54.7, 'position.longitude': 25.3, 'engine.ignition.status': true }
  await received(site, unit, [
    { timestamp: now - 120, 'position.speed': 0, ...stays },
    { timestamp: now - 60, 'position.speed': 50, 'can.fuel.level': 41, ...stays },
  ])
  const console = (method: string, path: string, body?: object) =>
    site.ask(method, `/console${path}`, body, { 'x-accesstoken': dealer.token })
  const lines = [{ description: '1', quantity: 2, unit_amount: 4999, discount_rate: 0, tax_rate: 1900 }]
  const invoice = { account_id: account.id, is_draft: false, currency: 'eur', due_on: null, note: null, lines }
  const bill = { app_id: fleetApp, account_id: account.id, name: '5000' }
  const statement = { dry_run: false, name: '1.csv', currency: 'eur', columns: null }
  const webhook = { url: 'https://hooks.example.com/1', description: '6000', types: ['bill.paid'] }
  const made = [
    await console('POST', '/client-invoices', invoice),
    await dealer.ask('POST', '/billing/cardpay-payments', {
      ...{ ...bill, prices: [{ quantity: 2, unit_amount: 1250, currency: 'eur', name: '1' }] },
    }),
    await console('POST', '/bank-statements', {
      ...{ ...statement, content: 'Date,Amount,Payer,IBAN,Purpose\n2026-01-05,12.50,1,LT121000011101001000,2\n' },
    }),
    await dealer.ask('POST', '/webhooks', webhook),
  ]
  for (const { status, text } of made) assert.ok(status < 300, text)
  await dealer.ask('PUT', `/users/${account.user.id}/password`, {
    ...{ new_password: goodPassword, repeat_password: goodPassword },
  })
  const token = await logIn(site, account.user.name)
  const client = askAs(site, token)
  const centre = { latitude: 54.7, longitude: 25.3 }
  for (const [method, path, body] of [
    ['POST', '/geofences', { name: '7000', shape: { type: 'circle', center: centre, radius: 300 } }],
    ['POST', '/drivers', { name: '7100' }],
    ['POST', '/notification-rules', { name: '7200', condition: { type: 'silence', minutes: 60 } }],
    ['POST', '/notification-channels', { kind: 'mail', name: '7300', address: '1@example.com' }],
    ['POST', '/groups', { name: '7400' }],
    ['POST', `/units/${unit.id}/sensors`, { name: '7500', formula: 'position.speed' }],
    ['POST', `/units/${unit.id}/services`, { name: '7600', every_days: 30 }],
    ['POST', '/saved-reports', { name: '7700', kind: 'trips' }],
    ['POST', '/shares', { title: '7800', units: [unit.id], until: now + 86_400 }],
    ['PUT', `/units/${unit.id}/logbook`, { on: true, tz: 'UTC', other_kind: 'business' }],
    ['PATCH', `/units/${unit.id}/vehicle`, { plate: '1 23' }],
  ] as const) {
    const { status, text } = await client(method, path, body)
    assert.ok(status < 300, `${path}: ${text}`)
  }
  const unclaimed = { ident: '356307042441021', protocol: protocolByName('teltonika'), address: '192.0.2.1' }
  await recordUnknownDevice(site.ctx, { ...unclaimed, frame: Buffer.of(1), preview: [] })
  const chosen = modulesOf(tagsApp).flatMap(({ name, isDefault }) => (isDefault ? [] : [name]))
  const tags = await aTagsClient(site, dealer, chosen)
  await aUnit(dealer, tags.account, { app_id: tagsApp, name: '8000' })
  const building = await tags.ask('POST', '/buildings', { name: '8100' })
  const floor = await tags.ask('POST', `/buildings/${building.body.id}/floors`, { name: '8200' })
  await tags.send(`/floors/${floor.body.id}/plan`, aPng())
  await tags.ask('POST', '/assets', { name: '8300' })
  await tags.ask('POST', '/labels', { name: '8400' })
  return { unit: unit.id, client: token, tags: tags.token, bill: made[1]!.body.id, account: account.id }
}
const filled = await fill()

/** Words that are the same in all languages, or that the browser formats in the reader's own. */
const months = Array.from({ length: 12 }, (_, month) => new Date(2026, month, 1))
const days = Array.from({ length: 7 }, (_, day) => new Date(2026, 0, day + 1))
const lengths = ['long', 'short'] as const
const relative = new Intl.RelativeTimeFormat('en-GB')
const times = ['second', 'minute', 'hour', 'day'] as const
const written = [
  ...lengths.flatMap((month) => months.map((date) => new Intl.DateTimeFormat('en-GB', { month }).format(date))),
  ...lengths.flatMap((weekday) => days.map((date) => new Intl.DateTimeFormat('en-GB', { weekday }).format(date))),
  ...times.flatMap((unit) => [-2, -1, 1, 2].map((count) => relative.format(count, unit))),
]
/** Data of the installation: plans and prices, dealer and people, makers and protocols. */
const data = [
  'Dealer provider A owner operator First token Starter Lite Advanced Trial Tags trial Basic Service fee free basic premium',
  'The monthly fee for the full fleet application Confirm this address for notifications',
  'Tags Asset that gateways hear Teltonika teltonika codec and tags mobile true lightMyRequest',
]
const units = 'km mph min ms kB KB MB GB dBm UTC GMT EUR XLSX PDF CSV GET DE Waymark English Deutsch'
const known = new Set([...written, ...data, units].flatMap((line) => line.match(/\p{L}{2,}/gu) ?? []))
/** Codes, addresses, names with a number: they are not translated. */
const isCode = (word: string) => /\d|\w[._/@:#-]\w|^\//.test(word)
const isKnown = (text: string): boolean =>
  text.split(/\s+/).every((word) => isCode(word) || (word.match(/\p{L}{2,}/gu) ?? []).every((part) => known.has(part)))
/** The server's texts about refusals, checks and bytes, names of models and protocols, fields of audited changes. */
const isOfServer = (place: string, text: string): boolean =>
  /^Only .+\. (Ask|Choose) .+\.$/.test(text) || /^\/(catalogue|checks)|\/(traffic|history|audit)$/.test(place)

type Findings = Readonly<Record<keyof Look, Map<string, string>>>

const desktop = { viewport: { width: 1280, height: 800 } } as const
const kinds = ['unmarked', 'clipped', 'overflowing', 'turned'] as const

/** Waits until the page is complete: nothing more is loading, and everything is drawn. */
async function settle(page: Page, open: ReadonlySet<unknown>): Promise<void> {
  await until('the page is there', async () => {
    if (open.size > 0) return false
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    return (
      open.size === 0 &&
      !(await page.evaluate("document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root')"))
    )
  })
}

const placesOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate("[...document.querySelectorAll('a[href^=\"#/\"]')].map((link) => link.getAttribute('href').slice(1))")

/** `/clients/17/plan?sort=x` and `/clients/4/plan` are the same page. */
const shapeOf = (place: string): string => place.replace(/\?.*/, '').replaceAll(/\/(?=[^/]*\d)[^/]+/g, '/:id')

const nothing = (): Findings => ({ unmarked: new Map(), clipped: new Map(), overflowing: new Map(), turned: new Map() })

function nothingIn(findings: Findings): void {
  const found = kinds.map((kind) => [kind, [...findings[kind]].map(([text, place]) => `${place}: ${text}`)])
  assert.deepEqual(Object.fromEntries(found), { unmarked: [], clipped: [], overflowing: [], turned: [] })
}

/** On a desktop, and then on a phone. */
async function lookHere(page: Page, place: string, open: ReadonlySet<unknown>, findings: Findings): Promise<void> {
  for (const size of [desktop.viewport, phone.viewport]) {
    await page.setViewportSize(size)
    await settle(page, open)
    const look = await lookAt(page)
    for (const kind of kinds)
      for (const text of look[kind]) {
        if (kind === 'unmarked' && (isKnown(text) || isOfServer(place, text))) continue
        if (!findings[kind].has(text)) findings[kind].set(text, `${place} ${size.width}`)
      }
  }
  await page.setViewportSize(desktop.viewport)
}

/** The pending requests of a page. */
function waitingOf(page: Page): ReadonlySet<unknown> {
  const open = new Set<unknown>()
  page.on(
    'request',
    (request) => ['fetch', 'script', 'stylesheet'].includes(request.resourceType()) && open.add(request),
  )
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Follows every link, one of each kind. */
async function lookEverywhere(page: Page, seeds: readonly string[]): Promise<readonly string[]> {
  const [open, findings] = [waitingOf(page), nothing()]
  const places = new Map(seeds.map((place) => [shapeOf(place), place]))
  for (const place of places.values()) {
    await page.goto(new URL(`#${place}`, page.url()).href)
    await lookHere(page, place, open, findings)
    for (const next of await placesOn(page)) if (!places.has(shapeOf(next))) places.set(shapeOf(next), next)
  }
  nothingIn(findings)
  return [...places.keys()]
}

async function enter(address: string, kind: 'session' | 'console', token: string): Promise<Page> {
  const { page } = await consoles.signedOut()
  await speakPseudo(page.context())
  await letIn(page, site, kind, token)
  await page.goto(`${site.url}/${address}`)
  await page.getByRole('navigation').first().waitFor({ state: 'attached' })
  return page
}

/** Every pattern of these lists of pages was opened. */
function allOf(lists: string, opened: readonly string[]): void {
  const patterns = globSync(lists, { cwd: join(web, 'console') })
    .flatMap((file) => [...readFileSync(join(web, 'console', file), 'utf8').matchAll(/path: '(\/[^']+)'/g)])
    .map(([, pattern = '']) => pattern)
  const missing = patterns.filter((pattern) => {
    const shape = new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`)
    return !opened.some((place) => shape.test(place))
  })
  assert.deepEqual(missing, [])
}

suite('in a longer language, and from right to left', () => {
  test('the dealer’s console', async () => {
    const { token } = await aPerson(site, dealer.dealer, 'owner')
    const page = await enter('console', 'console', token)
    const opened = await lookEverywhere(page, [
      ...['/', '/clients/new', '/clients/invitations', '/plans/new', '/bank/new', '/bills/new', '/invoices/new'],
      ...['/units/new', '/units/import', '/units/map', '/models/101', '/figures/silent', '/team/audit', '/login'],
      ...[`/bills/${filled.bill}?account_id=${filled.account}`],
    ])
    allOf('!(operator)/pages.tsx', opened)
  })

  test('the operator’s console', async () => {
    const { token } = await aPerson(site, null, 'operator')
    const page = await enter('operator', 'console', token)
    const opened = await lookEverywhere(page, ['/', '/dealers/new', '/plans/new', '/set-up'])
    allOf('operator/pages.tsx', opened)
  })

  test('the client’s application', async () => {
    const page = await enter('client', 'session', filled.client)
    await lookEverywhere(page, ['/units', '/more', '/geofences/new', '/people', '/activity', '/groups', '/add'])
  })

  test('the application for tags', async () => {
    const page = await enter('client', 'session', filled.tags)
    await lookEverywhere(page, ['/assets', '/more', '/labels'])
  })

  test('pages before signing in', async () => {
    const { page } = await consoles.signedOut()
    await speakPseudo(page.context())
    const [open, findings] = [waitingOf(page), nothing()]
    for (const address of ['console', 'login', 'reset']) {
      await page.goto(`${site.url}/${address}`)
      await page.locator('form').waitFor()
      await lookHere(page, address, open, findings)
    }
    nothingIn(findings)
  })
})
