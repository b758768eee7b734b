import type { Lifecycle } from '../automation/automation.ts'
import { addMonths } from '../clock.ts'
import type { Account } from './account.ts'

/** With a plan that has a period, the first payment is due one period after activation. */
export function activate(account: Account, now: Date, lifecycle: Lifecycle | null): Account {
  const period = lifecycle?.payment_period ?? null
  return {
    ...account,
    ack: now,
    updatedAt: now,
    paymentExpectedAt: period === null ? account.paymentExpectedAt : addMonths(now, period),
  }
}
