/**
 * What becomes of a command: sent, answered, expired. Each step is committed with its event. Marked as sent before its
 * bytes leave, a command reaches its tracker once or not at all, whatever dies in between (docs/decisions/0036).
 */

import type { CommandAnswer } from '@waymark/devices'
import { mayDo } from '#identity/access/access.ts'
import type { Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import {
  answerSeconds,
  answerStyleOf,
  answerText,
  type FailureCode,
  failures,
  keepDays,
  type UnitCommand,
} from './command.ts'
import * as store from './store.ts'

type Told = Pick<Context, 'db' | 'clock'>

export type { Dispatch } from './store.ts'

/** The dealer hears of it only where it may look at it: what an owner tells its vehicle is the owner's business. */
async function tell(
  ctx: Told,
  type: 'command.sent' | 'command.acknowledged' | 'command.failed' | 'command.expired',
  { command, dealerId, accountId, appId, holder }: store.Dispatch,
): Promise<void> {
  if (!mayDo('units.read-commands', holder, appId)) return
  await recordEvent(ctx, {
    dealer: dealerId,
    account: accountId,
    type,
    data: {
      account_id: accountId,
      unit_id: command.unitId,
      command_id: command.id,
      command_type: command.kind,
      client_ref: command.clientRef,
    },
  })
}

/** Units for which a command waits. */
export const unitsWaiting = ({ db }: Pick<Context, 'db'>): Promise<number[]> => store.listWaiting(db)

/** The next command that may be sent to a unit now; 'held' while one without a number waits for an earlier one's answer. */
export async function nextFor({ db, clock }: Told, unitId: number): Promise<store.Dispatch | 'held' | undefined> {
  const next = await store.findNext(db, unitId, clock.now())
  if (!next) return undefined
  return next.isAwaiting && answerStyleOf(next.hwId, next.command.kind) !== 'numbered' ? 'held' : next
}

/** The tracker's own password, which some commands must carry. */
export const passwordOf = ({ vault }: Pick<Context, 'vault'>, next: store.Dispatch): string | undefined =>
  next.passwordSealed === null ? undefined : vault.open(next.passwordSealed, passwordLabel(next.command.unitId))

/** Only who gets `true` may send it, and only once. False: it was cancelled, has expired, or somebody else sends it. */
export const markSent = (context: Told, next: store.Dispatch): Promise<boolean> =>
  inTransaction(context, async (ctx) => {
    const now = ctx.clock.now()
    if (next.command.expiresAt <= now) return false
    const isAnswered = answerStyleOf(next.hwId, next.command.kind) !== 'none'
    const answerBy = isAnswered ? new Date(now.getTime() + answerSeconds * 1000) : null
    if (!(await store.save(ctx.db, next.command, { state: 'sent', sentAt: now, answerBy }))) return false
    await tell(ctx, 'command.sent', next)
    return true
  })

export const markFailed = (context: Told, next: store.Dispatch, code: FailureCode): Promise<void> =>
  inTransaction(context, async (ctx) => {
    if (await end(ctx, next.command, { state: 'failed', failure: failures[code] }))
      await tell(ctx, 'command.failed', next)
  })

const end = ({ db, clock }: Told, before: UnitCommand, change: Partial<UnitCommand>): Promise<boolean> =>
  store.save(db, before, { ...change, endedAt: clock.now() })

/** An answer that no command waits for is somebody else's: an SMS, another platform. */
export const takeAnswer = (context: Told, unitId: number, { id, text, isRefusal }: CommandAnswer): Promise<void> =>
  inTransaction(context, async (ctx) => {
    const found = await store.findAnswered(ctx.db, unitId, id)
    if (!found) return
    const answer = answerText(text)
    if (isRefusal) {
      await end(ctx, found.command, { state: 'failed', answer, failure: failures.refused })
      await tell(ctx, 'command.failed', found)
    } else {
      await end(ctx, found.command, { state: 'acknowledged', answer })
      await tell(ctx, 'command.acknowledged', found)
    }
  })

const batch = 500

/** What waited too long for its tracker expires; what was sent and not answered has failed as far as anybody knows. */
export async function endOverdue(context: Told): Promise<number> {
  let done = 0
  for (;;) {
    const ended = await inTransaction(context, async (ctx) => {
      const overdue = await store.listOverdue(ctx.db, ctx.clock.now(), batch)
      for (const one of overdue) {
        const { command } = one
        const isQueued = command.state === 'queued'
        await end(ctx, command, isQueued ? { state: 'expired' } : { state: 'failed', failure: failures.unanswered })
        await tell(ctx, isQueued ? 'command.expired' : 'command.failed', one)
        // The next may have waited for this one's answer.
        if (!isQueued) await store.announce(ctx.db, command.unitId)
      }
      return overdue.length
    })
    done += ended
    if (ended < batch) return done
  }
}

export const nextOverdue = ({ db }: Pick<Context, 'db'>): Promise<Date | undefined> => store.nextDue(db)

export const forgetOldCommands = ({ db, clock }: Told, most = rowsPerPiece): Promise<number> =>
  store.removeBefore(db, new Date(clock.now().getTime() - keepDays * 86_400_000), most)
