/** Five thousand units that move on the page's map, in Chromium: how long its frames take. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '#testing/browser/browser.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import type { Say, Table } from '../bench.ts'
import { format } from '../compare.ts'
import type { Keep } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { intakeOf } from '../trackers/messages.ts'
import { addUnits, type BenchUnit } from '../trackers/units.ts'
import { clientOf } from './client.ts'

const units = 5_000
const measuredSeconds = 15
/** Thirty a second. */
const frameMsMax = 1000 / 30
/** Share of frames that may be slower. */
const aimSlowShare = 0.05
/** How often each unit reports, and in how many groups the fleet does. */
const reportMs = 1_000
const parts = 10

export interface MapFrames {
  readonly table: Table
  readonly verdict: string
}

interface Frames {
  readonly name: string
  readonly count: number
  readonly medianMs: number
  readonly p95Ms: number
  readonly longestMs: number
  readonly slowShare: number
  readonly perSecond: number
  readonly positions: number
}

export async function measureMap(keep: Keep, say: Say): Promise<MapFrames> {
  const site = keep(await openSite(say))
  const added = await addUnits(site, units)
  const token = await clientOf(site, added.dealer.accounts[0]!, added.units)
  const fleet = keep(drive(site, added.units))
  await fleet.ready
  const browser = await launchChromium()
  keep({ stop: () => browser.close() })
  const page = await openPage(browser, site, token)
  say(`${format(units)} units move on the map …`)
  const whole = await measureFrames(page, 'all of them')
  for (let click = 0; click < 3; click++) {
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await wait(1_000)
  }
  const near = await measureFrames(page, 'some streets')
  const views = [whole, near]
  const isMet = views.every(({ slowShare, perSecond }) => slowShare <= aimSlowShare && perSecond >= 30)
  return {
    table: {
      title: `${format(units)} moving units on the map, in Chromium without a GPU`,
      head: [
        'shown',
        'frames',
        'a second',
        'median ms',
        'p95 ms',
        'longest ms',
        'longer than 33 ms',
        'positions received',
      ],
      rows: views.map((view) => [
        view.name,
        format(view.count),
        view.perSecond.toFixed(1),
        view.medianMs.toFixed(1),
        view.p95Ms.toFixed(1),
        view.longestMs.toFixed(0),
        `${(view.slowShare * 100).toFixed(1)} %`,
        format(view.positions),
      ]),
    },
    verdict:
      `${isMet ? 'met:' : 'MISSED:'} ${format(units)} moving units at ` +
      `${Math.min(...views.map(({ perSecond }) => perSecond)).toFixed(0)} frames a second, ` +
      `${(Math.max(...views.map(({ slowShare }) => slowShare)) * 100).toFixed(1)} % of them slower than 30 a second ` +
      `(aim 30, and ${aimSlowShare * 100} %)`,
  }
}

/** Each drives on its own. Another node stores their reports, so the server has only its streams to serve. */
function drive(site: Site, all: readonly BenchUnit[]) {
  const writer = startWriter(site.ctx)
  const intakes = all.map(intakeOf)
  const width = Math.ceil(Math.sqrt(all.length))
  let step = 0
  let isStopped = false
  const report = async (part: number) => {
    const now = Date.now() / 1000
    const own = intakes.filter((_, index) => index % parts === part)
    await Promise.all(
      own.map((unit, at) => {
        const index = at * parts + part
        const angle = index + step / 40
        const message = {
          timestamp: Math.round(now * 1000) / 1000,
          'position.latitude': 54.5 + (Math.floor(index / width) / width) * 0.5 + Math.sin(angle) * 0.003,
          'position.longitude': 25 + ((index % width) / width) * 0.8 + Math.cos(angle) * 0.005,
          'position.speed': 50,
          'position.direction': Math.round((angle * 57.3) % 360),
          'engine.ignition.status': true,
        }
        return writer.append({ unit, messages: [message], frame: Buffer.from('bench'), peer: '127.0.0.1:1' })
      }),
    )
  }
  const run = async () => {
    while (!isStopped) {
      const began = performance.now()
      await report(step % parts)
      step += 1
      await wait(Math.max(0, reportMs / parts - (performance.now() - began)))
    }
  }
  const ready = (async () => {
    for (; step < parts; step++) await report(step)
  })()
  const running = ready.then(run)
  return {
    ready,
    async stop() {
      isStopped = true
      await running
      await writer.close()
    },
  }
}

/** Run in the page. */
const countHeard = `
  window.received = { positions: 0 }
  const Real = window.EventSource
  window.EventSource = class extends Real {
    constructor(url) {
      super(url)
      this.addEventListener('positions', ({ data }) => {
        window.received.positions += data.split('"unit_id"').length - 1
      })
    }
  }`

const collectFrames = `new Promise((resolve) => {
  const before = window.received.positions
  const deltas = []
  let last = performance.now()
  const until = last + ${measuredSeconds * 1000}
  const step = (now) => {
    deltas.push(now - last)
    last = now
    if (now < until) requestAnimationFrame(step)
    else resolve({ deltas, positions: window.received.positions - before })
  }
  requestAnimationFrame(step)
})`

async function openPage(browser: Browser, site: Site, token: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  // Counted on arrival, so that a page that is fast because it receives nothing is found out.
  await page.addInitScript(countHeard)
  await page.goto(`http://127.0.0.1:${site.port}/client`)
  await page.locator('[data-drawn]:not([data-drawn="0"])').waitFor()
  await wait(3_000)
  return page
}

async function measureFrames(page: Page, name: string): Promise<Frames> {
  const { deltas, positions } = (await page.evaluate(collectFrames)) as { deltas: number[]; positions: number }
  const sorted = deltas.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const total = deltas.reduce((sum, one) => sum + one, 0)
  return {
    name,
    count: deltas.length,
    medianMs: share(0.5),
    p95Ms: share(0.95),
    longestMs: sorted.at(-1) ?? 0,
    slowShare: deltas.filter((ms) => ms > frameMsMax + 0.5).length / deltas.length,
    perSecond: deltas.length / (total / 1000),
    positions,
  }
}
