/** For which units something holds: for all, those to come too, or for some and for those of groups. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface Scope {
  readonly isForAll: boolean
  readonly unitIds: readonly number[]
  readonly groupIds: readonly string[]
}

export const forAll: Scope = { isForAll: true, unitIds: [], groupIds: [] }

/** Naming units limits the scope to them; a list that is absent stays as it was. */
export function scopeAfter(before: Scope, { isForAll, unitIds, groupIds }: Partial<Scope>): Scope {
  const isNamed = unitIds !== undefined || groupIds !== undefined
  if (isForAll ?? (isNamed ? false : before.isForAll)) return forAll
  return { isForAll: false, unitIds: unitIds ?? before.unitIds, groupIds: groupIds ?? before.groupIds }
}

/** Whether it is for more units than before, or for more groups. */
export const isWider = (before: Scope, { isForAll, unitIds, groupIds }: Scope): boolean =>
  !before.isForAll &&
  (isForAll ||
    unitIds.some((id) => !before.unitIds.includes(id)) ||
    groupIds.some((id) => !before.groupIds.includes(id)))

export const scopeProblems = ({ isForAll, unitIds = [], groupIds = [] }: Partial<Scope>): Problem[] =>
  isForAll && unitIds.length + groupIds.length > 0
    ? [invalidField('for_all', 'for_all must not be true when units or groups are named.')]
    : []
