import type { Call } from '#kernel/context.ts'
import type { Session } from './session.ts'

/** One request from inside a client's application. `dealer` is the account's, `apps` those the session sees. */
export interface ClientCall extends Call {
  readonly account: number
  readonly user: string
  readonly session: Session
}
