/**
 * The built web pages. This file only serves what `web` has built and builds it when it is out of date; run directly
 * (`node server/src/entry/http/pages/pages.ts`) it is the build.
 */
import { spawn } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { originOf, type Site } from '#kernel/network/sites.ts'
import { dress, type SiteBrand } from '../scopes/sites.ts'
import { assets } from './assets.ts'

/** The address of each page, and the file that `web` builds for it. The page requests its contents separately. */
const addresses = {
  '/': 'index.html',
  '/docs': 'docs.html',
  '/pay/:id': 'pay.html',
  '/portal': 'portal.html',
  '/share': 'share.html',
  '/dealers': 'dealers.html',
  '/l': 'share.html',
  '/toolbox': 'installer.html',
  '/s': 'installer.html',
  '/client': 'client.html',
  '/login': 'client.html',
  '/reset': 'client.html',
  '/join': 'client.html',
  '/registration/acknowledgment': 'client.html',
  '/registration/confirm': 'client.html',
  '/registration/sign-up': 'client.html',
  '/email/confirm': 'client.html',
  '/erasure': 'client.html',
  '/console': 'console.html',
  '/operator': 'console.html',
} as const

/** The service workers of the applications; each is served above its application, so that it may work for it. */
const workers = ['client-worker.js', 'console-worker.js'] as const

const notBuilt = 'The pages are not built. Run npm run build.\n'

/** The operator can change them, so they are read at each request. */
export interface PageSettings {
  /** Of the installation. */
  readonly name: string
  /** A map style of another server; pages may then reach its origin. */
  readonly mapStyleUrl: string | undefined
  /** Tiles that clients may choose, if their plan has them. */
  readonly googleMaps: { readonly url: string } | undefined
  /** The source of addresses: every map names it. */
  readonly geocoder: { readonly attribution: string } | undefined
  readonly publicUrl: string
  /** Where clients sign in; links to them begin with it. */
  readonly loginUrl: string
}

