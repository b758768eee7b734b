/** Restores a deleted unit under its id. */
import type { Call } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { conflict } from '#kernel/errors.ts'
import { readKnownUnit } from '../actions.ts'
import { insertUnit, refuseUnit } from '../creating.ts'
import { announceChange } from '../store.ts'
import * as tags from '../tags/tag-store.ts'
import type { Unit } from '../unit.ts'
import { revive } from './revive-store.ts'

export type Revived = Pick<Unit, 'id' | 'accountId' | 'appId' | 'name' | 'ident' | 'hwId' | 'type'>

const identGone = 'Another unit has this ident now. Delete that unit or change its ident, then restore this one.'

/** It uses its quota and its ident like a new one; then its former state is restored. `follow`: what belongs to it. */
export async function reviveUnit(call: Call, kept: Revived, follow: () => Promise<void>): Promise<Unit> {
  const now = call.clock.now()
  const { id, accountId, appId, name, ident, hwId, type } = kept
  const row = {
    ...{ id, accountId, appId, name, ident, hwId, type, dealerId: call.dealer, createdAt: now },
    ...{ description: '', technology: null, category: null },
  }
  const added = await insertUnit(call, row, 'units.restore').catch((error) => {
    if (/^units_(tag_)?ident_key$/.test(brokenRule(error) ?? '')) conflict(identGone)
    throw error
  })
  if (!added) {
    const tag = type === 'sensor' || type === 'asset' ? type : undefined
    return refuseUnit(call, accountId, appId, [], now, tag)
  }
  await revive(call.db, id, now)
  if (type === 'sensor') await tags.unban(call.db, accountId, ident)
  await follow()
  await announceChange(call.db, id)
  return readKnownUnit(call, id)
}
