/** What a row of the route table can ask of a person of a dealer's team. Which role has which: `identity/staff/right.ts`. Pure. */

export const rights = [
  'read',
  /** Where units are and were, and what their trackers said. */
  'positions',
  'units',
  'commands',
  'lobby',
  'users',
  /** To enter a client's application. */
  'service',
  'bills',
  'blocking',
  'lifecycle',
  /** Every other change. */
  'manage',
  'team',
  'tokens',
  /** Of the dealer's card processor. */
  'keys',
] as const

export type Right = (typeof rights)[number]
