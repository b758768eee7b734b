/** Which unit is behind an ident. Asked at every login, so answers are kept for a few seconds and dropped on change. */
import { modelById, type Protocol } from '@waymark/devices'
import type { Context } from '../context.ts'
import type { Notifications } from '../db/notifications.ts'
import { findByIdent, type TrackedUnit } from '../units/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import type { AdmittedUnit } from './session.ts'

const keepMs = 5_000
const keptMax = 100_000

export interface Admission {
  admit(ident: string, protocol: Protocol, password: string | undefined): Promise<AdmittedUnit | undefined>
  /** The same, if `isRight` says so of the unit. */
  admitBy(
    ident: string,
    protocol: Protocol,
    isRight: (unit: TrackedUnit) => Promise<boolean>,
  ): Promise<AdmittedUnit | undefined>
  /** Why a tracker with this ident is not let in though there is such a unit; undefined: there is none. */
  whyNot(ident: string, protocol: Protocol): Promise<{ unitId: number; reason: string } | undefined>
  /** What is kept of this ident is no longer so. */
  forget(ident: string): void
}

export function admission(ctx: Pick<Context, 'db' | 'vault'>, notifications: Notifications): Admission {
  const kept = new Map<string, { found: Promise<TrackedUnit | undefined>; until: number }>()
  notifications.on('units', () => kept.clear())

  function lookUp(ident: string): Promise<TrackedUnit | undefined> {
    const entry = kept.get(ident)
    if (entry && entry.until > Date.now() && notifications.isListening()) return entry.found
    const found = findByIdent(ctx, ident)
    if (kept.size >= keptMax) kept.clear()
    kept.set(ident, { found, until: Date.now() + keepMs })
    // A miss is asked again: its unit may be registered in the next second.
    found.then(
      (unit) => unit ?? kept.delete(ident),
      () => kept.delete(ident),
    )
    return found
  }

  async function admitBy(
    ident: string,
    protocol: Protocol,
    isRight: (unit: TrackedUnit) => boolean | Promise<boolean>,
  ): Promise<AdmittedUnit | undefined> {
    const unit = await lookUp(ident)
    if (!unit) return undefined
    const model = modelById(unit.hwId)
    if (model?.protocol !== protocol.name || !(await isRight(unit))) return undefined
    return {
      id: unit.id,
      ident: unit.ident,
      name: unit.name,
      deviceTypeId: model.deviceTypeId,
      protocolId: protocol.id,
      model: model.title,
      tls: unit.tls,
      ...(unit.type === 'gateway' && { hearsFor: { dealer: unit.dealerId, account: unit.accountId } }),
    }
  }

  return {
    admitBy,
    forget: (ident) => void kept.delete(ident),
    async whyNot(ident, protocol) {
      const unit = await lookUp(ident)
      if (!unit) return undefined
      const expected = modelById(unit.hwId)?.protocol
      const reason =
        expected === protocol.name
          ? 'the password is not the one of the unit'
          : `it speaks ${protocol.name}, and the model of the unit speaks ${expected}`
      return { unitId: unit.id, reason }
    },
    admit: (ident, protocol, password) => admitBy(ident, protocol, (unit) => isRightPassword(ctx, unit, password)),
  }
}

/** Asked for only where the dealer has set one and the protocol has a place for it. */
function isRightPassword({ vault }: Pick<Context, 'vault'>, unit: TrackedUnit, password: string | undefined): boolean {
  if (unit.passwordSealed === null || password === undefined) return true
  return vault.open(unit.passwordSealed, passwordLabel(unit.id)) === password
}
