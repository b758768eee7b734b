/** What each role of a dealer's team may do: one table. Pure. */

export const teamRoles = ['owner', 'manager', 'billing', 'support', 'read_only'] as const
export type TeamRole = (typeof teamRoles)[number]
/** The platform's own team has one role and no dealer. */
export type Role = TeamRole | 'operator'

const table = {
  read: teamRoles,
  /** Where units are and were, and what their trackers said: whoever writes bills need not know. */
  positions: ['owner', 'manager', 'support', 'read_only'],
  units: ['owner', 'manager', 'support'],
  commands: ['owner', 'manager', 'support'],
  lobby: ['owner', 'manager', 'support'],
  users: ['owner', 'manager', 'support'],
  /** To enter a client's application. */
  service: ['owner', 'manager', 'support'],
  bills: ['owner', 'manager', 'billing'],
  blocking: ['owner', 'manager', 'billing'],
  lifecycle: ['owner', 'manager', 'billing'],
  /** Every change that is not named here. */
  manage: ['owner', 'manager'],
  team: ['owner'],
  tokens: ['owner'],
  /** Of the dealer's card processor. */
  keys: ['owner'],
} as const satisfies Record<string, readonly TeamRole[]>

export type Right = keyof typeof table
export const rights = Object.keys(table) as readonly Right[]

export const mayDo = (role: Role, right: Right): boolean => (table[right] as readonly Role[]).includes(role)
export const rolesWith = (right: Right): readonly TeamRole[] => table[right]
export const rightsOf = (role: Role): readonly Right[] => rights.filter((right) => mayDo(role, right))

/** The first that fits decides. Paths as the route table writes them, below their prefix. */
const changes: readonly (readonly [path: RegExp, right: Right])[] = [
  [/^\/staff\b/, 'team'],
  [/^\/tokens\b/, 'tokens'],
  [/^\/secret-key\b/, 'keys'],
  [/^\/users\/:id\/appToken\b/, 'service'],
  [/^\/users\b/, 'users'],
  [/^(\/units\/:id)?\/commands\b/, 'commands'],
  [/^\/units\b/, 'units'],
  [/^\/lobby\b/, 'lobby'],
  [/^\/cardpay-payments\b/, 'bills'],
  [/^\/accounts\/:id\/set-blocked/, 'blocking'],
  [/^\/accounts\/:id\/set-payment-lifecycle$/, 'lifecycle'],
  // The question is too long for an address, but asking it changes nothing.
  [/^\/lifecycle\/simulate$/, 'read'],
]

/** Of what is only read, what not everybody of a team may. */
const locating = /^\/units\/:id\/(messages|telemetry|channel|traffic|connections)\b/

/** What a row of the route table needs. A new row that changes something is closed to all but owner and manager. */
export function rightFor(row: { readonly method: string; readonly path: string; readonly changes?: boolean }): Right {
  if (row.method === 'GET' && !row.changes) return locating.test(row.path) ? 'positions' : 'read'
  return changes.find(([path]) => path.test(row.path))?.[1] ?? 'manage'
}
