/** The refusals of the API, explained for the one who has to react to them. */

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
    'Compare the body with the table of its fields; nothing is converted, so "7" is not 7.',
  ],
  [
    400,
    'INVALID_QUERY',
    'A query parameter is missing, unknown or unusable.',
    'Compare the query with the table of parameters.',
  ],
  [
    400,
    'FAILED_VALIDATION',
    'The shape is right, but a value is not allowed: a length, a range, a step, a quota above the provider plan.',
    'Read `field` and `message`; all faults of a request are listed together.',
  ],
  [401, 'INVALID_TOKEN', 'The token is missing, unknown or revoked.', 'Send it in the header `X-AccessToken`.'],
  [401, 'TOKEN_EXPIRED', 'The token was valid once.', 'Take a new token.'],
  [
    401,
    'INVALID_CREDENTIALS',
    'Login or password of a client is wrong; which of them is not said.',
    'Try again, or have the password reset by mail.',
  ],
  [
    401,
    'SECOND_FACTOR_REQUIRED',
    'The password of a client is right, but a code of its second factor is needed.',
    'Send the same request with `code`.',
  ],
  [
    403,
    'FORBIDDEN',
    'This caller may not do this: a read-only token, the other dialect’s token, an account its client owns, service mode off, a dealer not verified.',
    'The message names the reason. Asking again does not help until that has changed.',
  ],
  [
    403,
    'BLOCKED',
    'The account of this client is blocked; `blocked` beside `errors` says since when, why and what to pay.',
    'Pay the open bills or talk to the dealer.',
  ],
  [
    404,
    'NOT_FOUND',
    'There is no such item for this dealer. Items of other dealers look exactly the same.',
    'Check the id and the token.',
  ],
  [404, 'ROUTE_NOT_FOUND', 'There is no such path.', 'Check the path and the dialect’s prefix.'],
  [405, 'METHOD_NOT_ALLOWED', 'The path exists, but not with this method.', 'The header `Allow` lists the methods.'],
  [
    409,
    'CONFLICT',
    'A unique value is taken, the state does not allow it, or the same idempotency key is still at work.',
    'Read the item again, then decide.',
  ],
  [
    409,
    'QUOTA_EXCEEDED',
    'The quota of the account’s plan is used up.',
    'Change the plan, or remove what is not needed.',
  ],
  [413, 'PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.', 'Send less at once.'],
  [415, 'UNSUPPORTED_MEDIA_TYPE', 'The body is not announced as JSON.', 'Send `Content-Type: application/json`.'],
  [
    422,
    'IDEMPOTENCY_MISMATCH',
    'The idempotency key was used before, for another request.',
    'Take a new key for a new request.',
  ],
  [429, 'REQUESTS_EXCEEDED', 'Too many requests.', 'Wait the seconds that the header `Retry-After` names.'],
  [
    500,
    'INTERNAL_SERVER_ERROR',
    'The fault is the installation’s.',
    'Give its operator the `request_id`: the log carries it too.',
  ],
  [
    503,
    'SERVICE_UNAVAILABLE',
    'A part that is needed (database, card processor, mail) does not answer.',
    'Try again a little later, with the same idempotency key.',
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
