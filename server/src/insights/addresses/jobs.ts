import { job, whenever } from '#kernel/jobs/job.ts'
import { computeAddresses, geocodeAddresses, wantFirstAddresses } from './actions.ts'

export const addressJobs = [
  // In a loop of its own: a large map may be slow to read.
  job({
    name: 'addresses.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: computeAddresses,
  }),
  // In a loop of its own: a geocoder may be slow or away.
  job({
    name: 'addresses.geocode',
    everySeconds: 5,
    waitsForOthers: true,
    endsNothing: true,
    nextDue: whenever,
    run: geocodeAddresses,
  }),
  job({
    name: 'addresses.begin',
    everySeconds: 3600,
    isForOneNode: true,
    endsNothing: true,
    nextDue: whenever,
    run: wantFirstAddresses,
  }),
]
