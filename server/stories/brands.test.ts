/** Two dealers under two domains in one process: a visitor of one finds no word, colour or link of the other. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { approveCompany } from '#identity/company/actions.ts'
import { sendResets } from '#identity/credentials/actions.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { seconds } from '#kernel/time/clock.ts'
import { openBrowser, openSite } from '#testing/browser/browser.ts'
import { aBill, aFleetPlan, anActivatedAccount, anAddress, aUnit } from '#testing/builders.ts'
import { startDns } from '#testing/fakes/dns.ts'
import { aClient, goodPassword, logIn, serviceKey } from '#testing/people/client.ts'
import { until } from '#testing/until.ts'

const dns = await startDns()
const site = await openSite({ WAYMARK_DNS_SERVERS: dns.address, WAYMARK_SIGN_UP: 'consumer_app' })
const browser = await openBrowser()
const { port } = new URL(site.url)
const acting: ActorContext = { ...site.ctx, actor: operator('test') }

/** Words that appear only with their dealer. */
interface Looks {
  readonly word: string
  readonly colour: string
}

const logoOf = ({ word, colour }: Looks) =>
  `data:image/svg+xml;base64,${Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><title>${word}</title><rect width="90" height="30" fill="${colour}"/></svg>`,
  ).toString('base64')}`

async function aBrand(looks: Looks) {
  const { word, colour } = looks
  const host = `${word.toLowerCase()}.localhost`
  const dealer = await site.dealer('provider')
  const links = Object.fromEntries(
    ['imprint', 'privacy', 'terms', 'help'].map((name) => [
      `${name}_url`,
      `https://www.${word.toLowerCase()}.example/${name}`,
    ]),
  )
  const email = `office@${word.toLowerCase()}.example`
  await dealer.ask('PATCH', '/company', {
    name: `${word} Tracking`,
    marketing_info: { about: `About ${word}.`, email, shown: true },
  })
  await dealer.ask('PATCH', '/company/location', { coordinates: { lat: 54, lon: 10 } })
  await approveCompany(acting, dealer.dealer)
  const brand = { logo: logoOf(looks), colour, sender_name: `${word} Team`, app_name: `${word} App`, ...links }
  assert.equal((await dealer.ask('PATCH', '/brand', brand)).status, 200)
  const { records } = (await dealer.ask('PUT', '/brand/domain', { domain: host })).body
  for (const { type, name, value } of records) dns.set(name, type, value)
  assert.equal((await dealer.ask('POST', '/brand/domain/check')).body.state, 'verified')

  const account = await anActivatedAccount(site, dealer, (await aFleetPlan(dealer)).id)
  await dealer.ask('PATCH', `/accounts/${account.id}`, { title: `${word} Logistics` })
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id, { name: `${word} Van` })
  const token = await logIn(site, account.user.name)
  const asked = (method: string, path: string, body?: unknown) =>
    site.ask(method, `/client${path}`, body, { authorization: `Bearer ${token}` })
  const until = seconds(site.ctx.clock.now()) + 3600
  const { link: share } = (await asked('POST', '/shares', { units: [unit.id], until, title: `${word} delivery` })).body
  const address = await anAddress(site, account.id)
  const bill = await aBill(dealer, account.id, { name: `${word} service` })
  await dealer.ask('POST', `/billing/cardpay-payments/${bill.id}/send?app_id=${fleetApp}`)
  const signUp = (await dealer.ask('PUT', '/sign-up-links', { enabled: true })).body.links[0].url as string
  // A client with its own address: activation, a new address and a lost password go by email.
  const person = await aClient(site, dealer)
  await person.ask('PUT', '/me/email', { email: `new-${person.email}`, password: goodPassword })
  site.ctx.clock.advance(120)
  await site.ask('POST', '/client/password-resets', { email: person.email }, { host })
  await sendResets(acting)
  const visit = await serviceKey(dealer, account.user.id, fleetApp, 'service_as_user')
  return {
    ...{ word, colour, host, dealer, account, login: address, unit, share, bill, signUp, person, visit },
    url: `http://${host}:${port}`,
    mailed: [address, person.email, `new-${person.email}`],
    // What would reveal the other dealer. Parts of one word in the other would be found too.
    marks: [word, colour, host, String(unit.ident), account.user.id, logoOf(looks).slice(-44, -12)],
  }
}

const [north, south] = [
  await aBrand({ word: 'Nordwind', colour: '#0a7d55' }),
  await aBrand({ word: 'Suedstern', colour: '#b3246b' }),
]
type Brand = typeof north

