/**
 * Moves a unit to another account of its dealer. With its history it stays the same unit; without, it becomes a new
 * one, and the old one goes to the bin with everything that the former account had of it (docs/decisions/0149).
 */
import { recordDeparture } from '#billing/invoices/actions.ts'
import { recordUnitLeaving } from '#billing/usage/actions.ts'
import { giveTerm, holdTerm, requireNoUnpaidRenewal } from '#billing/usage/terms.ts'
import { requireAccess } from '#identity/access/access.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField } from '#kernel/errors.ts'
import { hiddenBetween } from '#kernel/private-time.ts'
import { holderOf } from '../units/access.ts'
import { addUnitLike, findForMove, type HeldUnit, moveWithHistory } from '../units/moving/moving.ts'
import { isPassive, type Unit } from '../units/unit.ts'
import { binUnit, passTerm } from './actions.ts'

export interface Move {
  readonly accountId: number
  readonly withHistory: boolean
}

const isTag = 'Tags and assets cannot be moved. Delete the unit here and add it to the other account.'
const isPrivate = 'This unit has private trips, which only their driver can see. Move it without its history.'

export const moveUnit = (caller: Call, id: number, { accountId, withHistory }: Move): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const { unit, target } = await findForMove(call, id, accountId)
    requireAccess('units.remove', holderOf(unit), unit.appId)
    call.validate([
      ...(unit.accountId === accountId ? [invalidField('account_id', 'account_id must be another account.')] : []),
      ...(target.regApps.includes(unit.appId)
        ? []
        : [invalidField('account_id', 'account_id must be an account with the application of the unit.')]),
    ])
    if (isPassive(unit)) conflict(isTag)
    await requireNoUnpaidRenewal(call, id)
    if (withHistory && (await hiddenBetween(call.db, {}, [id]))) conflict(isPrivate)
    const moved = withHistory ? await moveWhole(call, unit, accountId) : await moveTracker(call, unit, accountId)
    const after = { accountId, withHistory, unitId: moved.id, name: unit.name }
    const before = { accountId: unit.accountId, name: unit.name }
    await recordChange(call, { dealer: call.dealer, action: 'units.move', subject: moved.id, before, after })
    return moved
  })

/** The former account pays until now, and the next one from now on. A paid term stays with the unit. */
async function moveWhole(call: Call, unit: HeldUnit, accountId: number): Promise<Unit> {
  await recordDeparture(call, { unit: unit.id })
  await recordUnitLeaving(call, unit.id)
  const term = await holdTerm(call, unit.id)
  const moved = await moveWithHistory(call, unit, accountId)
  if (term) await giveTerm(call, { ...term, accountId })
  return moved
}

/** The term moves with the tracker. If the move is undone, the old unit gets it back. */
async function moveTracker(call: Call, unit: HeldUnit, accountId: number): Promise<Unit> {
  const term = await holdTerm(call, unit.id)
  const moved = await addUnitLike(call, unit, accountId, () => binUnit(call, unit.id))
  if (term) {
    await giveTerm(call, { ...term, accountId, unitId: moved.id })
    await passTerm(call, unit.id, moved.id)
  }
  return moved
}
