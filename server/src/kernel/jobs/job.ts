/**
 * A job is a sweep: it finds due work by the state of the tables and does it. There is no separate queue, so a crash, a
 * second worker or a moved clock cannot make the two disagree (docs/decisions/0009).
 */
import type { RawBuilder } from 'kysely'
import type { ActorContext } from '../context.ts'
import { removeInPieces } from '../db/pieces.ts'

/** A `select` that gives the earliest moment at which the job has something to do, or nothing. It needs an index. */
export type FirstDue = RawBuilder<unknown>

export interface Job {
  readonly name: string
  /** How often it runs, for upkeep that need not run every second. */
  readonly everySeconds?: number
  /** It waits for an outside service, such as a mail server or a card processor; other jobs do not wait for it. */
  readonly waitsForOthers?: boolean
  /** It ends and deletes nothing over time, so it also runs while the clocks disagree (docs/decisions/0057). */
  readonly endsNothing?: boolean
  /** It can wait, and does while messages arrive faster than this node stores them. */
  readonly givesWay?: boolean
  /** One node at a time is enough: the one that holds the slice of its name. */
  readonly isForOneNode?: boolean
  /** Its last run has left work, which need not wait for `everySeconds`. */
  readonly hasMore?: () => boolean
  /** The same as `nextDue`, for `dueFrom`: a job without anything due is then run only once a minute. */
  readonly firstDue?: FirstDue
  /** When the next item falls due, past or future; undefined: nothing is scheduled. */
  readonly nextDue: (ctx: ActorContext) => Promise<Date | undefined>
  /**
   * For a job that also checks for events: the next moment at which time alone changes something. A moved clock stops
   * there and not at every check in between.
   */
  readonly nextStop?: (ctx: ActorContext) => Promise<Date | undefined>
  /** Does everything that is due now and returns how much; repeating it changes nothing. */
  readonly run: (ctx: ActorContext) => Promise<number>
}

export const job = (one: Job): Job => one

/** Deletes what is old: `remove` deletes at most this many and returns how many. */
export function forgetting(
  one: Pick<Job, 'name' | 'everySeconds'> & Partial<Pick<Job, 'nextDue' | 'firstDue'>>,
  remove: (ctx: ActorContext, most: number) => Promise<number>,
): Job {
  let isDone = true
  return {
    nextDue: whenever,
    isForOneNode: true,
    ...one,
    hasMore: () => !isDone,
    async run(ctx) {
      const turn = await removeInPieces((most) => remove(ctx, most))
      isDone = turn.isDone
      return turn.removed
    },
  }
}

/** For upkeep without a due time, so a moved clock need not stop for it. */
export const whenever = async (): Promise<undefined> => undefined
