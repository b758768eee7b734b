/** Sensors of a client's units, and what they measure. */
import { requireNoAction } from '#identity/sessions/acting-rules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, recordChanges } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { requireTerm } from '#kernel/sight.ts'
import { readable } from '#tracking/units/access.ts'
import { readUnit, requireOwnUnits } from '#tracking/units/actions.ts'
import { markUnits } from '../projections/actions.ts'
import { type Piece, piecesOf } from '../projections/pieces.ts'
import type { Stretch } from '../projections/stretch.ts'
import { pairsFromCsv } from './calibration.ts'
import { readMoments } from './reading.ts'
import {
  compiled,
  defaults,
  type Sensor,
  type SensorSettings,
  sensorLimits,
  settingsOf,
  settingsProblems,
  tidied,
} from './sensor.ts'
import * as store from './store.ts'
import { quarterSeconds } from './values/quarter.ts'
import * as quarters from './values/quarter-store.ts'
import { type Sample, sampled } from './values/sampled.ts'

/** A unit of another account of the same dealer does not exist here. */
async function requireUnit(call: ClientCall, id: number): Promise<void> {
  if ((await readUnit(call, id)).accountId !== call.account) notFound('unit')
}

export const listAllSensors = (call: ClientCall): Promise<store.ReadSensor[]> => store.list(call.db, call.account, call)

export async function listSensors(call: ClientCall, unitId: number): Promise<store.ReadSensor[]> {
  await requireUnit(call, unitId)
  return store.list(call.db, call.account, call, unitId)
}

/** For the dealer, who sees as much of them as of telemetry. */
export async function listDealersSensors(call: Call, unitId: number): Promise<store.ReadSensor[]> {
  await readable(call, unitId, 'units.read-telemetry')
  return store.listWithLast(call.db, unitId)
}

/** For units that the caller may see. */
export const sensorsOfUnits = (ctx: Pick<Context, 'db'>, unitIds: readonly number[]): Promise<Sensor[]> =>
  store.listOfUnits(ctx.db, unitIds)

export const readSensor = async (call: ClientCall, id: string): Promise<store.ReadSensor> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('sensor')

export type NewSensor = Partial<SensorSettings> & Pick<SensorSettings, 'name' | 'formula'>

/** Its values change with it, from the first message on. */
async function markChanged(call: ClientCall, unitIds: readonly number[]): Promise<void> {
  await markUnits(call, 'sensors', unitIds, 0)
  const since = await store.rulesSince(call.db, call.account)
  if (since !== undefined) await markUnits(call, 'conditions', unitIds, since)
}

const isNamed = (name: string) => (one: Sensor) => one.name.toLowerCase() === name.toLowerCase()

function requireName(known: readonly Sensor[], name: string, but?: string): void {
  if (known.some((one) => one.id !== but && isNamed(name)(one))) {
    conflict(`The unit already has a sensor named ${name}. Choose another name.`, 'name')
  }
}

export const createSensor = (
  caller: ClientCall,
  unitId: number,
  input: NewSensor,
  problems: readonly Problem[] = [],
): Promise<store.ReadSensor> =>
  inTransaction(caller, async (call) => {
    await requireUnit(call, unitId)
    const settings: SensorSettings = tidied({ ...defaults, ...input })
    call.validate([...problems, ...settingsProblems(settings)])
    await requireNoAction(call, { sensors: [settings.name] })
    await store.lockUnits(call.db, [unitId])
    const known = await store.listOfUnits(call.db, [unitId])
    requireName(known, settings.name)
    if (known.length >= sensorLimits.sensorsMax) {
      conflict(`The unit has ${sensorLimits.sensorsMax} sensors, the maximum. Delete one first.`)
    }
    const now = call.clock.now()
    const sensor: Sensor = { id: uuidv7(now), unitId, ...settings, createdAt: now, updatedAt: now }
    await store.insert(call.db, [sensor])
    await markChanged(call, [unitId])
    await recordChange(call, { action: 'sensors.create', subject: sensor.id, after: sensor })
    return readSensor(call, sensor.id)
  })

/** A changed sensor recomputes its history as if it had always been like this. */
export const changeSensor = (
  caller: ClientCall,
  id: string,
  input: Partial<SensorSettings>,
  problems: readonly Problem[] = [],
): Promise<store.ReadSensor> =>
  inTransaction(caller, async (call) => {
    await store.lockUnits(call.db, [(await readSensor(call, id)).unitId])
    const before = sensorOf(await readSensor(call, id))
    const after: Sensor = { ...before, ...tidied(input), updatedAt: call.clock.now() }
    call.validate([...problems, ...settingsProblems(after)])
    await requireNoAction(call, { sensors: [before.name, after.name] })
    requireName(await store.listOfUnits(call.db, [before.unitId]), after.name, id)
    await store.save(call.db, after)
    await markChanged(call, [before.unitId])
    await recordChange(call, { action: 'sensors.change', subject: id, before, after })
    return readSensor(call, id)
  })

const sensorOf = ({ last: _, lastAt: __, isRecomputing: ___, ...sensor }: store.ReadSensor): Sensor => sensor

export const setCalibration = async (caller: ClientCall, id: string, csv: string): Promise<store.ReadSensor> => {
  const { pairs, problems } = pairsFromCsv(csv)
  return changeSensor(caller, id, { pairs }, problems)
}

export const removeSensor = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = sensorOf(await readSensor(call, id))
    await requireNoAction(call, { sensors: [before.name] })
    await store.lockUnits(call.db, [before.unitId])
    // Before it is deleted: a computation in progress with it starts over.
    await markChanged(call, [before.unitId])
    await store.remove(call.db, id)
    await recordChange(call, { action: 'sensors.remove', subject: id, before })
  })

