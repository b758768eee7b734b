import type { Db } from '../context.ts'

export interface NewHeld {
  readonly unitId: number
  readonly at: Date
  readonly code: string | null
  readonly reason: string
  readonly frame: Buffer
  readonly delivery: Buffer
  readonly triedBy: string
}

export async function insert(db: Db, held: NewHeld): Promise<void> {
  await db.insertInto('quarantine').values(held).execute()
}
