/** A dealer's own domain is proven in DNS, and then serves only its clients. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { operator } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { type Answer, type Caller, openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { startDns } from '#testing/fakes/dns.ts'
import { aClient, type Client, goodPassword, mailTo } from '#testing/people/client.ts'
import { checkDue, loadSites, ownAnswer } from './actions.ts'

const dns = await startDns()
const publicUrl = 'https://tracking.example.net'
const api = await openApi({ WAYMARK_PUBLIC_URL: publicUrl, WAYMARK_DNS_SERVERS: dns.address })
const acting: ActorContext = { ...api.ctx, actor: operator('test') }
dns.set('tracking.example.net', 'A', '192.0.2.10')

const name = () => `${fresh('track')}.example.com`
const set = (dealer: Caller, domain: string) => dealer.ask('PUT', '/brand/domain', { domain })
const check = (dealer: Caller) => dealer.ask('POST', '/brand/domain/check')

function proves({ body }: Answer): void {
  for (const { type, name: at, value } of body.records) dns.set(at, type, value)
}

async function aSite(given?: Caller) {
  const dealer = given ?? (await api.dealer())
  const host = name()
  proves(await set(dealer, host))
  const { body } = await check(dealer)
  assert.equal(body.state, 'verified')
  return { dealer, host }
}

/** A person's navigation, or a request of a page. */
const at = (host: string, path: string, headers: Record<string, string> = {}) =>
  api.ask('GET', path, undefined, { host, ...headers })
const html = { accept: 'text/html' }
const signIn = (host: string, login: string, password = goodPassword) =>
  api.ask('POST', '/client/sessions', { login, password }, { host, 'x-waymark': '1', origin: `https://${host}` })

/** The link in an email that the client requests. */
async function linkFor(client: Client, headers: Record<string, string> = {}): Promise<string> {
  const email = `${fresh('new')}@example.com`
  const asked = await client.ask('PUT', '/me/email', { email, password: goodPassword }, headers)
  assert.ok(asked.status < 300, asked.text)
  return /https?:\S+/.exec((await mailTo(api, email))?.text ?? '')?.[0] ?? ''
}

suite('a domain is proven in DNS', () => {
  test('and the answer says which records are missing, one after the other', async () => {
    const dealer = await api.dealer()
    assert.deepEqual((await dealer.ask('GET', '/brand/domain')).body.state, 'none')
    const host = name()
    const { body } = await set(dealer, host.toUpperCase())
    assert.deepEqual([body.domain, body.state, body.url], [host, 'waiting', null])
    const [cname, txt] = body.records
    assert.deepEqual([cname.type, cname.name, cname.value], ['CNAME', host, 'tracking.example.net'])
    assert.match((await check(dealer)).body.failure, /no TXT record/)
    dns.set(txt.name, 'TXT', 'something else')
    assert.match((await check(dealer)).body.failure, /another value/)
    dns.set(txt.name, 'TXT', 'something else', txt.value)
    assert.match((await check(dealer)).body.failure, /leads nowhere/)
    dns.set(host, 'A', '192.0.2.99')
    assert.match((await check(dealer)).body.failure, /another server/)
    dns.set(host, 'A', '192.0.2.10')
    const verified = (await check(dealer)).body
    assert.deepEqual([verified.state, verified.failure, verified.url], ['verified', null, `https://${host}`])
  })

  test('where a CNAME to the installation is enough', async () => {
    const { dealer } = await aSite()
    const { body } = await dealer.ask('GET', '/brand/domain')
    assert.equal(body.state, 'verified')
  })

  test('unless it is the installation’s name, an address or nonsense', async () => {
    const dealer = await api.dealer()
    for (const domain of ['tracking.example.net', '192.0.2.1', 'https://a.example.com', 'localhost', 'a b.example']) {
      assertRefused(await set(dealer, domain), 400, 'FAILED_VALIDATION domain')
    }
  })

  test('and of two dealers who enter the same domain, the one who owns it gets it', async () => {
    const [thief, owner] = [await api.dealer(), await api.dealer('partner')]
    const host = name()
    await set(thief, host)
    const { body } = await set(owner, host)
    for (const { type, name: where, value } of body.data.records) dns.set(where, type, value)
    assert.match((await check(thief)).body.failure, /another value/)
    assert.equal((await check(owner)).body.data.state, 'verified')
    assertRefused(await set(await api.dealer(), host), 409, 'CONFLICT')
    assert.equal(api.ctx.sites.at(host)?.dealer, owner.dealer)
  })

  test('and checked when due; a lost record counts after three days, a failed lookup never', async () => {
    const { dealer, host } = await aSite()
    const [, txt] = (await dealer.ask('GET', '/brand/domain')).body.records
    const start = api.ctx.clock.now()
    const later = async (hours: number) => {
      api.ctx.clock.set(new Date(start.getTime() + hours * 3_600_000))
      await checkDue(acting)
      return (await dealer.ask('GET', '/brand/domain')).body
    }
    dns.isBroken = true
    assert.equal((await later(24 * 10)).state, 'verified')
    dns.isBroken = false
    dns.set(txt.name, 'TXT')
    assert.equal((await later(24 * 11)).state, 'failing')
    assert.ok(api.ctx.sites.at(host))
    assert.equal((await later(24 * 15)).state, 'waiting')
    assert.equal(api.ctx.sites.at(host), undefined)
    api.ctx.clock.set(start)
  })
})

