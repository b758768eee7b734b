/** What a password may be. Pure. */
import { badValue, type Fault } from '#kernel/errors.ts'
import { commonPasswords } from './common-passwords.ts'

export const passwordMin = 8
export const passwordMax = 128

export const passwordFaults = (field: string, password: string, ...own: readonly (string | null)[]): Fault[] =>
  password.length < passwordMin || password.length > passwordMax
    ? [badValue(field, `${field} must be ${passwordMin} to ${passwordMax} characters long.`)]
    : weakFaults(field, password, ...own)

/** What everybody tries first, and what stands beside the password field. For passwords that people choose themselves. */
export function weakFaults(field: string, password: string, ...own: readonly (string | null)[]): Fault[] {
  const plain = password.toLowerCase()
  const isOwn = own.some((text) => text !== null && plain === text.toLowerCase())
  const isSame = new Set(plain).size === 1
  return isOwn || isSame || commonPasswords.has(plain)
    ? [badValue(field, `${field} is one of the first that a stranger would try. Choose another.`)]
    : []
}
