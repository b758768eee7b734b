/** The billing simulation of a dealer's accounts, a year ahead, compared with the bare state machine on the same ones. */
import assert from 'node:assert/strict'
import type { Lifecycle } from '#billing/dunning/dunning.ts'
import { type Payer, rulesOf } from '#billing/dunning/dunning.ts'
import { simulate } from '#billing/dunning/simulation.ts'
import { fleetApp } from '#kernel/applications.ts'
import { addMonths } from '#kernel/time/clock.ts'
import { addDealer, type Dealer, ranges } from '../api/fill.ts'
import type { Bench, Options, Report, Say } from '../bench.ts'
import { compareRounds, format, type Measure, type Measured } from '../compare.ts'
import { cpuSeconds } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { withClient } from '../trackers/units.ts'

export const lifecycleBench: Bench = {
  name: 'lifecycle',
  summary: 'The billing simulation: 10,000 accounts, 12 months ahead, with progress, against the bare state machine.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const accounts = 10_000
const months = 12
const secondsAim = 5
const lifecycle: Lifecycle = { payment_period: 1, payment_notify_offset: 3, block_offset: 5 }

const notes = [
  `Ours is \`POST /provider/lifecycle/simulate\` with \`{"months": ${months}, "payments": "on_time"}\` and ` +
    `\`Accept: application/x-ndjson\`, over HTTP on loopback: accounts read from the database, simulated, sorted by ` +
    'day and written as JSON; it ends with the last line. The other is the pure state machine alone, in the process ' +
    'of the bench, on the same accounts. Both run alternately; the ratio is the median of the pairs.',
]

async function run(keep: Keep, options: Options, say: Say): Promise<Report> {
  const site = keep(await openSite(say, options.profileFolder))
  say(`Writing ${format(accounts)} accounts …`)
  const dealer = await addDealer(site, 'Lifecycle', ranges.measured, accounts)
  await giveDueDates(site, dealer)
  const { lines, steps } = await ask(site, dealer)
  assert.ok(lines > 1, 'progress is sent during the simulation')
  assert.equal(steps, accounts * months, 'every account is due once a month')
  const comparison = await compareRounds(options, say, 'machine : HTTP', alone(), asking(site, dealer))
  const seconds = comparison.b.p99Ms / 1000
  return {
    notes,
    tables: [
      {
        title: `${format(accounts)} accounts, ${months} months`,
        head: ['', 'median ms', 'slowest ms', 'times the bare state machine (lowest–highest)', 'server cpu ms'],
        rows: [
          [
            'HTTP, with progress',
            format(comparison.b.p50Ms),
            format(comparison.b.p99Ms),
            `**${comparison.ratio.toFixed(2)}** (${comparison.lowest.toFixed(2)}–${comparison.highest.toFixed(2)})`,
            format(comparison.b.cpuMicroseconds / 1000),
          ],
          ['the bare state machine', format(comparison.a.p50Ms), format(comparison.a.p99Ms), '1', '–'],
        ],
      },
    ],
    verdict: `${seconds <= secondsAim ? 'met:' : 'MISSED:'} ${seconds.toFixed(2)} s at most (aim ${secondsAim} s)`,
  }
}

/** Spread over the coming month. */
const giveDueDates = (site: Site, { id }: Dealer): Promise<unknown> =>
  withClient(site.databaseUrl, async (client) => {
    await client.query('update client_plans set lifecycle = $1 where dealer_id = $2', [JSON.stringify(lifecycle), id])
    await client.query(
      `update accounts set payment_expected_at = now() + interval '4 days' + id % 20 * interval '1 day'
       where dealer_id = $1 and reg_apps = array['${fleetApp}'::uuid]`,
      [id],
    )
    await client.query('vacuum (analyze) accounts')
  })

async function ask(site: Site, { token }: Dealer): Promise<{ lines: number; steps: number }> {
  const response = await fetch(`http://127.0.0.1:${site.port}/provider/lifecycle/simulate`, {
    method: 'POST',
    headers: { 'x-accesstoken': token, 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ months, payments: 'on_time' }),
  })
  if (response.status !== 200) throw new Error(`It was answered with status ${response.status}.`)
  const lines = (await response.text()).trimEnd().split('\n')
  const { result } = JSON.parse(lines.at(-1) as string) as { result: { totals: { due: number } } }
  return { lines: lines.length - 1, steps: result.totals.due }
}

async function repeated(seconds: number, work: () => unknown): Promise<Omit<Measured, 'cpuMicroseconds'>> {
  const began = performance.now()
  const times: number[] = []
  for (let at = began; at < began + seconds * 1000; ) {
    await work()
    times.push(performance.now() - at)
    at = performance.now()
  }
  const sorted = times.toSorted((a, b) => a - b)
  const slowest = sorted.at(-1) as number
  return {
    perSecond: times.length / ((performance.now() - began) / 1000),
    p50Ms: sorted[sorted.length >> 1] as number,
    p99Ms: slowest,
  }
}

function alone(): Measure {
  const now = new Date()
  const until = addMonths(now, months)
  const payers = Array.from(
    { length: accounts },
    (_, number): Payer => ({
      ack: new Date('2025-06-01T00:00:00Z'),
      paymentExpectedAt: new Date(now.getTime() + (4 + (number % 20)) * 86_400_000),
      paymentNotifyOffset: null,
      blockOffset: null,
      useFleetLifecycle: false,
      blocked: false,
      blockedBy: null,
      blockedAt: null,
    }),
  )
  return async (seconds) => ({
    ...(await repeated(seconds, () => {
      for (const payer of payers)
        simulate(payer, rulesOf(payer, lifecycle), new Set(), { now, until, habit: 'on_time' })
    })),
    cpuMicroseconds: Number.NaN,
  })
}

const asking =
  (site: Site, dealer: Dealer): Measure =>
  async (seconds) => {
    let requests = 0
    const before = cpuSeconds(site.pid)
    const measured = await repeated(seconds, async () => {
      requests += 1
      await ask(site, dealer)
    })
    return { ...measured, cpuMicroseconds: ((cpuSeconds(site.pid) - before) * 1e6) / requests }
  }
