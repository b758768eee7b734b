/** SQL of payment pages and payment links. */
import { sql } from 'kysely'
import type { Db } from '#kernel/db/transaction.ts'
import { watchedIn } from '../../bills/watched-pages.ts'
import type { Checkout, CheckoutPart } from './checkout.ts'

const columns = [
  'id',
  'dealerId',
  'accountId',
  'linkId',
  'processor',
  'processorKeyId',
  'sessionId',
  'status',
  'amountTotal',
  'currency',
  'livemode',
  'url',
  'paymentId',
  'email',
  'lang',
  'agreedText',
  'agreedBy',
  'createdAt',
  'expiresAt',
  'paidAt',
  'isExpiryWanted',
  'nextLookAt as nextCheckAt',
  'failedLooks as failedChecks',
] as const

const select = (db: Db) => db.selectFrom('clientCheckouts').select(columns)

export const find = (db: Db, id: string) =>
  select(db).where('id', '=', id).executeTakeFirst() as Promise<Checkout | undefined>
export const findForUpdate = (db: Db, id: string) =>
  select(db).where('id', '=', id).forUpdate().executeTakeFirst() as Promise<Checkout | undefined>

export async function insert(db: Db, checkout: Checkout, parts: readonly CheckoutPart[]): Promise<void> {
  const { nextCheckAt: nextLookAt, failedChecks: failedLooks, ...rest } = checkout
  await db
    .insertInto('clientCheckouts')
    .values({ ...rest, nextLookAt, failedLooks })
    .execute()
  await db
    .insertInto('clientCheckoutParts')
    .values(parts.map((part) => ({ ...part, checkoutId: checkout.id })))
    .execute()
}

/** Saves the fields that can change. */
export async function save(db: Db, checkout: Checkout): Promise<Checkout> {
  const { sessionId, status, url, paymentId, paidAt, isExpiryWanted, nextCheckAt, failedChecks } = checkout
  await db
    .updateTable('clientCheckouts')
    .set({ sessionId, status, url, paymentId, paidAt, isExpiryWanted })
    .set({ nextLookAt: nextCheckAt, failedLooks: failedChecks })
    .where('id', '=', checkout.id)
    .execute()
  return checkout
}

export interface NumberedPart extends CheckoutPart {
  readonly number: string
}

export const listParts = (db: Db, checkoutId: string): Promise<NumberedPart[]> =>
  db
    .selectFrom('clientCheckoutParts')
    .innerJoin('clientInvoices', 'clientInvoices.id', 'clientCheckoutParts.invoiceId')
    .select(['invoiceId', 'amount', 'paymentId', 'number'])
    .where('checkoutId', '=', checkoutId)
    .orderBy('invoiceId')
    .execute() as unknown as Promise<NumberedPart[]>

/** Pages on which one of these invoices may still be paid, as far as we know. */
export const listUnsettled = (db: Db, invoiceIds: readonly string[]): Promise<Checkout[]> =>
  select(db)
    .where((eb) =>
      eb('id', 'in', eb.selectFrom('clientCheckoutParts').select('checkoutId').where('invoiceId', 'in', invoiceIds)),
    )
    .where(sql<boolean>`(status in ('preparing', 'open') or is_expiry_wanted)`)
    .orderBy('id')
    .forUpdate()
    .execute() as unknown as Promise<Checkout[]>

export const { isPaymentUsed, nextCheck, nextEnd, takeDue } = watchedIn(
  'clientCheckouts',
  (db, ids) => select(db).where('id', 'in', ids).execute() as unknown as Promise<Checkout[]>,
)

export interface PaymentLink {
  readonly id: string
  readonly dealerId: number
  readonly accountId: number
  /** Null: every open invoice of the account. */
  readonly invoiceId: string | null
  readonly sealed: Buffer
  readonly createdAt: Date
}

const linkColumns = ['id', 'dealerId', 'accountId', 'invoiceId', 'sealed', 'createdAt'] as const

/** False: it has one already. */
export const insertLink = async (db: Db, link: PaymentLink & { readonly hash: Buffer }): Promise<boolean> =>
  ((
    await db
      .insertInto('paymentLinks')
      .values(link)
      .onConflict((oc) => oc.columns(['dealerId', 'accountId', 'invoiceId']).doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows ?? 0n) > 0n

export const findLinkTo = (
  db: Db,
  { dealerId, accountId, invoiceId }: Pick<PaymentLink, 'dealerId' | 'accountId' | 'invoiceId'>,
): Promise<PaymentLink | undefined> =>
  db
    .selectFrom('paymentLinks')
    .select(linkColumns)
    .where('dealerId', '=', dealerId)
    .where('accountId', '=', accountId)
    .where('invoiceId', 'is not distinct from', invoiceId)
    .executeTakeFirst()

export const findLink = (db: Db, id: string): Promise<PaymentLink | undefined> =>
  db.selectFrom('paymentLinks').select(linkColumns).where('id', '=', id).executeTakeFirst()

export const findLinkByHash = (db: Db, hash: Buffer): Promise<PaymentLink | undefined> =>
  db.selectFrom('paymentLinks').select(linkColumns).where('hash', '=', hash).executeTakeFirst()

/** Takes the consent given on a page, so that it is recorded once. */
export async function takeAgreed(db: Db, id: string): Promise<Pick<Checkout, 'agreedText' | 'agreedBy'> | undefined> {
  const page = await findForUpdate(db, id)
  if (page?.status !== 'complete') return undefined
  await db.updateTable('clientCheckouts').set({ agreedText: null, agreedBy: null }).where('id', '=', id).execute()
  return { agreedText: page.agreedText, agreedBy: page.agreedBy }
}

/**
 * Withdraws consent on every page where it was given and the card is not kept yet. Pages in preparation stay as they
 * are: otherwise their order would differ from the one that the processor has.
 */
export const dropAgreed = (db: Db, accountId: number) =>
  db
    .updateTable('clientCheckouts')
    .set({ agreedText: null, agreedBy: null })
    .where('accountId', '=', accountId)
    .where('agreedText', 'is not', null)
    .where('status', 'in', ['open', 'complete', 'expired'])
    .execute()

/** For an erased account: its links show nothing any more, and no page knows its payer. */
export async function forget(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('paymentLinks').where('accountId', '=', accountId).execute()
  await db
    .updateTable('clientCheckouts')
    .set({ accountId: 0, email: null })
    .where('accountId', '=', accountId)
    .execute()
}