suite('under a dealer’s domain', () => {
  test('its clients sign in, and those of others are refused as for a wrong password', async () => {
    const { dealer, host } = await aSite()
    const own = await aClient(api, dealer)
    const other = await api.dealer()
    const outsider = await aClient(api, other)
    const opened = await signIn(host, own.email)
    assert.equal(opened.status, 201)
    assert.match(String(opened.headers['set-cookie']), /^__Host-waymark_session=.*Secure/)
    assert.doesNotMatch(String(opened.headers['set-cookie']), /Domain=/i)
    const [refused, wrong] = [await signIn(host, outsider.email), await signIn(host, own.email, 'not the password')]
    assert.deepEqual([refused.status, refused.body.errors], [wrong.status, wrong.body.errors])
    assert.equal((await signIn('tracking.example.net', outsider.email)).status, 201)
  })

  test('a session with another dealer does not count', async () => {
    const { dealer, host } = await aSite()
    const own = await aClient(api, dealer)
    const other = await api.dealer()
    const outsider = await aClient(api, other)
    const me = (token: string) => at(host, '/client/me', { authorization: `Bearer ${token}` })
    assert.equal((await me(own.token)).status, 200)
    assertRefused(await me(outsider.token), 401, 'INVALID_TOKEN')
  })

  test('there is no console, no dealer API, no list of dealers and no metrics', async () => {
    const { dealer, host } = await aSite()
    const token = { 'x-accesstoken': dealer.token }
    for (const path of [
      ...[
        '/console',
        '/operator',
        '/docs',
        '/dealers',
        '/portal',
        '/public/dealers',
        '/metrics',
        '/openapi/client.json',
      ],
      ...['/provider/accounts', '/billing/invoices', '/console/me', '/operator/dealers', '/client/hardware/models'],
    ]) {
      assertRefused(await at(host, path, token), 404, 'ROUTE_NOT_FOUND')
    }
    const { text } = await at(host, '/console', html)
    assert.doesNotMatch(text, /Waymark|console/i)
  })

  test('links in emails point there, and to the installation again once it is removed', async () => {
    const { dealer, host } = await aSite()
    const own = await aClient(api, dealer)
    assert.ok((await linkFor(own)).startsWith(`https://${host}/email/confirm#`))
    assert.equal((await dealer.ask('DELETE', '/brand/domain')).body.state, 'none')
    assert.ok((await linkFor(own)).startsWith(`${publicUrl}/email/confirm#`))
    assert.equal((await at(host, '/client/me')).status, 401)
  })

  test('behind the dealer’s own proxy it answers as only this installation can', async () => {
    const ask = (method: string, host: string) => api.ask(method, '/.well-known/waymark-domain', undefined, { host })
    const [one, same, other] = [
      await ask('POST', 'a.example'),
      await ask('GET', 'A.example:443'),
      await ask('GET', 'b.example'),
    ]
    assert.deepEqual([one.status, one.text, same.text], [200, ownAnswer(api.ctx, 'a.example'), one.text])
    assert.notEqual(other.text, one.text)
  })

  test('a certificate is allowed for verified domains only', async () => {
    const { dealer, host } = await aSite()
    const allowed = async (domain: string) => (await at('127.0.0.1:8080', `/domain-allowed?domain=${domain}`)).status
    assert.deepEqual([await allowed(host), await allowed('other.example.com'), await allowed('')], [200, 404, 404])
    // The proxy may forward headers of someone else.
    for (const [name, value] of [
      ['x-forwarded-for', '198.51.100.7'],
      ['forwarded', 'for=198.51.100.7'],
    ] as const) {
      const { status, text } = await at('127.0.0.1:8080', `/domain-allowed?domain=${host}`, { [name]: value })
      assert.deepEqual([status, text.includes(host)], [403, false])
    }
    await dealer.ask('DELETE', '/brand/domain')
    assert.equal(await allowed(host), 404)
  })

  test('nothing is served once it is removed, even if a slow node was just reading the domains', async () => {
    const { dealer, host } = await aSite()
    const [isRead, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = api.ctx.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        isRead.resolve()
        await mayEnd.promise
        return result
      },
    })
    const late = loadSites({ ...api.ctx, db: slow })
    await isRead.promise
    await dealer.ask('DELETE', '/brand/domain')
    mayEnd.resolve()
    await late
    assert.equal(api.ctx.sites.at(host), undefined)
  })

  test('we do not force its subdomains to TLS, and its icons and manifest are its own', async () => {
    const { dealer, host } = await aSite()
    await dealer.ask('PATCH', '/brand', { app_name: 'North <Fleet>', colour: '#aa3300' })
    const manifest = await at(host, '/site/app.webmanifest')
    assert.equal(manifest.headers['strict-transport-security'], 'max-age=31536000')
    const { name: called, theme_color, icons } = JSON.parse(manifest.text)
    assert.deepEqual([called, theme_color], ['North <Fleet>', '#aa3300'])
    for (const { src, type } of icons) {
      const icon = await at(host, src)
      assert.deepEqual([icon.status, icon.headers['content-type']], [200, type])
    }
    assertRefused(await at('tracking.example.net', '/site/app.webmanifest'), 404, 'ROUTE_NOT_FOUND')
  })
})

suite('an unknown host', () => {
  test('gets a page without branding', async () => {
    for (const path of ['/', '/login', '/dealers', '/console', '/nothing']) {
      const { status, text } = await at('other.example.org', path, html)
      assert.equal(status, 404)
      assert.match(text, /Nothing here yet/)
      assert.doesNotMatch(text, /Waymark|href/)
    }
    assertRefused(await at('other.example.org', '/public/dealers'), 404, 'ROUTE_NOT_FOUND')
    assertRefused(await at('other.example.org', '/settings.json'), 404, 'ROUTE_NOT_FOUND')
  })

  test('unlocks nothing and gets into no link: the API answers as everywhere', async () => {
    const dealer = await api.dealer()
    const client = await aClient(api, dealer)
    assert.ok((await linkFor(client, { host: 'evil.example.org' })).startsWith(`${publicUrl}/email/confirm#`))
    for (const host of ['127.0.0.1:8080', 'localhost', 'waymark', '[::1]:8080', 'tracking.example.net']) {
      assert.equal((await at(host, '/settings.json')).status, 200)
    }
  })
})
