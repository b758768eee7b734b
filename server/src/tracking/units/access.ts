/** Whose unit it is, and who may therefore read or change it. */
import { type Holder, type Operation, requireAccess } from '#identity/access/access.ts'
import type { Call } from '#kernel/context.ts'
import { notFound } from '#kernel/errors.ts'
import * as store from './store.ts'
import type { Unit } from './unit.ts'

export const holderOf = (unit: store.UnitAccount): Holder => ({
  type: unit.accountType,
  ack: unit.accountAck,
  serviceApps: unit.accountServiceApps,
  blocked: unit.accountBlocked,
})

/** The unit, if the dealer may read this part. */
export async function readable(call: Call, id: number, operation: Operation): Promise<Unit> {
  const unit = (await store.findWithAccount(call.db, call, id)) ?? notFound('unit')
  requireAccess(operation, holderOf(unit), unit.appId)
  return unit
}
