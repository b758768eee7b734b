/** An account goes with everything that is known of it: after a week at its client's wish, at once by law. */
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
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, refuse } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { postMail } from '#kernel/mail/outbox.ts'
import { loginUrlOf } from '#kernel/sites.ts'
import { forgetTakers } from '#tracking/bin/actions.ts'
import { takeAway } from '../accounts/actions.ts'
import { dueAfter, type Erasure } from './certificate.ts'
import { erasureMail } from './mail.ts'
import * as store from './store.ts'

const alreadyAsked = 'This account is already scheduled for deletion. Cancel that first.'

/** Until then everything goes on as before. The link in the mail undoes it, and later opens the certificate. */
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
    // Every owner hears of it, so that none loses an account that another deletes.
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

/** By the link of the mail: how it stands. */
export async function readErasure(call: PublicCall, token: string): Promise<Erasure> {
  call.validate()
  const found = await store.findByHash(call.db, linkHash(token))
  return found ?? requireKnown(call, wrongLink)
}

export async function undoByLink(caller: PublicCall, token: string): Promise<void> {
  const { accountId } = await readErasure(caller, token)
  const home = accountId === null ? undefined : await store.findHome(caller.db, accountId)
  if (accountId === null || !home) return refuse('CONFLICT', cannotUndo)
  await inTransaction(caller, async (call) => {
    if (!(await store.undo(call.db, accountId))) conflict(cannotUndo)
    await recordChange(call, { dealer: home.dealerId, action: 'accounts.undo-erasure', subject: accountId })
  })
}

export const nextErasure = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextDue(ctx.db)

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

/** For requests by law: at once, whatever kind of account it is. */
export const eraseNow = (acting: ActorContext, accountId: number): Promise<Erasure> =>
  inTransaction(acting, async (ctx) => {
    if (!(await store.findHome(ctx.db, accountId))) notFound('account')
    const now = ctx.clock.now()
    await store.undo(ctx.db, accountId)
    const asked = { id: uuidv7(now), accountId, askedBy: 'operator', askedAt: now, dueAt: now } as const
    await store.insert(ctx.db, { ...asked, erasedAt: null, counts: null, hash: linkHash(newLinkSecret()) })
    return erase(ctx, { ...asked, erasedAt: null, counts: null })
  })

/** The row of the audit log and the certificate name each other, and nobody else. */
async function erase(ctx: ActorContext, erasure: Erasure): Promise<Erasure> {
  const id = erasure.accountId as number
  const home = (await store.findHome(ctx.db, id)) ?? notFound('account')
  const call: Call = { ...ctx, dealer: home.dealerId, apps: home.regApps, validate: () => {} }
  const { words, idents, sensors, ...contents } = await store.findContents(ctx.db, id)
  await forgetTakers(ctx, id)
  await takeAway(call, id)
  // Lines first: whose they are follows from the invoices and the credit.
  await pseudonymiseLines(call, id)
  const billsKept = (await pseudonymiseBills(call, id)) + (await pseudonymiseInvoices(call, id))
  await pseudonymiseCredit(call, id)
  const records = await removeLeftovers(ctx.db, { words, idents, sensors, dealer: home.dealerId })
  const erasedAt = ctx.clock.now()
  const counts = { ...contents, records, billsKept }
  await store.finish(ctx.db, erasure.id, erasedAt, counts)
  await recordChange(call, { dealer: home.dealerId, action: 'accounts.erase', subject: erasure.id, after: counts })
  return { ...erasure, accountId: null, erasedAt, counts }
}
