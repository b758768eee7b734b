import { job, whenever } from '#kernel/jobs/job.ts'
import { computeAddresses, geocodeAddresses, wantFirstAddresses } from './actions.ts'

export const addressJobs = [
  // In its own loop: a large map may be slow to read.
  job({
    name: 'addresses.compute',
    everySeconds: 5,
    waitsForOthers: true,
    givesWay: true,
    endsNothing: true,
    nextDue: whenever,
    run: computeAddresses,
  }),
  // In its own loop: a geocoder may be slow or unavailable.
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
