/**
 * The rights that a row of the route table can require of a person in a dealer's team. `identity/staff/right.ts` says
 * which role has which. Pure.
 */

export const rights = [
  'read',
  /** Positions of units, now and earlier, and messages of their trackers. */
  'positions',
  'units',
  'commands',
  'lobby',
  'users',
  /** Opening a client's application. */
  'service',
  'bills',
  'blocking',
  'lifecycle',
  /** Every other change. */
  'manage',
  'team',
  'tokens',
  /** The dealer's card processor. */
  'keys',
] as const

export type Right = (typeof rights)[number]