/** What happens to a sensor of the same name that a unit already has. */
export const existings = ['replace', 'keep'] as const
export type Existing = (typeof existings)[number]

export interface Copied {
  readonly created: number
  readonly replaced: number
  readonly kept: number
}

export async function copySensor(
  caller: ClientCall,
  id: string,
  unitIds: readonly number[],
  existing: Existing,
): Promise<Copied> {
  const { unitId, ...sensor } = await readSensor(caller, id)
  return giveSensor(caller, settingsOf({ ...sensor }), unitIds, existing, [unitId])
}

/** The same settings for many units, except the one (`but`) that they come from. */
export const giveSensor = (
  caller: ClientCall,
  settings: SensorSettings,
  unitIds: readonly number[],
  existing: Existing,
  but: readonly number[] = [],
): Promise<Copied> =>
  inTransaction(caller, async (call) => {
    call.validate()
    await requireOwnUnits(call, unitIds)
    for (const unitId of unitIds) requireTerm(call, unitId)
    await requireNoAction(call, { sensors: [settings.name] })
    const wanted = [...new Set(unitIds)].filter((unitId) => !but.includes(unitId)).sort((a, b) => a - b)
    await store.lockUnits(call.db, wanted)
    const known = Map.groupBy(await store.listOfUnits(call.db, wanted), ({ unitId }) => unitId)
    const now = call.clock.now()
    const created: Sensor[] = []
    const replaced: { before: Sensor; after: Sensor }[] = []
    for (const unitId of wanted) {
      const own = known.get(unitId) ?? []
      const before = own.find(isNamed(settings.name))
      if (before && existing === 'replace') replaced.push({ before, after: { ...before, ...settings, updatedAt: now } })
      if (before) continue
      if (own.length >= sensorLimits.sensorsMax) {
        conflict(`Unit ${unitId} has ${sensorLimits.sensorsMax} sensors, the maximum. Leave it out.`, 'unit_ids')
      }
      created.push({ id: uuidv7(now), unitId, ...settings, createdAt: now, updatedAt: now })
    }
    await store.insert(call.db, created)
    for (const { after } of replaced) await store.save(call.db, after)
    const changed = [...created, ...replaced.map(({ after }) => after)].map(({ unitId }) => unitId)
    if (changed.length > 0) await markChanged(call, changed)
    await recordChanges(call, [
      ...created.map((after) => ({ dealer: call.dealer, action: 'sensors.create', subject: after.id, after })),
      ...replaced.map(({ before, after }) => ({
        ...{ dealer: call.dealer, action: 'sensors.change', subject: after.id, before, after },
      })),
    ])
    const kept = wanted.length - created.length - replaced.length
    return { created: created.length, replaced: replaced.length, kept }
  })

/** Values for a graph keep their peaks and valleys. */
const samplesMax = 1_000

export interface SensorValues {
  readonly values: readonly Sample[]
  readonly parts: readonly Piece[]
}

export async function readValues(call: ClientCall, id: string, stretch: Stretch): Promise<SensorValues> {
  const sensor = await readSensor(call, id)
  const found: Sample[] = []
  const pieces = piecesOf(stretch.from, stretch.to)
  for await (const page of readMoments(call, sensor.unitId, [compiled(sensor)], stretch)) {
    const samples = page.flatMap(({ t, values: [value] }): Sample[] => (value === undefined ? [] : [[t, value]]))
    for (const [t, value] of samples) pieces.add(t, value)
    found.push(...sampled(samples, samplesMax))
  }
  return { values: sampled(found, samplesMax), parts: pieces.pieces() }
}

export interface Preview {
  /** The result of the formula, before anything else is applied. */
  readonly inputs: readonly Sample[]
  readonly values: readonly Sample[]
  readonly moments: number
  /** For how many of those moments the formula has a result. */
  readonly known: number
  /** … and how many of those are left: the others are out of range. */
  readonly kept: number
}

/** What a sensor would measure, before it is saved. */
export async function previewSensor(
  caller: ClientCall,
  unitId: number,
  input: NewSensor,
  stretch: Stretch,
): Promise<Preview> {
  await requireUnit(caller, unitId)
  const settings: SensorSettings = tidied({ ...defaults, ...input })
  caller.validate(settingsProblems(settings))
  const now = caller.clock.now()
  const one = compiled({ id: '', unitId, ...settings, createdAt: now, updatedAt: now })
  const [inputs, values]: [Sample[], Sample[]] = [[], []]
  const counts = { moments: 0, known: 0, kept: 0 }
  for await (const page of readMoments(caller, unitId, [one], stretch)) {
    const said = page.flatMap(({ t, readings }): Sample[] => {
      const value = one.formula.compute(readings)
      return value === undefined ? [] : [[t, value]]
    })
    const measured = page.flatMap(({ t, values: [value] }): Sample[] => (value === undefined ? [] : [[t, value]]))
    counts.moments += page.length
    counts.known += said.length
    counts.kept += measured.length
    inputs.push(...sampled(said, samplesMax))
    values.push(...sampled(measured, samplesMax))
  }
  return { inputs: sampled(inputs, samplesMax), values: sampled(values, samplesMax), ...counts }
}

export type Measured = quarters.Measured

/** What sensors measured, by whole quarters of an hour, including the one in which the time range begins. */
export const measuredBetween = (
  call: Pick<ClientCall, 'db' | 'viewer'>,
  sensorIds: readonly string[],
  { from, to }: Stretch,
): Promise<Measured[]> =>
  quarters.listBetween(call.db, call, sensorIds, Math.floor(from / quarterSeconds) * quarterSeconds, to)
