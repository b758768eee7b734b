/** What a person of an account sees, and who is invited. Pure. */
import type { ClientRole } from '#identity/access/role.ts'
import type { Person } from '#identity/users/user.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'

/** An access list: units, the units of groups, and geofences. */
export interface Lists {
  readonly unitIds: readonly number[]
  readonly groupIds: readonly string[]
  readonly geofenceIds: readonly string[]
}

export const noLists: Lists = { unitIds: [], groupIds: [], geofenceIds: [] }

export interface Invitation {
  readonly id: string
  readonly accountId: number
  readonly email: string
  readonly role: ClientRole
  readonly lists: Lists
  readonly lang: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const invitationSeconds = 7 * 86_400
/** How long an invitation that was not accepted stays listed, so that it can be sent again. */
export const keptSeconds = 30 * 86_400

const hasUnits = ({ unitIds, groupIds }: Partial<Lists>): boolean =>
  (unitIds?.length ?? 0) + (groupIds?.length ?? 0) > 0
const hasGeofences = ({ geofenceIds }: Partial<Lists>): boolean => (geofenceIds?.length ?? 0) > 0

export const listProblems = (role: ClientRole, lists: Partial<Lists>): Problem[] =>
  role === 'owner' && (hasUnits(lists) || hasGeofences(lists))
    ? [invalidField('role', 'role owner sees everything. Leave the lists empty, or choose another role.')]
    : []

type Limits = Pick<Person, 'isLimitedToUnits' | 'isLimitedToGeofences'>

/**
 * An empty list sets no limit, except for a driver. A list that is left out keeps the limit: it may be empty because
 * its items were deleted, and that must not grant more access.
 */
export function limitsAfter(
  role: ClientRole,
  given: Partial<Lists>,
  before: Limits & { readonly lists: Lists } = { lists: noLists, isLimitedToUnits: false, isLimitedToGeofences: false },
): Limits {
  if (role === 'owner') return { isLimitedToUnits: false, isLimitedToGeofences: false }
  const lists = { ...before.lists, ...given }
  const [areUnitsGiven, areGeofencesGiven] = [given.unitIds ?? given.groupIds, given.geofenceIds]
  return {
    isLimitedToUnits: role === 'driver' || (areUnitsGiven ? hasUnits(lists) : before.isLimitedToUnits),
    isLimitedToGeofences: role === 'driver' || (areGeofencesGiven ? hasGeofences(lists) : before.isLimitedToGeofences),
  }
}
