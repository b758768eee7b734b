import type { Db } from '#kernel/db/transaction.ts'
import type { SensorTemplate } from './template.ts'

const templates = (db: Db, accountId: number) =>
  db.selectFrom('sensorTemplates').selectAll().where('accountId', '=', accountId)

export const list = (db: Db, accountId: number): Promise<SensorTemplate[]> =>
  templates(db, accountId).orderBy('id').execute() as Promise<unknown[]> as Promise<SensorTemplate[]>

export const find = (db: Db, accountId: number, id: string): Promise<SensorTemplate | undefined> =>
  templates(db, accountId).where('id', '=', id).executeTakeFirst() as Promise<unknown> as Promise<
    SensorTemplate | undefined
  >

export const insert = (db: Db, { settings, ...template }: SensorTemplate) =>
  db
    .insertInto('sensorTemplates')
    .values({ ...template, settings: JSON.stringify(settings) })
    .execute()

export const save = (db: Db, { id, hwId, settings, updatedAt }: SensorTemplate) =>
  db
    .updateTable('sensorTemplates')
    .set({ hwId, settings: JSON.stringify(settings), updatedAt })
    .where('id', '=', id)
    .execute()

export const remove = (db: Db, id: string) => db.deleteFrom('sensorTemplates').where('id', '=', id).execute()
