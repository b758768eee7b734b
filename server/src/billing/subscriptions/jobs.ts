import { job } from '#kernel/jobs/job.ts'
import { endExpired, nextEnd, nextReminder, remindEnding } from './actions.ts'
import { nextPurchase, settlePurchases } from './purchases.ts'

export const subscriptionJobs = [
  job({ name: 'subscriptions.settle-purchases', nextDue: nextPurchase, run: settlePurchases }),
  job({ name: 'subscriptions.remind', nextDue: nextReminder, run: remindEnding }),
  job({ name: 'subscriptions.end', nextDue: nextEnd, run: endExpired }),
]
