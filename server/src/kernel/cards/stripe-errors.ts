/** Errors of Stripe, mapped to our two kinds, without anything confidential. */

import { ProcessorDown, ProcessorRefusal } from '../card-processor.ts'
import { ProcessorBusy } from './breaker.ts'

/** The properties of the SDK's errors that matter here. */
interface StripeFailure {
  readonly type?: string
  readonly code?: string
  readonly message?: string
  readonly requestId?: string
}

const down = 'The card processor is not responding.'

/** Its sentences quote what we sent, and parts of the key: even a part is too much. */
function quotable(message = ''): string {
  return message
    .replace(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 300)
    .trim()
}

export function toProcessorError(error: unknown): ProcessorDown | ProcessorRefusal {
  if (error instanceof ProcessorDown || error instanceof ProcessorRefusal) return error
  const { type, code, message, requestId } = error as StripeFailure
  switch (type) {
    case 'StripeInvalidRequestError':
    case 'StripeCardError':
      return new ProcessorRefusal(
        `The card processor says: ${quotable(message) || 'no reason given.'}`,
        code === 'authentication_required',
      )
    case 'StripeIdempotencyError':
      return new ProcessorRefusal('The card processor has another payment with this reference.')
    case 'StripeAuthenticationError':
      return new ProcessorRefusal('The card processor does not know the secret key.')
    case 'StripePermissionError':
      return new ProcessorRefusal('The secret key lacks the required rights.')
    case 'StripeRateLimitError':
      return new ProcessorBusy('The card processor is busy.')
    default:
      return new ProcessorDown(/^req_\w{1,64}$/.test(requestId ?? '') ? `${down} (${requestId})` : down)
  }
}
