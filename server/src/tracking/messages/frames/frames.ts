/**
 * Stores raw frames separately from messages. They are for diagnosis, so frames that cannot be stored are dropped and
 * counted, and no tracker waits for them.
 */
import type { Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import type { Place } from '../cluster/places.ts'
import { type FrameRow, writeFrames } from '../store.ts'

export interface FrameKeeper {
  /** Frames for different servers are written separately, so that those of one worker do not wait for another. */
  keep(rows: readonly FrameRow[], place: Place): void
  close(): Promise<void>
}

const waitingBytesMax = 16 * 1024 * 1024
const writeBytesMax = 2 * 1024 * 1024
const retryMs = 1_000
/** Frames that arrive within this time are written together. */
const gatherMs = 250

interface Keeper {
  keep(rows: readonly FrameRow[]): void
  close(): Promise<void>
}

export function keepFrames(ctx: Pick<Context, 'log'>): FrameKeeper {
  const keepers = new Map<Place, Keeper>()
  return {
    keep(rows, place) {
      if (rows.length === 0) return
      const keeper = keepers.get(place) ?? keepTogether(ctx, place)
      keepers.set(place, keeper)
      keeper.keep(rows)
    },
    async close() {
      await Promise.all([...keepers.values()].map((keeper) => keeper.close()))
    },
  }
}

function keepTogether({ log }: Pick<Context, 'log'>, place: Place): Keeper {
  let waiting: FrameRow[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const drop = (frames: number, error: unknown) =>
    logRepeated(log, error, 'Failed to store raw frames for diagnosis. Their messages are stored.', {}, frames)

  function drainIn(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      running ??= drain()
    }, ms).unref()
  }

  async function drain(): Promise<void> {
    let isDone = true
    while (waiting.length > 0 && isDone) {
      let bytes = 0
      let size = 0
      while (size < waiting.length && bytes < writeBytesMax) bytes += waiting[size++]!.data.length
      const rows = waiting.splice(0, size)
      waitingBytes -= bytes
      isDone = await place
        .reach()
        .then((db) => writeFrames(db, rows))
        .then(
          () => true,
          (error) => dropped(rows, bytes, error),
        )
    }
    running = undefined
    if (waiting.length > 0) drainIn(retryMs)
  }

  /** Only an unavailable database is worth a retry; any other error would occur again. False: they wait for a retry. */
  function dropped(rows: readonly FrameRow[], bytes: number, error: unknown): boolean {
    const isDropped = isClosed || !isUnavailable(error) || waitingBytes + bytes > waitingBytesMax
    if (isDropped) {
      drop(rows.length, error)
    } else {
      waiting = [...rows, ...waiting]
      waitingBytes += bytes
    }
    return isDropped
  }

  return {
    keep(rows) {
      if (waitingBytes > waitingBytesMax) return drop(rows.length, new Error('too many wait'))
      waiting.push(...rows)
      for (const { data } of rows) waitingBytes += data.length
      if (!running) drainIn(gatherMs)
    },
    async close() {
      isClosed = true
      await running
      clearTimeout(timer)
      await drain()
    },
  }
}
