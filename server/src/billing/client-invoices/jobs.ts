import { job } from '#kernel/jobs/job.ts'
import { chargeEndedPeriods, nextCharge } from './actions.ts'

export const clientInvoiceJobs = [job({ name: 'client-invoices.charge', nextDue: nextCharge, run: chargeEndedPeriods })]
