import type { Lifecycle } from '#billing/dunning/dunning.ts'
import type { Account } from '#identity/access/account.ts'
import { addMonths } from '#kernel/time/clock.ts'

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
