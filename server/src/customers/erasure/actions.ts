/** Deletes an account with everything known about it: a week after its client's request, or at once by law. */
import { pseudonymiseLines } from '#billing/bank-statements/actions.ts'
import { pseudonymiseBills } from '#billing/bills/actions.ts'
import { pseudonymiseCredit } from '#billing/client-credit/actions.ts'
import { pseudonymiseInvoices } from '#billing/client-invoices/actions.ts'
import { requireOwnPassword } from '#identity/credentials/actions.ts'
import { requireKnown } from '#identity/one-time-links/actions.ts'
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { listPeople } from '#identity/users/people.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context, PublicCall } from '#kernel/context.ts'
import { removeLeftovers } from '#kernel/db/leftovers.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/network/sites.ts'
import { forgetTakers } from '#tracking/bin/actions.ts'
import { deleteAccount } from '../accounts/actions.ts'
import { dueAfter, type Erasure } from './certificate.ts'
import { erasureMail } from './mail.ts'
import * as store from './store.ts'

const alreadyAsked = 'This account is already scheduled for deletion. Cancel that first.'

/** Until then everything continues as before. The link in the email undoes it, and later opens the certificate. */
export async function requestErasure(caller: ClientCall, password: string): Promise<Date> {
  await requireOwnPassword(caller, password)
  return inTransaction(caller, async (call) => {
    const now = call.clock.now()
    const dueAt = dueAfter(now)
    const secret = newLinkSecret()
    const row = { id: uuidv7(now), accountId: call.account, askedBy: 'client', askedAt: now, dueAt } as const
    const isNew = await store.insert(call.db, { ...row, erasedAt: null, counts: null, hash: linkHash(secret) })
    if (!isNew) conflict(alreadyAsked)
    const url = `${loginUrlOf(call, call.dealer)}/erasure#token=${secret}`
    // Every owner gets an email, so that no one loses an account that another deletes.
    for (const { role, email, ...reader } of await listPeople(call, call.account)) {
      if (role !== 'owner' || email === null) continue
      const mail = erasureMail({ ...reader, dueAt, url })
      await postMail(call, { ...mail, to: email, inNameOf: call.dealer, carriesSecret: true })
    }
    await recordChange(call, { action: 'accounts.ask-erasure', subject: call.account, after: { dueAt } })
    return dueAt
  })
}

export const readPending = async (ctx: Pick<Context, 'db'>, accountId: number): Promise<Date | null> =>
  (await store.findByAccount(ctx.db, accountId))?.dueAt ?? null

const cannotUndo = 'No deletion is scheduled. Nothing is left to undo.'

export const undoErasure = (caller: ClientCall): Promise<void> =>
  inTransaction(caller, async (call) => {
    call.validate()
    if (!(await store.undo(call.db, call.account))) conflict(cannotUndo)
    await recordChange(call, { action: 'accounts.undo-erasure', subject: call.account })
  })

const wrongLink = 'This link is not valid. The deletion was undone, or the link is incomplete.'

/** The state of the erasure, by the link in the email. */
export async function readErasure(call: PublicCall, token: string): Promise<Erasure> {
  call.validate()
  const found = await store.findByHash(call.db, linkHash(token))
  return found ?? requireKnown(call, wrongLink)
}

export async function undoByLink(caller: PublicCall, token: string): Promise<void> {
  const { accountId } = await readErasure(caller, token)
  const account = accountId === null ? undefined : await store.findAccount(caller.db, accountId)
  if (accountId === null || !account) return refuse('CONFLICT', cannotUndo)
  await inTransaction(caller, async (call) => {
    if (!(await store.undo(call.db, accountId))) conflict(cannotUndo)
    await recordChange(call, { dealer: account.dealerId, action: 'accounts.undo-erasure', subject: accountId })
  })
}

export const nextErasure = store.nextDue

/** One account in one transaction. */
export async function eraseDue(acting: ActorContext): Promise<number> {
  for (let done = 0; ; done++) {
    const erased = await inTransaction(acting, async (ctx) => {
      const due = await store.takeDue(ctx.db, ctx.clock.now())
      return due && (await erase(ctx, due))
    })
    if (!erased) return done
  }
}

/** For legal requests: at once, for any kind of account. */
export const eraseNow = (acting: ActorContext, accountId: number): Promise<Erasure> =>
  inTransaction(acting, async (ctx) => {
    if (!(await store.findAccount(ctx.db, accountId))) notFound('account')
    const now = ctx.clock.now()
    await store.undo(ctx.db, accountId)
    const asked = { id: uuidv7(now), accountId, askedBy: 'operator', askedAt: now, dueAt: now } as const
    await store.insert(ctx.db, { ...asked, erasedAt: null, counts: null, hash: linkHash(newLinkSecret()) })
    return erase(ctx, { ...asked, erasedAt: null, counts: null })
  })

/** The audit entry and the certificate refer only to each other. */
async function erase(ctx: ActorContext, erasure: Erasure): Promise<Erasure> {
  const id = erasure.accountId as number
  // Before anything is read: the account may be moving to another dealer.
  await lockAccount(ctx.db, id)
  const account = (await store.findAccount(ctx.db, id)) ?? notFound('account')
  const call: Call = { ...ctx, dealer: account.dealerId, apps: account.regApps, validate: () => {} }
  const { words, idents, sensors, ...contents } = await store.findContents(ctx.db, id)
  await forgetTakers(ctx, id)
  await deleteAccount(call, id)
  // Lines first: invoices and credit say whose they are.
  await pseudonymiseLines(call, id)
  const billsKept = (await pseudonymiseBills(call, id)) + (await pseudonymiseInvoices(call, id))
  await pseudonymiseCredit(call, id)
  const records = await removeLeftovers(ctx.db, { words, idents, sensors, dealer: account.dealerId })
  const erasedAt = ctx.clock.now()
  const counts = { ...contents, records, billsKept }
  await store.finish(ctx.db, erasure.id, erasedAt, counts)
  await recordChange(call, { dealer: account.dealerId, action: 'accounts.erase', subject: erasure.id, after: counts })
  return { ...erasure, accountId: null, erasedAt, counts }
}
