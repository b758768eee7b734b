/** Whether the tables take messages at all: tells a message that cannot be stored from a store that cannot store. */
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
import { nextLane } from './flushes-store.ts'
import * as store from './store.ts'

class Undone extends Error {}

/** Of no unit. */
const nobody = 0
const small = { unitId: nobody, t0: 0, t1: 0, bytes: 2 }

/**
 * Asks and writes all that a flush does, with harmless values, and takes it back. With `like` of the same unit and the same
 * length: what also fails then is not the fault of what the tracker said.
 */
export async function takesMessages(db: Db, like?: store.UnitWrite): Promise<boolean> {
  const { unitId, t0, t1, bytes } = like?.chunk ? { ...like.chunk, unitId: like.unitId } : { ...small, ...like }
  const chunk = { t0, t1, count: 1, bytes, isPacked: false, data: 'x'.repeat(bytes) }
  const counts = { count: 1, bytes, smallChunks: 1 }
  const state = { parameters: {}, tMax: t1, lastActive: 0, ...counts, changed: { t0, t1 }, frames: undefined }
  try {
    await inTransaction({ db }, async (ctx) => {
      await store.readHeads(ctx.db, [unitId])
      await store.readOverlapping(ctx.db, [{ unitId, t0, t1 }])
      const lane = await nextLane(ctx.db)
      await store.write(ctx.db, [{ unitId, chunk, state, received: { s0: 0, s1: 0 } }], { lane, n: 1 })
      throw new Undone()
    })
    return false
  } catch (error) {
    return error instanceof Undone
  }
}
