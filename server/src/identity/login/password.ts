/** What a password may be. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { commonPasswords } from './common-passwords.ts'

const passwordMin = 8
const passwordMax = 128

export const passwordProblems = (field: string, password: string, ...own: readonly (string | null)[]): Problem[] =>
  password.length < passwordMin || password.length > passwordMax
    ? [invalidField(field, `${field} must be ${passwordMin} to ${passwordMax} characters long.`)]
    : weakProblems(field, password, ...own)

/** What everyone tries first, and what is shown next to the password field. For passwords that people choose. */
export function weakProblems(field: string, password: string, ...own: readonly (string | null)[]): Problem[] {
  const plain = password.toLowerCase()
  const isOwn = own.some((text) => text !== null && plain === text.toLowerCase())
  const isSame = new Set(plain).size === 1
  return isOwn || isSame || commonPasswords.has(plain)
    ? [invalidField(field, `${field} is too easy to guess. Choose another.`)]
    : []
}
