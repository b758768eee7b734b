/** The one place where a refusal becomes an answer. A code without a status does not compile. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#kernel/db/connect.ts'
import { type Problem, Refusal, type RefusalCode } from '#kernel/errors.ts'
import { type Log, logRepeated } from '#kernel/runtime/log.ts'
import { isNavigation, refusalPage, refusalPageHeaders } from './pages/refusal-page.ts'

export const statusOf = {
  INVALID_PAYLOAD: 400,
  INVALID_QUERY: 400,
  FAILED_VALIDATION: 400,
  INVALID_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  SECOND_FACTOR_REQUIRED: 401,
  FORBIDDEN: 403,
  BLOCKED: 403,
  NOT_FOUND: 404,
  ROUTE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  QUOTA_EXCEEDED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_MISMATCH: 422,
  REQUESTS_EXCEEDED: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<RefusalCode, number>

const unavailable: Problem = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'A required service is unavailable. Try again shortly.',
}
export const internalProblem: Problem = {
  code: 'INTERNAL_SERVER_ERROR',
  message: 'Something went wrong on our side. Give the operator the request id.',
}

export function answerError(log: Log, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An answer that fails before its first byte may already be labelled as compressed; this one is not.
  reply.removeHeader('content-encoding').raw.removeHeader('content-encoding')
  const refusal = error instanceof Refusal ? error : fromFramework(error as FastifyError)
  if (refusal) {
    const { blocked, retryAfterSeconds } = refusal.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    return answerProblems(reply, request, refusal.problems, blocked && { blocked })
  }
  if (isUnavailable(error)) {
    logRepeated(log, error, 'The database did not answer.', { request_id: request.id })
    reply.header('retry-after', '2')
    return answerProblems(reply, request, [unavailable])
  }
  // The route instead of the address, which may contain a secret, as in a payment link.
  const { url: route } = request.routeOptions
  log.error({ err: error, request_id: request.id, method: request.method, route }, 'A request failed.')
  return answerProblems(reply, request, [internalProblem])
}

function answerProblems(
  reply: FastifyReply,
  request: FastifyRequest,
  problems: readonly Problem[],
  details: object = {},
): FastifyReply {
  const first = problems[0] ?? internalProblem
  reply.code(statusOf[first.code])
  if (isNavigation(request)) return reply.headers(refusalPageHeaders).send(refusalPage(request, first))
  return reply.header('content-type', 'application/json; charset=utf-8').send(errorBody(problems, request.id, details))
}

export const errorBody = (problems: readonly Problem[], requestId: string, details: object = {}): string =>
  JSON.stringify({ errors: problems, ...details, request_id: requestId })

/** Fastify refuses some requests before our code sees them. */
function fromFramework(error: FastifyError): Refusal | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal({ code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large.' })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Refusal({ code: 'INVALID_PAYLOAD', message: 'The body length does not match Content-Length.' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Refusal({ code: 'ROUTE_NOT_FOUND', message: 'This path does not exist.' })
    default:
      if (error.code?.startsWith('FST_ERR_CTP')) {
        return new Refusal({ code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send the body as application/json.' })
      }
      return error.statusCode !== undefined && error.statusCode < 500
        ? new Refusal({ code: 'INVALID_PAYLOAD', message: 'The request could not be parsed.' })
        : undefined
  }
}
