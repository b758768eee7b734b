import type { Acting } from '../context.ts'
import { job } from '../jobs/job.ts'
import { busyMeter, dropFrames, mergeChunks, trimUnits } from './upkeep.ts'

/** Upkeep has no moment at which it falls due, so a moved clock need not stop for it: it runs at its own pace. */
const whenever = async () => undefined

/** Goes round all units, a slice at every turn. */
function trimming(): (acting: Acting) => Promise<number> {
  let after = 0
  return async (acting) => {
    const { trimmed, next } = await trimUnits(acting, after)
    after = next
    return trimmed
  }
}

function merging(): (acting: Acting) => Promise<number> {
  const isBusy = busyMeter()
  return (acting) => mergeChunks(acting, isBusy())
}

export const messageJobs = [
  job({ name: 'messages.merge', everySeconds: 5, nextDue: whenever, run: merging() }),
  job({ name: 'messages.trim', nextDue: whenever, run: trimming() }),
  job({ name: 'messages.drop-frames', everySeconds: 600, nextDue: whenever, run: dropFrames }),
]
