/**
 * The life of a command: sent, answered, expired. Each step is committed with its event. A command is marked as sent before
 * its bytes leave, so it reaches its tracker at most once, whichever process dies in between (docs/decisions/0036).
 */

import type { CommandAnswer } from '@waymark/devices'
import { mayDo } from '#identity/access/access.ts'
import type { Context } from '#kernel/context.ts'
import { rowsPerPiece } from '#kernel/db/pieces.ts'
import { type Db, inTransaction } from '#kernel/db/transaction.ts'
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

type Ctx = Pick<Context, 'db' | 'clock'>

export type { Dispatch } from './store.ts'

/** Only where the dealer may read commands: those of an owner to its own vehicle are private. */
async function emit(
  ctx: Ctx,
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

/** Units with a waiting command. */
export const unitsWaiting = ({ db }: Pick<Context, 'db'>): Promise<number[]> => store.listWaiting(db)

/** The next command that may be sent to a unit now; 'held' while an unnumbered one waits for an earlier answer. */
export async function nextFor({ db, clock }: Ctx, unitId: number): Promise<store.Dispatch | 'held' | undefined> {
  const next = await store.findNext(db, unitId, clock.now())
  if (!next) return undefined
  return next.isAwaiting && answerStyleOf(next.hwId, next.command.kind) !== 'numbered' ? 'held' : next
}

/** The tracker's password, which some commands must contain. */
export const passwordOf = ({ vault }: Pick<Context, 'vault'>, next: store.Dispatch): string | undefined =>
  next.passwordSealed === null ? undefined : vault.open(next.passwordSealed, passwordLabel(next.command.unitId))

/** Only the caller that gets `true` may send it, once. False: it was cancelled, has expired, or another gateway sends it. */
/** Whether the unit reports to this node, until the transaction ends. */
export type IsOurs = (db: Db, unitId: number) => Promise<boolean>

export const markSent = (context: Ctx, next: store.Dispatch, isOurs?: IsOurs): Promise<boolean | 'not ours'> =>
  inTransaction(context, async (ctx) => {
    const now = ctx.clock.now()
    if (next.command.expiresAt <= now) return false
    if (isOurs && !(await isOurs(ctx.db, next.command.unitId))) return 'not ours'
    const isAnswered = answerStyleOf(next.hwId, next.command.kind) !== 'none'
    const answerBy = isAnswered ? new Date(now.getTime() + answerSeconds * 1000) : null
    if (!(await store.save(ctx.db, next.command, { state: 'sent', sentAt: now, answerBy }))) return false
    await emit(ctx, 'command.sent', next)
    return true
  })

export const markFailed = (context: Ctx, next: store.Dispatch, code: FailureCode): Promise<void> =>
  inTransaction(context, async (ctx) => {
    if (await end(ctx, next.command, { state: 'failed', failure: failures[code] }))
      await emit(ctx, 'command.failed', next)
  })

const end = ({ db, clock }: Ctx, before: UnitCommand, change: Partial<UnitCommand>): Promise<boolean> =>
  store.save(db, before, { ...change, endedAt: clock.now() })

/** An answer without a waiting command belongs to another sender: an SMS, another platform. */
export const takeAnswer = (context: Ctx, unitId: number, { id, text, isRefusal }: CommandAnswer): Promise<void> =>
  inTransaction(context, async (ctx) => {
    const found = await store.findAnswered(ctx.db, unitId, id)
    if (!found) return
    const answer = answerText(text)
    if (isRefusal) {
      await end(ctx, found.command, { state: 'failed', answer, failure: failures.refused })
      await emit(ctx, 'command.failed', found)
    } else {
      await end(ctx, found.command, { state: 'acknowledged', answer })
      await emit(ctx, 'command.acknowledged', found)
    }
  })

const batch = 500

/** Commands that waited too long expire; commands that were sent and not answered fail. */
export async function endOverdue(context: Ctx): Promise<number> {
  let done = 0
  for (;;) {
    const ended = await inTransaction(context, async (ctx) => {
      const overdue = await store.listOverdue(ctx.db, ctx.clock.now(), batch)
      for (const one of overdue) {
        const { command } = one
        const isQueued = command.state === 'queued'
        await end(ctx, command, isQueued ? { state: 'expired' } : { state: 'failed', failure: failures.unanswered })
        await emit(ctx, isQueued ? 'command.expired' : 'command.failed', one)
        // The next command may have waited for this answer.
        if (!isQueued) await store.announce(ctx.db, command.unitId)
      }
      return overdue.length
    })
    done += ended
    if (ended < batch) return done
  }
}

export const nextOverdue = store.nextDue

export const forgetOldCommands = ({ db, clock }: Ctx, most = rowsPerPiece): Promise<number> =>
  store.removeBefore(db, new Date(clock.now().getTime() - keepDays * 86_400_000), most)
