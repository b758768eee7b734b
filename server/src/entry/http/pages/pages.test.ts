import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { noBrand } from '#identity/company/brand.ts'
import { buildPagesIfNeeded, type PageSettings, pages } from './pages.ts'

async function aFolder(t: TestContext, files: Record<string, string | Buffer> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-pages-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

/** Like the real one, it sets the headers of the API on every answer and refuses unknown paths by throwing. */
async function anInstallation(t: TestContext, dist: string, settings: Partial<PageSettings> = {}) {
  const app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' })
  })
  app.setErrorHandler((error: Error, _request, reply) => reply.code(404).send({ errors: [{ code: error.message }] }))
  app.setNotFoundHandler(async () => {
    throw new Error('ROUTE_NOT_FOUND')
  })
  t.after(() => app.close())
  pages(app, {
    dist,
    streets: async () => null,
    hasOperator: async () => true,
    brandOf: async () => ({ ...noBrand, name: 'A dealer' }),
    settings: {
      name: 'Waymark',
      mapStyleUrl: undefined,
      googleMaps: undefined,
      geocoder: undefined,
      publicUrl: 'https://waymark.example',
      loginUrl: 'https://login.waymark.example',
      ...settings,
    },
  })
  return app
}

const built = {
  'dist/index.html': '<!doctype html><title>Front</title>',
  'dist/docs.html': '<!doctype html><title>Reference</title>',
  'dist/pay.html': '<!doctype html><title>Payment</title>',
  'dist/dealers.html': '<!doctype html><title>Dealers</title>',
  'dist/share.html': '<!doctype html><title>Shared units</title>',
  'dist/installer.html': '<!doctype html><title>Tracker</title>',
  'dist/portal.html': '<!doctype html><title>Invoices</title>',
  'dist/client.html': '<!doctype html><title>Client</title>',
  'dist/console.html': '<!doctype html><title>Console</title>',
  'dist/client-worker.js': 'client()',
  'dist/console-worker.js': 'console()',
  'dist/.stamp': 'abc',
  'dist/assets/front-1a2b.js': 'front()',
  'dist/assets/front-1a2b.js.gz': gzipSync('front()'),
  'dist/assets/.hidden': 'hidden',
  'secret.txt': 'secret',
}

