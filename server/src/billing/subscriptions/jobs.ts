import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { endExpired, nextEnd, nextReminder, remindEnding } from './actions.ts'
import { nextPurchase, settlePurchases } from './purchases.ts'
import { nextRenewalDue, renewSubscriptions } from './renewals.ts'

export const subscriptionJobs = [
  job({ name: 'subscriptions.settle-purchases', nextDue: nextPurchase, run: settlePurchases }),
  job({ name: 'subscriptions.renew', ...dueFrom(nextRenewalDue), run: renewSubscriptions }),
  job({ name: 'subscriptions.remind', nextDue: nextReminder, run: remindEnding }),
  job({ name: 'subscriptions.end', ...dueFrom(nextEnd), run: endExpired }),
]
