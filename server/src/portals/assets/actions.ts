import { heldModules } from '#billing/subscriptions/actions.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { type Page, pageSize } from '#kernel/api/lists.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { createAsset, linkAsset, setCategory } from '#tracking/beacons/actions.ts'
import { changeUnit, readUnit, removeUnit } from '#tracking/units/actions.ts'
import { readFloor } from '../buildings/actions.ts'
import { type CategoryCount, categoriesOf, type Kind, kinds, type Thing } from './asset.ts'
import * as store from './store.ts'

export const thingSorts = store.sorts

export interface ThingQuestion {
  readonly ids?: readonly number[] | undefined
  readonly q?: string | undefined
  readonly category?: string | undefined
  readonly labelId?: string | undefined
  readonly gatewayId?: number | undefined
  readonly floorId?: string | undefined
}

/** Checks the plan once, then reads page by page. */
export async function thingsOf(call: ClientCall, types: readonly Kind[], question: ThingQuestion = {}) {
  const hasFloors = (await heldModules(call, call.account, call.apps)).includes('building')
  const { ids, q, category, labelId, gatewayId, floorId } = question
  const filter = { ids, q, category, labelId, gatewayId, floorId, hasFloors }
  return (page: Page): Promise<Thing[]> =>
    store.list(call.db, { accountId: call.account, seen: call, types, ...filter }, page)
}

const byId = { sort: store.sorts.id!, isDescending: false }

export async function readThing(call: ClientCall, id: number): Promise<Thing> {
  const read = await thingsOf(call, kinds, { ids: [id] })
  return (await read({ ...byId, after: undefined, size: 1 }))[0] ?? notFound('unit')
}

export const listCategories = (call: ClientCall): Promise<CategoryCount[]> =>
  store.countCategories(call.db, call.account, call)

export interface OnFloor {
  readonly categories: readonly CategoryCount[]
  readonly assets: readonly Thing[]
}

/** Items at the gateways of a floor. */
export async function readFloorAssets(call: ClientCall, floorId: string): Promise<OnFloor> {
  await readFloor(call, floorId)
  const read = await thingsOf(call, ['asset'], { floorId })
  const assets: Thing[] = []
  for (let page = await read({ ...byId, after: undefined, size: pageSize }); ; ) {
    assets.push(...page)
    const last = page.at(-1)
    if (page.length < pageSize || !last) return { assets, categories: categoriesOf(assets) }
    page = await read({ ...byId, after: { value: last.id, id: last.id }, size: pageSize })
  }
}

export interface AssetChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly category?: string | null | undefined
  readonly sensorId?: number | null | undefined
}

async function sensorProblems(call: ClientCall, sensorId: number | null | undefined): Promise<Problem[]> {
  if (sensorId === undefined || sensorId === null) return []
  const read = await thingsOf(call, ['sensor'], { ids: [sensorId] })
  const isThere = Number.isSafeInteger(sensorId) && (await read({ ...byId, after: undefined, size: 1 })).length > 0
  return isThere ? [] : [invalidField('sensor_id', 'sensor_id must be the id of an own sensor, or null.')]
}

export const addAsset = (
  caller: ClientCall,
  { name, description, category = null, sensorId = null }: AssetChange & { readonly name: string },
): Promise<Thing> =>
  inTransaction(caller, async (call) => {
    call.validate(await sensorProblems(call, sensorId))
    const input = { name, description, category, ident: undefined, accountId: call.account, deviceLink: sensorId }
    const { id } = await createAsset(call, input)
    return readThing(call, id)
  })

/** Clients manage their assets; dealers manage gateways and sensors. */
async function requireAsset(call: ClientCall, id: number): Promise<void> {
  const unit = await readUnit(call, id)
  if (unit.accountId !== call.account) notFound('unit')
  if (unit.type !== 'asset') conflict('Only a unit of type asset can be changed here. Choose one.')
}

export const changeAsset = (caller: ClientCall, id: number, change: AssetChange): Promise<Thing> =>
  inTransaction(caller, async (call) => {
    const { name, description, category, sensorId } = change
    await requireAsset(call, id)
    call.validate(await sensorProblems(call, sensorId))
    if (name !== undefined || description !== undefined) {
      await changeUnit(call, id, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
      })
    }
    if (category !== undefined) await setCategory(call, id, category)
    if (sensorId !== undefined) await linkAsset(call, id, sensorId)
    return readThing(call, id)
  })

export const removeAsset = (caller: ClientCall, id: number): Promise<void> =>
  inTransaction(caller, async (call) => {
    await requireAsset(call, id)
    await removeUnit(call, id)
  })
