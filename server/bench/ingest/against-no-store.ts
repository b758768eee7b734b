/** The gateway with its store compared with the gateway without one, for small and large packets. */
import type { Options, Say, Table } from '../bench.ts'
import { type Comparison, compareRounds, format, type Measured } from '../compare.ts'
import { untilComputed } from '../computed.ts'
import { cpuSeconds } from '../machine.ts'
import type { Site } from '../site.ts'
import type { Trackers } from '../trackers/trackers.ts'
import { storedMessages } from '../trackers/units.ts'

export interface Side {
  readonly site: Site
  readonly trackers: Trackers
}

export interface AgainstNoStore {
  readonly table: Table
  /** The lowest of the ratios. */
  readonly worst: number
  readonly isComplete: boolean
}

const aim = 0.5
const packetSizes = [1, 10, 25]

export async function againstNoStore(options: Options, say: Say, whole: Side, without: Side): Promise<AgainstNoStore> {
  const results: { records: number; comparison: Comparison }[] = []
  let acknowledged = 0
  const count = (messages: number) => {
    acknowledged += messages
  }
  for (const records of packetSizes) {
    const name = `packets of ${records}`
    const [a, b] = [measurer(whole, records, count), measurer(without, records)]
    results.push({ records, comparison: await compareRounds(options, say, name, a, b) })
  }
  const stored = await storedMessages(whole.site)
  say(`  ${acknowledged.toLocaleString('en-US')} messages acknowledged, ${stored.toLocaleString('en-US')} stored`)
  return {
    table: tableOf(results),
    worst: Math.min(...results.map(({ comparison }) => comparison.ratio)),
    isComplete: stored === acknowledged,
  }
}

/**
 * One round of all trackers: the rate counts messages, the latencies are those of packets. What is computed from
 * messages belongs to the round that stored them, not to the next.
 */
export const measurer =
  ({ site, trackers }: Side, records: number, count: (messages: number) => void = () => {}) =>
  async (seconds: number): Promise<Measured> => {
    const cpuBefore = cpuSeconds(site.pid)
    const { messages, seconds: took, p50Ms, p99Ms } = await trackers.run(records, seconds)
    count(messages)
    const cpu = cpuSeconds(site.pid) - cpuBefore
    await untilComputed(site)
    return { perSecond: messages / took, p50Ms, p99Ms, cpuMicroseconds: (cpu * 1e6) / messages }
  }

const tableOf = (results: readonly { records: number; comparison: Comparison }[]): Table => ({
  title: 'Stored and acknowledged, against the same gateway without a store',
  head: [
    'records in a packet',
    'stored messages/s',
    'without store /s',
    'ratio (lowest–highest)',
    'aim',
    'acknowledged after p50/p99 ms',
    'without store p50/p99 ms',
    'cpu µs',
    'cpu µs without',
  ],
  rows: results.map(({ records, comparison: { a, b, ratio, lowest, highest } }) => [
    String(records),
    format(a.perSecond),
    format(b.perSecond),
    `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
    `≥ ${aim}`,
    `${format(a.p50Ms)} / ${format(a.p99Ms)}`,
    `${format(b.p50Ms)} / ${format(b.p99Ms)}`,
    format(a.cpuMicroseconds),
    format(b.cpuMicroseconds),
  ]),
})

export const reachesNoStore = (worst: number): boolean => worst >= aim
