import { job } from '#kernel/jobs/job.ts'
import { carryOutTerms, nextTermCheck } from './terms.ts'

export const unitTermJobs = [job({ name: 'unit-terms.carry-out', nextDue: nextTermCheck, run: carryOutTerms })]
