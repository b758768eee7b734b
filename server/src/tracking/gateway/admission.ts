/**
 * Finds the unit of an ident. Called at every login, so results are cached for a few seconds and dropped on change. It has
 * its own database connections, so that the API never queues behind unidentified peers.
 */
import { modelById, type Protocol } from '@waymark/devices'
import type { Context } from '#kernel/context.ts'
import type { PubSub } from '#kernel/db/pubsub/pubsub.ts'
import { isFrom } from '#kernel/network/source-networks.ts'
import { findByIdent, type TrackedUnit } from '../units/actions.ts'
import { passwordLabel } from '../units/unit.ts'
import { type LookupLimiter, sourceNetworkOf } from './lookup-limiter.ts'
import { secretAttempts } from './secret-attempts.ts'
import type { AdmittedUnit, PeerAddress } from './session-services.ts'
import type { NetworkTrust } from './trust/network-trust.ts'

const keepMs = 5_000
const keptMax = 100_000
/** Used only while many lookups run: otherwise a unit that was just registered is found at once. */
const keepMissMs = 2_000
const missesMax = 10_000
const familiarMax = 200_000
export const outsideSourceNetworks = 'its address is outside the source networks of the unit'

export interface Admission {
  /**
   * 'blocked': its network has sent too many unknown idents, and this one was not looked up; or too many wrong passwords
   * for this ident, and this one was not checked.
   */
  admit(
    ident: string,
    protocol: Protocol,
    password: string | undefined,
    from: PeerAddress,
  ): Promise<AdmittedUnit | 'blocked' | undefined>
  /** The unit, if `isRight` accepts it. For devices that present a secret: the caller counts their attempts. */
  admitBy(
    ident: string,
    protocol: Protocol,
    address: string,
    isRight: (unit: TrackedUnit) => Promise<boolean>,
  ): Promise<AdmittedUnit | undefined>
  /** Why a tracker with the ident of an existing unit is rejected; undefined: no unit has this ident. */
  rejectionOf(
    ident: string,
    protocol: Protocol,
    address: string,
  ): Promise<{ unitId: number; reason: string } | undefined>
  /** Drops the cached result of this ident. */
  forget(ident: string): void
}

type PasswordVerdict = 'unneeded' | 'right' | 'wrong' | 'blocked'

