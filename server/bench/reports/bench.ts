/** A month of a large fleet as a spreadsheet: how long it takes, and how much memory. */
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
import { addUnits, type BenchUnit, withClient } from '../trackers/units.ts'

export const reportsBench: Bench = {
  name: 'reports',
  summary: 'Trips of 1,000 units in 31 days as XLSX, CSV and PDF: time, and memory while it is written.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const unitCount = 1_000
const days = 31
const tripsPerDay = 8
const daySeconds = 86_400
const aimSeconds = 60
const aimMegabytes = 150

const notes = [
  `${format(unitCount)} units with ${tripsPerDay} trips and as many stops a day for ${days} days, written straight into the ` +
    'database, without addresses. One request of `GET /client/report` at a time over HTTP on loopback, grouped ' +
    'by unit, with all columns. Memory is what the server process grows by while it answers, sampled every 50 ms.',
]

async function run(keep: Keep, options: Options, say: Say): Promise<Report> {
  const site = keep(await openSite(say, options.profileFolder))
  const { units, dealer } = await addUnits(site, unitCount)
  const token = await clientOf(site, dealer.accounts[0]!, units)
  const from = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds - days * daySeconds
  say(`Writing ${format(2 * unitCount * days * tripsPerDay)} trips and stops …`)
  await fill(site, units, from)
  const results = []
  for (const file of ['xlsx', 'csv', 'pdf'] as const) {
    say(`Asking for it as ${file} …`)
    const query = `kind=trips&by=unit&format=${file}&from=${from}&to=${from + days * daySeconds}`
    results.push({ file, ...(await measure(site, token, `/client/report?${query}`)) })
  }
  const [xlsx] = results as [(typeof results)[number], ...typeof results]
  const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')
  return {
    notes,
    tables: [
      {
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
      },
    ],
    verdict:
      `${mark(xlsx.seconds <= aimSeconds)} ${xlsx.seconds.toFixed(1)} s as XLSX (aim ${aimSeconds}); ` +
      `${mark(xlsx.grown <= aimMegabytes)} ${format(xlsx.grown)} MB more memory (aim ${aimMegabytes})`,
  }
}

async function fill({ databaseUrl }: Site, units: readonly BenchUnit[], from: number): Promise<void> {
  const ids = units.map(({ id }) => id)
  const slot = daySeconds / tripsPerDay
  await withClient(databaseUrl, async (client) => {
    // A third of each slot is a trip, the rest the stop after it.
    await client.query(
      `insert into trips (id, unit_id, kind, t0, t1, lat0, lon0, lat1, lon1, metres, moving_seconds, idle_seconds, silent_seconds,
         engine_seconds, top_kmh, points, dropped, began_rule, began_seen, ended_rule, ended_seen, settled, created_at)
       select gen_random_uuid(), unit, kind, t + case kind when 'trip' then 0 else $3::float8 / 3 end,
         t + case kind when 'trip' then $3::float8 / 3 else $3::float8 end, 47 + unit % 1000 * 0.001, 9 + at % 100 * 0.001,
         47 + unit % 1000 * 0.001, 9 + (at + 1) % 100 * 0.001, case kind when 'trip' then 5000 + unit % 977 * 13.7 else 0 end,
         case kind when 'trip' then 2900 else 0 end, 120, 0, 3000, 55 + unit % 60, 360, 0, 'left', t, 'standing', t, t, now()
       from unnest($1::bigint[]) as unit, generate_series(0, $4::integer - 1) as at,
         lateral (select $2::float8 + at * $3::float8 as t) as begin, (values ('trip'), ('stop')) as kinds (kind)`,
      [ids, from, slot, days * tripsPerDay],
    )
    await client.query('vacuum analyze trips')
  })
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
