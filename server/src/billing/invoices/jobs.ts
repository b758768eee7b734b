import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { countDueMonths, nextMonthDue } from './actions.ts'
import { nextPaymentCheck, nextPaymentEnd, reconcilePayments } from './payments.ts'

export const invoiceJobs = [
  job({ name: 'invoices.make', everySeconds: 30, nextDue: nextMonthDue, run: countDueMonths }),
  job({
    name: 'invoices.look',
    waitsForOthers: true,
    ...dueFrom(nextPaymentCheck),
    nextStop: nextPaymentEnd,
    run: reconcilePayments,
  }),
]
