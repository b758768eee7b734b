/** Counters of a client's units, and maintenance that is due by them. */

import { requireNoAction } from '#identity/sessions/acting-rules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { applications } from '#kernel/applications.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { countsAll } from '#kernel/private-time.ts'
import { fromSeconds, seconds } from '#kernel/time/clock.ts'
import { readStretch, readTelemetry } from '#tracking/messages/actions.ts'
import { readUnit } from '#tracking/units/actions.ts'
import type { Stretch } from '../projections/stretch.ts'
import { tripsBetween } from '../trips/actions.ts'
import {
  type Counters,
  type Due,
  dueOf,
  dueStates,
  type MaintenanceTask,
  margin,
  type ServiceRecord,
  serviceRecordsMax,
  tasksMax,
} from './maintenance.ts'
import { type Added, type Begin, type DueMoment, dueMoments } from './past.ts'
import * as store from './store.ts'

export interface DueTask {
  readonly service: MaintenanceTask
  readonly due: Due
}

/** A unit of another account of the same dealer does not exist here. */
async function requireUnit(call: ClientCall, id: number): Promise<void> {
  if ((await readUnit(call, id)).accountId !== call.account) notFound('unit')
}

const countersOf = async (call: ClientCall, unitId: number): Promise<Counters> =>
  (await store.readCounters(call.db, [unitId]))[0] ?? notFound('unit')

export async function readCounters(call: ClientCall, unitId: number): Promise<Counters> {
  await requireUnit(call, unitId)
  return countersOf(call, unitId)
}

/** A unit that reports its mileage does so far more often than this. */
const reportedSeconds = 3600

/** The counter at the end of a visible unit's last trip, in kilometres. Later messages are in no trip yet. */
export async function mileageAt({ db }: Pick<ClientCall, 'db'>, unitId: number, t: number): Promise<number> {
  const ctx = { db, ...countsAll }
  const telemetry = await readTelemetry(ctx, unitId)
  for (const name of store.mileageNames) {
    const { value, ts } = telemetry[name] ?? {}
    if (typeof value !== 'number' || ts === undefined) continue
    const until = { from: t - reportedSeconds, to: t + 0.001 }
    const texts = ts <= t ? [] : await readStretch(ctx, unitId, until)
    const values = texts.map(({ text }) => (JSON.parse(text) as Record<string, unknown>)[name])
    return (values.findLast((one) => typeof one === 'number') ?? value) + (await store.readAhead(db, unitId))
  }
  return (await store.readCounters(db, [unitId]))[0]?.mileage.value ?? 0
}

export interface CounterChange {
  readonly mileage?: number
  readonly hours?: number
}

export const setCounters = (caller: ClientCall, unitId: number, change: CounterChange): Promise<Counters> =>
  inTransaction(caller, async (call) => {
    await requireUnit(call, unitId)
    call.validate()
    await requireNoAction(call, { condition: 'service' })
    await store.lockUnit(call.db, unitId)
    const before = await countersOf(call, unitId)
    for (const counter of ['mileage', 'hours'] as const) {
      const value = change[counter]
      if (value === undefined) continue
      const { source, value: said } = before[counter]
      await store.setCounter(call.db, { unitId, counter, source, value, before: said, at: call.clock.now() })
    }
    const after = await countersOf(call, unitId)
    const told = { dealer: call.dealer, action: 'maintenance.set-counters', subject: String(unitId) }
    await recordChange(call, { ...told, before, after })
    return after
  })

const withDue = async (
  call: Pick<ClientCall, 'db' | 'clock'>,
  services: readonly MaintenanceTask[],
): Promise<DueTask[]> => {
  const ids = [...new Set(services.map(({ unitId }) => unitId))]
  const counters = new Map((await store.readCounters(call.db, ids)).map((one) => [one.unitId, one]))
  const now = call.clock.now()
  return services.flatMap((service) => {
    const known = counters.get(service.unitId)
    return known ? [{ service, due: dueOf(service, known, now) }] : []
  })
}

