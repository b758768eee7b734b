import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { endAddOns, nextAddOnCheck } from './ended-add-ons.ts'

export const priceJobs = [job({ name: 'prices.end-add-ons', ...dueFrom(nextAddOnCheck), run: endAddOns })]
