/** What a client's pages ask of the server, and how fast they get it. */
import type { Bench } from '../bench.ts'
import { withResources } from '../resources.ts'
import { measureTrips } from './trips.ts'

export const appBench: Bench = {
  name: 'app',
  summary: 'Trips of a month for a hundred units, and one day of one unit among ten times the messages.',
  run: (options, say) => withResources((keep) => measureTrips(keep, options, say)),
}
