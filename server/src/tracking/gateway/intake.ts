/**
 * JSON reports over MQTT or HTTP take the same path as a tracker's frame: admit → append durably → answer.
 * Unlike a tracker, such a device always presents a secret: its unit's password, or an intake token of its dealer.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Message, Protocol } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import { findTokenDealer } from '../ingest-tokens/actions.ts'
import type { TrackedUnit } from '../units/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import type { Admission } from './admission.ts'
import { secretAttempts } from './secret-attempts.ts'
import type { AdmittedUnit, SessionServices } from './session-services.ts'

interface IntakeLogin {
  readonly ident: string
  readonly protocol: Protocol
  readonly secret: string | undefined
  readonly address: string
  /** What it sent, shown with the unclaimed device. */
  readonly frame: Uint8Array
  readonly messages: readonly Message[]
}

export interface Intake {
  /**
   * Undefined: no unit of this protocol has this ident and secret. The device is recorded as unclaimed. `blocked`: this
   * network has sent too many wrong secrets for this ident, and no secret was checked.
   */
  admit(login: IntakeLogin): Promise<AdmittedUnit | 'blocked' | undefined>
  /** The same for a network server, which reports for all devices of one dealer. Idents match in upper or lower case. */
  admitFor(dealer: number, login: Omit<IntakeLogin, 'secret'>): Promise<AdmittedUnit | undefined>
  /** Milliseconds until the unit may send again. */
  waitMs(unit: AdmittedUnit): number
  /** Resolves after the commit; rejects when the store did not take it. */
  append(unit: AdmittedUnit, messages: readonly Message[], frame: Uint8Array, peer: string): Promise<void>
  readonly turnAway: SessionServices['turnAway']
  readonly isFull: () => boolean
}

export function openIntake(
  ctx: Pick<Context, 'db' | 'vault' | 'clock'>,
  services: SessionServices,
  { admitBy }: Admission,
): Intake {
  const attempts = secretAttempts(ctx)
  async function orReport(
    admitted: AdmittedUnit | Promise<AdmittedUnit | undefined>,
    { ident, protocol, address, frame, messages }: Omit<IntakeLogin, 'secret'>,
  ): Promise<AdmittedUnit | undefined> {
    const unit = await admitted
    if (!unit) await services.reportUnknownDevice({ ident, protocol, address, frame, preview: messages })
    return unit
  }
  return {
    async admit(login) {
      const { ident, protocol, address, secret } = login
      if (attempts.isBlocked(ident, address)) return 'blocked'
      const unit = await orReport(
        admitBy(ident, protocol, address, (found) => isRight(ctx, found, secret)),
        login,
      )
      if (!unit) attempts.recordFailure(ident, address, secret ?? '')
      return unit
    },
    async admitFor(dealer, login) {
      const { protocol, address } = login
      const named = (ident: string) => admitBy(ident, protocol, address, async (unit) => unit.dealerId === dealer)
      return orReport((await named(login.ident)) ?? named(login.ident.toUpperCase()), login)
    },
    waitMs: (unit) => services.allowanceOf(unit.id).spend(0, performance.now()),
    async append(unit, messages, frame, peer) {
      if (messages.length === 0) return
      services.allowanceOf(unit.id).spend(messages.length, performance.now())
      await services.writer.append({ unit, messages, frame, peer })
    },
    isFull: services.writer.isFull,
    turnAway: services.turnAway,
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