for (const [address, title] of [
  ['/', 'Front'],
  ['/docs', 'Reference'],
  ['/pay/cs_1', 'Payment'],
  ['/portal', 'Invoices'],
  ['/share', 'Shared units'],
  ['/dealers', 'Dealers'],
  ['/l', 'Shared units'],
  ['/toolbox', 'Tracker'],
  ['/s', 'Tracker'],
  ['/client', 'Client'],
  ['/login', 'Client'],
  ['/reset?token=abc', 'Client'],
  ['/registration/acknowledgment?client_id=1&login=a&login_key=b', 'Client'],
  ['/registration/confirm?token=abc', 'Client'],
  ['/registration/sign-up?client_id=1&key=k', 'Client'],
  ['/email/confirm?token=abc', 'Client'],
  ['/erasure', 'Client'],
  ['/console', 'Console'],
  ['/operator', 'Console'],
] as const) {
  test(`${address} is a page that is revalidated and may run only its own scripts`, async (t) => {
    const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
    const answer = await app.inject(address)
    assert.equal(answer.statusCode, 200)
    assert.match(answer.body, new RegExp(title))
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.equal(answer.headers['cache-control'], 'no-cache')
    assert.equal(
      answer.headers['content-security-policy'],
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
        "connect-src 'self'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['referrer-policy'], 'no-referrer')
  })
}

for (const name of ['client', 'console']) {
  test(`the service worker of ${name} is revalidated each time, and reaches only this installation`, async (t) => {
    const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
    const answer = await app.inject(`/${name}-worker.js`)
    assert.deepEqual([answer.statusCode, answer.body], [200, `${name}()`])
    assert.match(String(answer.headers['content-type']), /^text\/javascript/)
    assert.equal(answer.headers['cache-control'], 'no-cache')
    assert.match(String(answer.headers['content-security-policy']), /connect-src 'self';/)
  })
}

test('pages learn of a map style of another server, and only its origin may be reached', async (t) => {
  const mapStyleUrl = 'https://maps.example:8443/styles/plain.json?key=1'
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'), { mapStyleUrl })
  const settings = await app.inject('/settings.json')
  assert.deepEqual(settings.json(), {
    streets: null,
    has_operator: true,
    name: 'Waymark',
    map_style_url: mapStyleUrl,
    public_url: 'https://waymark.example',
    login_url: 'https://login.waymark.example',
    google_maps: false,
    geocoder_attribution: null,
  })
  const policy = String((await app.inject('/client')).headers['content-security-policy'])
  assert.match(policy, /; img-src 'self' data: blob: https:\/\/maps\.example:8443; /)
  assert.match(policy, /; connect-src 'self' https:\/\/maps\.example:8443; /)
  assert.match(policy, /; script-src 'self'; /)
})

test('tiles that clients may choose can be reached in addition to a style of another server', async (t) => {
  const maps = { mapStyleUrl: 'https://maps.example/style.json', googleMaps: { url: 'https://tiles.example' } }
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'), maps)
  assert.equal((await app.inject('/settings.json')).json().google_maps, true)
  const policy = String((await app.inject('/client')).headers['content-security-policy'])
  assert.match(policy, /; img-src 'self' data: blob: https:\/\/maps\.example https:\/\/tiles\.example; /)
  assert.match(policy, /; connect-src 'self' https:\/\/maps\.example https:\/\/tiles\.example; /)
})

test('without one the pages know that too', async (t) => {
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
  const settings = await app.inject('/settings.json')
  assert.deepEqual(settings.json(), {
    streets: null,
    has_operator: true,
    name: 'Waymark',
    map_style_url: null,
    public_url: 'https://waymark.example',
    login_url: 'https://login.waymark.example',
    google_maps: false,
    geocoder_attribution: null,
  })
})

test('an unchanged page is not sent again', async (t) => {
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
  const { headers } = await app.inject('/')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  assert.equal(again.statusCode, 304)
})

test('a browser caches an asset for good', async (t) => {
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
  const answer = await app.inject('/assets/front-1a2b.js')
  assert.equal(answer.body, 'front()')
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  // The map's worker fetches; the policy of the API would forbid that.
  assert.match(String(answer.headers['content-security-policy']), /connect-src 'self'/)
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
})

test('an asset is sent compressed if the browser accepts it', async (t) => {
  const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
  const answer = await app.inject({ url: '/assets/front-1a2b.js', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(answer.headers['content-encoding'], 'gzip')
  assert.match(String(answer.headers['content-type']), /javascript/)
  assert.match(String(answer.headers.vary), /accept-encoding/i)
  assert.equal(gunzipSync(answer.rawPayload).toString(), 'front()')
})

for (const address of [
  '/index.html',
  '/docs.html',
  '/client.html',
  '/pay',
  '/pay/a/b',
  '/.stamp',
  '/assets',
  '/assets/',
  '/assets/.hidden',
  '/assets/missing.js',
  '/assets/../index.html',
  '/assets/../../secret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/src/front/main.tsx',
]) {
  test(`${address} does not exist`, async (t) => {
    const app = await anInstallation(t, join(await aFolder(t, built), 'dist'))
    const answer = await app.inject(address)
    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { errors: [{ code: 'ROUTE_NOT_FOUND' }] })
  })
}

test('without built pages the installation says how to build them', async (t) => {
  const app = await anInstallation(t, join(await aFolder(t), 'dist'))
  for (const address of ['/', '/docs']) {
    const answer = await app.inject(address)
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.body, 'The pages are not built. Run npm run build.\n')
    assert.match(String(answer.headers['content-type']), /^text\/plain/)
  }
})

/** A stand-in for the bundler: it writes one page, or fails on request. */
const bundler = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const source = readFileSync('src/page.ts', 'utf8')
if (source === 'broken') { console.error('page.ts is broken'); process.exit(1) }
const out = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(out, { recursive: true })
writeFileSync(out + '/index.html', source)
`
const sources = {
  'package-lock.json': '{}',
  'devices/values/parameters.ts': '',
  'web/package.json': '{}',
  'web/src/page.ts': 'first',
  'node_modules/vite/package.json': '{ "name": "vite", "type": "module" }',
  'web/vite.config.ts': 'export default {}',
  'node_modules/vite/bin/vite.js': bundler,
}
const page = (root: string) => readFile(join(root, 'web/dist/index.html'), 'utf8')

test('the pages are built once, and again only after a change of sources or versions', async (t) => {
  const root = await aFolder(t, sources)
  const said: string[] = []
  const start = () => buildPagesIfNeeded(root, (sentence) => said.push(sentence))

  await start()
  assert.equal(await page(root), 'first')
  await start()
  assert.deepEqual(said, ['Building the pages …'])

  await writeFile(join(root, 'web/src/page.ts'), 'second')
  await start()
  assert.equal(await page(root), 'second')

  await writeFile(join(root, 'package-lock.json'), '{ "lockfileVersion": 3 }')
  await start()
  await start()
  assert.equal(said.length, 3)
})

test('a release, which has no sources of pages, builds nothing', async (t) => {
  const root = await aFolder(t, { 'package-lock.json': '{}', 'web/dist/index.html': 'built' })
  await buildPagesIfNeeded(root, assert.fail)
  assert.equal(await page(root), 'built')
})

test('a failed build is reported, and the former pages stay', async (t) => {
  const root = await aFolder(t, sources)
  const said: string[] = []
  await buildPagesIfNeeded(root, () => {})
  await writeFile(join(root, 'web/src/page.ts'), 'broken')
  await buildPagesIfNeeded(root, (sentence) => said.push(sentence))
  assert.equal(said.at(-1), 'The pages could not be built: page.ts is broken')
  assert.equal(await page(root), 'first')
  assert.deepEqual((await readdir(join(root, 'web'))).sort(), ['dist', 'package.json', 'src', 'vite.config.ts'])
})

test('without the bundler the installation still starts and says what is missing', async (t) => {
  const { 'node_modules/vite/package.json': _, 'node_modules/vite/bin/vite.js': __, ...rest } = sources
  const root = await aFolder(t, rest)
  const said: string[] = []
  await buildPagesIfNeeded(root, (sentence) => said.push(sentence))
  assert.match(said.at(-1) ?? '', /^The pages could not be built: .*vite/s)
  assert.equal(existsSync(join(root, 'web/dist')), false)
})
