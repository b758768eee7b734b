/** What helps to set up a tracker and to find out why it is silent. */
import { requireAccess } from '#identity/access/access.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { networkProblems } from '#kernel/network/source-networks.ts'
import { listConnections } from '../connections/connections.ts'
import { type ExplainedFrame, readExplainedTraffic } from '../messages/actions.ts'
import { holderOf, readable } from './access.ts'
import * as store from './store.ts'
import * as tracked from './tracked-store.ts'
import { hardwareOf, isLegacyUnit, isPassive, type Unit } from './unit.ts'

/** Its newest frames from before a moment, in seconds. */
export async function readUnitTraffic(
  call: Call,
  id: number,
  count: number,
  before: number,
): Promise<ExplainedFrame[]> {
  await readable(call, id, 'units.read-messages')
  return readExplainedTraffic(call, id, count, before)
}

/** The channel to which the unit's tracker connects. */
export async function readUnitForChannel(call: Call, id: number): Promise<Unit> {
  return requireChannel(await readable(call, id, 'units.read-channel'))
}

export function requireChannel(unit: Unit): Unit {
  if (isPassive(unit))
    conflict(`A unit of type ${unit.type} has no channel: gateways report its tag. Use the channel of a gateway.`)
  return unit
}

export function requireTools(unit: Unit): Unit {
  if (isLegacyUnit(unit))
    conflict(
      `${hardwareOf(unit.hwId).model.title} is a legacy model without set-up tool and connection log. Use its maker’s tool.`,
    )
  return unit
}

export const readUnitForSetup = async (call: Call, id: number): Promise<Unit> =>
  requireTools(await readUnitForChannel(call, id))

/** Its connection log, the newest first. Addresses reveal where the tracker is, so access is checked. */
export async function readUnitConnections(call: Call, id: number) {
  return readConnections(call, await readable(call, id, 'units.read-channel'))
}

/** For callers that have checked access themselves. */
export const readConnections = (ctx: Pick<Context, 'db'>, unit: Unit) => listConnections(ctx.db, requireTools(unit).id)

/** The unit's own list; while it is empty, its dealer's applies. */
export async function readSourceNetworks(call: Call, id: number): Promise<readonly string[]> {
  requireChannel(await readable(call, id, 'units.read-channel'))
  return tracked.findSourceNetworks(call.db, id)
}

/** As they were set, even for a protocol that its model no longer has. */
export const findProtocolSettings = (ctx: Pick<Context, 'db'>, id: number) => tracked.findProtocolSettings(ctx.db, id)

type ProtocolSettings = Readonly<Record<string, unknown>>

/** In the caller's transaction: `decide` checks access and values, and returns the new settings. */
export async function changeProtocolSettings(
  call: Call,
  id: number,
  decide: (unit: Unit & store.UnitAccount) => ProtocolSettings,
): Promise<{ unit: Unit; settings: ProtocolSettings }> {
  const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
  const settings = decide(unit)
  const before = (await tracked.findProtocolSettings(call.db, id)) ?? {}
  const isEmpty = Object.keys(settings).length === 0
  await tracked.saveProtocolSettings(call.db, id, isEmpty ? null : settings, call.clock.now())
  await store.announceChange(call.db, id)
  await recordChange(call, {
    dealer: call.dealer,
    action: 'units.set-protocol-settings',
    subject: id,
    before: { settings: before },
    after: { settings },
  })
  return { unit, settings }
}

export const setSourceNetworks = (caller: Call, id: number, networks: readonly string[]): Promise<readonly string[]> =>
  inTransaction(caller, async (call) => {
    const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
    requireAccess('units.change', holderOf(unit))
    requireChannel(unit)
    call.validate(networkProblems(networks))
    const before = await tracked.findSourceNetworks(call.db, id)
    await tracked.saveSourceNetworks(call.db, id, networks, call.clock.now())
    await store.announceChange(call.db, id)
    await recordChange(call, {
      dealer: call.dealer,
      action: 'units.set-source-networks',
      subject: id,
      before: { networks: before },
      after: { networks },
    })
    return networks
  })
