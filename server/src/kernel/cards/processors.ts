/** Opens access to both processors. */

import type { Cards, Receive } from '../card-processor.ts'
import type { Context } from '../context.ts'
import { sandboxProcessor } from './sandbox.ts'
import { stripeDoor } from './stripe.ts'

/** The receiver of events is an argument: this room does not know bills. */
export function createCards(parts: Omit<Context, 'cards'>, receive: Receive<Context>): Cards<Context> {
  const cards: Cards<Context> = {
    sandbox: (merchant) => sandboxProcessor({ ...parts, cards }, merchant),
    stripe: stripeDoor(parts.config.stripeUrl),
    receive,
  }
  return cards
}
