/** Drivers of a client, and their keys. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { seconds } from '#kernel/time/clock.ts'
import { markAccount } from '../projections/actions.ts'
import { type Driver, type DriverKey, type KeyKind, type Lasting, limits, overlaps, plainCode } from './driver.ts'
import { refreshPrivateOf } from './private-trips.ts'
import * as store from './store.ts'

export type DriverWithKeys = Driver & { readonly keys: readonly DriverKey[] }

/** A person who signs in as a driver does not see the other drivers. */
const ownOnly = ({ session, user }: ClientCall): string | null => (session.role === 'driver' ? user : null)

async function withKeys(call: ClientCall, drivers: readonly Driver[]): Promise<DriverWithKeys[]> {
  const ids = drivers.map(({ id }) => id)
  const keys = Map.groupBy(await store.listKeys(call.db, ids), ({ driverId }) => driverId)
  return drivers.map((driver) => ({ ...driver, keys: keys.get(driver.id) ?? [] }))
}

export const listDrivers = async (call: ClientCall): Promise<DriverWithKeys[]> =>
  withKeys(call, await store.list(call.db, call.account, ownOnly(call)))

export async function requireDriver(call: ClientCall, id: string): Promise<Driver> {
  const driver = await store.find(call.db, call.account, id)
  const own = ownOnly(call)
  return driver && (own === null || driver.userId === own) ? driver : notFound('driver')
}

export const readDriver = async (call: ClientCall, id: string): Promise<DriverWithKeys> =>
  (await withKeys(call, [await requireDriver(call, id)]))[0]!

export type DriverChange = Partial<
  Pick<Driver, 'userId' | 'name' | 'phone' | 'email' | 'licenceNumber' | 'licenceExpiresOn' | 'notes'>
>

const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)

async function problemsOf(call: ClientCall, { userId, licenceExpiresOn: day }: DriverChange): Promise<Problem[]> {
  if (typeof userId === 'string' && !(await store.isPerson(call.db, call.account, userId))) notFound('user')
  return typeof day === 'string' && !isDay(day)
    ? [invalidField('licence_expires_on', 'licence_expires_on must be a day, such as 2028-03-31.')]
    : []
}

async function loginIsFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenRule(error) === 'drivers_user') {
      conflict('Another driver has this login. Choose another login, or remove it there.', 'user_id')
    }
    throw error
  }
}

export const createDriver = (caller: ClientCall, asked: DriverChange & { readonly name: string }) =>
  loginIsFree(() =>
    inTransaction(caller, async (call) => {
      call.validate(await problemsOf(call, asked))
      const count = await store.countLocked(call.db, call.account)
      if (count >= limits.driversMax) {
        conflict(`There are ${limits.driversMax} drivers, the maximum. Delete one first.`)
      }
      const now = call.clock.now()
      const driver: Driver = {
        ...{ id: uuidv7(now), accountId: call.account, userId: null, phone: null, email: null },
        ...{ licenceNumber: null, licenceExpiresOn: null, notes: null, createdAt: now, updatedAt: now },
        ...asked,
      }
      await store.insert(call.db, driver)
      // Nothing was computed for an account without drivers.
      if (count === 0) await markAccount(call, 'driving', call.account, 0)
      const told = { dealer: call.dealer, action: 'drivers.create', subject: driver.id, before: null, after: driver }
      await recordChange(call, told)
      return { ...driver, keys: [] }
    }),
  )

export const changeDriver = (caller: ClientCall, id: string, change: DriverChange): Promise<DriverWithKeys> =>
  loginIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const before = await requireDriver(call, id)
      call.validate(await problemsOf(call, change))
      const after = { ...before, ...change, updatedAt: call.clock.now() }
      await store.save(call.db, after)
      await recordChange(call, { action: 'drivers.change', subject: id, before, after })
      return readDriver(call, id)
    }),
  )

export const removeDriver = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await requireDriver(call, id)
    const keys = await store.listKeys(call.db, [id])
    await store.remove(call.db, id)
    await refreshPrivateOf(call, call.account)
    for (const key of keys) await rereadFrom(call, key)
    await recordChange(call, { action: 'drivers.remove', subject: id, before })
  })

export interface NewKey {
  readonly kind: KeyKind
  readonly code: string
  readonly from: number | undefined
  readonly to: number | null
}

/** Keys that are beacons decide which of many beacons around a tracker is read at all. */
const rereadFrom = async (call: ClientCall, { kind, t0 }: Pick<DriverKey, 'kind' | 't0'>): Promise<void> => {
  if (kind === 'beacon') await markAccount(call, 'driving', call.account, t0)
}

export const timeProblems = ({ t0, t1 }: Lasting): Problem[] =>
  t1 !== null && t1 <= t0 ? [invalidField('to', 'to must be after from.')] : []

export const addKey = (caller: ClientCall, driverId: string, asked: NewKey): Promise<DriverWithKeys> =>
  inTransaction(caller, async (call) => {
    await requireDriver(call, driverId)
    const now = call.clock.now()
    const { kind, code, from = seconds(now), to } = asked
    const plain = plainCode(code)
    const key: DriverKey = {
      ...{ id: uuidv7(now), accountId: call.account, driverId, kind, code, plainCode: plain },
      ...{ t0: from, t1: to, createdAt: now },
    }
    const empty = plain === '' ? [invalidField('code', 'code must have letters or digits.')] : []
    call.validate([...empty, ...timeProblems(key)])
    await lockAccount(call.db, call.account)
    if ((await store.listKeys(call.db, [driverId])).length >= limits.keysPerDriver) {
      conflict(`This driver has ${limits.keysPerDriver} keys, the maximum. Delete one first.`)
    }
    await requireFree(call, key)
    await store.insertKey(call.db, key)
    await refreshPrivateOf(call, call.account)
    await rereadFrom(call, key)
    await recordChange(call, { action: 'drivers.add-key', subject: driverId, after: key })
    return readDriver(call, driverId)
  })

/** A key belongs to one driver at a time. */
async function requireFree(call: ClientCall, key: DriverKey): Promise<void> {
  const others = await store.listKeysOfCode(call.db, call.account, key.plainCode)
  const other = others.find((one) => one.id !== key.id && overlaps(one, key))
  if (!other) return
  const name = (await store.namesOf(call.db, call.account, [other.driverId])).get(other.driverId) ?? ''
  conflict(`At this time the key belongs to ${name}. Choose another time, or end it there first.`, 'code')
}

const findKey = async (call: ClientCall, id: string): Promise<DriverKey> =>
  (await store.findKey(call.db, call.account, id)) ?? notFound('key')

export const changeKey = (
  caller: ClientCall,
  id: string,
  change: { readonly from?: number | undefined; readonly to?: number | null | undefined },
): Promise<DriverWithKeys> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findKey(call, id)
    const { from: t0 = before.t0, to: t1 = before.t1 } = change
    const after = { ...before, t0, t1 }
    call.validate(timeProblems(after))
    await requireFree(call, after)
    await store.endKey(call.db, id, after)
    await refreshPrivateOf(call, call.account)
    await rereadFrom(call, { kind: before.kind, t0: Math.min(before.t0, t0) })
    const told = { dealer: call.dealer, action: 'drivers.change-key', subject: before.driverId }
    await recordChange(call, { ...told, before, after })
    return readDriver(call, before.driverId)
  })

export const removeKey = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findKey(call, id)
    await store.removeKey(call.db, id)
    await refreshPrivateOf(call, call.account)
    await rereadFrom(call, before)
    await recordChange(call, { action: 'drivers.remove-key', subject: before.driverId, before })
  })
