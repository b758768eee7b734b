/** Links of one unit, created by its client or its dealer: a locator for anyone, a toolbox for its installer. */
import { heldModules } from '#billing/subscriptions/actions.ts'
import { linkHash, newLinkSecret } from '#identity/one-time-links/one-time-link.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { forbidden, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { publicUrlOf } from '#kernel/network/sites.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { readTelemetry } from '#tracking/messages/actions.ts'
import {
  findLinked,
  holdForLinks,
  linkLabel,
  readConnections,
  readForLinks,
  requireChannel,
  saveLinks,
} from '#tracking/units/actions.ts'
import { isLegacyUnit, type TokenKind, type Unit } from '#tracking/units/unit.ts'
import { module, refuseLink, type SharedCall, untilProblems } from './actions.ts'
import { type UnitLink, unitLinkDays } from './share.ts'
import * as store from './store.ts'

const pages: Readonly<Record<TokenKind, string>> = { locator: 'l', toolbox: 'toolbox' }

export interface OpenedLink extends UnitLink {
  readonly token: string
  readonly link: string
}

function opened(call: Call, link: UnitLink): OpenedLink {
  const token = call.vault.open(link.sealed, linkLabel(link.id))
  return { ...link, token, link: `${publicUrlOf(call, call.dealer)}/${pages[link.kind]}#${token}` }
}

export async function listUnitLinks(call: Call, unitId: number): Promise<OpenedLink[]> {
  const { tokens } = await readForLinks(call, unitId)
  return (await store.listOfUnit(call.db, Object.values(tokens), call.clock.now())).map((one) => opened(call, one))
}

/** Replaces the previous one, which ends. */
export const makeUnitLink = (
  caller: Call,
  unitId: number,
  kind: TokenKind,
  byDealer: boolean,
  until: number | undefined,
): Promise<OpenedLink> =>
  inTransaction(caller, async (call) => {
    const unit = await holdForLinks(call, unitId)
    call.validate(untilProblems(call, until))
    if (kind === 'toolbox') requireChannel(unit)
    else await requireSharing(call, unit)
    const now = call.clock.now()
    const id = uuidv7(now)
    const secret = newLinkSecret()
    const end = fromSeconds(until ?? seconds(now) + unitLinkDays[kind] * 86_400)
    const link = { id, kind, byDealer, until: end, createdAt: now, sealed: call.vault.seal(secret, linkLabel(id)) }
    const { accountId } = unit
    await endLink(call, unit.tokens[kind])
    await store.insert(
      call.db,
      {
        ...link,
        accountId,
        title: null,
        showTrail: false,
        showSpeed: false,
        destination: null,
        hash: linkHash(secret),
        updatedAt: now,
      },
      [unitId],
    )
    await saveLinks(call, unit, { ...unit.tokens, [kind]: id })
    const after = { kind, until: end }
    await recordChange(call, { action: 'units.make-link', subject: unitId, after })
    return opened(call, link)
  })

export const revokeUnitLink = (caller: Call, unitId: number, kind: TokenKind): Promise<void> =>
  inTransaction(caller, async (call) => {
    const unit = await holdForLinks(call, unitId)
    const { [kind]: id, ...rest } = unit.tokens
    if (id === undefined) notFound('link')
    await endLink(call, id)
    await saveLinks(call, unit, rest)
    await recordChange(call, { action: 'units.revoke-link', subject: unitId, before: { kind } })
  })

async function endLink(call: Call, id: string | undefined): Promise<void> {
  if (id === undefined) return
  await store.remove(call.db, id)
  await store.announce(call.db, id)
}

async function requireSharing(call: Call, { accountId, appId }: Unit): Promise<void> {
  if (!(await heldModules(call, accountId, [appId])).includes(module)) {
    forbidden(`The account’s plan doesn’t include the module ${module}. Give it a plan that does.`)
  }
}

/** What helps to install its tracker: no earlier messages. */
export async function readToolbox(call: SharedCall) {
  const { share, sightings } = call.shared
  const unit = (sightings[0] && (await findLinked(call.db, sightings[0].unitId))) ?? refuseLink()
  return {
    unit,
    until: share.until,
    telemetry: await readTelemetry(call, unit.id),
    connections: isLegacyUnit(unit) ? null : await readConnections(call, unit),
  }
}
