/** The refusals of the domain. Anything thrown that is not a Refusal is our own bug and becomes a 500. */

export const refusalCodes = [
  'INVALID_PAYLOAD',
  'INVALID_QUERY',
  'FAILED_VALIDATION',
  'INVALID_TOKEN',
  'TOKEN_EXPIRED',
  'INVALID_CREDENTIALS',
  'SECOND_FACTOR_REQUIRED',
  'FORBIDDEN',
  'BLOCKED',
  'NOT_FOUND',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'QUOTA_EXCEEDED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'IDEMPOTENCY_MISMATCH',
  'REQUESTS_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

/** One problem. `message` is safe to show; `field` is written with dots (`prices.0.quantity`). */
export interface Problem {
  readonly code: RefusalCode
  readonly message: string
  readonly field?: string
}

export class Refusal extends Error {
  readonly problems: readonly [Problem, ...Problem[]]
  /** What the answer contains next to `errors`: why an account is blocked, when to retry. */
  details: { readonly blocked?: object; readonly retryAfterSeconds?: number } = {}

  constructor(...problems: [Problem, ...Problem[]]) {
    super(problems[0].message)
    this.name = 'Refusal'
    this.problems = problems
  }

  get code(): RefusalCode {
    return this.problems[0].code
  }
}

export const refuse = (code: RefusalCode, message: string, field?: string): never => {
  throw new Refusal(field === undefined ? { code, message } : { code, message, field })
}

/** A foreign item and a missing one must look the same, so the sentence never says more than this. */
export const notFound = (what: string): never => refuse('NOT_FOUND', `This ${what} does not exist.`)
export const forbidden = (message: string): never => refuse('FORBIDDEN', message)
export const conflict = (message: string, field?: string): never => refuse('CONFLICT', message, field)

/** A value of the right type that the rules do not allow; these are collected and reported together. */
export const invalidField = (field: string, message: string): Problem => ({ code: 'FAILED_VALIDATION', message, field })
