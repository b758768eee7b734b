/** Jobs that are overdue or failing, and projections and chunks that lag. */
import { listLagging } from '#insights/projections/actions.ts'
import { operator } from '#kernel/audit/actions.ts'
import type { Context } from '#kernel/context.ts'
import { listTroubles } from '#kernel/jobs/troubles.ts'
import { spanText } from '#kernel/time/habits.ts'
import { countUnmerged } from '#tracking/messages/actions.ts'
import { jobs } from '../timetable.ts'
import { bad, type Check, good, several, type Verdict } from './check.ts'
import { isServerThere } from './server-there.ts'

const lateMsMax = 60_000
const lagSecondsMax = 300
/** A busy process merges a unit with this many small chunks, and this many units within seconds. */
const unmergedChunksMax = 2_048
const unmergedUnitsMax = 1_000

export const jobChecks: readonly Check<Context>[] = [
  { name: 'jobs', run: checkJobs },
  {
    name: 'projections',
    async run(ctx) {
      const lagging = await listLagging(ctx, lagSecondsMax)
      if (lagging.length === 0) return good('Everything computed from messages is up to date.')
      const list = lagging.map(
        ({ follower, units, seconds }) =>
          `${follower} of ${several(units, 'unit')} for ${spanText(Math.floor(seconds / 60), 'en')}`,
      )
      return unlessStopped(
        ctx,
        `Behind: ${list.join(', ')}. Messages are stored; the machine is too busy, or the log shows an error.`,
      )
    },
  },
  {
    name: 'chunks',
    async run(ctx) {
      const { units, chunks } = await countUnmerged(ctx)
      if (units === 0) return good('Small chunks of messages are merged.')
      const says = `Small chunks of messages of ${several(units, 'unit')} are waiting to be merged, up to ${chunks} per unit.`
      if (units <= unmergedUnitsMax && chunks <= unmergedChunksMax) return good(says)
      return unlessStopped(ctx, `${says} Reading them is slow until the machine has time.`)
    },
  },
]

const unlessStopped = async (ctx: Context, says: string): Promise<Verdict> =>
  (await isServerThere(ctx)) ? bad(says) : good(`${says} The server is not running.`)

async function checkJobs(ctx: Context): Promise<Verdict> {
  const acting = { ...ctx, actor: operator('doctor') }
  const late: string[] = []
  for (const { name, nextDue } of jobs) {
    const due = await nextDue(acting)
    if (due && ctx.clock.now().getTime() - due.getTime() > lateMsMax) late.push(name)
  }
  const isThere = await isServerThere(ctx)
  const failing = isThere ? await listTroubles(ctx.db) : []
  if (failing.length > 0) {
    const list = failing.map(
      ({ job, failures, kind, since }) => `${job} (${failures} times since ${since.toISOString()}, ${kind})`,
    )
    return bad(`Failing: ${list.join(', ')}. The log has the whole error.`)
  }
  if (late.length === 0) return good('No job is overdue or failing.')
  const list = late.join(', ')
  return isThere
    ? bad(`Overdue: ${list}. The server’s log says why.`)
    : good(`Overdue: ${list}. They run at the next start.`)
}
