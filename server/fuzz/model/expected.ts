/** The expected answer, and the checks that come first in every rule. */
import { type Account, founders, here, type State, seesAccount, type Token } from './state.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is read as it comes.
type Payload = any

export interface Expected {
  readonly status: number
  readonly code?: string
  readonly fields?: readonly string[]
  /** The expected payload; ids that only the server can choose are taken from the answer. */
  readonly payload?: (actual: Payload) => unknown
  readonly apply?: (actual: Payload) => void
}

export const refusal = (status: number, code: string, fields?: readonly string[]): Expected => ({
  status,
  code,
  ...(fields && { fields }),
})
export const forbidden = refusal(403, 'FORBIDDEN')
export const notFound = refusal(404, 'NOT_FOUND')
export const conflict = refusal(409, 'CONFLICT')
export const invalid = (fields: readonly string[]): Expected | undefined =>
  fields.length > 0 ? refusal(400, 'FAILED_VALIDATION', fields) : undefined

export const isBetween = (text: string, min: number, max: number) => [...text].length >= min && [...text].length <= max
export const problemIf = (isWrong: boolean, field: string): string[] => (isWrong ? [field] : [])

/** The callers that are admitted at all. */
export function guarded(state: State, token: Token, isChange: boolean, rule: () => Expected): Expected {
  if (token.isRevoked) return refusal(401, 'INVALID_TOKEN')
  if (token.expires <= state.now) return refusal(401, 'TOKEN_EXPIRED')
  if (token.isReader && isChange) return forbidden
  return rule()
}

/** Success, with the item as it is after the change. */
export const shown = (status: number, view: () => unknown, change: () => void = () => {}): Expected => ({
  status,
  payload: () => {
    change()
    return view()
  },
})

export const accountOf = (state: State, token: Token, account: Account | undefined): account is Account =>
  account !== undefined && !state.gone.has(account) && seesAccount(token, account)

export const standing = ({ dealer }: Token) => (dealer.isVerified ? 'full' : dealer.isApproved ? 'trial' : 'none')
export const mayUse = (token: Token, founder: string) =>
  standing(token) === 'full' || (standing(token) === 'trial' && founders[founder]?.isTrial === true)

export const usedApps = (state: State, account: Account) =>
  here(state, state.units)
    .filter((unit) => unit.account === account)
    .map(({ app }) => app)

export const isOffset = (days: number | null | undefined) =>
  days === undefined || days === null || (days >= 0 && days <= 10)
