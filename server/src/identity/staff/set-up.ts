/** The first operator: every node that starts without one logs a link, and one person can use it. */
import { operator } from '#kernel/audit/actions.ts'
import type { Context, PublicCall } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { refuse } from '#kernel/errors.ts'
import { emailProblems } from '../login/actions.ts'
import { weakProblems } from '../login/password.ts'
import { throttleKey } from '../login-throttle/throttle.ts'
import { requireKnown } from '../one-time-links/actions.ts'
import { linkHash, newLinkSecret } from '../one-time-links/one-time-link.ts'
import { createPerson } from './actions.ts'
import { type OpenedSession, openSession } from './sessions.ts'
import * as store from './store.ts'

const linkHours = 24

/** Each node has its own link, so that every log shows one that works. Undefined: there is an operator already. */
export async function makeSetUpLink(ctx: Pick<Context, 'db' | 'clock' | 'config'>): Promise<string | undefined> {
  if (await store.hasOperator(ctx.db)) return undefined
  const now = ctx.clock.now()
  const secret = newLinkSecret()
  await store.insertSetUpLink(ctx.db, linkHash(secret), new Date(now.getTime() + linkHours * 3_600_000), now)
  return `${operatorPage(ctx)}#setup=${secret}`
}

/** If the operator has a separate listener, its page is only there. */
export function operatorPage({ config }: Pick<Context, 'config'>): string {
  const { publicUrl, internalHost, internalPort } = config
  const host = internalHost.includes(':') ? `[${internalHost}]` : internalHost
  return internalPort === undefined ? `${publicUrl}/operator` : `http://${host}:${internalPort}/operator`
}

/** Every page asks. Operators are never removed, so a yes is cached. */
export function operatorWatch({ db }: Pick<Context, 'db'>): () => Promise<boolean> {
  let isThere = false
  return async () => {
    isThere ||= await store.hasOperator(db)
    return isThere
  }
}

export interface FirstOperator {
  readonly name: string
  readonly email: string
  readonly password: string
}

const staleLink =
  'This link is no longer valid. It works once, within a day. Restart Waymark and open the link in its log.'

const refuseDone = (): never => refuse('ROUTE_NOT_FOUND', 'This path does not exist.')

/** Of two simultaneous people one wins, whichever links they have. */
export async function createFirstOperator(
  caller: PublicCall,
  token: string,
  given: FirstOperator,
  browser: { readonly agent: string | null; readonly device: string | null },
): Promise<OpenedSession> {
  if (await store.hasOperator(caller.db)) refuseDone()
  const email = given.email.trim()
  const name = given.name.trim() || email
  caller.validate([...emailProblems('email', email), ...weakProblems('password', given.password, email, name)])
  const hash = linkHash(token)
  if (!(await store.isSetUpLink(caller.db, hash, caller.clock.now()))) {
    // Someone else was first, between the two queries.
    if (await store.hasOperator(caller.db)) refuseDone()
    await requireKnown(caller, staleLink)
  }
  return inTransaction(caller, async (call) => {
    await store.lockSetUp(call.db)
    if (await store.hasOperator(call.db)) refuseDone()
    if (!(await store.isSetUpLink(call.db, hash, call.clock.now()))) refuse('FAILED_VALIDATION', staleLink)
    const { address, requestId } = call.actor
    const actor = { ...operator('set up'), address, requestId }
    const { personId } = await createPerson(call, actor, {
      ...{ dealerId: null, role: 'operator', name, email, password: given.password },
    })
    await store.removeSetUpLinks(call.db)
    const throttle = throttleKey('staff password', email, address, browser.device)
    return openSession(call, { id: personId, dealerId: null }, browser.agent, throttle)
  })
}
