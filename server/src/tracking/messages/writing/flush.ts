/** One flush: where it is written, its number, and who is notified. */
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Carrier } from '../cluster/notes.ts'
import { isEmpty, noteOf } from '../cluster/notes-store.ts'
import type { Announcer, StoredOfUnit } from '../live/announcer.ts'
import { nextPartition } from '../live/flushes-store.ts'
import * as store from '../store.ts'
import type { Fence } from './ownership.ts'
import type { Queue } from './queue.ts'
import type { UnitWrite } from './unit-cache.ts'

export interface Write extends UnitWrite {
  readonly stored: StoredOfUnit | undefined
}

interface Readers {
  readonly announcer: Announcer
  readonly carrier: Carrier
  readonly isCluster: boolean
}

/** Returns what to do once the trackers have their acknowledgements. */
export async function writeFlush(
  ctx: Pick<Context, 'db'>,
  queue: Queue,
  writes: readonly Write[],
  db: Db,
  fence: Fence,
  { announcer, carrier, isCluster }: Readers,
): Promise<() => void> {
  const { place } = queue
  const [part] = place.parts
  if (queue.next && !carrier.takes(queue.next.partition)) queue.next = undefined
  if (part === undefined ? writes.some(({ chunk }) => chunk) : writes.length > 0)
    queue.next ??= { partition: await nextPartition(ctx.db), sequence: 1, notes: 0, isInDoubt: false }
  if (part === undefined || !queue.next) {
    await store.write(db, writes, { flush: queue.next, fence, isCluster })
    return announcementOf(queue, writes, announcer)
  }
  const { partition, sequence, notes: number, isInDoubt } = queue.next
  const note = noteOf({ part, partition, number }, sequence, writes)
  await store.writeAt(db, writes, note, fence)
  const announce = announcementOf(queue, writes, announcer)
  if (isEmpty(note)) return announce
  queue.next.notes = number + 1
  queue.next.isInDoubt = false
  return () => carrier.add(note, place, announce, isInDoubt)
}

function announcementOf({ next }: Queue, writes: readonly Write[], announcer: Announcer): () => void {
  const units = writes.flatMap(({ chunk, stored }) => (chunk && stored ? [stored] : []))
  if (units.length === 0 || !next) return () => {}
  const stored = { partition: next.partition, sequence: next.sequence++, units }
  return () => announcer.announce(stored)
}
