/** Tests whether the tables accept messages at all, to distinguish a bad message from a failing store. */
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { noteOf } from '../cluster/notes-store.ts'
import { nextPartition } from '../live/flushes-store.ts'
import { readUnitStates } from '../states-store.ts'
import * as store from '../store.ts'
import type { UnitWrite } from './unit-cache.ts'

class Undone extends Error {}

/** No unit has this id. */
const nobody = 0
const small = { t0: 0, t1: 0, bytes: 2 }

/**
 * Reads and writes everything that a flush does, with harmless values, and rolls back. With `like` it uses the same unit and
 * length: if that fails too, the values of the tracker are not the cause. `part`: what a flush writes on a worker. Its key is
 * no unit either, and lies on the worker in question: others may be away.
 */
export async function takesMessages(db: Db, part: number | undefined, like?: UnitWrite): Promise<boolean> {
  const unitId = like?.unitId ?? part ?? nobody
  const { t0, t1, bytes } = like?.chunk ?? small
  const chunk = { t0, t1, count: 1, bytes, isPacked: false, data: 'x'.repeat(bytes) }
  const counts = { count: 1, bytes, smallChunks: 1 }
  const state = { parameters: {}, tMax: t1, lastActive: 0, ...counts, changed: [{ t0, t1 }], frames: undefined }
  try {
    await inTransaction({ db }, async (ctx) => {
      await readUnitStates(ctx.db, [unitId], part !== undefined)
      await store.readOverlapping(ctx.db, [{ unitId, t0, t1 }])
      const partition = await nextPartition(ctx.db)
      const writes = [{ unitId, chunk, state, received: { s0: 0, s1: 0 } }]
      if (part === undefined) await store.write(ctx.db, writes, { flush: { partition, sequence: 1 } })
      else await store.writeAt(ctx.db, writes, noteOf({ part, partition, number: 0 }, 1, writes), () => [])
      throw new Undone()
    })
    return false
  } catch (error) {
    return error instanceof Undone
  }
}
