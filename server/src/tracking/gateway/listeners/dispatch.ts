/**
 * Sends commands to trackers that can be reached now: over their connection, or to the address of their last datagram.
 * The units with a waiting command are kept in memory, so that a login needs no query when none waits.
 */
import type { Command, CommandAnswer } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { logRepeated } from '#kernel/runtime/log.ts'
import { deviceCommandOf } from '../../commands/command.ts'
import {
  type Dispatch,
  type IsOurs,
  markFailed,
  markSent,
  nextFor,
  passwordOf,
  takeAnswer,
  unitsWaiting,
} from '../../commands/sending.ts'

/** Sends commands to the tracker of one unit. */
export interface CommandSender {
  /** The address of the tracker. */
  readonly address: string
  readonly isDatagram: boolean
  /** The peer has presented the unit's password. */
  readonly isProven: boolean
  /** Undefined: the protocol or the connection has no such command. */
  encode(command: Command, password: string | undefined): Uint8Array | undefined
  /** False: the tracker has disconnected, and nothing was sent. */
  send(bytes: Uint8Array): boolean
}

export interface Dispatcher {
  /** The unit's tracker can be reached. */
  reachable(unitId: number): void
  answered(unitId: number, answers: readonly CommandAnswer[]): void
  /** Sends nothing more; resolves when all work in progress is done. */
  close(): Promise<void>
}

export async function startDispatcher(
  ctx: Context,
  notifications: PubSub,
  senderOf: (unitId: number) => CommandSender | undefined,
  maySendPassword: (unitId: number, sender: CommandSender) => boolean,
  isOurs?: IsOurs,
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

  function reachable(unitId: number): void {
    if (isClosed || !waiting.has(unitId) || !senderOf(unitId)) return
    // One at a time for each unit, so that commands leave in their order.
    if (busy.has(unitId)) return void again.add(unitId)
    busy.add(unitId)
    follow(
      sendAll(unitId).finally(() => {
        busy.delete(unitId)
        if (again.delete(unitId)) reachable(unitId)
      }),
      'Failed to send commands to a unit.',
    )
  }

  async function sendAll(unitId: number): Promise<void> {
    for (;;) {
      const sender = senderOf(unitId)
      if (!sender) return
      // Removed before the query: a command announced meanwhile adds the unit again.
      waiting.delete(unitId)
      try {
        const next = await nextFor(ctx, unitId)
        if (!next) return
        waiting.add(unitId)
        if (next === 'held') return
        // The command waits rather than expose the password to another peer.
        if (!maySendPassword(unitId, sender) && carriesPassword(next, sender)) return
        if ((await sendOne(next, sender)) === 'not ours') return
      } catch (error) {
        waiting.add(unitId)
        throw error
      }
    }
  }

  /** The order matters: encode, commit the mark, and only then send. */
  async function sendOne(next: Dispatch, sender: CommandSender): Promise<'not ours' | undefined> {
    const bytes = encoded(next, sender)
    if (!bytes) return void (await markFailed(ctx, next, 'not_supported'))
    const isMarked = await markSent(ctx, next, isOurs)
    // The tracker has moved to another node, which sends the command.
    if (isMarked === 'not ours') return isMarked
    if (!isMarked) return
    if (senderOf(next.command.unitId) === sender && sender.send(bytes)) return
    const sent = { ...next, command: { ...next.command, state: 'sent' as const } }
    await markFailed(ctx, sent, 'disconnected')
  }

  function encoded(next: Dispatch, sender: CommandSender): Uint8Array | undefined {
    try {
      return sender.encode(deviceCommandOf(next.command, ctx.clock.now()), passwordOf(ctx, next))
    } catch (error) {
      ctx.log.error({ err: error, command: next.command.id }, 'Failed to encode a command.')
      return undefined
    }
  }

  function carriesPassword(next: Dispatch, sender: CommandSender): boolean {
    const password = passwordOf(ctx, next)
    if (password === undefined) return false
    const command = deviceCommandOf(next.command, ctx.clock.now())
    const [open, secret] = [sender.encode(command, undefined), sender.encode(command, password)]
    return secret !== undefined && (open === undefined || Buffer.compare(open, secret) !== 0)
  }

  notifications.on('commands', (payload) => {
    if (payload !== '') {
      waiting.add(Number(payload))
      return reachable(Number(payload))
    }
    if (isClosed) return
    // The channel was interrupted, so an announcement may have been missed.
    follow(
      unitsWaiting(ctx).then((units) => {
        for (const unitId of units) {
          waiting.add(unitId)
          reachable(unitId)
        }
      }),
      'Failed to look up waiting commands.',
    )
  })

  return {
    reachable,
    answered(unitId, answers) {
      const take = async () => {
        for (const answer of answers) await takeAnswer(ctx, unitId, answer)
        reachable(unitId)
      }
      follow(take(), 'Failed to record the answer to a command.')
    },
    async close() {
      isClosed = true
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
