/** What storing costs the gateway, and whether a hundred times as many stored messages slow down writing or reading. */
import { join } from 'node:path'
import type { Bench, Options, Report, Say } from '../bench.ts'
import { startLoad } from '../load/load.ts'
import { type Keep, withResources } from '../resources.ts'
import { openSite } from '../site.ts'
import { openTrackers } from '../trackers/trackers.ts'
import { addUnits, noThrottle, noThrottleNote } from '../trackers/units.ts'
import { type AgainstNoAddresses, againstNoAddresses, keepsPace } from './against-no-addresses.ts'
import { type AgainstNoStore, againstNoStore, reachesNoStore } from './against-no-store.ts'
import { type AtScale, atScale, staysFlat } from './at-scale.ts'
import { fill, planFor } from './fill.ts'

export const ingestBench: Bench = {
  name: 'ingest',
  summary: 'Messages stored and acknowledged per second, against no store and with many messages stored.',
  run,
}

const trackerCount = 1000

const notes = [
  `${trackerCount.toLocaleString('en-US')} Teltonika trackers use codec 8 over TCP on loopback. Each sends a ` +
    'packet, waits for its acknowledgement and sends the next. The server is the real process with embedded ' +
    'PostgreSQL and its durable settings: an acknowledgement is sent after the commit. After the rounds, the number ' +
    'of stored messages must equal the number acknowledged. A record has a position and seven values. The trackers ' +
    `are a separate process on the same cores. ${noThrottleNote}`,
  'Without the store, the same server process with another database decodes, admits and answers as usual, but ' +
    'messages count as stored at once. Both sides run alternately; each figure is the median of its rounds, and the ' +
    'ratio is the median of the ratios of the pairs. “cpu µs” is the processor time of the server process per ' +
    'message.',
  'Trips, visits and alarms are computed from what was stored; in a burst this gives way to storing. It is done before the ' +
    'next round begins.',
  'The databases of different sizes run in parallel and are measured alternately. Each holds chunks of 200 ' +
    'messages, as merging leaves them, in order of time; few units have many and many have few. The units that are ' +
    'read have the same 10,000 messages in each. The table shows how much the rounds themselves add.',
]

async function run(options: Options, say: Say): Promise<Report> {
  const against = await withResources((keep) => compareStores(keep, options, say))
  const addresses = await withResources((keep) => againstNoAddresses(keep, options, say))
  const scale = await withResources((keep) => compareSizes(keep, options, say))
  return {
    notes,
    tables: [against.table, addresses.table, scale.table],
    verdict: verdictOf(against, addresses, scale),
  }
}

async function compareStores(keep: Keep, options: Options, say: Say): Promise<AgainstNoStore> {
  say('Starting two servers, one with its store and one without …')
  const hook = join(import.meta.dirname, 'without-store.mjs')
  const whole = keep(await openSite(say, options.profileFolder, { settings: noThrottle }))
  const without = keep(await openSite(say, undefined, { settings: noThrottle, nodeArguments: ['--import', hook] }))
  const sides = []
  for (const site of [whole, without]) {
    const { units } = await addUnits(site, trackerCount)
    const idents = units.map(({ ident }) => ident)
    sides.push({ site, trackers: keep(await openTrackers(site.trackerPort, idents)) })
  }
  say(`${trackerCount} trackers are connected to each …`)
  return againstNoStore(options, say, sides[0]!, sides[1]!)
}

async function compareSizes(keep: Keep, options: Options, say: Say): Promise<AtScale> {
  const factors = options.isLarge ? [1, 10, 100] : [1, 10]
  const load = keep(startLoad())
  const homes = []
  for (const factor of factors) {
    const plan = planFor(options.messages * factor, options.messages, trackerCount)
    say(`Filling a database with ${plan.messages.toLocaleString('en-US')} messages …`)
    const site = keep(await openSite(say, undefined, { settings: noThrottle }))
    const { dealer, units } = await addUnits(site, plan.units)
    const { measured, tracked } = await fill(site, units, plan, say)
    const idents = tracked.map(({ ident }) => ident)
    const trackers = keep(await openTrackers(site.trackerPort, idents))
    homes.push({ site, dealer, trackers, measured, messages: plan.messages })
  }
  return atScale({ load, options, say }, homes)
}

const verdictOf = (against: AgainstNoStore, addresses: AgainstNoAddresses, scale: AtScale): string =>
  [
    `${mark(reachesNoStore(against.worst))} at least ${against.worst.toFixed(2)} of the gateway without a store (aim 0.5)`,
    `${mark(against.isComplete)} ${against.isComplete ? 'every' : 'NOT EVERY'} acknowledged message is stored`,
    `${mark(keepsPace(addresses.ratio))} ${addresses.ratio.toFixed(2)} of the same without addresses (aim 0.98)`,
    `${mark(staysFlat(scale.worst))} at most ${scale.worst.toFixed(2)} times slower with ${scale.times} times as many ` +
      'messages stored (aim 1.3)',
  ].join('; ')

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')
