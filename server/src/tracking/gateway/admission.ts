/**
 * Which unit is behind an ident. Asked at every login, so answers are kept for a few seconds and dropped on change. It has
 * connections to the database of its own: whatever unidentified peers do, the API does not queue behind them.
 */
import { modelById, type Protocol } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub.ts'
import { isFrom } from '#kernel/source-networks.ts'
import { findByIdent, type TrackedUnit } from '../units/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import { type Questions, sourceNetworkOf } from './questions.ts'
import type { AdmittedUnit, From } from './session.ts'
import type { Whereabouts } from './trust.ts'

const keepMs = 5_000
const keptMax = 100_000
/** Believed only while much is asked: otherwise a unit that was just registered is found at once. */
const keepMissMs = 2_000
const missesMax = 10_000
const familiarMax = 200_000
export const fromElsewhere = 'its address is in none of the source networks'

export interface Admission {
  /** 'shut': its network has named too many unknown idents, and this one was not looked at. */
  admit(
    ident: string,
    protocol: Protocol,
    password: string | undefined,
    from: From,
  ): Promise<AdmittedUnit | 'shut' | undefined>
  /** The unit, if `isRight` says so of it. For devices that show a secret: their tries are counted where it is judged. */
  admitBy(
    ident: string,
    protocol: Protocol,
    address: string,
    isRight: (unit: TrackedUnit) => Promise<boolean>,
  ): Promise<AdmittedUnit | undefined>
  /** Why a tracker with this ident is not let in though there is such a unit; undefined: there is none. */
  whyNot(ident: string, protocol: Protocol, address: string): Promise<{ unitId: number; reason: string } | undefined>
  /** What is kept of this ident is no longer so. */
  forget(ident: string): void
}

export function admission(
  ctx: Pick<Context, 'db' | 'vault'>,
  notifications: PubSub,
  { ask, isBusy, isShut }: Questions,
): Admission {
  const kept = new Map<string, { unit: TrackedUnit; until: number }>()
  const misses = new Map<string, number>()
  /** The network from which each ident was last let in. */
  const familiar = new Map<string, string>()
  const asked = new Map<string, Promise<TrackedUnit | undefined>>()
  notifications.on('units', () => {
    for (const map of [kept, misses, asked]) map.clear()
  })

  function lookUp(ident: string): Promise<TrackedUnit | undefined> | TrackedUnit | undefined {
    const entry = kept.get(ident)
    if (entry && entry.until > Date.now() && notifications.isListening()) return entry.unit
    if (isBusy() && (misses.get(ident) ?? 0) > Date.now()) return undefined
    const before = asked.get(ident)
    if (before !== undefined) return before
    const found = findByIdent(ctx, ident)
    asked.set(ident, found)
    // What was announced meanwhile is newer than this answer, and took the question away.
    const isCurrent = () => asked.get(ident) === found && asked.delete(ident)
    found.then((unit) => {
      if (!isCurrent()) return
      if (unit) remember(kept, keptMax, ident, { unit, until: Date.now() + keepMs })
      else remember(misses, missesMax, ident, Date.now() + keepMissMs)
    }, isCurrent)
    return found
  }

  async function admitBy(
    ident: string,
    protocol: Protocol,
    address: string,
    isRight: (unit: TrackedUnit) => boolean | Promise<boolean>,
  ): Promise<AdmittedUnit | undefined> {
    const unit = await lookUp(ident)
    if (!unit) return undefined
    const model = modelById(unit.hwId)
    if (model?.protocol !== protocol.name || !isFrom(unit.sourceNetworks, address)) return undefined
    if (!(await isRight(unit))) return undefined
    return {
      id: unit.id,
      ident: unit.ident,
      name: unit.name,
      deviceTypeId: model.deviceTypeId,
      protocolId: protocol.id,
      model: model.title,
      tls: unit.tls,
      // Whoever is judged by a secret has shown it.
      isProven: true,
      home: { dealer: unit.dealerId, account: unit.accountId },
      whereabouts: whereaboutsOf(unit),
      ...(unit.type === 'gateway' && { hearsFor: { dealer: unit.dealerId, account: unit.accountId } }),
    }
  }

  return {
    admitBy,
    forget: (ident) => void kept.delete(ident),
    async whyNot(ident, protocol, address) {
      const unit = await lookUp(ident)
      if (!unit) return undefined
      const expected = modelById(unit.hwId)?.protocol
      const reasons = [
        expected !== protocol.name && `it speaks ${protocol.name}, and the model of the unit speaks ${expected}`,
        !isFrom(unit.sourceNetworks, address) && fromElsewhere,
      ]
      return { unitId: unit.id, reason: reasons.find(Boolean) || 'the password is not the one of the unit' }
    },
    async admit(ident, protocol, password, { address, isDatagram }) {
      const network = sourceNetworkOf(address)
      const isFamiliar = familiar.get(ident) === network
      const verify = async () => {
        let isProven = false
        const found = await admitBy(ident, protocol, address, (unit) => {
          isProven = password !== undefined && unit.passwordSealed !== null
          return isRightPassword(ctx, unit, password)
        })
        return found && { ...found, isProven }
      }
      // What is known needs no question, unless the answer itself would be one of too many.
      const isKnown = kept.has(ident) && (isFamiliar || !isShut(network))
      const known = isKnown ? await verify() : undefined
      const unit = known ?? (await ask({ network, isDatagram, isFamiliar }, `${ident}\n${password ?? ''}`, verify))
      if (unit !== undefined && unit !== 'shut' && !isFamiliar) remember(familiar, familiarMax, ident, network)
      return unit
    },
  }
}

/** Forgets the oldest entry where there are too many. */
function remember<T>(map: Map<string, T>, max: number, key: string, value: T): void {
  map.delete(key)
  if (map.size >= max) map.delete(map.keys().next().value as string)
  map.set(key, value)
}

const whereaboutsOf = ({
  network,
  since,
  candidate,
  candidateSince,
  heldUntil,
}: TrackedUnit): Whereabouts | undefined =>
  network === null || since === null ? undefined : { network, since, candidate, candidateSince, heldUntil }

/** Asked for only where the dealer has set one and the protocol has a place for it. */
function isRightPassword({ vault }: Pick<Context, 'vault'>, unit: TrackedUnit, password: string | undefined): boolean {
  if (unit.passwordSealed === null || password === undefined) return true
  return vault.open(unit.passwordSealed, passwordLabel(unit.id)) === password
}