/** Over all units, most urgent first. */
export async function listDue(call: ClientCall): Promise<DueTask[]> {
  const all = await withDue(call, await store.list(call.db, call.account, call))
  const rank = ({ due }: DueTask) => dueStates.indexOf(due.state)
  return all.sort((one, other) => rank(other) - rank(one))
}

/** For all units of an account, in every application. */
export const tasksDue = async (ctx: Pick<ClientCall, 'db' | 'clock'>, accountId: number): Promise<DueTask[]> =>
  withDue(ctx, await store.list(ctx.db, accountId, { apps: applications.map(({ id }) => id) }))

/** For units that the caller may see. */
export const tasksOfUnits = async (call: ClientCall, unitIds: readonly number[]): Promise<DueTask[]> =>
  withDue(call, await store.listOfUnits(call.db, unitIds))

export interface PastDue extends DueMoment {
  readonly service: MaintenanceTask
}

/** When tasks of units became due, or soon due, within a time range up to now. */
export async function dueIn(
  call: Pick<ClientCall, 'db'>,
  unitIds: readonly number[],
  state: 'soon' | 'due',
  stretch: Stretch,
): Promise<PastDue[]> {
  const services = await store.listOfUnits(call.db, unitIds)
  const ids = [...new Set(services.map(({ unitId }) => unitId))]
  if (ids.length === 0) return []
  const counters = new Map((await store.readCounters(call.db, ids)).map((one) => [one.unitId, one]))
  const done = await store.listRecordsOfUnits(call.db, ids, new Date(0), fromSeconds(stretch.to))
  const trips = Map.groupBy(await tripsBetween(call, ids, stretch, ['trip', 'stop']), ({ unitId }) => unitId)
  return services.flatMap((service) => {
    const added = (trips.get(service.unitId) ?? []).map(
      ({ kind, t0, t1, metres, movingSeconds, idleSeconds }): Added => ({
        ...{ t0, t1, km: kind === 'trip' ? metres / 1000 : 0, hours: (movingSeconds + idleSeconds) / 3600 },
      }),
    )
    const known = counters.get(service.unitId)
    const begins = beginsOf(
      service,
      done.filter(({ serviceId }) => serviceId === service.id),
    )
    const share = state === 'soon' ? 1 - margin : 1
    return known
      ? dueMoments(service, begins, known, added, share, stretch).map((moment) => ({ service, ...moment }))
      : []
  })
}

/** The counters at its creation are known until it was done for the first time. */
function beginsOf({ createdAt, since, sinceKm, sinceHours }: MaintenanceTask, done: readonly ServiceRecord[]): Begin[] {
  const records = done.map(({ doneAt, km, hours }) => ({ at: seconds(doneAt), km, hours }))
  const isNew = done.length === 0
  return isNew
    ? [{ at: seconds(since), km: sinceKm, hours: sinceHours }]
    : [{ at: seconds(createdAt), km: null, hours: null }, ...records].sort((one, other) => one.at - other.at)
}

/** For units that the caller may see, in order of time. */
export const recordsOfUnits = (call: ClientCall, unitIds: readonly number[], from: number, to: number) =>
  store.listRecordsOfUnits(call.db, unitIds, fromSeconds(from), fromSeconds(to))

export async function listTasks(call: ClientCall, unitId: number): Promise<DueTask[]> {
  await requireUnit(call, unitId)
  return withDue(call, await store.list(call.db, call.account, call, unitId))
}

const findService = async (call: ClientCall, id: string): Promise<MaintenanceTask> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('service')

export async function readTask(call: ClientCall, id: string): Promise<DueTask> {
  return (await withDue(call, [await findService(call, id)]))[0] ?? notFound('service')
}

export type Plan = Pick<MaintenanceTask, 'name' | 'everyKm' | 'everyHours' | 'everyDays'>

const intervalProblems = ({ everyKm, everyHours, everyDays }: Plan): Problem[] =>
  everyKm === null && everyHours === null && everyDays === null
    ? [invalidField('every_km', 'every_km, every_hours or every_days is needed.')]
    : []

