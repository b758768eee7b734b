/** `npm run tour`: opens the pages of consoles and clients on a fresh demo installation and saves pictures of them in docs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import type { DemoDealer } from '#entry/demo/demo.ts'
import { launchChromium } from '#testing/browser/browser.ts'
import { freePort, freePorts } from '#testing/ports.ts'
import { fill, type Ids, type TourSite } from './tour-data.ts'
import { clientStops, dealerStops, operatorStops, type Stop, tagsStops } from './tour-places.ts'

const help = `Usage: npm run tour -- [options]

Starts a demo installation in a temporary folder, fills it through its API, opens the pages of a dealer, of the operator
and of clients in Chromium, on a desktop and on a phone, and writes docs/screenshots/tour and docs/tour.md.

Options
  --only NAME  one stop, such as clients; docs/tour.md stays as it is
  --dark       in dark mode
  --out DIR    another folder for the pictures; docs/tour.md stays as it is
  --help       this text`

const root = join(import.meta.dirname, '../..')
const sizes = [
  { suffix: '', viewport: { width: 1280, height: 800 } },
  { suffix: '-phone', viewport: { width: 390, height: 844 } },
] as const

/** An hour west of the fleet: pictures taken after midnight still show a day with data. */
const zone = 'Atlantic/Azores'

const options = {
  only: { type: 'string' },
  dark: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean' },
} as const

function readOptions() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`)
    return process.exit(64)
  }
}

const given = readOptions()
if (given.help) {
  console.log(help)
  process.exit(0)
}

async function start(folder: string): Promise<{ child: ChildProcess; site: TourSite }> {
  const [port, gatewayPort] = [await freePort(), await freePorts()]
  const child = spawn(process.execPath, [join(root, 'server/src/entry/main.ts')], {
    env: {
      ...process.env,
      WAYMARK_DATA: folder,
      WAYMARK_HTTP_PORT: String(port),
      WAYMARK_GATEWAY_PORT: String(gatewayPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isReady = await new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(false))
    // Read to the end: a process that writes to a closed pipe dies.
    child.stdout.on('data', (part) => String(part).includes('Waymark is ready') && resolve(true))
  })
  if (!isReady) throw new Error('The installation did not start.')
  const demo = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8')) as readonly DemoDealer[]
  return { child, site: { url: `http://127.0.0.1:${port}`, gatewayPort, demo } }
}

interface Visit {
  readonly title: string
  readonly path: '/console' | '/operator' | '/client'
  readonly login: string
  readonly password: string
  readonly stops: readonly Stop[]
}

const titles = {
  dealer: 'The dealer’s console, `/console`',
  operator: 'The operator’s console, `/operator`',
  client: 'A client with vehicles, `/client`',
  tags: 'A client with tags, `/client`',
} as const
const stopsOf = { dealer: dealerStops, operator: operatorStops, client: clientStops, tags: tagsStops } as const

function visitsOf([provider]: readonly DemoDealer[]): readonly Visit[] {
  const demo = provider!
  const visit = (who: keyof typeof titles, path: Visit['path'], login: string | null, password: string | null) => ({
    title: titles[who],
    stops: stopsOf[who],
    path,
    login: login!,
    password: password!,
  })
  return [
    visit('dealer', '/console', demo.owner_login, demo.owner_password),
    visit('operator', '/operator', demo.operator_login, demo.operator_password),
    visit('client', '/client', demo.client_login, demo.client_password),
    visit('tags', '/client', demo.tags_client_login ?? null, demo.client_password),
  ]
}

/** Long enough for animations to end. */
const settleMs = 2_500
/** Maps are drawn without a graphics card: wait until one shows anything, and then until its last tile is drawn. */
const mapMaxMs = 120_000
const mapMs = 15_000

async function take(page: Page, stop: Stop, address: string, file: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('main').first().waitFor()
  await page.locator('[role=status][aria-label^="Loading"]').first().waitFor({ state: 'detached' })
  await wait(settleMs)
  if (await page.locator('[data-drawn]:visible').count()) {
    await page.locator('[data-drawn] > [data-loaded]:visible').first().waitFor({ timeout: mapMaxMs })
    await wait(mapMs)
  }
  const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  if (over) console.error(`${stop.name}: ${over} pixels wider than the window`)
  await page.screenshot({ path: file })
}

async function walk(browser: Browser, { url, demo }: TourSite, ids: Ids, folder: string): Promise<void> {
  for (const { path, login, password, stops } of visitsOf(demo)) {
    for (const { suffix, viewport } of sizes) {
      const context = await browser.newContext({
        viewport,
        locale: 'en-GB',
        timezoneId: zone,
        reducedMotion: 'reduce',
        colorScheme: given.dark ? 'dark' : 'light',
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`))
      await context.request.post(`${url}${path === '/client' ? path : '/console'}/sessions`, {
        data: { login, password },
        headers: { 'x-waymark': '1' },
      })
      for (const stop of stops.filter(({ name }) => given.only === undefined || name === given.only)) {
        const address = `${url}${path}#${stop.place(ids)}`
        await take(page, stop, address, join(folder, `${stop.name}${suffix}.png`))
      }
      await context.close()
    }
  }
}

const section = ({ name, title, sentence }: Stop) => `### ${title}

${sentence}

<img src="screenshots/tour/${name}.png" width="640" alt="${title}"> <img src="screenshots/tour/${name}-phone.png" width="195" alt="${title}, on a phone">
`

const text = () => `# A tour

Both consoles and the pages of two clients, on a desktop and on a phone. \`npm run tour\` takes these pictures on a demo
installation. Every page has its own address and a dark mode. In the consoles, every page can show its API calls as \`curl\`
([decision 0043](decisions/0043-consoles.md)).

${Object.entries(titles)
  .map(([who, title]) => `## ${title}\n\n${stopsOf[who as keyof typeof titles].map(section).join('\n')}`)
  .join('\n')}`

const data = await mkdtemp(join(tmpdir(), 'waymark-tour-'))
const folder = given.out ?? join(root, 'docs/screenshots/tour')
const isWhole = given.only === undefined && given.out === undefined
let child: ChildProcess | undefined
let browser: Browser | undefined
try {
  await mkdir(folder, { recursive: true })
  if (isWhole) for (const file of await readdir(folder)) await rm(join(folder, file))
  const started = await start(data)
  child = started.child
  console.log('Filling the installation …')
  const ids = await fill(started.site)
  // The fleet drives a little before the pictures are taken.
  await wait(30_000)
  browser = await launchChromium()
  console.log('Taking pictures …')
  await walk(browser, started.site, ids, folder)
  if (isWhole) await writeFile(join(root, 'docs/tour.md'), text())
  console.log(`The pictures are in ${folder}.`)
} finally {
  await browser?.close()
  if (child && child.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(data, { recursive: true, force: true })
}
