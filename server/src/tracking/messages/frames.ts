/**
 * Stores raw frames separately from the messages: they are for diagnosis, so frames that cannot be stored are dropped and
 * counted, and no tracker waits for them.
 */
import type { Context } from '#kernel/context.ts'
import { isUnavailable } from '#kernel/db/connect.ts'
import { logRepeated } from '#kernel/log.ts'
import { type FrameRow, writeFrames } from './store.ts'

export interface FrameKeeper {
  keep(rows: readonly FrameRow[]): void
  close(): Promise<void>
}

const waitingBytesMax = 16 * 1024 * 1024
const writeBytesMax = 2 * 1024 * 1024
const retryMs = 1_000

export function keepFrames({ db, log }: Pick<Context, 'db' | 'log'>): FrameKeeper {
  let waiting: FrameRow[] = []
  let waitingBytes = 0
  let running: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false
  const drop = (frames: number, error: unknown) =>
    logRepeated(log, error, 'Failed to store raw frames for diagnosis. Their messages are stored.', {}, frames)

  async function drain(): Promise<void> {
    while (waiting.length > 0 && !retry) {
      let bytes = 0
      let size = 0
      while (size < waiting.length && bytes < writeBytesMax) bytes += waiting[size++]!.data.length
      const rows = waiting.splice(0, size)
      waitingBytes -= bytes
      await writeFrames(db, rows).catch((error) => failed(rows, error))
    }
    running = undefined
  }

  /** Only an unavailable database is worth a retry; any other error would come again. */
  function failed(rows: readonly FrameRow[], error: unknown): void {
    const bytes = rows.reduce((sum, { data }) => sum + data.length, 0)
    if (isClosed || !isUnavailable(error) || waitingBytes + bytes > waitingBytesMax) {
      drop(rows.length, error)
      return
    }
    waiting = [...rows, ...waiting]
    waitingBytes += bytes
    retry = setTimeout(() => {
      retry = undefined
      running ??= drain()
    }, retryMs).unref()
  }

  return {
    keep(rows) {
      if (rows.length === 0) return
      if (waitingBytes > waitingBytesMax) return drop(rows.length, new Error('too many wait'))
      waiting.push(...rows)
      for (const { data } of rows) waitingBytes += data.length
      if (!retry) running ??= drain()
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      retry = undefined
      await (running ?? drain())
    },
  }
}
