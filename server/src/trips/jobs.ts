import type { Acting } from '../context.ts'
import { job } from '../jobs/job.ts'
import { computeSome, forgetTrips } from './compute.ts'

/** There is no moment at which it falls due: it runs at its own pace. */
const whenever = async () => undefined

function computing(): (acting: Acting) => Promise<number> {
  let after = 0
  return async (acting) => {
    const { units, next } = await computeSome(acting, after)
    after = next
    return units
  }
}

function forgetting(): (acting: Acting) => Promise<number> {
  let after = 0
  return async (acting) => {
    const { removed, next } = await forgetTrips(acting, after)
    after = next
    return removed
  }
}

export const tripJobs = [
  // In a loop of its own: a year that is computed for the first time must not hold up whoever is to be blocked now.
  job({ name: 'trips.compute', everySeconds: 5, waitsForOthers: true, nextDue: whenever, run: computing() }),
  job({ name: 'trips.forget', everySeconds: 60, nextDue: whenever, run: forgetting() }),
]
