/** The audit log: one row per change, in the transaction of the change. */

import type { Page } from '../api/lists.ts'
import type { Actor, ActorContext, Call, Context } from '../context.ts'
import { hasAccount } from '../db/locks.ts'
import { notFound } from '../errors.ts'
import * as store from './store.ts'

export interface Change {
  readonly dealer: number | null
  /** What was done, as `feature.verb`. */
  readonly action: string
  readonly subject: string | number
  readonly before?: object | null
  readonly after?: object | null
}

type Recorder = Pick<ActorContext, 'db' | 'clock' | 'actor'>

/**
 * Secrets do not belong here: callers pass what the API would show, never hashes or keys. The dealer is the caller's.
 */
export function recordChange(
  ctx: Recorder & { readonly dealer: number | null },
  change: Omit<Change, 'dealer'> & { readonly dealer?: number | null },
): Promise<void>
export function recordChange(ctx: Recorder, change: Change): Promise<void>
export async function recordChange(
  ctx: Recorder & { readonly dealer?: number | null },
  change: Omit<Change, 'dealer'> & { readonly dealer?: number | null },
): Promise<void> {
  const { dealer = ctx.dealer ?? null } = change
  await ctx.db
    .insertInto('audit')
    .values(auditRow(ctx.actor, ctx.clock.now(), { ...change, dealer }))
    .execute()
}

/** Returns what something became, after recording its change. */
export async function recorded<T extends { readonly id: string }>(
  ctx: Recorder & { readonly dealer: number },
  action: string,
  before: object | undefined,
  after: T,
): Promise<T> {
  await recordChange(ctx, { action, subject: after.id, before: before ?? null, after })
  return after
}

/** Many at once, for jobs that do a thousand things in one run. */
export async function recordChanges(ctx: Recorder, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((change) => auditRow(ctx.actor, ctx.clock.now(), change))
  await ctx.db.insertInto('audit').values(rows).execute()
}

export const auditRow = (actor: Actor, at: Date, change: Change) => ({
  dealerId: change.dealer,
  accountId: actor.account ?? null,
  at,
  actorKind: actor.kind,
  actorId: actor.id,
  address: actor.address,
  requestId: actor.requestId,
  action: change.action,
  subjectId: String(change.subject),
  before: change.before ? JSON.stringify(change.before) : null,
  after: change.after ? JSON.stringify(change.after) : null,
})

/** Keeps the actor of the context; without one it is the operator with this command. */
export const asOperator = (context: Context | ActorContext, command: string): ActorContext =>
  'actor' in context ? context : { ...context, actor: operator(command) }

export const operator = (command: string): Actor => ({ kind: 'operator', id: command, address: null, requestId: null })

export type { AccountEntry } from './store.ts'
export const auditSorts = store.sorts
export const listChanges = (call: Call, filter: store.AuditFilter, page: Page): Promise<store.AuditEntry[]> =>
  store.list(call.db, call.dealer, filter, page)

/** What was done in and with an account, for its owners. */
export const listAccountChanges = (ctx: Pick<Context, 'db'>, filter: store.AccountAudit, page: Page) =>
  store.listOfAccount(ctx.db, filter, page)

export async function requireAccount(call: Call, id: number): Promise<void> {
  if (!(await hasAccount(call.db, call, id))) notFound('account')
}
