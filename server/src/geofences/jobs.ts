import type { Acting } from '../context.ts'
import { job } from '../jobs/job.ts'
import { computeSome, forgetVisits } from './compute.ts'

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
    const { removed, next } = await forgetVisits(acting, after)
    after = next
    return removed
  }
}

export const geofenceJobs = [
  // In a loop of its own, as trips are.
  job({ name: 'geofences.compute', everySeconds: 5, waitsForOthers: true, nextDue: whenever, run: computing() }),
  job({ name: 'geofences.forget', everySeconds: 60, nextDue: whenever, run: forgetting() }),
]
