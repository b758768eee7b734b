/** The same reads of the same dealer in a small and in a large database, and reads of a dealer that is itself large. */
import type { Options, Say, Table } from '../bench.ts'
import { type Comparison, compare, format } from '../compare.ts'
import type { Job, Load } from '../load/load.ts'
import type { Site } from '../site.ts'
import { type Dealer, measuredUnits } from './fill.ts'

export interface Home {
  readonly site: Site
  readonly dealer: Dealer
}

export interface AtScale {
  readonly table: Table
  /** The highest of the ratios that have an aim. */
  readonly worst: number
}

const aim = 1.3

interface Tools {
  readonly load: Load
  readonly options: Options
  readonly say: Say
}

const getJob = ({ site, dealer }: Home, path: string, connections = 8): Job => ({
  port: site.port,
  method: 'GET',
  path: `/provider${path}`,
  headers: { 'x-accesstoken': dealer.token },
  connections,
})

export async function atScale({ load, options, say }: Tools, small: Home, large: Home): Promise<AtScale> {
  const unit = await anyUnit(large)
  const reads = [
    ['read one account', `/accounts/${large.dealer.accounts[0]}`],
    ['read one unit', `/units/${unit}`],
    ['count the units', '/units/count'],
    ['count the accounts', '/accounts/count'],
    ['first 100 units', '/units?limit=100'],
  ] as const
  const rows: string[][] = []
  const ratios: number[] = []
  for (const [name, path] of reads) {
    const sides = [small, large].map((home) => ({ job: getJob(home, path), pid: home.site.pid }))
    const result = await compare(load, options, say, name, sides[0]!, sides[1]!)
    ratios.push(result.ratio)
    rows.push(rowOf(name, result, `≤ ${aim}`))
  }
  return { table: tableOf(options, rows), worst: Math.max(...ratios) }
}

/**
 * No target: counting a million is more work than counting a thousand. A single caller; if the server gives up, the
 * table says so.
 */
export async function ofGiant({ load, options, say }: Tools, small: Home, giant: Home): Promise<Table> {
  const rows: string[][] = []
  for (const [name, path] of [
    ['count the units', '/units/count'],
    ['first 100 units', '/units?limit=100'],
    ["read today's page", '/today'],
  ] as const) {
    const [a, b] = [small, giant].map((home) => ({ job: getJob(home, path, 1), pid: home.site.pid }))
    try {
      rows.push(rowOf(name, await compare(load, options, say, `${name} of a large dealer`, a!, b!), '–'))
    } catch (error) {
      const answer = /HTTP\/1\.1 (\d+)/.exec((error as Error).message)?.[1]
      if (!answer) throw error
      say(`  ${name} of a large dealer: refused with ${answer}`)
      rows.push([name, '–', `refused with ${answer}`, '–', '–', '–', '–'])
    }
  }
  return {
    ...tableOf(options, rows),
    title: `A dealer that itself has ${count(options.units)} units, against the one with ${count(measuredUnits)}`,
  }
}

async function anyUnit({ site, dealer }: Home): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${site.port}/provider/units?limit=10&fields=id`, {
    headers: { 'x-accesstoken': dealer.token },
  })
  const units = (await response.json()) as { id: number }[]
  return units.at(-1)!.id
}

const count = (units: number) => units.toLocaleString('en-US')

const tableOf = ({ units }: Options, rows: string[][]): Table => ({
  title: `The same dealer with ${count(measuredUnits)} units, in a database of ${count(measuredUnits)} and of ${count(units)}`,
  head: [
    'operation',
    'small /s',
    'large /s',
    'times slower (lowest–highest)',
    'aim',
    'small p50/p99 ms',
    'large p50/p99 ms',
  ],
  rows,
})

const rowOf = (name: string, { a, b, ratio, lowest, highest }: Comparison, goal: string): string[] => [
  name,
  format(a.perSecond),
  format(b.perSecond),
  `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
  goal,
  `${format(a.p50Ms)} / ${format(a.p99Ms)}`,
  `${format(b.p50Ms)} / ${format(b.p99Ms)}`,
]

export const staysFast = (worst: number): boolean => worst <= aim
