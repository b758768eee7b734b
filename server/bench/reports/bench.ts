/**
 * A month of a large fleet as a spreadsheet, what reports cost the trackers, and how fast a chart of a month appears.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { clientOf } from '../app/client.ts'
import type { Bench, Options, Report, Say } from '../bench.ts'
import { format } from '../compare.ts'
import { cpuSeconds, residentMegabytes } from '../machine.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { addUnits } from '../trackers/units.ts'
import { aimChartMs, chart } from './chart.ts'
import { ingestTarget, measureDuringIngest } from './during-ingest.ts'
import { addTrips, daySeconds, days, monthFrom, tripsPerDay } from './month.ts'

export const reportsBench: Bench = {
  name: 'reports',
  summary: 'A month of 1,000 units as a file, 500 reports and 1,000 sensors during ingest, and a parameter as a chart.',
  run,
}

const unitCount = 1_000
const aimSeconds = 60
const aimMegabytes = 150

const notes = [
  `${format(unitCount)} units with ${tripsPerDay} trips and as many stops a day for ${days} days, written straight into the ` +
    'database, without addresses. One request of `GET /client/report` at a time over HTTP on loopback, grouped ' +
    'by unit, with all columns. Memory is what the server process grows by while it answers, sampled every 50 ms.',
  'During ingest, the trackers send as fast as they are acknowledged, in pairs of rounds: alone, and while a part of the work is ' +
    'done. The work is 500 reports, of which those of a round fall due at the same moment, and a new sensor for each of 1,000 units with a message every ten ' +
    'minutes for a month. Both give way to storing, so what is left of a part when its round is over is done after it. The database of ' +
    'the chart holds messages of other units as well as the month that is drawn, in which the unit sends every 30 s.',
]

async function run(options: Options, say: Say): Promise<Report> {
  const files = await withResources((keep) => asFiles(keep, options, say))
  const during = await withResources((keep) => measureDuringIngest(keep, options, say))
  const drawn = await withResources((keep) => chart(keep, options, say))
  const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')
  return {
    notes,
    tables: [files.table, during.table, drawn.table],
    verdict: [
      `${mark(files.seconds <= aimSeconds)} ${files.seconds.toFixed(1)} s as XLSX (aim ${aimSeconds})`,
      `${mark(files.grown <= aimMegabytes)} ${format(files.grown)} MB more memory (aim ${aimMegabytes})`,
      `${mark(during.worst >= ingestTarget)} ${during.worst.toFixed(2)} of ingest during it (aim ${ingestTarget})`,
      `${mark(drawn.medianMs <= aimChartMs)} a month as a chart in ${format(drawn.medianMs)} ms (aim ${aimChartMs})`,
    ].join('; '),
  }
}

async function asFiles(keep: Keep, options: Options, say: Say) {
  const site = keep(await openSite(say, options.profileFolder))
  const { units, dealer } = await addUnits(site, unitCount)
  const token = await clientOf(site, dealer.accounts[0]!, units)
  const from = monthFrom()
  say(`Writing ${format(2 * unitCount * days * tripsPerDay)} trips and stops …`)
  await addTrips(site, units, from)
  const results = []
  for (const file of ['xlsx', 'csv', 'pdf'] as const) {
    say(`Asking for it as ${file} …`)
    const query = `kind=trips&by=unit&format=${file}&from=${from}&to=${from + days * daySeconds}`
    results.push({ file, ...(await measure(site, token, `/client/report?${query}`)) })
  }
  const [{ seconds, grown }] = results as [(typeof results)[number], ...typeof results]
  const table = {
    title: `${format(unitCount * days * tripsPerDay)} trips as a file`,
    head: ['file', 'seconds', 'first byte, ms', 'megabytes', 'memory, MB more', 'server cpu, s'],
    rows: results.map((one) => [
      one.file,
      one.seconds.toFixed(1),
      format(one.firstMs),
      (one.bytes / 1e6).toFixed(1),
      format(one.grown),
      one.cpu.toFixed(1),
    ]),
  }
  return { table, seconds, grown }
}

interface Measured {
  readonly seconds: number
  readonly firstMs: number
  readonly bytes: number
  readonly grown: number
  readonly cpu: number
}

async function measure(site: Site, token: string, path: string): Promise<Measured> {
  const before = residentMegabytes(site.pid)
  let [most, isOver] = [before, false]
  const watching = (async () => {
    for (; !isOver; await wait(50)) most = Math.max(most, residentMegabytes(site.pid))
  })()
  const cpuBefore = cpuSeconds(site.pid)
  const began = performance.now()
  const request = get({ host: '127.0.0.1', port: site.port, path, headers: { authorization: `Bearer ${token}` } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  assert.equal(response.statusCode, 200)
  let [bytes, firstMs] = [0, 0]
  for await (const part of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstMs = performance.now() - began
    bytes += part.length
  }
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await watching
  return { seconds, firstMs, bytes, grown: most - before, cpu: cpuSeconds(site.pid) - cpuBefore }
}
