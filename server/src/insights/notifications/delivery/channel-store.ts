import { sql } from 'kysely'
import { lockAccount } from '#kernel/db/locks.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Channel } from './channel.ts'

const channels = (db: Db, accountId: number) =>
  db.selectFrom('notificationChannels').selectAll().where('accountId', '=', accountId)

export const list = (db: Db, accountId: number): Promise<Channel[]> =>
  channels(db, accountId).orderBy(sql`lower(name)`).orderBy('id').execute() as Promise<Channel[]>

export const find = (db: Db, accountId: number, id: string): Promise<Channel | undefined> =>
  channels(db, accountId).where('id', '=', id).executeTakeFirst() as Promise<Channel | undefined>

export const findForUpdate = (db: Db, accountId: number, id: string): Promise<Channel | undefined> =>
  channels(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<Channel | undefined>

/** Serialised: the count decides whether one more is allowed. */
export async function countLocked(db: Db, accountId: number): Promise<number> {
  await lockAccount(db, accountId)
  return (await list(db, accountId)).length
}

export const insert = (db: Db, channel: Channel) => db.insertInto('notificationChannels').values(channel).execute()

export const save = (db: Db, { id, ...channel }: Channel) =>
  db.updateTable('notificationChannels').set(channel).where('id', '=', id).execute()

export const remove = (db: Db, id: string) => db.deleteFrom('notificationChannels').where('id', '=', id).execute()
