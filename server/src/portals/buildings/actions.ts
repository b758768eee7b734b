import type { ClientCall } from '#identity/sessions/call.ts'
import { acceptPicture, type StoredPicture } from '#kernel/api/picture-body.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { type Building, buildingsMax, type Floor, floorsMax, planBytesMax, type Spot } from './building.ts'
import * as store from './store.ts'

export const listBuildings = (call: ClientCall): Promise<Building[]> => store.list(call.db, call.account, call)

export const readBuilding = async (call: ClientCall, id: string): Promise<Building> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('building')

export const readFloor = async (call: ClientCall, id: string): Promise<Floor> =>
  (await store.findFloor(call.db, call.account, call, id)) ?? notFound('floor')

async function nameIsFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const rule = brokenRule(error)
    if (rule === 'buildings_name') conflict('A building with this name exists. Choose another name.', 'name')
    if (rule === 'floors_name') conflict('The building has a floor with this name. Choose another name.', 'name')
    throw error
  }
}

const full = (what: string, most: number): never =>
  conflict(`There are ${most} ${what}, the maximum. Delete one first.`)

const record = (call: ClientCall, action: string, subject: string | number, before: unknown, after: unknown) =>
  recordChange(call, { action, subject, before: before ?? null, after: after ?? null })

export interface BuildingChange {
  readonly name?: string | undefined
  readonly address?: string | undefined
}

export const createBuilding = (
  caller: ClientCall,
  { name, address = '' }: BuildingChange & { readonly name: string },
): Promise<Building> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      call.validate()
      const { buildings } = await store.countLocked(call.db, call.account)
      if (buildings >= buildingsMax) full('buildings', buildingsMax)
      const now = call.clock.now()
      const row = { id: uuidv7(now), accountId: call.account, name, address, createdAt: now, updatedAt: now }
      await store.insert(call.db, row)
      await record(call, 'buildings.create', row.id, null, row)
      return { ...row, floors: [] }
    }),
  )

export const changeBuilding = (caller: ClientCall, id: string, change: BuildingChange): Promise<Building> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const { floors, ...before } = await readBuilding(call, id)
      call.validate()
      const { name = before.name, address = before.address } = change
      const after = { ...before, name, address, updatedAt: call.clock.now() }
      await store.save(call.db, after)
      await record(call, 'buildings.change', id, before, after)
      return { ...after, floors }
    }),
  )

export const removeBuilding = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readBuilding(call, id)
    await store.remove(call.db, id)
    await record(call, 'buildings.remove', id, before, null)
  })

export interface FloorChange {
  readonly name?: string | undefined
  readonly level?: number | undefined
}

export const createFloor = (
  caller: ClientCall,
  buildingId: string,
  { name, level = 0 }: FloorChange & { readonly name: string },
): Promise<Floor> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await readBuilding(call, buildingId)
      call.validate()
      const { floors } = await store.countLocked(call.db, call.account)
      if (floors >= floorsMax) full('floors', floorsMax)
      const now = call.clock.now()
      const row = { id: uuidv7(now), buildingId, name, level, createdAt: now, updatedAt: now }
      await store.insertFloor(call.db, row)
      await record(call, 'floors.create', row.id, null, row)
      return { ...row, plan: null, gateways: [] }
    }),
  )

export const changeFloor = (caller: ClientCall, id: string, change: FloorChange): Promise<Floor> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const before = await readFloor(call, id)
      call.validate()
      const { name = before.name, level = before.level } = change
      const after = { ...before, name, level, updatedAt: call.clock.now() }
      await store.saveFloor(call.db, after)
      await record(call, 'floors.change', id, before, after)
      return after
    }),
  )

export const removeFloor = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readFloor(call, id)
    await store.removeFloor(call.db, id)
    await record(call, 'floors.remove', id, before, null)
  })

const megabytes = (bytes: number): string => `${bytes / (1024 * 1024)} MiB`

/** Reads the picture before locking anything, so that no one waits for it. */
export async function setPlan(caller: ClientCall, floorId: string, bytes: Buffer): Promise<Floor> {
  await readFloor(caller, floorId)
  const picture = acceptPicture(caller, bytes)
  return inTransaction(caller, async (call) => {
    const { planBytes } = await store.countLocked(call.db, call.account)
    const before = await readFloor(call, floorId)
    const freed = (await store.findPlan(call.db, call.account, floorId))?.data.length ?? 0
    if (planBytes - freed + picture.data.length > planBytesMax) {
      conflict(
        `All floor plans together may take up ${megabytes(planBytesMax)}. Delete one, or send a smaller picture.`,
      )
    }
    await store.savePlan(call.db, floorId, picture, call.clock.now())
    const after = await readFloor(call, floorId)
    await record(call, 'floors.set-plan', floorId, { plan: before.plan }, { plan: after.plan })
    return after
  })
}

export const readPlan = async (call: ClientCall, floorId: string): Promise<StoredPicture> =>
  (await store.findPlan(call.db, call.account, floorId)) ?? notFound('plan')

/** One at a time: together they may be many megabytes. */
export async function* everyPlan(call: ClientCall): AsyncGenerator<StoredPicture & { readonly floorId: string }> {
  for (const { id: floorId, plan } of (await listBuildings(call)).flatMap(({ floors }) => floors)) {
    const stored = plan && (await store.findPlan(call.db, call.account, floorId))
    if (stored) yield { ...stored, floorId }
  }
}

export const removePlan = (caller: ClientCall, floorId: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const { plan } = await readFloor(call, floorId)
    if (!plan) notFound('plan')
    await store.removePlan(call.db, floorId)
    await record(call, 'floors.remove-plan', floorId, { plan }, { plan: null })
  })

async function requireGateway(call: ClientCall, unitId: number): Promise<void> {
  const type = await store.findType(call.db, call.account, call, unitId)
  if (type === undefined) notFound('unit')
  if (type !== 'gateway') conflict('Only a gateway can be placed on a floor. Choose one.')
}

/** A gateway is in one place only: an earlier one is replaced. */
export const placeGateway = (
  caller: ClientCall,
  unitId: number,
  { floorId, ...spot }: Spot & { readonly floorId: string },
): Promise<void> =>
  inTransaction(caller, async (call) => {
    await requireGateway(call, unitId)
    await readFloor(call, floorId)
    call.validate()
    const before = await store.findSpot(call.db, unitId)
    await store.saveSpot(call.db, unitId, floorId, spot)
    await record(call, 'units.set-spot', unitId, before, { floorId, ...spot })
  })

export const removeGatewayPlace = (caller: ClientCall, unitId: number): Promise<void> =>
  inTransaction(caller, async (call) => {
    await requireGateway(call, unitId)
    const before = (await store.findSpot(call.db, unitId)) ?? notFound('place of this gateway')
    await store.removeSpot(call.db, unitId)
    await record(call, 'units.set-spot', unitId, before, null)
  })
