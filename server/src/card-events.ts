/** Whose events come in at which address: dealers' at their own, the platform's at one that no dealer has. */
import { receiveEvent } from './bills/events.ts'
import type { Receive } from './cards/cards.ts'
import { platformEndpoint, receivePlatformEvent } from './invoices/events.ts'

export const receiveCardEvent: Receive = (ctx, endpoint, raw, signature) =>
  endpoint === platformEndpoint
    ? receivePlatformEvent(ctx, raw, signature)
    : receiveEvent(ctx, endpoint, raw, signature)
