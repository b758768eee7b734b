import type { Processor } from '#kernel/card-processor.ts'
import type { Db } from '#kernel/db/transaction.ts'

/** A dealer, for the invoices of its months, or an account, for what its client lets renew. */
export type CardHolder = { readonly dealer: number } | { readonly account: number }

export interface KeptCardRow {
  readonly processor: Processor['name']
  readonly livemode: boolean
  readonly tokenSealed: Buffer
  readonly brand: string
  readonly last4: string
  readonly month: number
  readonly year: number
  readonly keptAt: Date
}

export const find = (db: Db, holder: CardHolder): Promise<KeptCardRow | undefined> =>
  ('dealer' in holder
    ? db.selectFrom('keptCards').selectAll().where('dealerId', '=', holder.dealer)
    : db.selectFrom('clientCards').selectAll().where('accountId', '=', holder.account)
  ).executeTakeFirst() as Promise<KeptCardRow | undefined>

/** A newer card takes the place of the one before. */
export async function save(db: Db, holder: CardHolder, card: KeptCardRow): Promise<void> {
  await ('dealer' in holder
    ? db
        .insertInto('keptCards')
        .values({ ...card, dealerId: holder.dealer })
        .onConflict((oc) => oc.column('dealerId').doUpdateSet(card))
    : db
        .insertInto('clientCards')
        .values({ ...card, accountId: holder.account })
        .onConflict((oc) => oc.column('accountId').doUpdateSet(card))
  ).execute()
}

export const remove = (db: Db, holder: CardHolder): Promise<KeptCardRow | undefined> =>
  ('dealer' in holder
    ? db.deleteFrom('keptCards').where('dealerId', '=', holder.dealer).returningAll()
    : db.deleteFrom('clientCards').where('accountId', '=', holder.account).returningAll()
  ).executeTakeFirst() as Promise<KeptCardRow | undefined>
