/** Who drove the units of an account: computed on reading, so a key that is changed later is right at once. */
import type { Context } from '#kernel/context.ts'
import * as store from './claims-store.ts'
import { list, namesOf } from './store.ts'
import { type Claim, claimsOfShift, driverOf, type Source, settled } from './who-drove.ts'

export interface Account {
  readonly db: Context['db']
  readonly account: number
}

/** For units between two times, without overlaps. `begin`: what lasts at `from` is shown from then on. */
export async function readClaims(
  { db, account }: Account,
  unitIds: readonly number[],
  from: number,
  to: number,
  begin = from,
): Promise<(unitId: number) => readonly Claim[]> {
  if (unitIds.length === 0) return () => []
  const shifts = await store.listShiftsBetween(db, account, unitIds, from, to)
  const claims: readonly store.UnitClaim[] = [
    ...(await store.listClaims(db, account, unitIds, from, to, begin)),
    ...shifts.flatMap((shift) => claimsOfShift(shift, from, to).map((claim) => ({ ...claim, unitId: shift.unitId }))),
  ]
  const byUnit = new Map(
    [...Map.groupBy(claims, ({ unitId }) => unitId)].map(([unitId, own]) => [unitId, settled(own)] as const),
  )
  return (unitId) => byUnit.get(unitId) ?? []
}

export interface TripDriver {
  readonly id: string
  readonly name: string
  readonly source: Source
}

/** With the driver of most of each. */
export async function withDrivers<T extends { readonly unitId: number; readonly t0: number; readonly t1: number }>(
  account: Account,
  items: readonly T[],
): Promise<(T & { readonly driver: TripDriver | null })[]> {
  if (items.length === 0) return []
  const from = items.reduce((first, { t0 }) => Math.min(first, t0), Number.POSITIVE_INFINITY)
  const to = items.reduce((last, { t1 }) => Math.max(last, t1), 0)
  const of = await readClaims(account, [...new Set(items.map(({ unitId }) => unitId))], from, to)
  const found = items.map(({ unitId, t0, t1 }) => driverOf(of(unitId), t0, t1))
  const names = await namesOf(account.db, account.account, [...new Set(found.flatMap((one) => one?.driverId ?? []))])
  return items.map((item, index) => {
    const one = found[index]
    const name = one && names.get(one.driverId)
    return { ...item, driver: one && name !== undefined ? { id: one.driverId, name, source: one.source } : null }
  })
}

export interface CurrentDriver extends TripDriver {
  readonly unitId: number
  readonly since: number
}

const hour = 3600
/** A planned shift lasts no longer than this. */
const backSeconds = 24 * hour

/** The drivers who have units now. */
export async function currentDrivers(
  account: Account,
  unitIds: readonly number[],
  now: number,
): Promise<CurrentDriver[]> {
  const of = await readClaims(account, unitIds, now - backSeconds, now + hour, Number.NEGATIVE_INFINITY)
  const found = unitIds.flatMap((unitId) => {
    const claim = of(unitId).find(({ t0, t1 }) => t0 <= now && t1 > now)
    return claim ? [{ unitId, claim }] : []
  })
  const names = await namesOf(account.db, account.account, [...new Set(found.map(({ claim }) => claim.driverId))])
  return found.flatMap(({ unitId, claim: { driverId: id, source, t0: since } }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ unitId, id, name, source, since }]
  })
}

/** All drivers of an account, by name. Shows no more than trips do anyway. */
export const listDriverNames = async ({ db, account }: Account): Promise<{ id: string; name: string }[]> =>
  (await list(db, account, null)).map(({ id, name }) => ({ id, name }))

/** Units that a driver drove, with when. */
export async function drivenBy(
  account: Account,
  driverId: string,
  from: number,
  to: number,
): Promise<ReadonlyMap<number, readonly Claim[]>> {
  const unitIds = await store.listUnitsOf(account.db, account.account, driverId, from, to)
  const of = await readClaims(account, unitIds, from, to)
  return new Map(unitIds.map((unitId) => [unitId, of(unitId).filter((claim) => claim.driverId === driverId)] as const))
}
