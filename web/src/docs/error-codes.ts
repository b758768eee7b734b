/** The error codes of the API, with the cause and the remedy. */

export interface ErrorCode {
  readonly code: string
  readonly status: number
  readonly when: string
  readonly remedy: string
}

const rows: readonly (readonly [status: number, code: string, when: string, remedy: string])[] = [
  [
    400,
    'INVALID_PAYLOAD',
    'The body is not JSON, a required field is missing, a field has the wrong type, or a field is unknown.',
    'Compare the body with the table of fields. Types are not converted, so "7" is not 7.',
  ],
  [
    400,
    'INVALID_QUERY',
    'A query parameter is missing, unknown or invalid.',
    'Compare the query with the table of parameters.',
  ],
  [
    400,
    'FAILED_VALIDATION',
    'The types are right, but a value is not allowed: its length, range or step, or a quota above the provider plan.',
    'Read `field` and `message`. A response lists all errors of a request.',
  ],
  [
    401,
    'INVALID_TOKEN',
    'The token is missing, unknown or revoked.',
    'Send a valid token in the header `X-AccessToken`.',
  ],
  [401, 'TOKEN_EXPIRED', 'The token has expired.', 'Create a new token.'],
  [
    401,
    'INVALID_CREDENTIALS',
    'A client’s username, email or password is wrong.',
    'Try again, or reset the password by email.',
  ],
  [
    401,
    'SECOND_FACTOR_REQUIRED',
    'The client’s password is correct, but a two-factor code is required.',
    'Send the same request with `code`.',
  ],
  [
    403,
    'FORBIDDEN',
    'The caller isn’t allowed to do this. Reasons include a read-only token, a token of the other dialect, an account owned by its client, support access switched off, or an unverified dealer.',
    'The message gives the reason. Fix it before you retry.',
  ],
  [
    403,
    'BLOCKED',
    'The client’s account is blocked. `blocked`, next to `errors`, has the date, the reason and the amount due.',
    'Pay the open bills or contact the dealer.',
  ],
  [
    404,
    'NOT_FOUND',
    'The item doesn’t exist for this dealer. Items of other dealers return the same error.',
    'Check the ID and the token.',
  ],
  [404, 'ROUTE_NOT_FOUND', 'The path doesn’t exist.', 'Check the path and the dialect’s prefix.'],
  [405, 'METHOD_NOT_ALLOWED', 'The path exists, but not with this method.', 'The header `Allow` lists the methods.'],
  [
    409,
    'CONFLICT',
    'A unique value is already in use, the current state doesn’t allow the change, or a request with the same idempotency key is in progress.',
    'Read the item again, then decide whether to retry.',
  ],
  [409, 'QUOTA_EXCEEDED', 'The account has reached a limit of its plan.', 'Change the plan, or delete something.'],
  [413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.', 'Send less data per request.'],
  [415, 'UNSUPPORTED_MEDIA_TYPE', 'The content type of the body isn’t JSON.', 'Send `Content-Type: application/json`.'],
  [
    422,
    'IDEMPOTENCY_MISMATCH',
    'The idempotency key was already used for another request.',
    'Use a new key for a new request.',
  ],
  [429, 'REQUESTS_EXCEEDED', 'Too many requests.', 'Wait for the number of seconds in the header `Retry-After`.'],
  [
    500,
    'INTERNAL_SERVER_ERROR',
    'Something went wrong in the installation.',
    'Send the `request_id` to the operator, who can find it in the log.',
  ],
  [
    503,
    'SERVICE_UNAVAILABLE',
    'A required service is unavailable (database, card processor or mail server).',
    'Try again shortly with the same idempotency key.',
  ],
]

export const errorCodes: readonly ErrorCode[] = rows.map(([status, code, when, remedy]) => ({
  status,
  code,
  when,
  remedy,
}))

/** The codes a status can carry; for `4XX`, `5XX` and `default` all that fit. */
export function codesOf(status: string): readonly ErrorCode[] {
  if (status === 'default') return errorCodes
  const pattern = new RegExp(`^${status.replaceAll(/x/gi, '\\d')}$`)
  return errorCodes.filter((error) => pattern.test(String(error.status)))
}

export const isError = (status: string): boolean => /^([45]|default$)/.test(status)
