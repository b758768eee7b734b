import { type Job, job, whenever } from '#kernel/jobs/job.ts'
import { type AnyProjection, schedule } from './actions.ts'

/** The jobs that keep a projection up to date with messages. */
export function computing(name: string, projection: AnyProjection): readonly Job[] {
  const turns = schedule(projection)
  return [
    // In its own loop: computing a year for the first time must not delay blocking an account.
    job({
      name: `${name}.compute`,
      everySeconds: 5,
      waitsForOthers: true,
      givesWay: true,
      endsNothing: true,
      nextDue: whenever,
      run: turns.compute,
    }),
    job({ name: `${name}.forget`, everySeconds: 60, nextDue: whenever, run: turns.forget }),
  ]
}
