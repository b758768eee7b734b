/**
 * A job is a sweep: it finds what is due by the state of the tables and does it. There is no queue beside the
 * state, so a crash, a second worker or a moved clock cannot make the two disagree (docs/decisions/0009).
 */
import type { ActorContext } from '../context.ts'
import { removeInPieces } from '../db/pieces.ts'

export interface Job {
  readonly name: string
  /** How often it is run, for upkeep that need not look every second. */
  readonly everySeconds?: number
  /** It waits for somebody outside, a mail server or a card processor; the others do not wait with it. */
  readonly waitsForOthers?: boolean
  /** It ends and deletes nothing because time has passed, so it goes on while the clocks disagree (docs/decisions/0057). */
  readonly endsNothing?: boolean
  /** It can wait, and does while messages come faster than this node stores them. */
  readonly givesWay?: boolean
  /** One node at a time is enough: the one that holds the slice of its name. */
  readonly isForOneNode?: boolean
  /** Its last turn has left something to do, which then need not wait for `everySeconds`. */
  readonly hasMore?: () => boolean
  /** The moment the next item falls due, past or future; undefined: nothing waits. */
  readonly nextDue: (ctx: ActorContext) => Promise<Date | undefined>
  /**
   * For a job that also looks whether something has happened meanwhile: the next moment at which time alone changes
   * something. A clock that is moved stops there and not at every look in between.
   */
  readonly nextStop?: (ctx: ActorContext) => Promise<Date | undefined>
  /** Does all that is due now and says how much; doing it twice changes nothing. */
  readonly run: (ctx: ActorContext) => Promise<number>
}

export const job = (one: Job): Job => one

/** Forgets what is old: `remove` deletes so many at most and says how many. */
export function forgetting(
  one: Pick<Job, 'name' | 'everySeconds'> & Partial<Pick<Job, 'nextDue'>>,
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

/** For upkeep: there is no moment at which it falls due, so a moved clock need not stop for it. */
export const whenever = async (): Promise<undefined> => undefined
