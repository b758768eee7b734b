/** The same server with and without addresses: looking them up must not slow down trackers. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTownIfNeeded } from '#entry/simulation/town/file.ts'
import type { Options, Say, Table } from '../bench.ts'
import { type Comparison, compareRounds, format } from '../compare.ts'
import type { Keep } from '../resources.ts'
import { openSite } from '../site.ts'
import { openTrackers } from '../trackers/trackers.ts'
import { addUnits, noThrottle } from '../trackers/units.ts'
import { measurer } from './against-no-store.ts'

export interface AgainstNoAddresses {
  readonly table: Table
  readonly ratio: number
}

const aim = 0.98
const packetSize = 10
const trackerCount = 1_000

export const keepsPace = (ratio: number): boolean => ratio >= aim

export async function againstNoAddresses(keep: Keep, options: Options, say: Say): Promise<AgainstNoAddresses> {
  say('Starting two servers, one with addresses and one without …')
  const hook = join(import.meta.dirname, 'without-addresses.mjs')
  const map = keep(await drawnTown())
  const settings = { ...noThrottle, WAYMARK_MAP_FILE: map.file }
  const measures = []
  for (const nodeArguments of [[], ['--import', hook]]) {
    const site = keep(await openSite(say, undefined, { settings, nodeArguments }))
    const { units } = await addUnits(site, trackerCount)
    const idents = units.map(({ ident }) => ident)
    measures.push(measurer({ site, trackers: keep(await openTrackers(site.trackerPort, idents)) }, packetSize))
  }
  const comparison = await compareRounds(options, say, 'addresses', measures[0]!, measures[1]!)
  return { table: tableOf(comparison), ratio: comparison.ratio }
}

/** A map of the area where the trackers drive. */
async function drawnTown() {
  const folder = await mkdtemp(join(tmpdir(), 'waymark-bench-map-'))
  const file = join(folder, 'town.pmtiles')
  await writeTownIfNeeded(file)
  return { file, stop: () => rm(folder, { recursive: true }) }
}

const tableOf = ({ a, b, ratio, lowest, highest }: Comparison): Table => ({
  title: `Packets of ${packetSize} with addresses, against the same server without`,
  head: ['stored messages/s', 'without /s', 'ratio (lowest–highest)', 'aim', 'p50 ms', 'without', 'cpu µs', 'without'],
  rows: [
    [
      format(a.perSecond),
      format(b.perSecond),
      `**${ratio.toFixed(2)}** (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
      `≥ ${aim}`,
      format(a.p50Ms),
      format(b.p50Ms),
      format(a.cpuMicroseconds),
      format(b.cpuMicroseconds),
    ],
  ],
})
