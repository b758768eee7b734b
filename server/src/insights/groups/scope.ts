/** Which units something applies to: all, including future ones, or some units and those of some groups. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface Scope {
  readonly isForAll: boolean
  readonly unitIds: readonly number[]
  readonly groupIds: readonly string[]
}

export const forAll: Scope = { isForAll: true, unitIds: [], groupIds: [] }

/** Naming units limits the scope to them; an absent list stays as it was. */
export function scopeAfter(before: Scope, { isForAll, unitIds, groupIds }: Partial<Scope>): Scope {
  const isNamed = unitIds !== undefined || groupIds !== undefined
  if (isForAll ?? (isNamed ? false : before.isForAll)) return forAll
  return { isForAll: false, unitIds: unitIds ?? before.unitIds, groupIds: groupIds ?? before.groupIds }
}

/** Whether it now applies to more units or groups than before. */
export const isWider = (before: Scope, { isForAll, unitIds, groupIds }: Scope): boolean =>
  !before.isForAll &&
  (isForAll ||
    unitIds.some((id) => !before.unitIds.includes(id)) ||
    groupIds.some((id) => !before.groupIds.includes(id)))

export const scopeProblems = ({ isForAll, unitIds = [], groupIds = [] }: Partial<Scope>): Problem[] =>
  isForAll && unitIds.length + groupIds.length > 0
    ? [invalidField('for_all', 'for_all must not be true when units or groups are named.')]
    : []
