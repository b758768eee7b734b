/**
 * Automatic renewals: some days before the end of a subscription the kept card is charged for the same time again. A
 * renewal is a normal order, stored before the processor is called, so a crash charges nothing twice
 * (docs/decisions/0077).
 */
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { beginCharge, findKeptCard, readKeptCard, removeKeptCard } from '../invoices/actions.ts'
import { itemName } from './mail.ts'
import { soldOffers } from './own-purchases.ts'
import type { Offer } from './purchase.ts'
import { place } from './purchases.ts'
import * as purchases from './purchases-store.ts'
import * as store from './store.ts'
import { firstRenewal, isActiveAt, nextRenewal, type Subscription } from './subscription.ts'

/** Begins every charge that is due. Returns how many subscriptions it checked. */
export async function renewSubscriptions(acting: ActorContext): Promise<number> {
  for (let done = 0; ; done++) {
    const isOne = await inTransaction(acting, async (ctx) => {
      const due = await store.takeRenewal(ctx.db, ctx.clock.now())
      if (due) await renew(ctx, due)
      return due !== undefined
    })
    if (!isOne) return done
  }
}

export const nextRenewalDue = store.firstRenewal

async function renew(ctx: ActorContext, due: store.Renewal): Promise<void> {
  const now = ctx.clock.now()
  await store.saveRenewal(ctx.db, { ...due, renewAt: nextRenewal(due, now) })
  // A subscription that ended while it could not be charged stays ended.
  if (!isActiveAt(due, now) || due.isErased || (await purchases.isBeingRenewed(ctx.db, due.id))) return
  const offer = await offerOf(ctx, due)
  if (!offer) return
  const { invoice } = await place(ctx, offer, {
    ...{ dealerId: due.dealerId, accountId: due.accountId, months: monthsOf(due), type: 'cardpay' },
    ...{ userId: due.userId, operationId: null, description: itemName(offer, due.lang) },
    ...{ autoRenew: true, renews: due.id },
  })
  // Without a card the order is dropped at once, with an email.
  await beginCharge(ctx, invoice, { account: due.accountId })
}

/** What a renewal costs now; undefined: the plan is no longer sold, and ends. */
const offerOf = async (ctx: Pick<Context, 'db'>, { appId, plan }: Sold): Promise<Offer | undefined> =>
  (await soldOffers({ db: ctx.db, apps: [appId] })).find((offer) => offer.plan === plan)

type Sold = Pick<Subscription, 'appId' | 'plan'>
const monthsOf = ({ data }: Pick<Subscription, 'data'>): number => (data as { months?: number }).months ?? 1

/** What will be charged to which card; undefined: nothing. */
export async function announcedRenewal(
  ctx: Pick<Context, 'db'>,
  subscription: Sold & Pick<Subscription, 'accountId' | 'autoRenew' | 'data'>,
) {
  if (!subscription.autoRenew) return undefined
  const card = await findKeptCard(ctx, { account: subscription.accountId })
  const offer = await offerOf(ctx, subscription)
  if (!card || !offer) return undefined
  const months = monthsOf(subscription)
  return { amountTotal: offer.monthlyAmount * months, currency: offer.currency, last4: card.last4 }
}

/** A charge that has begun is finished; turning renewal off stops every later one. */
export const setAutoRenew = (caller: ClientCall, id: string, autoRenew: boolean): Promise<Subscription> =>
  inTransaction(caller, async (call) => {
    await store.lockAccount(call.db, call.account)
    const found = (await store.list(call.db, call.account)).find((one) => one.id === id)
    const before = found && call.apps.includes(found.appId) ? found : notFound('subscription')
    call.validate()
    if (!isActiveAt(before, call.clock.now())) conflict('This subscription has ended. Order it again.')
    if (before.type !== 'cardpay')
      conflict('Only what you bought by card yourself can renew automatically. Order it by card.')
    if (before.autoRenew === autoRenew) return before
    if (autoRenew && !(await findKeptCard(call, { account: call.account }))) {
      conflict('No card is saved. Order more time with automatic renewal, and pay with the card to save.')
    }
    return changed(call, before, autoRenew)
  })

async function changed(call: ClientCall, before: Subscription, autoRenew: boolean): Promise<Subscription> {
  const after = { ...before, autoRenew, renewAt: firstRenewal({ ...before, autoRenew }) }
  await store.saveRenewal(call.db, after)
  await recordChange(call, {
    action: 'subscriptions.set-auto-renew',
    subject: call.account,
    ...{ before: { id: before.id, autoRenew: before.autoRenew }, after: { id: before.id, autoRenew } },
  })
  return after
}

export const readOwnCard = (call: ClientCall) => readKeptCard(call, { account: call.account })

/** Without its card nothing renews. */
export async function removeOwnCard(caller: ClientCall): Promise<void> {
  await readOwnCard(caller)
  await removeKeptCard(caller, { account: caller.account }, async (call) => {
    await store.lockAccount(call.db, call.account)
    const all = await store.list(call.db, call.account)
    for (const one of all.filter((subscription) => subscription.autoRenew)) await changed(call, one, false)
  })
}
