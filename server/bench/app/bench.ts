/** What a client's pages request, and how fast they get it. */
import type { Bench, Options, Report, Say } from '../bench.ts'
import { withResources } from '../resources.ts'
import { measureMap } from './map.ts'
import { measureStream } from './stream.ts'
import { measureTrips } from './trips.ts'

export const appBench: Bench = {
  name: 'app',
  summary:
    'Frame rate of a map with 5,000 moving units, the cost of a live stream, and trips and days among many messages.',
  run,
}

const notes = [
  'Map: a client’s page in Chromium at 1280 by 800, drawn by the processor. Every unit reports once a second ' +
    'through another process, which the server sees as another node. Frames are the gaps between calls of ' +
    'requestAnimationFrame over 15 s.',
  'Stream: a thousand Teltonika trackers over TCP report once each, slowly and then four times as fast, without a ' +
    'stream, with one and with twenty. Queries are counted in the server’s database client; a flush does not count, ' +
    'and jobs do not run.',
]

async function run(options: Options, say: Say): Promise<Report> {
  const map = await withResources((keep) => measureMap(keep, say))
  const stream = await withResources((keep) => measureStream(keep, options, say))
  const trips = await withResources((keep) => measureTrips(keep, options, say))
  return {
    notes: [...notes, ...trips.notes],
    tables: [map.table, stream.table, ...trips.tables],
    verdict: [map.verdict, stream.verdict, trips.verdict].join('; '),
  }
}
