import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { exact } from '#kernel/api/fields.ts'
import { isUuid } from '#kernel/api/lists.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import { refuse } from '#kernel/errors.ts'
import { isSeen } from '#kernel/sight.ts'
import { seconds } from '#kernel/time/clock.ts'
import { listUnitOwners } from '#tracking/units/actions.ts'
import {
  addKey,
  changeDriver,
  changeKey,
  createDriver,
  listDrivers,
  readDriver,
  removeDriver,
  removeKey,
} from './actions.ts'
import {
  assign,
  endAssignment,
  endShift,
  type Filter,
  listAssignments,
  listShifts,
  planShift,
  removeAssignment,
  removeShift,
} from './assigning.ts'
import { currentDrivers } from './claims.ts'
import {
  AssignmentShape,
  assignmentToWire,
  CurrentDriverShape,
  currentToWire,
  DriverChange,
  DriverShape,
  EndChange,
  KeyChange,
  NewAssignment,
  NewDriver,
  NewKey,
  NewShift,
  ShiftShape,
  shiftToWire,
  toChange,
  toKey,
  toShift,
  toWire,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const drivers = { tag: 'Drivers', module: 'timeline' } as const
const view = { ...drivers, operation: 'client.view' } as const
const arrange = { ...drivers, operation: 'client.arrange' } as const

const filter = exact({
  driver_id: Type.Optional(Type.String({ description: 'Only of this driver.' })),
  unit_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only of this unit.' }),
  ),
})
const filterOf = ({ driver_id: driverId, unit_id: unitId }: { driver_id?: string; unit_id?: number }): Filter => {
  if (driverId !== undefined && !isUuid(driverId)) refuse('NOT_FOUND', 'This driver does not exist.')
  return { driverId, unitId }
}

const seenUnits = async (call: ClientCall): Promise<number[]> =>
  (await listUnitOwners(call, [call.account])).filter((unit) => isSeen(call, unit)).map(({ id }) => id)

export const clientRoutes = [
  ...ownedRoutes({
    ...{ ...drivers, path: '/drivers', params: byUuid('driver'), shape: DriverShape, toWire },
    list: {
      summary: 'List drivers by name',
      description: 'A person with the role `driver` gets only the driver linked to that person.',
      handle: listDrivers,
    },
    create: {
      summary: 'Create a driver',
      body: NewDriver,
      handle: (call, body) => createDriver(call, toChange(body)),
    },
    read: { summary: 'Read a driver', handle: readDriver },
    change: {
      summary: 'Change a driver',
      body: DriverChange,
      handle: (call, id, body) => changeDriver(call, id, toChange(body)),
    },
    remove: {
      summary: 'Delete a driver with keys, assignments and plans',
      description: 'Trips stay, without this driver. To keep who drove, end keys and assignments instead.',
      handle: removeDriver,
    },
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/drivers/:id/keys',
    summary: 'Give a driver a key',
    description:
      'A code that trackers send as `driver.id`, `ibutton.code` or `rfid.code`, or the id of a beacon. A key belongs ' +
      'to one driver at a time. If `from` is early enough, earlier trips with this key also count for the driver.',
    params: byUuid('driver'),
    body: NewKey,
    reply: bare(DriverShape, 201),
    handle: async (call, { params, body }) => toWire(await addKey(call, params.id, toKey(body))),
  }),
  ...ownedRoutes({
    ...{ ...drivers, path: '/driver-keys', params: byUuid('key'), shape: DriverShape, toWire },
    change: {
      summary: 'Change from when until when a driver has a key',
      description: 'The answer is the driver.',
      body: KeyChange,
      handle: (call, id, body) => changeKey(call, id, body),
    },
    remove: { summary: 'Delete a key', handle: removeKey },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/driver-assignments',
    summary: 'List assignments of drivers to units, newest first',
    description: 'At most 1,000.',
    query: filter,
    reply: bare(Type.Array(AssignmentShape)),
    handle: async (call, { query }) => (await listAssignments(call, filterOf(query))).map(assignmentToWire),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/driver-assignments',
    summary: 'Assign a driver to a unit by hand',
    description:
      'It overrides keys in messages and plans. If the unit’s current assignment has no end, it ends when this one begins.',
    body: NewAssignment,
    reply: bare(AssignmentShape, 201),
    handle: async (call, { body: { driver_id: driverId, unit_id: unitId, from, to = null } }) =>
      assignmentToWire(await assign(call, { driverId, unitId, from, to })),
  }),
  ...ownedRoutes({
    ...{ ...drivers, path: '/driver-assignments', params: byUuid('assignment') },
    ...{ shape: AssignmentShape, toWire: assignmentToWire },
    change: {
      summary: 'End an assignment, or leave it open',
      body: EndChange,
      handle: (call, id, { to }) => endAssignment(call, id, to),
    },
    remove: { summary: 'Delete an assignment', handle: removeAssignment },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/driver-shifts',
    summary: 'List weekly shifts',
    query: filter,
    reply: bare(Type.Array(ShiftShape)),
    handle: async (call, { query }) => (await listShifts(call, filterOf(query))).map(shiftToWire),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/driver-shifts',
    summary: 'Plan a weekly shift of a driver with a unit',
    description:
      'It applies when nobody was assigned by hand and no message shows a key. If two shifts overlap, the one that starts later applies.',
    body: NewShift,
    reply: bare(ShiftShape, 201),
    handle: async (call, { body }) => shiftToWire(await planShift(call, toShift(body))),
  }),
  ...ownedRoutes({
    ...{ ...drivers, path: '/driver-shifts', params: byUuid('shift'), shape: ShiftShape, toWire: shiftToWire },
    change: {
      summary: 'End a shift, or leave it open',
      body: EndChange,
      handle: (call, id, { to }) => endShift(call, id, to),
    },
    remove: { summary: 'Delete a shift', handle: removeShift },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/current-drivers',
    summary: 'List who has which unit now',
    description: 'Units without a driver are left out.',
    reply: bare(Type.Array(CurrentDriverShape)),
    handle: async (call) =>
      (await currentDrivers(call, await seenUnits(call), seconds(call.clock.now()))).map(currentToWire),
  }),
]
