/** What people set for a unit in addition to its name and its tracker (docs/decisions/0068). */
import { requireAccess } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { notFound } from '#kernel/errors.ts'
import { holderOf } from '../access.ts'
import { withOwnTokens } from '../links/tokens.ts'
import * as store from '../store.ts'
import type { BillingType, Unit } from '../unit.ts'

export interface Retention {
  readonly messagesTtl?: number
  readonly messagesRotate?: number
}

export interface UnitSettings extends Retention {
  readonly completed?: boolean | null
  readonly bType?: BillingType | null
}

/** By its dealer. */
export const changeSettings = (caller: Call, id: number, change: UnitSettings): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const unit = (await store.findForUpdate(call.db, call, id)) ?? notFound('unit')
    requireAccess('units.change', holderOf(unit))
    return saveSettings(call, unit, change)
  })

/** By the client who owns it. */
export const setRetention = (caller: ClientCall, id: number, change: Retention): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const unit = await store.findForUpdate(call.db, call, id)
    return unit?.accountId === call.account ? saveSettings(call, unit, change) : notFound('unit')
  })

async function saveSettings(call: Call, unit: Unit, change: UnitSettings): Promise<Unit> {
  call.validate()
  if (Object.keys(change).length === 0) return withOwnTokens(call, unit)
  const { id, lastActive } = unit
  const after = { ...(await store.save(call.db, id, change, call.clock.now())), lastActive }
  await recordChange(call, { dealer: call.dealer, action: 'units.change-settings', subject: id, before: unit, after })
  return withOwnTokens(call, after)
}
