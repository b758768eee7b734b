/**
 * The tokens of a unit: secrets of public links to it. The unit names the links; callers who may share its position
 * read the secrets.
 */
import { type Holder, mayDo, requireAccess } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { mayInside } from '#identity/sessions/session.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Call } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import { holderOf } from '../access.ts'
import * as store from '../store.ts'
import type { Unit } from '../unit.ts'
import { listLinks } from './link-store.ts'

/** Ties the secret of a link to its row. */
export const linkLabel = (linkId: string): string => `share:${linkId}`

const isOfClient = (call: Call): call is ClientCall => 'session' in call

/** The unit, if the caller may create, see and revoke its links. */
export const readForLinks = async (call: Call, id: number): Promise<Unit> =>
  sharable(call, await store.findWithAccount(call.db, call, id))

/** The same; it and its account are locked. */
export const holdForLinks = async (call: Call, id: number): Promise<Unit> =>
  sharable(call, await store.findForUpdate(call.db, call, id))

function sharable(call: Call, unit: Awaited<ReturnType<typeof store.findForUpdate>>): Unit {
  if (!unit || (isOfClient(call) && unit.accountId !== call.account)) return notFound('unit')
  if (!isOfClient(call)) requireAccess('units.share', holderOf(unit))
  return unit
}

export async function saveLinks(call: Call, unit: Unit, links: Unit['tokens']): Promise<void> {
  await store.save(call.db, unit.id, { tokens: JSON.stringify(links) }, call.clock.now())
}

const maySee = (call: Call, holder: Holder, app: AppId): boolean =>
  isOfClient(call) ? mayInside(call.session, 'client.share') : mayDo('units.share', holder, app)

/** The same units with the secrets of their links. Most units have none, and cost nothing. */
export async function withTokens<U extends Unit>(call: Call, units: U[]): Promise<U[]> {
  const ids = units.flatMap(({ tokens }) => Object.values(tokens))
  if (ids.length === 0 || call.isWithoutPositions) return units
  const shown = new Map(
    (await listLinks(call.db, ids, call.clock.now()))
      .filter(({ holder, appId }) => maySee(call, holder, appId))
      .map(({ id, sealed }) => [id, call.vault.open(sealed, linkLabel(id))]),
  )
  return units.map((unit) => ({
    ...unit,
    secrets: Object.fromEntries(
      Object.entries(unit.tokens).flatMap(([kind, id]) => (shown.has(id) ? [[kind, shown.get(id)]] : [])),
    ),
  }))
}

export const withOwnTokens = async <U extends Unit>(call: Call, unit: U): Promise<U> =>
  ((await withTokens(call, [unit])) as [U])[0]
