/**
 * What devices say in JSON, over MQTT or HTTP, goes the way of a tracker's frame: admit → append durably → answer.
 * Unlike a tracker such a device always shows a secret: its unit's password, or an intake token of its dealer.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Message, Protocol } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { findTokenDealer } from '../ingest-tokens/actions.ts'
import type { TrackedUnit } from '../units/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import type { Admission } from './admission.ts'
import { deviceGuesses } from './guesses.ts'
import type { AdmittedUnit, House } from './session.ts'

export interface Knock {
  readonly ident: string
  readonly protocol: Protocol
  readonly secret: string | undefined
  readonly address: string
  /** What it brought, for the lobby to show. */
  readonly frame: Uint8Array
  readonly messages: readonly Message[]
}

export interface Intake {
  /**
   * Undefined: no unit of this protocol has this ident and secret. It is noted in the lobby then. `closed`: too many
   * wrong secrets came for this ident from this network, and nothing was judged.
   */
  admit(knock: Knock): Promise<AdmittedUnit | 'closed' | undefined>
  /** The same for a network server, which speaks for all devices of one dealer. An ident is found in either case. */
  admitFor(dealer: number, knock: Omit<Knock, 'secret'>): Promise<AdmittedUnit | undefined>
  /** Milliseconds until the unit may send again. */
  waitMs(unit: AdmittedUnit): number
  /** Resolves after the commit; rejects when the store did not take it. */
  append(unit: AdmittedUnit, messages: readonly Message[], frame: Uint8Array, peer: string): Promise<void>
  readonly isFull: () => boolean
}

export function openIntake(ctx: Pick<Context, 'db' | 'vault' | 'clock'>, house: House, { admitBy }: Admission): Intake {
  const guesses = deviceGuesses(ctx)
  async function orNote(
    admitted: AdmittedUnit | Promise<AdmittedUnit | undefined>,
    { ident, protocol, address, frame, messages }: Omit<Knock, 'secret'>,
  ): Promise<AdmittedUnit | undefined> {
    const unit = await admitted
    if (!unit) await house.receiveStranger({ ident, protocol, address, frame, preview: messages })
    return unit
  }
  return {
    async admit(knock) {
      const { ident, protocol, address, secret } = knock
      if (guesses.isClosed(ident, address)) return 'closed'
      const unit = await orNote(
        admitBy(ident, protocol, address, (found) => isRight(ctx, found, secret)),
        knock,
      )
      if (!unit) guesses.noteWrong(ident, address, secret ?? '')
      return unit
    },
    async admitFor(dealer, knock) {
      const { protocol, address } = knock
      const named = (ident: string) => admitBy(ident, protocol, address, async (unit) => unit.dealerId === dealer)
      return orNote((await named(knock.ident)) ?? named(knock.ident.toUpperCase()), knock)
    },
    waitMs: (unit) => house.allowanceOf(unit.id).spend(0, performance.now()),
    async append(unit, messages, frame, peer) {
      if (messages.length === 0) return
      house.allowanceOf(unit.id).spend(messages.length, performance.now())
      await house.writer.append({ unit, messages, frame, peer })
    },
    isFull: house.writer.isFull,
  }
}

async function isRight(
  ctx: Pick<Context, 'db' | 'vault'>,
  unit: TrackedUnit,
  secret: string | undefined,
): Promise<boolean> {
  if (secret === undefined || secret === '') return false
  if (unit.passwordSealed !== null && isSame(ctx.vault.open(unit.passwordSealed, passwordLabel(unit.id)), secret)) {
    return true
  }
  return (await findTokenDealer(ctx, secret)) === unit.dealerId
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
