/** SQL of processor keys. */
import type { Db } from '#kernel/db/transaction.ts'
import type { ProcessorKey } from './processor-key.ts'

const columns = [
  'id',
  'dealerId',
  'processor',
  'endpoint',
  'secretKeySealed',
  'webhookId',
  'webhookSecretSealed',
  'livemode',
  'operationId',
  'createdAt',
  'replacedAt',
] as const

const select = (db: Db) => db.selectFrom('processorKeys').select(columns)
const one = (query: ReturnType<typeof select>) => query.executeTakeFirst() as Promise<ProcessorKey | undefined>

export const find = (db: Db, id: string): Promise<ProcessorKey | undefined> => one(select(db).where('id', '=', id))

export const findCurrent = (
  db: Db,
  dealer: number,
  processor: ProcessorKey['processor'],
): Promise<ProcessorKey | undefined> =>
  one(select(db).where('dealerId', '=', dealer).where('processor', '=', processor).where('replacedAt', 'is', null))

export const findByEndpoint = (db: Db, endpoint: string): Promise<ProcessorKey | undefined> =>
  one(select(db).where('endpoint', '=', endpoint))

export const findByOperation = (db: Db, dealer: number, operationId: string): Promise<ProcessorKey | undefined> =>
  one(select(db).where('dealerId', '=', dealer).where('operationId', '=', operationId))

/** False: the dealer already has a key of this processor. */
export async function insert(db: Db, key: ProcessorKey): Promise<boolean> {
  const result = await db
    .insertInto('processorKeys')
    .values(key)
    .onConflict((oc) => oc.columns(['dealerId', 'processor']).where('replacedAt', 'is', null).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const replaceCurrent = (db: Db, dealer: number, processor: ProcessorKey['processor'], now: Date) =>
  db
    .updateTable('processorKeys')
    .set({ replacedAt: now })
    .where('dealerId', '=', dealer)
    .where('processor', '=', processor)
    .where('replacedAt', 'is', null)
    .execute()

export const listReplaced = (db: Db, before: Date, most: number): Promise<ProcessorKey[]> =>
  select(db).where('replacedAt', '<=', before).orderBy('replacedAt').limit(most).execute() as unknown as Promise<
    ProcessorKey[]
  >

export async function firstReplaced(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('processorKeys')
    .select('replacedAt')
    .where('replacedAt', 'is not', null)
    .orderBy('replacedAt')
    .limit(1)
    .executeTakeFirst()
  return row?.replacedAt ?? undefined
}

export const remove = (db: Db, id: string) => db.deleteFrom('processorKeys').where('id', '=', id).execute()
