/** The dealer API: what it costs against a bare handler, what a thousand times the data costs, what a long list costs. */
import type { Bench, Options, Report, Say } from '../bench.ts'
import { startLoad } from '../load/load.ts'
import { openSite, type Site } from '../site.ts'
import { againstBare, reachesBare } from './against-bare.ts'
import { atScale, ofGiant, staysFast } from './at-scale.ts'
import { addDealer, type Dealer, fillAround, fillGiant, fillMeasured, ranges } from './fill.ts'
import { stream } from './stream.ts'

export const apiBench: Bench = {
  name: 'api',
  summary: 'The dealer API against a bare handler, in a large database, and as one long list.',
  run,
}

const notes = [
  'Nothing is simulated: the server process, HTTP over loopback, embedded PostgreSQL with its durable settings. ' +
    'The load generator is a separate process on the same cores. The rate limit is 100,000,000 requests a minute, so ' +
    'the limiter counts but never refuses. Both sides of a ratio run alternately; each figure is the median of its ' +
    'rounds, and the ratio is the median of the ratios of the pairs.',
  'The bare handler is the same Fastify with a plain `pg` pool of the same size: one prepared statement, the ' +
    'columns mapped to the same keys, the same body sent. It has no token, no validation, no limits, no metrics and ' +
    'no security headers. “cpu µs” is the processor time of the server process per request, which hardly depends on ' +
    'other load on the machine.',
]

async function run(options: Options, say: Say): Promise<Report> {
  const sites: Site[] = []
  const load = startLoad()
  const open = async (profileFolder?: string) => {
    const site = await openSite(say, profileFolder)
    sites.push(site)
    return site
  }
  const stopAll = async () => {
    await load.stop()
    await Promise.all(sites.splice(0).map((site) => site.stop()))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)))
  }
  const tools = { load, options, say }
  try {
    say('Starting two installations, a small one and a large one …')
    const small = await open(options.profileFolder)
    const large = await open()
    say(`Filling the large one with ${options.units.toLocaleString('en-US')} units (some minutes) …`)
    const measured = await twins(small, large, options.units)
    say('The same dealer in both …')
    const scale = await atScale(tools, { site: small, dealer: measured.small }, { site: large, dealer: measured.large })
    say('Our operations against a bare handler …')
    const creating = await addDealer(small, 'Creating', ranges.creating, 50)
    const bare = await againstBare({ site: small, ...tools }, measured.small, creating)
    say('Filling a dealer that is large itself …')
    const giant = { site: large, dealer: await addDealer(large, 'Giant', ranges.giant, Math.ceil(options.units / 3)) }
    await fillGiant(large, giant.dealer, options.units)
    const giantTable = await ofGiant(tools, { site: small, dealer: measured.small }, giant)
    say('One list of all its units …')
    const list = await stream(tools, giant, options.units)
    return {
      notes,
      tables: [bare.table, scale.table, giantTable, list.table],
      verdict: verdictOf(bare.worst, scale.worst, list.isFlat),
    }
  } finally {
    await stopAll()
  }
}

async function twins(small: Site, large: Site, units: number): Promise<{ small: Dealer; large: Dealer }> {
  const add = (site: Site) => addDealer(site, 'Measured', ranges.measured, 20)
  const pair = { small: await add(small), large: await add(large) }
  await fillMeasured(small, pair.small, units)
  await fillAround(large, pair.large, units)
  return pair
}

const verdictOf = (bareWorst: number, scaleWorst: number, isFlat: boolean): string =>
  [
    `${mark(reachesBare(bareWorst))} at least ${bareWorst.toFixed(2)} of a bare handler (aim 0.6)`,
    `${mark(staysFast(scaleWorst))} at most ${scaleWorst.toFixed(2)} times slower in the large database (aim 1.3)`,
    `${mark(isFlat)} a long list streams with ${isFlat ? 'flat' : 'growing'} memory`,
  ].join('; ')

const mark = (isMet: boolean) => (isMet ? 'met:' : 'MISSED:')
