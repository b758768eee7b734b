/** A database that fails at one statement. */
import type { Db } from '#kernel/db/transaction.ts'

/** Runs `work` with the statement at this position failing. Returns whether it got that far. */
export async function breakAt(db: Db, at: number, work: (db: Db) => Promise<unknown>): Promise<boolean> {
  let left = at
  let isBroken = false
  const failing = db.withPlugin({
    transformQuery({ node }) {
      if (left-- !== 0) return node
      isBroken = true
      throw Object.assign(new Error('The connection was lost, for a test.'), { code: '08006' })
    },
    transformResult: async ({ result }) => result,
  })
  try {
    await work(failing)
  } catch (error) {
    if (!isBroken) throw error
  }
  return isBroken
}

/** Fails the first statement, then the second, until the work completes. Returns how many failed. */
export async function breakEach(db: Db, work: (db: Db) => Promise<unknown>): Promise<number> {
  for (let at = 0; ; at++) if (!(await breakAt(db, at, work))) return at
}
