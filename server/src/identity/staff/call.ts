import type { PublicCall } from '#kernel/context.ts'
import type { PersonSession } from './person.ts'

/** One request of a person in the console, of a dealer's team or of the platform's own. */
export interface PersonCall extends PublicCall {
  /** Null: of the platform's own team. */
  readonly dealer: number | null
  readonly session: PersonSession
}

/** One request of somebody of the platform's own team; what it concerns is any dealer's. */
export interface OperatorCall extends PersonCall {
  readonly dealer: null
}
