import type { Processor } from '#kernel/card-processor.ts'
import type { Db } from '#kernel/db/transaction.ts'

export interface KeptCardRow {
  readonly dealerId: number
  readonly processor: Processor['name']
  readonly livemode: boolean
  readonly tokenSealed: Buffer
  readonly brand: string
  readonly last4: string
  readonly month: number
  readonly year: number
  readonly keptAt: Date
}

export const find = (db: Db, dealer: number): Promise<KeptCardRow | undefined> =>
  db.selectFrom('keptCards').selectAll().where('dealerId', '=', dealer).executeTakeFirst() as Promise<
    KeptCardRow | undefined
  >

/** A newer card takes the place of the one before. */
export async function save(db: Db, card: KeptCardRow): Promise<void> {
  await db
    .insertInto('keptCards')
    .values(card)
    .onConflict((oc) => oc.column('dealerId').doUpdateSet(card))
    .execute()
}

export const remove = (db: Db, dealer: number): Promise<KeptCardRow | undefined> =>
  db.deleteFrom('keptCards').where('dealerId', '=', dealer).returningAll().executeTakeFirst() as Promise<
    KeptCardRow | undefined
  >