export function admission(
  ctx: Pick<Context, 'db' | 'vault' | 'clock'>,
  notifications: PubSub,
  { run, isBusy, isBlocked }: LookupLimiter,
): Admission {
  const kept = new Map<string, { unit: TrackedUnit; until: number }>()
  const misses = new Map<string, { until: number }>()
  const attempts = secretAttempts(ctx)
  /** The network from which each ident was last admitted. */
  const familiar = new Map<string, string>()
  const running = new Map<string, Promise<TrackedUnit | undefined>>()
  /** Units that changed during their own lookup. */
  const outdated = new WeakSet<TrackedUnit>()
  notifications.on('units', () => {
    for (const map of [kept, misses, running]) map.clear()
  })
  let isTidying = false

  /** Connected trackers are not looked up again, and there may be a hundred thousand. */
  function tidySoon(): void {
    if (isTidying) return
    isTidying = true
    setTimeout(() => {
      isTidying = false
      for (const map of [kept, misses]) forgetExpired(map)
      if (kept.size + misses.size > 0) tidySoon()
    }, keepMs).unref()
  }

  function lookUp(ident: string): Promise<TrackedUnit | undefined> | TrackedUnit | undefined {
    const entry = kept.get(ident)
    if (entry && entry.until > Date.now() && notifications.isListening()) return entry.unit
    if (isBusy() && (misses.get(ident)?.until ?? 0) > Date.now()) return undefined
    const before = running.get(ident)
    if (before !== undefined) return before
    const found = findByIdent(ctx, ident)
    running.set(ident, found)
    // A change announced meanwhile has removed this lookup, because its result may be older.
    const isCurrent = () => running.get(ident) === found && running.delete(ident)
    found.then((unit) => {
      if (!isCurrent()) return void (unit && outdated.add(unit))
      if (unit) remember(kept, keptMax, ident, { unit, until: Date.now() + keepMs })
      else remember(misses, missesMax, ident, { until: Date.now() + keepMissMs })
      tidySoon()
    }, isCurrent)
    return found
  }

  /** Without a look at its secret. */
  async function find(ident: string, protocol: Protocol, address: string) {
    const unit = await lookUp(ident)
    if (!unit) return undefined
    const model = modelById(unit.hwId)
    if (model?.protocol !== protocol.name || !isFrom(unit.sourceNetworks, address)) return undefined
    const admitted: AdmittedUnit = {
      id: unit.id,
      ident: unit.ident,
      name: unit.name,
      deviceTypeId: model.deviceTypeId,
      protocolId: protocol.id,
      model: model.title,
      settings: unit.settings,
      tls: unit.tls,
      owner: { dealer: unit.dealerId, account: unit.accountId },
      trust: trustOf(unit),
      ...(outdated.has(unit) && { isOutdated: true }),
      ...(unit.type === 'gateway' && { beaconOwner: { dealer: unit.dealerId, account: unit.accountId } }),
    }
    return { unit, admitted }
  }

  /** Required only where the dealer has set one and the protocol has a field for it. */
  function judge(unit: TrackedUnit, password: string | undefined, address: string): PasswordVerdict {
    if (unit.passwordSealed === null || password === undefined) return 'unneeded'
    if (attempts.isBlocked(unit.ident, address)) return 'blocked'
    if (ctx.vault.open(unit.passwordSealed, passwordLabel(unit.id)) === password) return 'right'
    attempts.recordFailure(unit.ident, address, password)
    return 'wrong'
  }

  return {
    async admitBy(ident, protocol, address, isRight) {
      const found = await find(ident, protocol, address)
      return found && (await isRight(found.unit)) ? { ...found.admitted, isProven: true } : undefined
    },
    forget: (ident) => void kept.delete(ident),
    async rejectionOf(ident, protocol, address) {
      const unit = await lookUp(ident)
      if (!unit) return undefined
      const expected = modelById(unit.hwId)?.protocol
      const reasons = [
        expected !== protocol.name && `it uses ${protocol.name}, but the model of the unit uses ${expected}`,
        !isFrom(unit.sourceNetworks, address) && outsideSourceNetworks,
      ]
      return { unitId: unit.id, reason: reasons.find(Boolean) || 'the password is wrong' }
    },
    async admit(ident, protocol, password, { address, isDatagram }) {
      const network = sourceNetworkOf(address)
      const isFamiliar = familiar.get(ident) === network
      const verify = async () => {
        const found = await find(ident, protocol, address)
        if (!found) return undefined
        const verdict = judge(found.unit, password, address)
        if (verdict === 'wrong') return undefined
        return verdict === 'blocked' ? verdict : { ...found.admitted, isProven: verdict === 'right' }
      }
      // A flood of unknown idents delays no known tracker, and a unit in the cache needs no lookup, unless the answer itself
      // would exceed the limit of its network.
      const isKnown = kept.has(ident) && (isFamiliar || !isBlocked(network))
      const known = isKnown ? await verify() : undefined
      const unit = known ?? (await run({ network, isDatagram, isFamiliar }, `${ident}\n${password ?? ''}`, verify))
      if (unit !== undefined && unit !== 'blocked' && !isFamiliar)
        // Its ident from the database: the one from the frame may keep the memory of the whole frame.
        remember(familiar, familiarMax, unit.ident, network)
      return unit
    },
  }
}

/** Drops the oldest entry when the map is full. */
function remember<T>(map: Map<string, T>, max: number, key: string, value: T): void {
  map.delete(key)
  if (map.size >= max) map.delete(map.keys().next().value as string)
  map.set(key, value)
}

/** All entries of a map live for the same time, so the oldest come first. */
function forgetExpired(map: Map<string, { readonly until: number }>): void {
  const now = Date.now()
  for (const [key, { until }] of map) {
    if (until > now) return
    map.delete(key)
  }
}

const trustOf = ({ network, since, candidate, candidateSince, heldUntil }: TrackedUnit): NetworkTrust | undefined =>
  network === null || since === null ? undefined : { network, since, candidate, candidateSince, heldUntil }
