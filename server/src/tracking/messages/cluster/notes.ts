/**
 * Carries notes of flushes from workers to the coordinator. A note is committed with its messages, so nothing is
 * missing after a crash: what a node did not carry, a job on any node does.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { Hearing, newestOf } from '../writing/hearing.ts'
import * as store from './notes-store.ts'
import type { Place } from './places.ts'
import { readParts, readShards, workerOf } from './shards.ts'

type Part = Pick<Context, 'db' | 'log'>

interface Waiting {
  readonly note: store.Note
  readonly place: Place
  readonly onCarried: () => void
  readonly isKept: boolean
}

export interface Carrier {
  /**
   * In the order of their partitions. `onCarried` is called, in the same order, once the note is on the coordinator.
   * `isKept`: the note is left to the job, seconds later. It is in the way of an earlier flush with its position, which
   * was given up but may still be on its way.
   */
  add(note: store.Note, place: Place, onCarried: () => void, isKept?: boolean): void
  /** False: its notes are left to the job, and the next ones need a new partition. */
  takes(partition: number): boolean
  close(): Promise<void>
}

/** Notes that arrive within this time are carried together. */
const everyMs = 50
const retryMs = 1_000
/** How often we check whether times of last messages have waited long enough. */
const settleMs = 1_000
/** With more than this waiting, the coordinator is unavailable, and the rest is left to the job. */
const waitingMax = 10_000

export function startCarrier({ db, log }: Part): Carrier {
  let waiting: Waiting[] = []
  /** Carried, except for the times of last messages. */
  let unsettled: Waiting[] = []
  let running: Promise<void> | undefined
  let isClosed = false
  /** Partitions whose notes were left to the job: carrying later ones first would hide them from live readers. */
  const left = new Set<number>()
  const hearing = new Hearing()
  const timer = setInterval(run, settleMs).unref()

  function run(): void {
    running ??= drain().finally(() => {
      running = undefined
    })
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (!isClosed) await wait(everyMs)
      const some = waiting
      waiting = []
      try {
        await carry(some)
      } catch (error) {
        logRepeated(log, error, 'Failed to carry notes of new messages to the coordinator.', {}, some.length)
        if (isClosed) return
        waiting = [...some, ...waiting]
        if (waiting.length > waitingMax) leave()
        await wait(retryMs)
      }
    }
    await settle()
  }

  async function carry(some: readonly Waiting[]): Promise<void> {
    const notes = some.map(({ note }) => note)
    const heard = notes.flatMap((note) => note.heard)
    const now = hearing.now(heard)
    await store.carry(db, notes, now)
    hearing.note(now, heard, performance.now())
    for (const { onCarried } of some) onCarried()
    const done = Map.groupBy(some, ({ note }) => hearing.isWritten(note.heard))
    unsettled.push(...(done.get(false) ?? []))
    await remove(done.get(true) ?? [])
    await settle()
  }

  /** Writes the times of last messages that have waited. Until then their notes stay, so that a crash loses none. */
  async function settle(): Promise<void> {
    if (!isClosed && !hearing.isDue(performance.now())) return
    const heard = hearing.waiting()
    try {
      if (heard.length > 0) await store.writeHeardAgain(db, heard)
    } catch (error) {
      return logRepeated(log, error, 'Failed to write when units last reported.', {}, heard.length)
    }
    hearing.settle(performance.now())
    const some = unsettled
    unsettled = []
    await remove(some)
  }

  function leave(): void {
    for (const { note } of waiting) left.add(note.partition)
    waiting = []
  }

  async function remove(some: readonly Waiting[]): Promise<void> {
    const done = some.filter(({ isKept }) => !isKept)
    for (const [place, own] of Map.groupBy(done, (one) => one.place)) await removeAt(place, own)
  }

  /** What stays is carried again, which changes nothing. */
  const removeAt = async (place: Place, own: readonly Waiting[]) =>
    store
      .removeNotes(
        await place.reach(),
        own.map(({ note }) => note),
      )
      .catch((error) => logRepeated(log, error, 'Failed to delete notes of new messages.', {}, own.length))

  return {
    add(note, place, onCarried, isKept = false) {
      if (left.has(note.partition)) return
      waiting.push({ note, place, onCarried, isKept })
      run()
    },
    takes: (partition) => !left.has(partition),
    async close() {
      clearInterval(timer)
      isClosed = true
      await running
      run()
      await running
    },
  }
}

/** A live node deletes its own notes within seconds, except for those that it keeps this long. */
const leftSeconds = 15
const notesPerTurn = 500

/**
 * Carries what dead nodes have left. Workers that cannot be reached keep theirs. On a single PostgreSQL there is
 * nothing to do, unless it was restored from the backup of a cluster.
 */
export async function carryLeft({ db, log }: Part, seconds = leftSeconds): Promise<number> {
  const shards = await readShards(db)
  const parts = await readParts(db)
  let carried = 0
  for (const own of Map.groupBy(parts, ({ key }) => workerOf(shards, key)).values()) {
    try {
      const keys = own.map(({ key }) => key)
      const notes = await store.listNotes(db, keys, seconds, notesPerTurn)
      if (notes.length === 0) continue
      const heard = shards.length > 0 ? newestOf(notes.flatMap((note) => note.heard)) : []
      await store.carry(db, notes, heard)
      await store.removeNotes(db, notes)
      carried += notes.length
    } catch (error) {
      logRepeated(log, error, 'Failed to read notes of new messages from a worker.')
    }
  }
  return carried
}
