import type { Processor } from '#kernel/card-processor.ts'
import type { Db } from '#kernel/db/transaction.ts'

/**
 * A dealer, for its monthly invoices; an account, for its renewing subscriptions; or an account and the dealer whose
 * invoices the client lets be charged.
 */
export type CardHolder =
  | { readonly dealer: number }
  | { readonly account: number }
  | { readonly account: number; readonly seller: number }

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

export function find(db: Db, holder: CardHolder): Promise<KeptCardRow | undefined> {
  if ('seller' in holder) {
    const cards = db.selectFrom('mandateCards').selectAll().where('dealerId', '=', holder.seller)
    return cards.where('accountId', '=', holder.account).executeTakeFirst() as Promise<KeptCardRow | undefined>
  }
  return (
    'dealer' in holder
      ? db.selectFrom('keptCards').selectAll().where('dealerId', '=', holder.dealer)
      : db.selectFrom('clientCards').selectAll().where('accountId', '=', holder.account)
  ).executeTakeFirst() as Promise<KeptCardRow | undefined>
}

/** A newer card replaces the previous one. */
export async function save(db: Db, holder: CardHolder, card: KeptCardRow): Promise<void> {
  if ('seller' in holder) {
    await db
      .insertInto('mandateCards')
      .values({ ...card, dealerId: holder.seller, accountId: holder.account })
      .onConflict((oc) => oc.columns(['dealerId', 'accountId']).doUpdateSet(card))
      .execute()
    return
  }
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

export function remove(db: Db, holder: CardHolder): Promise<KeptCardRow | undefined> {
  if ('seller' in holder) {
    const cards = db.deleteFrom('mandateCards').where('dealerId', '=', holder.seller)
    const own = cards.where('accountId', '=', holder.account)
    return own.returningAll().executeTakeFirst() as Promise<KeptCardRow | undefined>
  }
  return (
    'dealer' in holder
      ? db.deleteFrom('keptCards').where('dealerId', '=', holder.dealer).returningAll()
      : db.deleteFrom('clientCards').where('accountId', '=', holder.account).returningAll()
  ).executeTakeFirst() as Promise<KeptCardRow | undefined>
}
