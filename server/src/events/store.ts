import type { Db } from '../context.ts'

export interface NewEvent {
  readonly dealerId: number
  readonly accountId: number | null
  readonly webhookId: string | null
  readonly type: string
  readonly at: Date
  readonly data: string
}

export async function insert(db: Db, event: NewEvent): Promise<void> {
  await db.insertInto('events').values(event).execute()
}
