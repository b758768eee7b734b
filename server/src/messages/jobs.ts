import { job } from '../jobs/job.ts'
import { dropFrames, mergeChunks, trimUnits } from './upkeep.ts'

/** Upkeep has no moment at which it falls due, so a moved clock need not stop for it: it runs at its own pace. */
const whenever = async () => undefined

export const messageJobs = [
  job({ name: 'messages.merge', everySeconds: 5, nextDue: whenever, run: mergeChunks }),
  job({ name: 'messages.trim', everySeconds: 30, nextDue: whenever, run: trimUnits }),
  job({ name: 'messages.drop-frames', everySeconds: 600, nextDue: whenever, run: dropFrames }),
]
