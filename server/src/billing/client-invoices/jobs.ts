import { job } from '#kernel/jobs/job.ts'
import { chargeEndedPeriods, nextCharge } from './actions.ts'
import { nextCheckoutCheck, nextCheckoutEnd, reconcileCheckouts } from './checkouts.ts'

export const clientInvoiceJobs = [
  job({ name: 'client-invoices.charge', nextDue: nextCharge, run: chargeEndedPeriods }),
  job({
    name: 'client-invoices.reconcile',
    waitsForOthers: true,
    nextDue: nextCheckoutCheck,
    nextStop: nextCheckoutEnd,
    run: reconcileCheckouts,
  }),
]
