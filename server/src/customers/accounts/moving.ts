/** Accounts that move to another dealer, by decision of their client or their dealer. */
import { forgetCollection } from '#billing/client-invoices/actions.ts'
import { forgetAgreements } from '#billing/prices/actions.ts'
import { forgetReminderTerms } from '#billing/reminders/actions.ts'
import { recordAccountLeaving } from '#billing/usage/actions.ts'
import { forgetUnitTerms } from '#billing/usage/terms.ts'
import { requireAccess } from '#identity/access/access.ts'
import type { Account } from '#identity/access/account.ts'
import { forgetProfile } from '#identity/client-profiles/actions.ts'
import { findPlatformDealer } from '#identity/dealers/actions.ts'
import { endSupportSessions } from '#identity/sessions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { moveUsers } from '#identity/users/actions.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { emptyBinOf } from '#tracking/bin/actions.ts'
import { moveUnits } from '#tracking/units/actions.ts'
import { forgetDealerValues } from '#tracking/vehicles/field-actions.ts'
import * as store from './store.ts'

/**
 * Moves the account with its users and units to another dealer. What belongs to the relation with the previous one
 * stays behind: its notes about the client, profile and agreements, card and consent, support access, support sessions.
 */
async function move(ctx: ActorContext, account: Account, dealer: number, isAttached: boolean): Promise<Account> {
  const now = ctx.clock.now()
  const moved: Account = {
    ...account,
    dealerId: dealer,
    title: String(account.id),
    description: '',
    serviceApps: [],
    isAttached,
    attachedAt: isAttached ? now : null,
    addedAt: now,
    updatedAt: now,
  }
  await recordAccountLeaving(ctx, account.id)
  await endSupportSessions(ctx, account.id, account.regApps)
  await forgetProfile(ctx, account.id)
  await forgetAgreements(ctx, account.id)
  await forgetReminderTerms(ctx, account.id)
  await forgetCollection(ctx, account.dealerId, account.id)
  await forgetUnitTerms(ctx, account.id)
  await emptyBinOf(ctx, account.id)
  await forgetDealerValues(ctx, account.id)
  await store.save(ctx.db, moved)
  await moveUsers(ctx, account.id, dealer)
  await moveUnits(ctx, account.id, dealer)
  const { id, dealerId: before } = account
  await recordChange(ctx, { dealer: before, action: 'accounts.detach', subject: id, before: account })
  await recordEvent(ctx, { dealer: before, account: id, type: 'account.detached', data: { account_id: id } })
  return moved
}

/** By decision of its client. */
export const attachAccount = (caller: ClientCall, id: number, dealer: number): Promise<Account> =>
  inTransaction(caller, async (call) => {
    const account = (await store.findForUpdate(call.db, call, id, call.clock.now())) ?? notFound('account')
    const moved = await move(call, account, dealer, true)
    await recordChange(call, { dealer, action: 'accounts.attach', subject: id, after: moved })
    const data = { account_id: id, attached_at: seconds(moved.attachedAt as Date) }
    await recordEvent(call, { dealer, account: id, type: 'account.attached', data })
    return moved
  })

/** Its client keeps it, without a dealer: from now on it belongs to the platform (docs/decisions/0033). */
export const detachAccount = (caller: Call, id: number): Promise<number> =>
  inTransaction(caller, async (call) => {
    const account = (await store.findForUpdate(call.db, call, id, call.clock.now())) ?? notFound('account')
    requireAccess('accounts.detach', account)
    await move(call, account, await findPlatformDealer(call), false)
    return id
  })
