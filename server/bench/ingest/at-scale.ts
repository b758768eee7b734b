/** The same ingest and the same read in databases that hold one, ten and a hundred times as many messages. */
import type { Dealer } from '../api/fill.ts'
import type { Options, Say, Table } from '../bench.ts'
import { type Comparison, compareRounds, format, type Measure, measure } from '../compare.ts'
import type { Load } from '../load/load.ts'
import type { Site } from '../site.ts'
import type { Trackers } from '../trackers/trackers.ts'
import { type BenchUnit, storedMessages } from '../trackers/units.ts'
import { measurer } from './against-no-store.ts'

export interface Home {
  readonly site: Site
  readonly dealer: Dealer
  readonly trackers: Trackers
  /** Units with the same messages in every database. */
  readonly measured: readonly BenchUnit[]
  readonly messages: number
}

export interface AtScale {
  readonly table: Table
  /** The highest of the ratios. */
  readonly worst: number
  /** How many times the smallest the largest database is. */
  readonly times: number
}

const aim = 1.3
const records = 10
const readCount = 10_000

interface Tools {
  readonly load: Load
  readonly options: Options
  readonly say: Say
}

export async function atScale({ load, options, say }: Tools, homes: readonly Home[]): Promise<AtScale> {
  const [small, ...larger] = homes as [Home, ...Home[]]
  const rows: string[][] = []
  const ratios: number[] = []
  for (const large of larger) {
    const size = millions(large.messages)
    // Reading first: ingest adds messages to both.
    const read = await compareRounds(options, say, `reading at ${size}`, reader(load, small), reader(load, large))
    rows.push(rowOf(`read ${format(readCount)} messages at ${size} (requests/s)`, read, ''))
    const [a, b] = [measurer(small, records), measurer(large, records)]
    const ingest = await compareRounds(options, say, `ingest at ${size}`, a, b)
    const grown = `${millions(await storedMessages(small.site))} and ${millions(await storedMessages(large.site))}`
    rows.push(rowOf(`ingest, packets of ${records}, at ${size} (messages/s)`, ingest, grown))
    ratios.push(read.ratio, ingest.ratio)
  }
  const times = larger.at(-1)!.messages / small.messages
  return { table: tableOf(small, rows), worst: Math.max(...ratios), times }
}

/** Another unit in every round, and the same sequence of units on both sides. */
function reader(load: Load, { site, dealer, measured }: Home): Measure {
  let turn = 0
  return (seconds) => {
    const unit = measured[turn++ % measured.length]!
    const path = `/provider/units/${unit.id}/messages?count=${readCount}`
    const headers = { 'x-accesstoken': dealer.token }
    const job = { port: site.port, method: 'GET', path, headers, connections: 2 } as const
    return measure(load, { job, pid: site.pid }, seconds)
  }
}

const millions = (messages: number) =>
  messages >= 1e6 ? `${Number((messages / 1e6).toPrecision(3))} million` : messages.toLocaleString('en-US')

const tableOf = (small: Home, rows: string[][]): Table => ({
  title: `With more messages stored, against ${millions(small.messages)}`,
  head: [
    'operation',
    `at ${millions(small.messages)}`,
    'at the larger size',
    'times slower (lowest–highest)',
    'aim',
    'small p50/p99 ms',
    'large p50/p99 ms',
    'stored afterwards',
  ],
  rows,
})

const rowOf = (name: string, { a, b, ratio, lowest, highest }: Comparison, grown: string): string[] => [
  name,
  format(a.perSecond),
  format(b.perSecond),
  `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
  `≤ ${aim}`,
  `${format(a.p50Ms)} / ${format(a.p99Ms)}`,
  `${format(b.p50Ms)} / ${format(b.p99Ms)}`,
  grown,
]

export const staysFlat = (worst: number): boolean => worst <= aim
