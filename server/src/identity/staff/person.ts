/** A member of staff, of a dealer or of the platform, and their session in the console. Pure. */
import type { DialectName } from '#kernel/api/dialects.ts'
import type { TimeHabits } from '#kernel/time/habits.ts'
import type { Role } from './right.ts'

export interface Person {
  readonly id: string
  /** Null: the platform's staff. */
  readonly dealerId: number | null
  readonly role: Role
  readonly name: string
  readonly email: string
  /** Null: not chosen yet. */
  readonly lang: string | null
  readonly createdAt: Date
  readonly lastLoginAt: Date | null
  readonly disabledAt: Date | null
  /** False: the invitation has not been accepted yet. */
  readonly hasPassword: boolean
  readonly hasFactor: boolean
}

export type Status = 'invited' | 'active' | 'disabled'

export const statusOf = ({ disabledAt, hasPassword }: Pick<Person, 'disabledAt' | 'hasPassword'>): Status =>
  disabledAt !== null ? 'disabled' : hasPassword ? 'active' : 'invited'

/** Someone who can sign in and manage the team: a dealer always keeps one. */
export const isWorkingOwner = (person: Pick<Person, 'role' | 'disabledAt' | 'hasPassword'>): boolean =>
  person.role === 'owner' && statusOf(person) === 'active'

export interface PersonSession extends TimeHabits {
  readonly id: string
  readonly personId: string
  readonly name: string
  readonly email: string
  readonly lang: string | null
  readonly role: Role
  readonly dealerId: number | null
  /** The dialect of answers if the path does not say it; meaningless for an operator. */
  readonly dialect: DialectName
  readonly isSuspended: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}
