import { job } from '../jobs/job.ts'
import { dropFrames, mergeChunks, trimUnits } from './upkeep.ts'

/** Upkeep has no moment at which it falls due, so a moved clock need not stop for it: it runs at every turn. */
const whenever = async () => undefined

export const messageJobs = [
  job({ name: 'messages.merge', nextDue: whenever, run: mergeChunks }),
  job({ name: 'messages.trim', nextDue: whenever, run: trimUnits }),
  job({ name: 'messages.drop-frames', nextDue: whenever, run: dropFrames }),
]
