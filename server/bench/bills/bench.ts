/** Listing a month of bills, compared with the same rows by COPY TO, and with a thousand to a million bills. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { fleetApp } from '#kernel/applications.ts'
import type { Bench, Options, Report, Say, Table } from '../bench.ts'
import { type Comparison, compareRounds, format, type Measure, type Measured } from '../compare.ts'
import { cpuSeconds } from '../machine.ts'
import { type Copier, openCopier, rowsOf } from '../read/copy.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { addBillers, type Biller, monthSeconds, monthStart } from './fill.ts'

export const billsBench: Bench = {
  name: 'bills',
  summary: 'Listing a month of bills, against COPY TO of the same rows, from 1,000 bills to 1,000,000.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const timeAim = 2
const flatAim = 1.25
const counts = [1_000, 10_000, 100_000, 1_000_000]
/** The size with a target against COPY TO. */
const month = 100_000

const notes = [
  'Ours is `GET /billing/cardpay-payments` for 31 days over HTTP on loopback: token looked up, bills read in pages ' +
    'and sent as they are read. The other is `COPY (select … order by created_at, id) TO STDOUT` of the columns ' +
    'behind the answer, over a database socket, whose bytes are counted and not parsed. All dealers are in one ' +
    'database. One request at a time, both sides alternately; the ratio is the median of the pairs.',
]

async function run(keep: Keep, options: Options, say: Say): Promise<Report> {
  const site = keep(await openSite(say, options.profileFolder))
  const billers = await addBillers(site, counts, say)
  const copier = keep(await openCopier(site.databaseUrl))
  await sameBills(site, copier, billers[0]!)
  const results: { biller: Biller; comparison: Comparison }[] = []
  for (const biller of billers) {
    const name = `${format(biller.bills)} bills, COPY TO : HTTP`
    const [a, b] = [copying(copier, biller), asking(site, biller)]
    results.push({ biller, comparison: await compareRounds(options, say, name, a, b) })
  }
  const ratio = results.find(({ biller }) => biller.bills === month)!.comparison.ratio
  const each = ({ biller, comparison }: (typeof results)[number]) => 1e6 / comparison.b.perSecond / biller.bills
  const flat = each(results.at(-1)!) / each(results[0]!)
  return {
    notes,
    tables: [tableOf(results, each)],
    verdict:
      `${mark(ratio <= timeAim)} ${ratio.toFixed(2)} times the time of COPY TO for ${format(month)} bills (aim ${timeAim}); ` +
      `${mark(flat <= flatAim)} a bill of 1,000,000 takes ${flat.toFixed(2)} times what one of 1,000 takes (aim ${flatAim})`,
  }
}

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')

const statementOf = ({ id }: Biller) =>
  `copy (select session_id, status, paid_at, created_at, expires_at, account_id, url, amount_total, metadata from bills
   where dealer_id = ${id} and app_id = '${fleetApp}' and status not in ('preparing', 'abandoned')
     and created_at >= to_timestamp(${monthStart}) and created_at < to_timestamp(${monthStart + monthSeconds + 1})
   order by created_at, id) to stdout`

const path = `/billing/cardpay-payments?app_id=${fleetApp}&from=${monthStart}&to=${monthStart + monthSeconds}`

async function sameBills(site: Site, copier: Copier, biller: Biller): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${site.port}${path}`, { headers: { 'x-accesstoken': biller.token } })
  const ours = Object.keys((await response.json()) as object)
  const rows = rowsOf(await copier.read(statementOf(biller))).map((row) => row.split('\t')[0])
  assert.equal(ours.length, biller.bills)
  assert.deepEqual(ours, rows, 'both sides must give the same bills in the same order')
}

/** One after the other until the round is over; `read` resolves with the last byte. */
async function repeated(seconds: number, read: () => Promise<unknown>): Promise<Omit<Measured, 'cpuMicroseconds'>> {
  const began = performance.now()
  const times: number[] = []
  for (let at = began; at < began + seconds * 1000; ) {
    await read()
    times.push(performance.now() - at)
    at = performance.now()
  }
  const sorted = times.toSorted((a, b) => a - b)
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
  return { perSecond: times.length / ((performance.now() - began) / 1000), p50Ms: share(0.5), p99Ms: share(0.99) }
}

/** A database process does the work, and its time is not measured. */
const copying =
  (copier: Copier, biller: Biller): Measure =>
  async (seconds) => ({
    ...(await repeated(seconds, () => copier.read(statementOf(biller)))),
    cpuMicroseconds: Number.NaN,
  })

const asking =
  (site: Site, { token }: Biller): Measure =>
  async (seconds) => {
    let requests = 0
    const before = cpuSeconds(site.pid)
    const measured = await repeated(seconds, async () => {
      requests += 1
      const [response] = (await once(
        get({ port: site.port, path, headers: { 'x-accesstoken': token }, host: '127.0.0.1' }),
        'response',
      )) as [IncomingMessage]
      if (response.statusCode !== 200) throw new Error(`The list was answered with status ${response.statusCode}.`)
      // As with COPY, bytes are only received.
      for await (const _ of response);
    })
    return { ...measured, cpuMicroseconds: ((cpuSeconds(site.pid) - before) * 1e6) / requests }
  }

type Result = { readonly biller: Biller; readonly comparison: Comparison }

const tableOf = (results: readonly Result[], each: (result: Result) => number): Table => ({
  title: 'Listing a month of bills',
  head: ['bills', 'HTTP ms', 'COPY TO ms', 'times its time (lowest–highest)', 'aim', 'HTTP µs a bill', 'server cpu ms'],
  rows: results.map((result) => {
    const { a, b, ratio, lowest, highest } = result.comparison
    return [
      format(result.biller.bills),
      format(1000 / b.perSecond),
      format(1000 / a.perSecond),
      `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
      result.biller.bills === month ? `≤ ${timeAim}` : '–',
      each(result).toFixed(2),
      format(b.cpuMicroseconds / 1000),
    ]
  }),
})
