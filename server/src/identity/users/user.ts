/** A client's user. Pure. */
import type { AppId } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import type { Habits } from '#kernel/time/habits.ts'
import type { ClientRole } from '../access/role.ts'

export interface User {
  readonly id: string
  readonly accountId: number
  readonly name: string
  readonly email: string | null
  readonly description: string | null
  readonly lang: string | null
  readonly enabled: boolean
}

/** A person of an account, with fields that the dealer API does not show. */
export interface Person extends User, Habits {
  readonly role: ClientRole
  /** The user that the dealer API knows. */
  readonly isFirst: boolean
  readonly isLimitedToUnits: boolean
  readonly isLimitedToGeofences: boolean
  readonly notifyInApp: boolean
  readonly notifyByMail: boolean
  readonly createdAt: Date
}

/** The fields of the user's account that decide whether the dealer may change the user. */
export interface UserAccount {
  readonly type: 10 | null
  readonly ack: Date | null
  readonly serviceApps: readonly AppId[]
  readonly regApps: readonly AppId[]
  readonly blocked: boolean
}

export const repeatProblems = (password: string, repeated: string): Problem[] =>
  password === repeated ? [] : [invalidField('repeat_password', 'repeat_password must equal new_password.')]
