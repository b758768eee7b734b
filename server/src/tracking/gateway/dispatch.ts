/**
 * Sends commands to trackers that can be spoken to now: over their connection, or to the address of their last datagram.
 * Which units have something waiting is kept in memory, so that a login asks the database nothing when nothing waits.
 */
import type { Command, CommandAnswer } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { logRepeated } from '#kernel/log.ts'
import { wordsOf } from '../commands/command.ts'
import {
  type Dispatch,
  markFailed,
  markSent,
  nextFor,
  passwordOf,
  takeAnswer,
  unitsWaiting,
} from '../commands/sending.ts'

/** A way to say something to the tracker of a unit. */
export interface Mouth {
  /** Whom it reaches. */
  readonly address: string
  readonly isDatagram: boolean
  /** The peer has shown the unit's password. */
  readonly isProven: boolean
  /** Undefined: it cannot be said here. */
  encode(command: Command, password: string | undefined): Uint8Array | undefined
  /** False: the tracker has gone, and nothing was sent. */
  send(bytes: Uint8Array): boolean
}

export interface Dispatcher {
  /** The unit's tracker can be spoken to. */
  present(unitId: number): void
  answered(unitId: number, answers: readonly CommandAnswer[]): void
  /** Sends nothing more; resolves when nothing is under way any more. */
  close(): Promise<void>
}

export async function startDispatcher(
  ctx: Context,
  notifications: PubSub,
  mouthOf: (unitId: number) => Mouth | undefined,
  mayHavePassword: (unitId: number, mouth: Mouth) => boolean,
): Promise<Dispatcher> {
  const waiting = new Set<number>(await unitsWaiting(ctx))
  const busy = new Set<number>()
  const again = new Set<number>()
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  const follow = (work: Promise<void>, sentence: string) => {
    const own = work.catch((error) => logRepeated(ctx.log, error, sentence)).finally(() => underWay.delete(own))
    underWay.add(own)
  }

  function present(unitId: number): void {
    if (isClosed || !waiting.has(unitId) || !mouthOf(unitId)) return
    // One at a time for each unit, so that commands leave in their order.
    if (busy.has(unitId)) return void again.add(unitId)
    busy.add(unitId)
    follow(
      sendAll(unitId).finally(() => {
        busy.delete(unitId)
        if (again.delete(unitId)) present(unitId)
      }),
      'Commands of a unit were not sent.',
    )
  }

  async function sendAll(unitId: number): Promise<void> {
    for (;;) {
      const mouth = mouthOf(unitId)
      if (!mouth) return
      // Taken out before the question: what is announced meanwhile puts it in again.
      waiting.delete(unitId)
      try {
        const next = await nextFor(ctx, unitId)
        if (!next) return
        waiting.add(unitId)
        if (next === 'held') return
        // Better late than read by another.
        if (!mayHavePassword(unitId, mouth) && carriesPassword(next, mouth)) return
        await sendOne(next, mouth)
      } catch (error) {
        waiting.add(unitId)
        throw error
      }
    }
  }

  /** From here on the order is everything: written in the tracker's words, marked for good, and only then sent. */
  async function sendOne(next: Dispatch, mouth: Mouth): Promise<void> {
    const bytes = encoded(next, mouth)
    if (!bytes) return markFailed(ctx, next, 'cannot_be_said')
    if (!(await markSent(ctx, next))) return
    if (mouthOf(next.command.unitId) === mouth && mouth.send(bytes)) return
    const sent = { ...next, command: { ...next.command, state: 'sent' as const } }
    await markFailed(ctx, sent, 'hung_up')
  }

  function encoded(next: Dispatch, mouth: Mouth): Uint8Array | undefined {
    try {
      return mouth.encode(wordsOf(next.command, ctx.clock.now()), passwordOf(ctx, next))
    } catch (error) {
      ctx.log.error({ err: error, command: next.command.id }, 'A command could not be encoded.')
      return undefined
    }
  }

  function carriesPassword(next: Dispatch, mouth: Mouth): boolean {
    const password = passwordOf(ctx, next)
    if (password === undefined) return false
    const words = wordsOf(next.command, ctx.clock.now())
    const [open, secret] = [mouth.encode(words, undefined), mouth.encode(words, password)]
    return secret !== undefined && (open === undefined || Buffer.compare(open, secret) !== 0)
  }

  notifications.on('commands', (payload) => {
    if (payload !== '') {
      waiting.add(Number(payload))
      return present(Number(payload))
    }
    if (isClosed) return
    // Something may have been missed.
    follow(
      unitsWaiting(ctx).then((units) => {
        for (const unitId of units) {
          waiting.add(unitId)
          present(unitId)
        }
      }),
      'Waiting commands could not be looked up.',
    )
  })

  return {
    present,
    answered(unitId, answers) {
      const take = async () => {
        for (const answer of answers) await takeAnswer(ctx, unitId, answer)
        present(unitId)
      }
      follow(take(), 'The answer to a command was not noted.')
    },
    async close() {
      isClosed = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
