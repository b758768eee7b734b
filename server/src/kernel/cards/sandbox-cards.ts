/** Cards that the sandbox keeps for a merchant, and charges to them. */

import { type Charge, type KeptCard, ProcessorRefusal } from '../card-processor.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/transaction.ts'
import { type Card, type Decline, declines, hasEnded, shownOf, verdictOn } from './card.ts'
import { type SandboxSession, sandboxId } from './sandbox-session.ts'

/** In the transaction of the payment. */
export async function keepCard(db: Db, { id, merchant, keepsCard }: SandboxSession, card: Card): Promise<void> {
  if (!keepsCard) return
  const verdict = verdictOn(card)
  const later = verdict?.kind === 'declines' ? null : (verdict?.declinesLater ?? null)
  const kept = { ...shownOf(card), declines: later }
  await db
    .insertInto('sandboxCards')
    .values({ id: sandboxId('pm_', 24), merchant, sessionId: id, ...kept })
    // Another card is entered if the first was not confirmed: the last one pays.
    .onConflict((oc) => oc.column('sessionId').doUpdateSet(kept))
    .execute()
}

const cards = (db: Db, merchant: string) =>
  db.selectFrom('sandboxCards').selectAll().where('merchant', '=', merchant).where('removedAt', 'is', null)

export async function readCard(db: Db, merchant: string, sessionId: string): Promise<KeptCard | undefined> {
  const card = await cards(db, merchant).where('sessionId', '=', sessionId).executeTakeFirst()
  if (!card) return undefined
  const { id: token, last4, month, year } = card
  return { token, brand: 'visa', last4, month, year }
}

/** The first answer to a reference is the answer to every later call. */
export async function charge({ db, clock }: Context, merchant: string, order: Charge): Promise<string> {
  const { reference, token, amount, currency } = order
  const card = await cards(db, merchant).where('id', '=', token).executeTakeFirst()
  if (card) {
    const declined = hasEnded(card, clock.now()) ? 'expired_card' : card.declines
    const result = declined === null ? { payment: sandboxId('pi_', 24) } : { declined }
    await db
      .insertInto('sandboxCharges')
      .values({ merchant, reference, cardId: token, amount, currency, ...result, createdAt: clock.now() })
      .onConflict((oc) => oc.columns(['merchant', 'reference']).doNothing())
      .execute()
  }
  const charged = await findCharged(db, merchant, reference)
  if (!charged) throw new ProcessorRefusal('The card processor has no such card.')
  if (charged.cardId !== token || charged.amount !== amount || charged.currency !== currency) {
    throw new ProcessorRefusal('The card processor has another payment with this reference.')
  }
  if (charged.payment === null) {
    throw new ProcessorRefusal(declines[charged.declined as Decline], charged.declined === 'not_confirmed')
  }
  return charged.payment
}

const findCharged = (db: Db, merchant: string, reference: string) =>
  db
    .selectFrom('sandboxCharges')
    .selectAll()
    .where('merchant', '=', merchant)
    .where('reference', '=', reference)
    .executeTakeFirst()

export const findCharge = async (db: Db, merchant: string, reference: string): Promise<string | undefined> =>
  (await findCharged(db, merchant, reference))?.payment ?? undefined

export async function forgetCard({ db, clock }: Context, merchant: string, token: string): Promise<void> {
  await db
    .updateTable('sandboxCards')
    .set({ removedAt: clock.now() })
    .where('merchant', '=', merchant)
    .where('id', '=', token)
    .where('removedAt', 'is', null)
    .execute()
}
