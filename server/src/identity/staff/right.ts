/** What each role of a dealer's staff may do: one table. Each row of the route table names the right it needs. Pure. */
import { type Right, rights } from '#kernel/api/right.ts'

export const teamRoles = ['owner', 'manager', 'billing', 'support', 'read_only'] as const
export type TeamRole = (typeof teamRoles)[number]
/** The platform's staff have one role and no dealer. */
export type Role = TeamRole | 'operator'

const table = {
  read: teamRoles,
  /** Billing does not need positions. */
  positions: ['owner', 'manager', 'support', 'read_only'],
  units: ['owner', 'manager', 'support'],
  commands: ['owner', 'manager', 'support'],
  lobby: ['owner', 'manager', 'support'],
  users: ['owner', 'manager', 'support'],
  service: ['owner', 'manager', 'support'],
  bills: ['owner', 'manager', 'billing'],
  blocking: ['owner', 'manager', 'billing'],
  lifecycle: ['owner', 'manager', 'billing'],
  manage: ['owner', 'manager'],
  team: ['owner'],
  tokens: ['owner'],
  keys: ['owner'],
} as const satisfies Record<Right, readonly TeamRole[]>

export const mayDo = (role: Role, right: Right): boolean => (table[right] as readonly Role[]).includes(role)
export const rolesWith = (right: Right): readonly TeamRole[] => table[right]
export const rightsOf = (role: Role): readonly Right[] => rights.filter((right) => mayDo(role, right))
