/** What a client enters about its vehicles. Nothing of it comes from a tracker. */
import { requireNoAction } from '#identity/sessions/acting-rules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { acceptPicture, type StoredPicture } from '#kernel/api/picture-body.ts'
import { recordChange, recordChanges } from '#kernel/audit/actions.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { isDay } from '#kernel/time/day.ts'
import { setValues, takeValues } from './field-actions.ts'
import type { GivenValue } from './own-field.ts'
import * as store from './store.ts'
import {
  documentsMax,
  noFacts,
  photoBytesMax,
  type Vehicle,
  type VehicleDocument,
  type VehicleFacts,
} from './vehicle.ts'

export const listVehicles = (call: ClientCall): Promise<Vehicle[]> => store.list(call.db, call.account, call)

export const readVehicle = async (call: ClientCall, unitId: number): Promise<Vehicle> =>
  (await store.list(call.db, call.account, call, [unitId]))[0] ?? notFound('unit')

const factsOf = ({ plate, vin, make, model, year, fuel, icon }: Vehicle): VehicleFacts => ({
  ...{ plate, vin, make, model, year, fuel, icon },
})

export interface VehicleChange extends Partial<VehicleFacts> {
  readonly fields?: readonly GivenValue[]
}

/** All of them or none: an unknown unit refuses the whole request. */
export const changeVehicles = (
  caller: ClientCall,
  unitIds: readonly number[],
  { fields = [], ...change }: VehicleChange,
): Promise<Vehicle[]> =>
  inTransaction(caller, async (call) => {
    const wanted = [...new Set(unitIds)]
    const known = () => store.list(call.db, call.account, call, wanted)
    if ((await known()).length < wanted.length) notFound('unit')
    await store.lockUnits(call.db, wanted)
    const before = await known()
    if (before.length < wanted.length) notFound('unit')
    const { values, problems } = await takeValues(call, fields)
    call.validate(problems)
    for (const vehicle of before) {
      await store.save(call.db, vehicle.unitId, { ...noFacts, ...factsOf(vehicle), ...change }, call.clock.now())
    }
    await setValues(
      call,
      wanted.flatMap((unitId) => values.map((one) => ({ unitId, ...one }))),
    )
    const after = await known()
    await recordChanges(
      call,
      after.map((vehicle, index) => ({
        ...{ dealer: call.dealer, action: 'vehicles.change', subject: String(vehicle.unitId) },
        ...{ before: recorded(before[index]!), after: recorded(vehicle) },
      })),
    )
    return after
  })

const recorded = (vehicle: Vehicle) => ({ ...factsOf(vehicle), fields: vehicle.fields })

export const changeVehicle = async (caller: ClientCall, unitId: number, change: VehicleChange) =>
  (await changeVehicles(caller, [unitId], change))[0]!

const megabytes = (bytes: number): string => `${bytes / (1024 * 1024)} MiB`

/** Reads the picture before locking anything, so that no one waits for it. */
export async function setPhoto(caller: ClientCall, unitId: number, bytes: Buffer): Promise<Vehicle> {
  await readVehicle(caller, unitId)
  const picture = acceptPicture(caller, bytes)
  return inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readVehicle(call, unitId)
    const others = await store.sizeOfOthers(call.db, call.account, unitId)
    if (others + picture.data.length > photoBytesMax) {
      conflict(`All photos together may take up ${megabytes(photoBytesMax)}. Delete one, or send a smaller picture.`)
    }
    await store.savePhoto(call.db, unitId, picture, call.clock.now())
    const after = await readVehicle(call, unitId)
    await recordPhoto(call, before, after)
    return after
  })
}

const recordPhoto = (call: ClientCall, { unitId, photo: before }: Vehicle, { photo: after }: Pick<Vehicle, 'photo'>) =>
  recordChange(call, {
    action: 'vehicles.set-photo',
    subject: String(unitId),
    ...{ before: { photo: before }, after: { photo: after } },
  })

export async function readPhoto(call: ClientCall, unitId: number): Promise<StoredPicture> {
  await readVehicle(call, unitId)
  return (await store.findPhoto(call.db, unitId)) ?? notFound('photo')
}

export const removePhoto = (caller: ClientCall, unitId: number): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readVehicle(call, unitId)
    if (!before.photo) notFound('photo')
    await store.removePhoto(call.db, unitId)
    await recordPhoto(call, before, { photo: null })
  })

/** One at a time: together they may be many megabytes. */
export async function* everyPhoto(call: ClientCall): AsyncGenerator<StoredPicture & { readonly unitId: number }> {
  for (const { unitId, photo } of await listVehicles(call)) {
    const stored = photo && (await store.findPhoto(call.db, unitId))
    if (stored) yield { ...stored, unitId }
  }
}

/** Ordered by their end; without a unit, all of them. */
export async function listDocuments(call: ClientCall, unitId?: number): Promise<VehicleDocument[]> {
  if (unitId !== undefined) await readVehicle(call, unitId)
  return store.listDocuments(call.db, call.account, call, unitId)
}

export const readDocument = async (call: ClientCall, id: string): Promise<VehicleDocument> =>
  (await store.findDocument(call.db, call.account, call, id)) ?? notFound('document')

export type DocumentFacts = Pick<VehicleDocument, 'name' | 'number' | 'expiresOn' | 'note'>

const dayProblems = ({ expiresOn: day }: Partial<DocumentFacts>): Problem[] =>
  typeof day === 'string' && !isDay(day)
    ? [invalidField('expires_on', 'expires_on must be a day, such as 2028-03-31.')]
    : []

export const addDocument = (caller: ClientCall, unitId: number, facts: DocumentFacts): Promise<VehicleDocument> =>
  inTransaction(caller, async (call) => {
    await readVehicle(call, unitId)
    call.validate(dayProblems(facts))
    await requireNoAction(call, { condition: 'document' })
    await store.lockUnits(call.db, [unitId])
    if ((await store.listDocuments(call.db, call.account, call, unitId)).length >= documentsMax) {
      conflict(`The unit has ${documentsMax} documents, the maximum. Delete one first.`)
    }
    const now = call.clock.now()
    const made: VehicleDocument = { id: uuidv7(now), unitId, ...facts, file: null, createdAt: now, updatedAt: now }
    await store.insertDocument(call.db, made)
    await recordChange(call, { action: 'vehicle-documents.create', subject: made.id, after: made })
    return made
  })

export const changeDocument = (
  caller: ClientCall,
  id: string,
  change: Partial<DocumentFacts>,
): Promise<VehicleDocument> =>
  inTransaction(caller, async (call) => {
    await store.lockUnits(call.db, [(await readDocument(call, id)).unitId])
    const before = await readDocument(call, id)
    call.validate(dayProblems(change))
    await requireNoAction(call, { condition: 'document' })
    const after = { ...before, ...change, updatedAt: call.clock.now() }
    await store.saveDocument(call.db, after)
    await recordChange(call, { action: 'vehicle-documents.change', subject: id, before, after })
    return after
  })

export const removeDocument = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await readDocument(call, id)
    await requireNoAction(call, { condition: 'document' })
    await store.removeDocument(call.db, id)
    await recordChange(call, { action: 'vehicle-documents.remove', subject: id, before })
  })
