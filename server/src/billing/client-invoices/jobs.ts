import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { chargeEndedPeriods, nextCharge } from './actions.ts'
import { nextCheckoutCheck, nextCheckoutEnd, reconcileCheckouts } from './checkouts/checkouts.ts'

import { chargeCards, collectDue, nextCardCharge, nextCollection } from './collection/collection.ts'
import { nextWarning, warnOfEndingCards } from './collection/mandates.ts'

export const clientInvoiceJobs = [
  job({ name: 'client-invoices.charge', nextDue: nextCharge, run: chargeEndedPeriods }),
  job({
    name: 'client-invoices.reconcile',
    waitsForOthers: true,
    ...dueFrom(nextCheckoutCheck),
    nextStop: nextCheckoutEnd,
    run: reconcileCheckouts,
  }),
  job({ name: 'client-invoices.collect', ...dueFrom(nextCollection), run: collectDue }),
  job({ name: 'client-invoices.charge-cards', waitsForOthers: true, ...dueFrom(nextCardCharge), run: chargeCards }),
  job({ name: 'client-invoices.warn-of-cards', ...dueFrom(nextWarning), run: warnOfEndingCards }),
]
