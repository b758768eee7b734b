/** Rules for passwords. Pure. */
import { invalidField, type Problem } from '#kernel/errors.ts'
import { commonPasswords } from './common-passwords.ts'

const passwordMin = 8
const passwordMax = 128

export const passwordProblems = (field: string, password: string, ...own: readonly (string | null)[]): Problem[] =>
  password.length < passwordMin || password.length > passwordMax
    ? [invalidField(field, `${field} must be ${passwordMin} to ${passwordMax} characters long.`)]
    : weakProblems(field, password, ...own)

/** For passwords that people choose: not the common ones, and not the text next to the password field. */
export function weakProblems(field: string, password: string, ...own: readonly (string | null)[]): Problem[] {
  const plain = password.toLowerCase()
  const isOwn = own.some((text) => text !== null && plain === text.toLowerCase())
  const isSame = new Set(plain).size === 1
  return isOwn || isSame || commonPasswords.has(plain)
    ? [invalidField(field, `${field} is too easy to guess. Choose another.`)]
    : []
}
