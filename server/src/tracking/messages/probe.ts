/** Tests whether the tables accept messages at all, to distinguish a bad message from a failing store. */
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { nextPartition } from './flushes-store.ts'
import { readUnitStates } from './states-store.ts'
import * as store from './store.ts'

class Undone extends Error {}

/** No unit has this id. */
const nobody = 0
const small = { unitId: nobody, t0: 0, t1: 0, bytes: 2 }

/**
 * Reads and writes everything that a flush does, with harmless values, and rolls back. With `like` it uses the same
 * unit and length: if that fails too, the tracker's values are not the cause.
 */
export async function takesMessages(db: Db, like?: store.UnitWrite): Promise<boolean> {
  const { unitId, t0, t1, bytes } = like?.chunk ? { ...like.chunk, unitId: like.unitId } : { ...small, ...like }
  const chunk = { t0, t1, count: 1, bytes, isPacked: false, data: 'x'.repeat(bytes) }
  const counts = { count: 1, bytes, smallChunks: 1 }
  const state = { parameters: {}, tMax: t1, lastActive: 0, ...counts, changed: [{ t0, t1 }], frames: undefined }
  try {
    await inTransaction({ db }, async (ctx) => {
      await readUnitStates(ctx.db, [unitId])
      await store.readOverlapping(ctx.db, [{ unitId, t0, t1 }])
      const partition = await nextPartition(ctx.db)
      await store.write(ctx.db, [{ unitId, chunk, state, received: { s0: 0, s1: 0 } }], {
        flush: { partition, sequence: 1 },
      })
      throw new Undone()
    })
    return false
  } catch (error) {
    return error instanceof Undone
  }
}