/** Every text that reaches the browser, and every link that it shows. */
async function crawl(
  own: Brand,
): Promise<{ texts: Map<string, string>; links: Set<string>; troubles: readonly string[] }> {
  const texts = new Map<string, string>()
  const links = new Set<string>()
  const { page, troubles } = await browser.visitor()
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    // Scripts and styles are the same for everyone; the built files are checked once, below.
    if (!/json|html|text\/plain|manifest|svg/.test(type)) return
    void response.text().then(
      (text) => texts.set(response.url(), text),
      () => {},
    )
  })
  // A live stream never ends, so a page is complete when everything else is.
  const pending = new Set<unknown>()
  page.on('request', (request) => {
    if (!/\/live$/.test(new URL(request.url()).pathname)) pending.add(request)
  })
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event as 'requestfinished', (request) => void pending.delete(request))
  }
  const look = async (address: string) => {
    await page.goto(address)
    await page.locator('h1, h2, main').first().waitFor()
    await until(`all that ${address} asks for`, () => pending.size === 0)
    texts.set(`page ${address}`, await page.content())
    texts.set(`title ${address}`, await page.title())
    const found = (await page.evaluate(
      "[...document.querySelectorAll('a[href], link[href], img[src]')].map((one) => one.href || one.src)",
    )) as readonly string[]
    for (const link of found) links.add(link)
  }
  const path = (place: string) => `${own.url}${place}`
  for (const place of ['/', '/login', '/reset', '/join', '/erasure', '/email/confirm', '/registration/confirm']) {
    await look(path(place))
  }
  for (const address of [own.share, own.bill.url, own.signUp]) await look(address)
  for (const place of ['/console', '/docs', '/dealers', '/nothing-here']) await look(path(place))

  await look(path('/login'))
  await page.getByLabel('Email or username').fill(own.login)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/client/)
  const menu = ['units', 'map', 'timeline', 'events', 'geofences', 'notifications', 'statistics', 'reports', 'drivers']
  for (const view of [...menu, 'sharing', 'maintenance', 'sensors', 'account', 'people', 'activity', 'more']) {
    await look(path(`/client#/${view}`))
  }
  const cookies = await page.context().cookies()
  assert.ok(cookies.length > 0)
  assert.deepEqual([...new Set(cookies.map(({ domain }) => domain))], [own.host])
  return { texts, links, troubles }
}

suite('one brand', () => {
  for (const [own, other] of [
    [north, south],
    [south, north],
  ] as const) {
    test(`${own.word} is all that its clients see`, async () => {
      const { texts, links, troubles } = await crawl(own)
      const manifest = await site.ask('GET', '/site/app.webmanifest', undefined, { host: own.host })
      for (const address of [
        ...[
          '/settings.json',
          '/favicon.ico',
          '/robots.txt',
          '/site/logo',
          '/site/icon.svg',
          '/public/dealers',
          '/map/0/0/0/0',
        ],
        ...JSON.parse(manifest.text).icons.map(({ src }: { src: string }) => src),
      ]) {
        texts.set(address, (await site.ask('GET', address, undefined, { host: own.host })).bytes.toString('latin1'))
      }
      texts.set('manifest', manifest.text)
      for (const { to, subject, text } of await listMails(site.ctx)) {
        if (!own.mailed.includes(to)) continue
        texts.set(`mail ${subject} to ${to}`, text)
        for (const [link] of text.matchAll(/https?:\/\/\S+/g)) links.add(link)
      }
      assert.ok(texts.size > 60, `${texts.size} texts`)
      for (const [where, text] of texts) {
        for (const mark of other.marks) {
          assert.ok(!text.toLowerCase().includes(mark.toLowerCase()), `${mark} in ${where}`)
        }
      }
      // Neither the installation nor the other dealer: all addresses are the dealer's own.
      const hosts = new Set([...links].filter((link) => link.startsWith('http')).map((link) => new URL(link).hostname))
      const known = [own.host, `www.${own.word.toLowerCase()}.example`, 'www.openstreetmap.org', 'openstreetmap.org']
      assert.deepEqual(
        [...hosts].filter((host) => !known.includes(host)),
        [],
      )
      assert.ok(links.has(`https://www.${own.word.toLowerCase()}.example/imprint`))
      for (const [where, title] of [...texts].filter(([name]) => name.startsWith('title '))) {
        assert.doesNotMatch(title, /Waymark/, where)
      }
      assert.equal(JSON.parse(manifest.text).name, `${own.word} App`)
      assert.deepEqual(troubles, [])
    })

    test(`under the domain of ${own.word}, nothing of the other opens`, async () => {
      const at = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        site.ask(method, path, body, { host: own.host, ...headers })
      const login = await at('POST', '/client/sessions', { login: other.login, password: goodPassword })
      assert.deepEqual([login.status, login.body.errors[0].code], [401, 'INVALID_CREDENTIALS'])
      const secret = new URL(other.share).hash.slice(1)
      assert.equal((await at('GET', '/shared', undefined, { authorization: `Bearer ${secret}` })).status, 404)
      assert.equal((await at('GET', `/sandbox/sessions/${new URL(other.bill.url).pathname.split('/')[2]}`)).status, 404)
      assert.equal((await at('POST', '/client/sessions/service', { key: other.visit })).status, 401)
      const { searchParams } = new URL(other.signUp)
      const offer = await at('POST', '/client/sign-up/offer', Object.fromEntries(searchParams))
      assert.equal(offer.status, 400)
      // The same link works where it belongs.
      const there = { host: other.host, authorization: `Bearer ${secret}` }
      assert.equal((await site.ask('GET', '/shared', undefined, there)).status, 200)
    })
  }
})
