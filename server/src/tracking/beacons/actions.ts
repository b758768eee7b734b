import { tagsApp } from '#kernel/applications.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, type Problem, Refusal } from '#kernel/errors.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { copyPlace } from '../messages/actions.ts'
import { addTag, changeTag, holdUnit, readUnit, saveBackLink } from '../units/actions.ts'
import type { Technology, Unit } from '../units/unit.ts'
import type { Point } from './detection.ts'
import * as store from './store.ts'

/** The account whose beacons a gateway reports, and its dealer. */
export interface BeaconOwner {
  readonly dealer: number
  readonly account: number
}

export interface NewSensor {
  readonly accountId: number
  readonly name: string
  readonly ident: string
  readonly description: string | undefined
}

export const registerSensor = (caller: Call, input: NewSensor): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const sensor = await addTag(call, { ...input, type: 'sensor', technology: 'mobile', category: null })
    await store.announce(call.db, sensor.accountId)
    return sensor
  })

export interface NewAsset extends Omit<NewSensor, 'ident'> {
  readonly ident: string | undefined
  readonly category: string | null
  readonly deviceLink: number | null
}

export const createAsset = (caller: Call, { deviceLink, ...input }: NewAsset): Promise<Unit> =>
  inTransaction(caller, async (call) => {
    const problems = await linkProblems(call, input.accountId, deviceLink)
    const asset = await addTag(call, { ...input, type: 'asset', technology: 'mobile' }, problems)
    await store.announce(call.db, asset.accountId)
    return deviceLink === null ? asset : linkAsset(call, asset.id, deviceLink)
  })

async function linkProblems(call: Call, accountId: number, sensorId: number | null): Promise<Problem[]> {
  return sensorId === null || (await findSensor(call, accountId, sensorId)) ? [] : [notASensor]
}

const notASensor = invalidField(
  'device_link',
  'device_link must be the id of a unit of type sensor in the same account.',
)

/** Locks the account first, as every change of links does, to avoid deadlocks. */
async function findSensor(call: Call, accountId: number, id: number): Promise<Unit | undefined> {
  const unit = Number.isSafeInteger(id) ? await holdUnit(call, id) : undefined
  return unit?.type === 'sensor' && unit.accountId === accountId ? unit : undefined
}

/** From now on the asset is where the sensor is; null: it stays where it was. */
export const linkAsset = (caller: Call, id: number, sensorId: number | null): Promise<Unit> =>
  changeTag(caller, id, 'units.link', async (unit, call) => {
    const sensor = sensorId === null ? undefined : await findSensor(call, unit.accountId, sensorId)
    call.validate(sensorId === null || sensor ? [] : [notASensor])
    if (unit.type !== 'asset') conflict('Only a unit of type asset can be linked to a sensor. Choose one.')
    await saveBackLink(call, unit, sensor)
    if (sensor) await copyPlace(call, sensor.id, unit.id)
    if (unit.deviceLink !== sensorId) await store.saveLink(call.db, id, sensorId, call.clock.now().getTime() / 1000)
    await store.announce(call.db, unit.accountId)
    return { deviceLink: sensorId }
  })

export const setCategory = (caller: Call, id: number, category: string | null): Promise<Unit> =>
  changeTag(caller, id, 'units.set-category', async (unit, call) => {
    call.validate()
    if (unit.type !== 'asset') conflict('Only a unit of type asset can have a category. Choose one.')
    return { category }
  })

export interface NewPlace {
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Fixes the position of a stationary gateway; with nulls its receiver is used again. */
export const setPlace = (caller: Call, id: number, { latitude, longitude }: NewPlace): Promise<Unit> =>
  changeTag(caller, id, 'units.set-place', async (unit, call) => {
    const isHalf = (latitude === null) !== (longitude === null)
    call.validate(
      isHalf ? [invalidField('longitude', 'latitude and longitude must both be numbers or both be null.')] : [],
    )
    if (unit.type !== 'gateway') conflict('Only a unit of type gateway can have a fixed position. Choose one.')
    const place = latitude !== null && longitude !== null ? { latitude, longitude } : undefined
    if (place) await store.saveAnchor(call.db, id, place)
    else await store.removeAnchor(call.db, id)
    await store.announce(call.db, unit.accountId)
    return place ? { gwType: 'anchor', technology: 'mesh' } : { gwType: null, technology: 'mobile' }
  })

export async function readPlace(call: Call, id: number): Promise<Point | undefined> {
  const unit = await readUnit(call, id)
  return store.findAnchor(call.db, unit.id)
}

const emitEveryMs = 86_400_000

/**
 * A gateway has detected a beacon that its account does not have yet. `full`: the quota is used up; its dealer gets an event
 * once a day. `known`: it was registered meanwhile.
 */
export async function discoverSensor(
  ctx: Context,
  owner: BeaconOwner,
  ident: string,
  technology: Technology,
): Promise<Unit | 'full' | 'known'> {
  const call = callOf(ctx, owner)
  const tag = { accountId: owner.account, type: 'sensor', name: ident, ident, description: undefined } as const
  try {
    return await addTag(call, { ...tag, technology, category: null })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'CONFLICT') return 'known'
    if (error.code === 'QUOTA_EXCEEDED') await emitQuotaExceeded(call, owner)
    return 'full'
  }
}

async function emitQuotaExceeded(call: Call, { dealer, account }: BeaconOwner): Promise<void> {
  const now = call.clock.now()
  const since = new Date(now.getTime() - emitEveryMs)
  const quota = await store.findSensorQuota(call.db, dealer, account, tagsApp, since, now)
  if (!quota || quota.isReported) return
  const { used, limit } = quota
  const data = { account_id: account, app_id: tagsApp, quota: 'sensor', used, limit }
  await recordEvent(call, { dealer, account, type: 'quota.exceeded', data })
}

const callOf = (ctx: Context, owner: BeaconOwner): Call => ({
  ...ctx,
  dealer: owner.dealer,
  apps: [tagsApp],
  actor: { kind: 'job', id: 'tags.discover', address: null, requestId: null },
  validate(problems = []) {
    if (problems.length > 0) throw new Refusal(...(problems as [Problem, ...Problem[]]))
  },
})