/** Styles may be inline because the component library sets sizes and colours that way; scripts never are. */
function contentSecurityPolicy({ mapStyleUrl, googleMaps }: PageSettings): string {
  const maps = [mapStyleUrl, googleMaps?.url].flatMap((url) => (url ? ` ${new URL(url).origin}` : [])).join('')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${maps && ` blob:${maps}`}`,
    `connect-src 'self'${maps}`,
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

const pageHeaders = (settings: PageSettings) => ({
  'content-security-policy': contentSecurityPolicy(settings),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  // The page names its hashed assets, so a stale one would request missing files.
  'cache-control': 'no-cache',
})

interface PageOptions {
  readonly dist: string
  /** Streets from the operator's own file, in the form for pages; null: there are none. */
  readonly streets: () => Promise<object | null>
  /** Whether this installation has an operator; until then pages say how to become the first. */
  readonly hasOperator: () => Promise<boolean>
  /** What pages show under a dealer's own domain. */
  readonly brandOf: (site: Site) => Promise<SiteBrand>
  readonly settings: PageSettings
}

export const arePagesBuilt = (dist: string): boolean =>
  [...Object.values(addresses), ...workers].every((file) => existsSync(join(dist, file)))

export function pages(app: FastifyInstance, options: PageOptions): void {
  if (arePagesBuilt(options.dist)) servePages(app, options)
  else refusePages(app, options.settings)
  // What a page has to know before anyone has signed in.
  const { settings } = options
  app.get('/settings.json', async ({ site }) => ({
    name: site ? (await options.brandOf(site)).name : settings.name,
    streets: await options.streets(),
    has_operator: await options.hasOperator(),
    map_style_url: settings.mapStyleUrl ?? null,
    public_url: site ? originOf(settings, site.host) : settings.publicUrl,
    login_url: site ? originOf(settings, site.host) : settings.loginUrl,
    // Plans may include it, and pages then say that it cannot be shown.
    google_maps: settings.googleMaps !== undefined,
    geocoder_attribution: settings.geocoder?.attribution ?? null,
  }))
}

function servePages(app: FastifyInstance, { dist, settings, brandOf }: PageOptions): void {
  assets(app, join(dist, 'assets'), () => ({
    'x-content-type-options': 'nosniff',
    // A worker is bound by the policy of its own file, not by that of its page.
    'content-security-policy': contentSecurityPolicy(settings),
  }))
  const serve = (address: string, file: string, type: string) =>
    app.get(address, async (request, reply) => {
      const { site } = request
      // The front page is the installation's; a dealer's domain has only the application.
      if (site && address === '/') return reply.redirect('/client', 302)
      const built = await readFile(join(dist, file))
      const page = site && file.endsWith('.html') ? dress(built.toString(), await brandOf(site)) : built
      const etag = `"${hash('sha256', page, 'base64url')}"`
      reply.headers(pageHeaders(settings)).header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type(type).send(page)
    })
  for (const [address, file] of Object.entries(addresses)) serve(address, file, 'text/html; charset=utf-8')
  for (const file of workers) serve(`/${file}`, file, 'text/javascript; charset=utf-8')
}

function refusePages(app: FastifyInstance, settings: PageSettings): void {
  for (const address of Object.keys(addresses)) {
    app.get(address, (_request, reply) =>
      reply.code(503).headers(pageHeaders(settings)).type('text/plain; charset=utf-8').send(notBuilt),
    )
  }
}

/**
 * Builds the pages if `web/dist` is missing or was built from other sources. Trackers and the API do not need the
 * pages, so a failed build is logged and does not reject.
 */
export async function buildPagesIfNeeded(root: string, log: (sentence: string) => void): Promise<void> {
  // A release has the pages, and neither their sources nor the tools that build them.
  if (!existsSync(join(root, 'web', 'vite.config.ts'))) return
  try {
    const stamp = await stampOf(root)
    if ((await readStamp(root)) === stamp) return
    log('Building the pages …')
    await build(root, stamp)
  } catch (error) {
    log(`The pages could not be built: ${error instanceof Error ? error.message : error}`)
  }
}

const distOf = (root: string) => join(root, 'web', 'dist')
const stampFile = (folder: string) => join(folder, '.stamp')

const readStamp = (root: string): Promise<string | undefined> =>
  readFile(stampFile(distOf(root)), 'utf8').catch(() => undefined)

/** A hash over everything the build reads: the sources by path and content, and the versions of its tools. */
async function stampOf(root: string): Promise<string> {
  const web = join(root, 'web')
  const isMade = ({ name }: { name: string }) => name === 'node_modules' || name === 'dist' || name.endsWith('.tmp')
  const names: string[] = []
  for await (const entry of glob('**/*', { cwd: web, withFileTypes: true, exclude: isMade })) {
    if (entry.isFile()) names.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  // The names and units of parameters are the only thing that pages take from another workspace.
  for (const name of [join(root, 'package-lock.json'), join(root, 'devices/values/parameters.ts'), ...names.sort()]) {
    const content = await readFile(name)
    hash.update(`${name.slice(root.length)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The new pages are built in a separate folder and replace the old ones completely, stamped, or not at all. */
async function build(root: string, stamp: string): Promise<void> {
  const fresh = join(root, 'web', `dist-${process.pid}.tmp`)
  try {
    await mkdir(fresh, { recursive: true })
    await runVite(join(root, 'web'), fresh)
    await writeFile(stampFile(fresh), stamp)
    await rm(distOf(root), { recursive: true, force: true })
    await rename(fresh, distOf(root)).catch(async (error) => {
      // Another start may have put the same pages in place a moment earlier.
      if ((await readStamp(root)) !== stamp) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/** In its own process: otherwise the bundler's memory would stay with a server that runs for months. */
async function runVite(web: string, outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(Buffer.concat(output).toString().trim() || `vite ended with ${code}`)),
    )
  })
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../../../../..')
  const stamp = await stampOf(root)
  const isGood = process.argv.includes('--if-needed') && (await readStamp(root)) === stamp
  if (!isGood) await build(root, stamp)
}
