/** Inviting owners of accounts to another dealer, and their answers. */

import { requireApproved } from '#identity/company/actions.ts'
import { emailProblems } from '#identity/login/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import type { Page } from '#kernel/api/lists.ts'
import type { AppId } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { mayMail, postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { attachAccount } from '../accounts/actions.ts'
import { appProblems, endOf, type Invitation, openMax, type ReceivedInvitation } from './invitation.ts'
import { invitationMail } from './mail.ts'
import * as store from './store.ts'

/** Looks nothing up: the answer is the same, and as fast, whether or not the address is known. */
export const invite = (caller: Call, input: { email: string; appId: string }): Promise<Invitation> =>
  inTransaction(caller, async (call) => {
    await requireApproved(call)
    const email = input.email.trim()
    call.validate([...emailProblems('email', email), ...appProblems(input.appId, call.apps)])
    if ((await store.countOpenForUpdate(call.db, call.dealer)) >= openMax) {
      conflict(`You can have at most ${openMax} open invitations. Delete one, or wait until some are answered.`)
    }
    const now = call.clock.now()
    const invitation: Invitation = {
      id: uuidv7(now),
      dealerId: call.dealer,
      email,
      appId: input.appId as AppId,
      status: 'open',
      createdAt: now,
      expiresAt: endOf(now),
      answeredAt: null,
    }
    try {
      await store.insert(call.db, invitation)
    } catch (error) {
      if (brokenRule(error) !== 'invitations_open') throw error
      conflict('This address is already invited. Delete that invitation to send another.', 'email')
    }
    await recordChange(call, { action: 'invitations.create', subject: invitation.id, after: invitation })
    return invitation
  })

export const invitationSorts = store.sorts
export const listInvitations = (call: Call, ids: readonly string[] | undefined, page: Page): Promise<Invitation[]> =>
  store.list(call.db, call, ids, page)

export const removeInvitation = (caller: Call, id: string): Promise<string> =>
  inTransaction(caller, async (call) => {
    const before = (await store.remove(call.db, call, id)) ?? notFound('invitation')
    await recordChange(call, { action: 'invitations.remove', subject: id, before })
    return id
  })

export const listReceived = (call: ClientCall): Promise<ReceivedInvitation[]> =>
  store.listReceived(call.db, call.user, call.clock.now())

/** Moves the account with everything in it from its dealer to the one that invited. */
export const acceptInvitation = (caller: ClientCall, id: string): Promise<ReceivedInvitation> =>
  answer(caller, id, 'accepted', async (call, { dealerId }) => {
    await attachAccount(call, call.account, dealerId)
    await recordChange(call, { dealer: dealerId, action: 'invitations.accept', subject: id })
  })

/** The dealer gets no answer: it would learn whose address this is. */
export const declineInvitation = (caller: ClientCall, id: string): Promise<ReceivedInvitation> =>
  answer(caller, id, 'declined', async (call) => {
    await recordChange(call, { dealer: null, action: 'invitations.decline', subject: id })
  })

const answer = (
  caller: ClientCall,
  id: string,
  status: 'accepted' | 'declined',
  work: (call: ClientCall, invitation: ReceivedInvitation) => Promise<void>,
): Promise<ReceivedInvitation> =>
  inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const invitation = (await store.findReceivedForUpdate(call.db, call.user, id, now)) ?? notFound('invitation')
    await work(call, invitation)
    await store.answer(call.db, id, status, now)
    return invitation
  })

const batch = 100

/** Sends emails to those who have an account. Returns how many invitations were processed. */
export async function sendInvitations(acting: ActorContext): Promise<number> {
  let total = 0
  for (;;) {
    const done = await inTransaction(acting, async (ctx) => {
      const waiting = await store.takeUnsent(ctx.db, batch)
      for (const invitation of waiting) await send(ctx, invitation)
      if (waiting.length > 0)
        await store.setSent(
          ctx.db,
          waiting.map(({ id }) => id),
          ctx.clock.now(),
        )
      return waiting.length
    })
    total += done
    if (done < batch) return total
  }
}

/** A person who already gets too many emails finds the invitation after signing in. */
async function send(ctx: ActorContext, invitation: Invitation): Promise<void> {
  const recipient = await store.findRecipient(ctx.db, invitation)
  if (!recipient?.email || !(await mayMail(ctx, recipient.email, invitation.dealerId, noRepeat))) return
  // They sign in with their current dealer, not the one that invites.
  const url = `${loginUrlOf(ctx, recipient.dealerId)}/client#/account`
  const mail = invitationMail(await store.findDealerName(ctx.db, invitation.dealerId), { lang: recipient.lang, url })
  const key = `invitations.${invitation.id}`
  await postMail(ctx, { ...mail, to: recipient.email, dealer: invitation.dealerId, key, isAsked: true })
}

/** A dealer invites an address once; other emails to it in this minute do not matter. */
const noRepeat = async () => false

export const nextUnsent = store.firstUnsent

export const expireInvitations = (ctx: ActorContext): Promise<number> => store.expire(ctx.db, ctx.clock.now())
export const nextExpiry = store.firstEnd
