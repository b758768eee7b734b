import type { ActorContext } from '#kernel/context.ts'
import { forgetting, type Job, job, whenever } from '#kernel/jobs/job.ts'
import { carryLeft } from './cluster/notes.ts'
import { decodeSomeAgain } from './frames/decode-again.ts'
import { replayAll } from './frames/quarantine.ts'
import { firstRound, recoverSome } from './upkeep/recovery.ts'
import {
  busyMeter,
  dropFlushes,
  dropFrames,
  type LateUnits,
  mergeChunks,
  sweepOrphans,
  trimUnits,
} from './upkeep/upkeep.ts'

/** Visits all units once a minute, in as many runs as that takes. */
function trimming(): Job {
  let after = 0
  const late: LateUnits = new Map()
  return job({
    name: 'messages.trim',
    everySeconds: 60,
    hasMore: () => after > 0,
    nextDue: whenever,
    async run(acting) {
      const { trimmed, next } = await trimUnits(acting, after, late)
      after = next
      return trimmed
    },
  })
}

function sweeping(): (acting: ActorContext) => Promise<number> {
  let after = 0
  return async (acting) => {
    const { removed, next } = await sweepOrphans(acting, after)
    after = next
    return removed
  }
}

function recovering(): (acting: ActorContext) => Promise<number> {
  let round = firstRound
  return async (acting) => {
    const { recovered, ...next } = await recoverSome(acting, round)
    round = next
    return recovered
  }
}

/** Visits all units every ten minutes, in as many runs as that takes. */
function droppingFrames(): Job {
  let [after, isDone] = [0, true]
  return job({
    name: 'messages.drop-frames',
    everySeconds: 600,
    hasMore: () => !isDone,
    nextDue: whenever,
    async run(acting) {
      const turn = await dropFrames(acting, after)
      after = turn.next
      isDone = turn.isDone
      return turn.removed
    },
  })
}

function merging(): (acting: ActorContext) => Promise<number> {
  const isBusy = busyMeter()
  return (acting) => mergeChunks(acting, isBusy())
}

function decodingAgain(): Job {
  let pieces = 0
  return job({
    name: 'messages.decode-again',
    everySeconds: 2,
    givesWay: true,
    endsNothing: true,
    hasMore: () => pieces > 0,
    nextDue: whenever,
    async run(acting) {
      pieces = await decodeSomeAgain(acting)
      return pieces
    },
  })
}

/** Every version tries once to store what earlier versions could not. */
const replaying = async (acting: ActorContext): Promise<number> => (await replayAll(acting, true)).stored

export const messageJobs = [
  job({
    name: 'messages.merge',
    everySeconds: 5,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: merging(),
  }),
  decodingAgain(),
  trimming(),
  droppingFrames(),
  forgetting({ name: 'messages.drop-flushes', everySeconds: 60 }, dropFlushes),
  job({ name: 'messages.recover', everySeconds: 5, endsNothing: true, nextDue: whenever, run: recovering() }),
  job({
    name: 'messages.carry-notes',
    everySeconds: 10,
    endsNothing: true,
    nextDue: whenever,
    run: (acting) => carryLeft(acting),
  }),
  job({ name: 'messages.sweep-orphans', everySeconds: 60, endsNothing: true, nextDue: whenever, run: sweeping() }),
  job({ name: 'messages.replay-quarantined', everySeconds: 60, endsNothing: true, nextDue: whenever, run: replaying }),
]
