/** Reading many messages, and storing them, compared with the plainest layout: one row per message. */
import assert from 'node:assert/strict'
import type { Dealer } from '../api/fill.ts'
import type { Bench, Options, Report, Say, Table } from '../bench.ts'
import { type Comparison, compareRounds, format, type Measure, measure } from '../compare.ts'
import { type Load, startLoad } from '../load/load.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite, type Site } from '../site.ts'
import { addUnits, type BenchUnit } from '../trackers/units.ts'
import { type Copier, openCopier, rowsOf } from './copy.ts'
import { fillChunks, fillRows, messagesPerUnit, type Sizes, sizesOf, textsIn } from './fill.ts'

export const readBench: Bench = {
  name: 'read',
  summary: 'Reading 10,000 messages over HTTP, and bytes on disk, against plain rows and COPY TO.',
  run: (options, say) => withResources((keep) => run(keep, options, say)),
}

const timeAim = 0.25
const bytesAim = 1 / 8
/** The first has a target. */
const counts = [10_000, 1_000]

const notes = [
  'The messages were written packet by packet for all units in turn, through the real writer, and merged as often ' +
    'as the server merges. Then the same texts were written as plain rows (unit, time, JSON; index by unit and time) ' +
    'in order of time, so the rows of a unit lie among those of the others. Before the measurement, both ways must ' +
    'return the same messages.',
  'Ours is `GET /provider/units/{id}/messages` over HTTP on loopback: token, unit and owner looked up, chunks read ' +
    'and unpacked, the answer sent. The other is `COPY (select body … order by ts desc limit …) TO STDOUT` over a ' +
    'database socket, whose bytes are counted and not parsed. One request at a time, another unit in each round, ' +
    'both sides alternately; each figure is the median of its rounds, and the ratio is the median of the pairs.',
]

async function run(keep: Keep, options: Options, say: Say): Promise<Report> {
  const count = Math.floor((options.messages * (options.isLarge ? 10 : 1)) / messagesPerUnit)
  const site = keep(await openSite(say, options.profileFolder))
  const { dealer, units } = await addUnits(site, count)
  say(`Writing ${(count * messagesPerUnit).toLocaleString('en-US')} messages of ${count} units …`)
  await fillChunks(site, units, say)
  say('Writing the same as plain rows …')
  await fillRows(site, units, say)
  const sizes = await sizesOf(site)
  const copier = keep(await openCopier(site.databaseUrl))
  const load = keep(startLoad())
  await sameMessages(site, dealer, copier, units[0]!)
  const results: { messages: number; comparison: Comparison }[] = []
  for (const messages of counts) {
    const name = `${format(messages)} messages, COPY TO : HTTP`
    const [a, b] = [copying(copier, units, messages), asking(load, site, dealer, units, messages)]
    results.push({ messages, comparison: await compareRounds(options, say, name, a, b) })
  }
  const timeRatio = results[0]!.comparison.ratio
  const bytesRatio = sizes.chunks / sizes.rows
  return {
    notes,
    tables: [timeTable(results), bytesTable(sizes, count * messagesPerUnit)],
    verdict:
      `${mark(timeRatio <= timeAim)} ${timeRatio.toFixed(3)} of the time of COPY TO for 10,000 messages (aim ${timeAim}); ` +
      `${mark(bytesRatio <= bytesAim)} ${bytesRatio.toFixed(3)} of the bytes of plain rows (aim ${bytesAim})`,
  }
}

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')

const statementOf = (unit: BenchUnit, messages: number) =>
  `copy (select body from plain_rows where unit_id = ${unit.id} order by ts desc limit ${messages}) to stdout`

const pathOf = (unit: BenchUnit, messages: number) => `/provider/units/${unit.id}/messages?count=${messages}`

async function sameMessages(site: Site, { token }: Dealer, copier: Copier, unit: BenchUnit): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${site.port}${pathOf(unit, messagesPerUnit)}`, {
    headers: { 'x-accesstoken': token },
  })
  const ours = textsIn(Buffer.from(await response.arrayBuffer()))
  const rows = rowsOf(await copier.read(statementOf(unit, messagesPerUnit)))
  assert.equal(ours.length, messagesPerUnit)
  assert.deepEqual(ours, rows.reverse(), 'both layouts must hold the same messages')
}

/** Another unit in every round, and the same sequence of units on both sides. */
function copying(copier: Copier, units: readonly BenchUnit[], messages: number): Measure {
  let turn = 0
  return async (seconds) => {
    const statement = statementOf(units[turn++ % units.length]!, messages)
    const began = performance.now()
    const until = began + seconds * 1000
    const times: number[] = []
    for (let at = began; at < until; ) {
      await copier.read(statement)
      times.push(performance.now() - at)
      at = performance.now()
    }
    const sorted = times.toSorted((a, b) => a - b)
    const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
    const perSecond = times.length / ((performance.now() - began) / 1000)
    // A database process does the work, and its time is not measured.
    return { perSecond, p50Ms: share(0.5), p99Ms: share(0.99), cpuMicroseconds: Number.NaN }
  }
}

function asking(load: Load, site: Site, { token }: Dealer, units: readonly BenchUnit[], messages: number): Measure {
  let turn = 0
  return (seconds) => {
    const path = pathOf(units[turn++ % units.length]!, messages)
    const job = { port: site.port, method: 'GET', path, headers: { 'x-accesstoken': token }, connections: 1 } as const
    return measure(load, { job, pid: site.pid }, seconds)
  }
}

const timeTable = (results: readonly { messages: number; comparison: Comparison }[]): Table => ({
  title: 'Reading the newest messages of one unit',
  head: [
    'messages',
    'HTTP p50/p99 ms',
    'COPY TO p50/p99 ms',
    'part of its time (lowest–highest)',
    'aim',
    'server cpu ms',
  ],
  rows: results.map(({ messages, comparison: { a, b, ratio, lowest, highest } }, index) => [
    format(messages),
    `${format(b.p50Ms)} / ${format(b.p99Ms)}`,
    `${format(a.p50Ms)} / ${format(a.p99Ms)}`,
    `**${ratio.toFixed(3)}** (${lowest.toFixed(3)}–${highest.toFixed(3)})`,
    index === 0 ? `≤ ${timeAim}` : '–',
    format(b.cpuMicroseconds / 1000),
  ]),
})

const bytesTable = ({ chunks, chunksCompacted, rows, frames }: Sizes, messages: number): Table => {
  const row = (name: string, bytes: number, aim: string) => [
    name,
    format(bytes / messages),
    (bytes / rows).toFixed(3),
    aim,
  ]
  return {
    title: `Bytes on disk per message, with ${messages.toLocaleString('en-US')} messages`,
    head: ['layout', 'bytes', 'part of plain rows', 'aim'],
    rows: [
      row('plain rows with their index', rows, '–'),
      row('chunks with their index, as writing and merging left them', chunks, `≤ ${bytesAim}`),
      row('chunks without the free space that merging left for the next ones', chunksCompacted, '–'),
      row('the frames as they came, which are kept for seven days', frames, '–'),
    ],
  }
}
