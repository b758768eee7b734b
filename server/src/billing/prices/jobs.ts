import { job } from '#kernel/jobs/job.ts'
import { endAddOns, nextAddOnCheck } from './ended-add-ons.ts'

export const priceJobs = [job({ name: 'prices.end-add-ons', nextDue: nextAddOnCheck, run: endAddOns })]
