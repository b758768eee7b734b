/**
 * File descriptors of this process. When they run out, Node accepts connections and drops them at once, including
 * those of HTTP, without an error. So the gateway leaves some to HTTP and the database, and an operator is warned before
 * (docs/decisions/0062).
 */
import { readdir, readFile } from 'node:fs/promises'
import type { Log } from './log.ts'
import { logRepeated } from './log.ts'
import type { Meters } from './meters.ts'

const lookEveryMs = 10_000
const warnShare = 0.8
const reserveMax = 1_024

/** For HTTP, the database and files: a tenth if there are few, and a bounded number if there are many. */
export const reserveOf = (limit: number): number => Math.min(reserveMax, Math.max(64, Math.ceil(limit / 10)))

/** The system's figures; undefined: it reports none. */
export async function readDescriptors(): Promise<{ readonly open: number; readonly limit: number } | undefined> {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8')
    const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1]
    if (soft === undefined) return undefined
    const limit = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
    return { open: (await readdir('/proc/self/fd')).length, limit }
  } catch {
    return undefined
  }
}

export interface Descriptors {
  /** False: the rest is not for trackers; close the connection. Otherwise `leave` must follow. */
  enter(): boolean
  leave(): void
  /** For callers that have opened many at once, such as the ports of all protocols. */
  recount(): Promise<void>
  close(): void
}

export async function watchDescriptors(
  { log, meters }: { readonly log: Log; readonly meters: Meters },
  read = readDescriptors,
): Promise<Descriptors> {
  let own = 0
  /** All except those of trackers, at the last count. Between two counts only trackers come by the thousand. */
  let others = 0
  let limit = Number.POSITIVE_INFINITY
  let isWarned = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const recount = async () => {
    const found = await read()
    if (found) {
      limit = found.limit
      others = Math.max(0, found.open - own)
    }
    warn()
  }
  const look = async () => {
    await recount()
    // Counting a hundred thousand costs something, so not often.
    if (!isClosed) timer = setTimeout(() => void look(), lookEveryMs).unref()
  }
  const warn = () => {
    const open = own + others
    if (!isWarned && open >= limit * warnShare) {
      log.warn({ open, limit }, 'File descriptors are running out. Raise their limit (LimitNOFILE, ulimit -n).')
      isWarned = true
    } else if (isWarned && open < limit * (warnShare - 0.1)) isWarned = false
  }
  await look()
  meters.gauge('descriptors_open', 'Open file descriptors of the process.', () => own + others)
  meters.gauge('connections_open', 'Open connections of trackers, including those not yet identified.', () => own)
  meters.gauge('descriptors_limit', 'File descriptors that the process may open.', () => limit)
  const short = Object.assign(new Error('file descriptors run short'), { code: 'EMFILE' })
  return {
    enter() {
      if (own + others + reserveOf(limit) >= limit) {
        meters.connectionsDropped.inc()
        logRepeated(
          log,
          short,
          'A connection was dropped: file descriptors are running out. Raise LimitNOFILE (ulimit -n).',
        )
        return false
      }
      own += 1
      meters.connectionsOpened.inc()
      if (!isWarned) warn()
      return true
    },
    leave() {
      own -= 1
    },
    recount,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
