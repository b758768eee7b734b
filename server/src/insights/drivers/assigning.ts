/** Which driver has which unit: assigned by a person, or planned for every week. */
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, invalidField, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { seconds } from '#kernel/time/clock.ts'
import { isZone } from '#kernel/time/zone.ts'
import { requireOwnUnits } from '#tracking/units/actions.ts'
import { requireDriver, timeProblems } from './actions.ts'
import { type Assignment, limits, overlaps, type Shift } from './driver.ts'
import { refreshPrivateOf } from './private-trips.ts'
import * as store from './store.ts'

export interface Filter {
  readonly driverId?: string | undefined
  readonly unitId?: number | undefined
}

const asked = (call: ClientCall, filter: Filter & { readonly id?: string }) => ({
  ...filter,
  accountId: call.account,
  seen: call,
})

/** A driver who signs in sees only their own. */
async function within(call: ClientCall, filter: Filter): Promise<Filter | undefined> {
  if (filter.driverId !== undefined) await requireDriver(call, filter.driverId)
  if (call.session.role !== 'driver') return filter
  const own = (await store.list(call.db, call.account, call.user))[0]
  return own ? { ...filter, driverId: own.id } : undefined
}

/** Newest first. `most` null: no limit. */
export async function listAssignments(
  call: ClientCall,
  filter: Filter,
  most: number | null = limits.assignmentsListed,
): Promise<Assignment[]> {
  const own = await within(call, filter)
  return own ? store.listAssignments(call.db, asked(call, own), most) : []
}

export async function listShifts(call: ClientCall, filter: Filter): Promise<Shift[]> {
  const own = await within(call, filter)
  return own ? store.listShifts(call.db, asked(call, own)) : []
}

export interface NewAssignment {
  readonly driverId: string
  readonly unitId: number
  readonly from: number | undefined
  readonly to: number | null
}

/** An open one ends where the new one begins. */
export const assign = (caller: ClientCall, { driverId, unitId, from, to }: NewAssignment): Promise<Assignment> =>
  inTransaction(caller, async (call) => {
    await requireDriver(call, driverId)
    await requireOwnUnits(call, [unitId])
    const now = call.clock.now()
    const assignment: Assignment = {
      ...{ id: uuidv7(now), accountId: call.account, driverId, unitId, t0: from ?? seconds(now), t1: to },
      createdAt: now,
    }
    call.validate(timeProblems(assignment))
    await lockAccount(call.db, call.account)
    for (const other of await store.listAssignments(call.db, asked(call, { unitId }))) {
      if (!overlaps(other, assignment)) continue
      if (other.t1 !== null || other.t0 >= assignment.t0) {
        conflict('The unit has a driver at this time. Choose another time, or end that assignment first.', 'from')
      }
      await store.setAssignmentEnd(call.db, other.id, assignment.t0)
    }
    await store.insertAssignment(call.db, assignment)
    await refreshPrivateOf(call, call.account)
    await recordChange(call, { action: 'drivers.assign', subject: driverId, after: assignment })
    return assignment
  })

const findAssignment = async (call: ClientCall, id: string): Promise<Assignment> =>
  (await store.listAssignments(call.db, asked(call, { id })))[0] ?? notFound('assignment')

export const endAssignment = (caller: ClientCall, id: string, t1: number | null): Promise<Assignment> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findAssignment(call, id)
    const after = { ...before, t1 }
    call.validate(timeProblems(after))
    const others = await store.listAssignments(call.db, asked(call, { unitId: before.unitId }))
    if (others.some((other) => other.id !== id && overlaps(other, after))) {
      conflict('The unit has another driver at this time. Choose an earlier end.', 'to')
    }
    await store.setAssignmentEnd(call.db, id, t1)
    await refreshPrivateOf(call, call.account)
    const told = { dealer: call.dealer, action: 'drivers.change-assignment', subject: before.driverId }
    await recordChange(call, { ...told, before, after })
    return after
  })

export const removeAssignment = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findAssignment(call, id)
    await store.removeAssignment(call.db, id)
    await refreshPrivateOf(call, call.account)
    const told = { dealer: call.dealer, action: 'drivers.remove-assignment', subject: before.driverId }
    await recordChange(call, { ...told, before })
  })

export type NewShift = Pick<Shift, 'weekdays' | 'startMinute' | 'endMinute' | 'zone'> & NewAssignment

export const planShift = (caller: ClientCall, shift: NewShift): Promise<Shift> =>
  inTransaction(caller, async (call) => {
    const { driverId, unitId, from, to, startMinute, endMinute, zone } = shift
    await requireDriver(call, driverId)
    await requireOwnUnits(call, [unitId])
    const now = call.clock.now()
    const weekdays = [...new Set(shift.weekdays)].sort()
    const planned: Shift = {
      ...{ id: uuidv7(now), accountId: call.account, driverId, unitId, t0: from ?? seconds(now), t1: to },
      ...{ weekdays, startMinute, endMinute, zone, createdAt: now },
    }
    const unknown = isZone(zone) ? [] : [invalidField('tz', 'tz must be a time zone, such as Europe/Berlin.')]
    call.validate([...unknown, ...timeProblems(planned)])
    await lockAccount(call.db, call.account)
    if ((await store.listShifts(call.db, asked(call, { unitId }))).length >= limits.shiftsPerUnit) {
      conflict(`This unit has ${limits.shiftsPerUnit} shifts, the maximum. Delete one first.`)
    }
    await store.insertShift(call.db, planned)
    await refreshPrivateOf(call, call.account)
    await recordChange(call, { action: 'drivers.plan', subject: driverId, after: planned })
    return planned
  })

const findShift = async (call: ClientCall, id: string): Promise<Shift> =>
  (await store.listShifts(call.db, asked(call, { id })))[0] ?? notFound('shift')

export const endShift = (caller: ClientCall, id: string, t1: number | null): Promise<Shift> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findShift(call, id)
    const after = { ...before, t1 }
    call.validate(timeProblems(after))
    await store.setShiftEnd(call.db, id, t1)
    await refreshPrivateOf(call, call.account)
    const told = { dealer: call.dealer, action: 'drivers.change-plan', subject: before.driverId }
    await recordChange(call, { ...told, before, after })
    return after
  })

export const removeShift = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await findShift(call, id)
    await store.removeShift(call.db, id)
    await refreshPrivateOf(call, call.account)
    await recordChange(call, { action: 'drivers.remove-plan', subject: before.driverId, before })
  })
