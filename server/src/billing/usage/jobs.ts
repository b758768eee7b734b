import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { carryOutTerms, nextTermCheck } from './terms.ts'

export const unitTermJobs = [job({ name: 'unit-terms.carry-out', ...dueFrom(nextTermCheck), run: carryOutTerms })]
