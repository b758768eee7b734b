/**
 * Carries to the coordinator what flushes on workers have noted for it. A note is committed with its messages, so nothing is
 * missing after a crash: what a node did not carry, a job of any node does.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { logRepeated } from '#kernel/log.ts'
import * as store from './notes-store.ts'
import type { Place } from './places.ts'
import { readParts, readShards, workerOf } from './shards.ts'

type Part = Pick<Context, 'db' | 'log'>

interface Waiting {
  readonly note: store.Note
  readonly place: Place
  readonly onCarried: () => void
}

export interface Carrier {
  /** In the order of their partitions. `onCarried` is called when it is on the coordinator, also in this order. */
  add(note: store.Note, place: Place, onCarried: () => void): void
  /** False: its notes are left to the job, and the next ones belong into a new partition. */
  takes(partition: number): boolean
  close(): Promise<void>
}

/** What comes within this time is carried together. */
const everyMs = 50
const retryMs = 1_000
/** Beyond this the coordinator is away, and the rest is left to the job. */
const waitingMax = 10_000

export function startCarrier({ db, log }: Part): Carrier {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let isClosed = false
  /** Partitions of which notes were left to the job: to carry later ones first would hide them from live readers. */
  const left = new Set<number>()

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (!isClosed) await wait(everyMs)
      const some = waiting
      waiting = []
      try {
        await store.carry(
          db,
          some.map(({ note }) => note),
        )
        for (const { onCarried } of some) onCarried()
        for (const [place, own] of Map.groupBy(some, (one) => one.place)) await remove(place, own)
      } catch (error) {
        logRepeated(log, error, 'Failed to carry notes of new messages to the coordinator.', {}, some.length)
        if (isClosed) return
        waiting = [...some, ...waiting]
        if (waiting.length > waitingMax) leave()
        await wait(retryMs)
      }
    }
  }

  function leave(): void {
    for (const { note } of waiting) left.add(note.partition)
    waiting = []
  }

  /** What stays is carried once more, which changes nothing. */
  const remove = async (place: Place, own: readonly Waiting[]) =>
    store
      .removeNotes(
        await place.reach(),
        own.map(({ note }) => note),
      )
      .catch((error) => logRepeated(log, error, 'Failed to delete notes of new messages.', {}, own.length))

  return {
    add(note, place, onCarried) {
      if (left.has(note.partition)) return
      waiting.push({ note, place, onCarried })
      running ??= drain().finally(() => {
        running = undefined
      })
    },
    takes: (partition) => !left.has(partition),
    async close() {
      isClosed = true
      await running
    },
  }
}

/** A node that lives carries its own ones within a second. */
const leftSeconds = 10
const notesPerTurn = 500

/**
 * Carries what nodes that ended have left. Workers that are away keep theirs. On one PostgreSQL there is nothing, unless
 * it was restored from the backup of a cluster.
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
      await store.carry(db, notes, shards.length > 0)
      await store.removeNotes(db, notes)
      carried += notes.length
    } catch (error) {
      logRepeated(log, error, 'Failed to read notes of new messages from a worker.')
    }
  }
  return carried
}
