/** An account as billing automation sees it: activated, with a due date, nothing unusual. */
import type { Payer } from '#billing/dunning/dunning.ts'

export const payer: Payer = {
  ack: new Date('2026-01-01T00:00:00Z'),
  paymentExpectedAt: new Date('2026-03-10T00:00:00Z'),
  paymentNotifyOffset: null,
  blockOffset: null,
  useFleetLifecycle: false,
  blocked: false,
  blockedBy: null,
  blockedAt: null,
}
