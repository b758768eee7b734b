/** A client's user. Pure. */
import type { AppId } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'

export interface User {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly email: string | null
  readonly description: string | null
  readonly lang: string | null
  readonly enabled: boolean
}

/** What of the user's account decides whether the dealer may touch the user. */
export interface UserAccount {
  readonly type: 10 | null
  readonly ack: Date | null
  readonly serviceApps: readonly AppId[]
  readonly regApps: readonly AppId[]
  readonly blocked: boolean
}

export const repeatProblems = (password: string, repeated: string): Problem[] =>
  password === repeated ? [] : [invalidField('repeat_password', 'repeat_password must equal new_password.')]