export const createTask = (caller: ClientCall, unitId: number, plan: Plan): Promise<DueTask> =>
  inTransaction(caller, async (call) => {
    await requireUnit(call, unitId)
    call.validate(intervalProblems(plan))
    await requireNoAction(call, { condition: 'service' })
    await store.lockUnit(call.db, unitId)
    if ((await store.list(call.db, call.account, call, unitId)).length >= tasksMax) {
      conflict(`The unit has ${tasksMax} services, the maximum. Delete one first.`)
    }
    const now = call.clock.now()
    const { mileage, hours } = await countersOf(call, unitId)
    const counted = { since: now, sinceKm: mileage.value, sinceHours: hours.value }
    const made: MaintenanceTask = { id: uuidv7(now), unitId, ...plan, ...counted, createdAt: now, updatedAt: now }
    await store.insert(call.db, made)
    await recordChange(call, { action: 'maintenance.create', subject: made.id, after: made })
    return readTask(call, made.id)
  })

export const changeTask = (caller: ClientCall, id: string, change: Partial<Plan>): Promise<DueTask> =>
  inTransaction(caller, async (call) => {
    // One at a time: each writes the whole task and must keep a completion recorded meanwhile.
    await store.lockUnit(call.db, (await findService(call, id)).unitId)
    const before = await findService(call, id)
    const after = { ...before, ...change, updatedAt: call.clock.now() }
    call.validate(intervalProblems(after))
    await requireNoAction(call, { condition: 'service' })
    await store.save(call.db, after)
    await recordChange(call, { action: 'maintenance.change', subject: id, before, after })
    return readTask(call, id)
  })

export const removeTask = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    const before = await findService(call, id)
    await requireNoAction(call, { condition: 'service' })
    await store.remove(call.db, id)
    await recordChange(call, { action: 'maintenance.remove', subject: id, before })
  })

export interface NewServiceRecord {
  /** Unix seconds; now by default. */
  readonly doneAt: number | undefined
  readonly km: number | undefined
  readonly hours: number | undefined
  readonly note: string | null
  readonly cost: number | null
  readonly currency: string | null
}

/** Counting continues from here, unless it only fills a gap in the history. */
export const completeTask = (caller: ClientCall, id: string, visit: NewServiceRecord): Promise<ServiceRecord> =>
  inTransaction(caller, async (call) => {
    const { unitId } = await findService(call, id)
    const now = call.clock.now()
    const { doneAt: at, note, cost, currency } = visit
    call.validate([
      ...(at !== undefined && at > seconds(now) ? [invalidField('done_at', 'done_at must not be in the future.')] : []),
      ...((cost === null) === (currency === null) ? [] : [invalidField('cost', 'cost and currency belong together.')]),
    ])
    await requireNoAction(call, { condition: 'service' })
    await store.lockUnit(call.db, unitId)
    const before = await findService(call, id)
    const history = await store.listServiceRecords(call.db, id)
    if (history.length >= serviceRecordsMax)
      conflict(`The history has ${serviceRecordsMax} entries, the maximum. Create a new service.`)
    const counters = await countersOf(call, unitId)
    const doneAt = at === undefined ? now : fromSeconds(at)
    const counted = { km: visit.km ?? counters.mileage.value, hours: visit.hours ?? counters.hours.value }
    const done: ServiceRecord = {
      id: uuidv7(now),
      serviceId: id,
      doneAt,
      ...counted,
      note,
      cost,
      currency,
      createdAt: now,
    }
    await store.insertServiceRecord(call.db, done)
    if (!history.some((one) => one.doneAt > doneAt)) {
      const since = { since: doneAt, sinceKm: done.km, sinceHours: done.hours, updatedAt: now }
      await store.save(call.db, { ...before, ...since })
    }
    await recordChange(call, { action: 'maintenance.done', subject: id, after: done })
    return done
  })

export async function listServiceRecords(call: ClientCall, id: string): Promise<ServiceRecord[]> {
  await findService(call, id)
  return store.listServiceRecords(call.db, id)
}
