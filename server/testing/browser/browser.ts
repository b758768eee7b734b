/** A real browser on a real site: the server with its pages on its own port, and Chromium in front of it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { buildPagesIfNeeded } from '#entry/http/pages/pages.ts'
import { endsWithShare } from '../../../bin/test-share.ts'
import { openApi, type TestApi } from '../api.ts'
import { freePort } from '../ports.ts'

const root = join(import.meta.dirname, '../../..')

export interface Site extends TestApi {
  readonly url: string
}

/** The source files of the pages. */
export const builtPages = join(root, 'web/dist')

/** For a test file: everything is closed after its last test. The clock is set to now, as the browser's is. */
export async function openSite(settings: Record<string, string> = {}, dist = builtPages): Promise<Site> {
  await buildPagesOnce()
  const port = await freePort()
  const api = await openApi({ WAYMARK_HTTP_PORT: String(port), ...settings }, dist)
  api.ctx.clock.set(new Date())
  await api.app.listen({ host: '127.0.0.1', port })
  return Object.assign(api, { url: api.ctx.config.publicUrl })
}

let arePagesNew = false

/** Nobody changes their sources while tests run, and comparing all of them takes long. */
async function buildPagesOnce(): Promise<void> {
  if (arePagesNew) return
  const said: string[] = []
  await buildPagesIfNeeded(root, (sentence) => said.push(sentence))
  assert.ok(!said.some((sentence) => sentence.includes('could not')), said.join('\n'))
  arePagesNew = true
}

export const phone = { viewport: { width: 390, height: 844 } } as const

export interface Visitor {
  readonly page: Page
  /** What went wrong in the page: uncaught or logged errors, and what the content policy refused. */
  readonly troubles: readonly string[]
}

export interface Visit extends BrowserContextOptions {
  /** Whether the browser can draw maps. Without a graphics card each takes seconds, so only tests of maps have one. */
  readonly maps?: boolean
}

export interface Browsing {
  /** A person with their own browser: no cookies are shared. It is closed with the test that asks for it. */
  visitor(visit?: Visit): Promise<Visitor>
}

export async function launchChromium(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    // Tests run as root in containers; the pages they open are our own. The processor draws WebGL and the page: with an
    // emulated graphics card each frame would take a tenth of a second.
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  })
}

/** Without a graphics card every pixel of a map takes long, so it keeps its size but has a quarter of the pixels. */
const coarseMaps = "Object.defineProperty(window, 'devicePixelRatio', { value: 0.5 })"

/** As in a browser without WebGL: pages show a sentence in place of the map. */
const noMaps = `
const { getContext } = HTMLCanvasElement.prototype
HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
  return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest)
}`

let started: Browser | undefined

/**
 * One for all files of a process, because starting it takes long. We store the browser, not a promise of it: a file
 * that awaited another file's promise would add its tests to that file.
 */
async function browserOfProcess(): Promise<Browser> {
  if (started?.isConnected()) return started
  const browser = await launchChromium()
  if (endsWithShare(() => browser.close())) started = browser
  else after(() => browser.close())
  return browser
}

/** For a test file, like `openSite`. */
export async function openBrowser(): Promise<Browsing> {
  const browser = await browserOfProcess()
  return {
    async visitor({ maps = false, ...options } = {}) {
      // A bare machine has no locale that `Intl` knows.
      const context = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'UTC',
        viewport: { width: 1024, height: 640 },
        reducedMotion: 'reduce',
        // Most stories do not use it, and it loads everything a second time.
        serviceWorkers: 'block',
        ...options,
      })
      // Background work of a page ends with the test that opened it.
      after(() => context.close())
      await context.addInitScript(maps ? coarseMaps : noMaps)
      // Patience, not a measurement: on a busy machine a page takes long.
      context.setDefaultTimeout(60_000)
      return { page: await context.newPage(), troubles: watch(context) }
    },
  }
}

/** As if the person had signed in before. Other stories cover the form, so these need not fill it in. */
export const letIn = (page: Page, { url }: Site, kind: 'session' | 'console', token: string): Promise<void> =>
  page.context().addCookies([{ name: `waymark_${kind}`, value: token, url, httpOnly: true, sameSite: 'Lax' }])

function watch(context: BrowserContext): readonly string[] {
  const troubles: string[] = []
  context.on('weberror', (error) => troubles.push(String(error.error())))
  context.on('console', (message) => {
    // A story often expects a refused request, and checks that itself.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) troubles.push(message.text())
  })
  return troubles
}

interface Found {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The machine's own, or the one among our packages. `WAYMARK_TEST_BROWSER` names another, or `package` for the latter. */
async function findChromium(): Promise<Found> {
  const wanted = process.env.WAYMARK_TEST_BROWSER
  const own = wanted === 'package' ? undefined : (wanted ?? installed.find((path) => existsSync(path)))
  return own ? { executablePath: own, env: {} } : unpackedChromium()
}

/** Unpacked once per version, elsewhere, then moved into place: several test files may want it at once. */
async function unpackedChromium(): Promise<Found> {
  const text = await readFile(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')
  const folder = join(root, `node_modules/.cache/chromium-${JSON.parse(text).version}`)
  if (!existsSync(folder)) {
    const fresh = `${folder}-${process.pid}`
    await mkdir(fresh, { recursive: true })
    try {
      await unpack(fresh)
      await rename(fresh, folder).catch((error) => {
        if (!existsSync(folder)) throw error
      })
    } finally {
      await rm(fresh, { recursive: true, force: true })
    }
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { FONTCONFIG_PATH: await fontSettings(folder), LD_LIBRARY_PATH: join(folder, 'al2023/lib') },
  }
}

/** The package unpacks into the temporary folder, and its libraries only where it recognises its environment. */
const unpack = (folder: string) =>
  promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: root, env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' } },
  )

/** Its own configuration names a missing folder, and a browser without a font crashes at the first input field. */
async function fontSettings(folder: string): Promise<string> {
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`
  await mkdir(join(folder, 'fontconfig'), { recursive: true })
  await writeFile(join(folder, 'fontconfig/fonts.conf'), text)
  return join(folder, 'fontconfig')
}
