/** A dealer's own domain: checked in DNS for its owner and target, and then serving the dealer's clients. */
import { randomBytes } from 'node:crypto'
import { recordChange } from '#kernel/audit/actions.ts'
import type { ActorContext, Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict } from '#kernel/errors.ts'
import { ownHosts } from '#kernel/network/sites.ts'
import { checked, type Domain, hostOf, hostProblems } from './domain.ts'
import { lookUp } from './lookup.ts'
import * as store from './store.ts'

export { ownAnswer } from './lookup.ts'

export const readDomain = (call: Pick<Call, 'db' | 'dealer'>): Promise<Domain | undefined> =>
  store.find(call.db, call.dealer)

const takenText = 'This domain belongs to another dealer. Enter another one.'

/** The same domain keeps its code and its results. */
export async function setDomain(caller: Call, text: string): Promise<Domain> {
  const saved = await inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call.dealer)
    call.validate(hostProblems(text, ownHosts(call.config)))
    const host = hostOf(text) as string
    if (before?.host === host) return before
    if (await store.isTaken(call.db, call.dealer, host)) conflict(takenText)
    const now = call.clock.now()
    const code = `waymark-${randomBytes(16).toString('base64url')}`
    const none = { verifiedAt: null, checkedAt: null, failure: null, failingSince: null }
    const domain: Domain = { dealerId: call.dealer, host, code, createdAt: now, ...none, nextLookAt: now }
    await store.save(call.db, domain)
    if (before?.verifiedAt) await store.announce(call.db)
    await recordChange(call, {
      action: 'domains.set',
      subject: call.dealer,
      before: before && { host: before.host },
      after: { host },
    })
    return domain
  })
  await loadSites(caller)
  return saved
}

/** Its clients are served at the installation's own address again, immediately. */
export async function removeDomain(caller: Call): Promise<void> {
  await inTransaction(caller, async (call) => {
    const before = await store.findForUpdate(call.db, call.dealer)
    call.validate()
    if (!before) return
    await store.remove(call.db, call.dealer)
    await store.announce(call.db)
    await recordChange(call, { action: 'domains.remove', subject: call.dealer, before: { host: before.host } })
  })
  await loadSites(caller)
}

/** Queries DNS, which may take seconds, so it runs outside any transaction. */
async function check(acting: ActorContext, dealer: number, isAsked = false): Promise<void> {
  const known = await store.find(acting.db, dealer)
  if (!known) return
  const missing = await lookUp(acting, known)
  await inTransaction(acting, async (ctx) => {
    await store.lockHost(ctx.db, known.host)
    const domain = await store.findForUpdate(ctx.db, dealer)
    // The dealer has changed the domain meanwhile: this answer is about the old one.
    if (!domain || domain.code !== known.code) return
    const isTaken = missing === null && (await store.isTaken(ctx.db, dealer, domain.host))
    const after = checked(domain, isTaken ? takenText : missing, ctx.clock.now())
    await store.save(ctx.db, after)
    const found = { host: domain.host, failure: after.failure }
    if (isAsked) await recordChange(ctx, { dealer, action: 'domains.check', subject: dealer, after: found })
    if ((after.verifiedAt === null) === (domain.verifiedAt === null)) return
    await store.announce(ctx.db)
    const action = after.verifiedAt ? 'domains.verify' : 'domains.lose'
    await recordChange(ctx, { dealer, action, subject: dealer, after: found })
  })
}

export async function checkDomain(call: Call): Promise<Domain | undefined> {
  call.validate()
  const known = await readDomain(call)
  if (!known) conflict('There is no domain to check. Enter one first.')
  await check(call, call.dealer, true)
  await loadSites(call)
  return readDomain(call)
}

const checksAtOnce = 20

export async function checkDue(acting: ActorContext): Promise<number> {
  const due = await store.listDue(acting.db, acting.clock.now(), checksAtOnce)
  for (const dealer of due) await check(acting, dealer)
  if (due.length > 0) await loadSites(acting)
  return due.length
}

export const nextCheck = (ctx: Pick<Context, 'db'>): Promise<Date | undefined> => store.firstLook(ctx.db)

/** Reloads this process's domains: after a change here, and when another node announces one. */
export const loadSites = ({ db, sites }: Pick<Context, 'db' | 'sites'>): Promise<void> =>
  sites.load(() => store.listSites(db))
