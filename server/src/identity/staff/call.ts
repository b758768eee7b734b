import type { PublicCall } from '#kernel/context.ts'
import type { PersonSession } from './person.ts'

/** A request of staff in the console, of a dealer or of the platform. */
export interface PersonCall extends PublicCall {
  /** Null: the platform's staff. */
  readonly dealer: number | null
  readonly session: PersonSession
}

/** A request of the platform's staff, which may concern any dealer. */
export interface OperatorCall extends PersonCall {
  readonly dealer: null
}
