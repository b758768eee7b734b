import Type, { type Static } from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { EnumOf, exact } from '#kernel/api/fields.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import {
  changeTask,
  completeTask,
  createTask,
  listDue,
  listServiceRecords,
  listTasks,
  type Plan,
  readCounters,
  readTask,
  removeTask,
  setCounters,
} from './actions.ts'
import { dueStates } from './maintenance.ts'
import {
  CounterChange,
  CountersShape,
  countersToWire,
  NewServiceRecord,
  NewTask,
  recordToWire,
  ServiceRecordShape,
  TaskChange,
  TaskShape,
  toWire,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const [tag, module] = ['Maintenance', 'maintenance'] as const
const view = { tag, module, operation: 'client.view' } as const
const arrange = { ...view, operation: 'client.arrange' } as const
const ofUnit = byNumber('unit')
const params = byUuid('service')

const changeOf = (body: Static<typeof TaskChange>): Partial<Plan> => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.every_km !== undefined && { everyKm: body.every_km }),
  ...(body.every_hours !== undefined && { everyHours: body.every_hours }),
  ...(body.every_days !== undefined && { everyDays: body.every_days }),
})

export const clientRoutes = [
  route({
    ...view,
    method: 'GET',
    path: '/maintenance',
    summary: 'List services of all units, most urgent first',
    query: exact({
      state: Type.Optional(EnumOf(dueStates, 'Only items in this state.')),
    }),
    reply: bare(Type.Array(TaskShape)),
    handle: async (call, { query }) =>
      (await listDue(call)).filter(({ due }) => !query.state || due.state === query.state).map(toWire),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/counters',
    summary: 'Read a unit’s mileage and engine hours',
    description:
      'What the unit reports (`vehicle.mileage`, `engine.motorhours`, or those of its CAN bus), otherwise what its trips come ' +
      'to. Late data corrects it.',
    params: ofUnit,
    reply: bare(CountersShape),
    handle: async (call, { params }) => countersToWire(await readCounters(call, params.id)),
  }),
  route({
    ...arrange,
    method: 'PATCH',
    path: '/units/:id/counters',
    summary: 'Set a unit’s counter',
    description: 'Counting continues from this value.',
    params: ofUnit,
    body: CounterChange,
    reply: bare(CountersShape),
    handle: async (call, { params, body: { mileage, engine_hours: hours } }) => {
      const change = { ...(mileage !== undefined && { mileage }), ...(hours !== undefined && { hours }) }
      return countersToWire(await setCounters(call, params.id, change))
    },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/services',
    summary: 'List a unit’s services',
    params: ofUnit,
    reply: bare(Type.Array(TaskShape)),
    handle: async (call, { params }) => (await listTasks(call, params.id)).map(toWire),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/units/:id/services',
    summary: 'Create a service for a unit',
    description: 'By distance, engine hours, days, or a mix: whichever comes first. Counting starts now.',
    params: ofUnit,
    body: NewTask,
    reply: bare(TaskShape, 201),
    handle: async (call, { params, body }) => {
      const plan = { everyKm: null, everyHours: null, everyDays: null, ...changeOf(body), name: body.name }
      return toWire(await createTask(call, params.id, plan))
    },
  }),
  ...ownedRoutes({
    ...{ tag, module, path: '/services', params, shape: TaskShape, toWire },
    read: { summary: 'Read a service', handle: readTask },
    change: {
      summary: 'Rename a service or change its intervals',
      description: 'Set an interval to null to remove it.',
      body: TaskChange,
      handle: (call, id, body) => changeTask(call, id, changeOf(body)),
    },
    remove: { summary: 'Delete a service with its history', handle: removeTask },
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/services/:id/done',
    summary: 'Record a completed service',
    description:
      'The next one is counted from here, unless a later one is already recorded. Counters default to their current ' +
      'values.',
    params,
    body: NewServiceRecord,
    reply: bare(ServiceRecordShape, 201),
    handle: async (call, { params, body }) => {
      const { done_at: doneAt, mileage: km, engine_hours: hours, note = null, cost = null, currency = null } = body
      return recordToWire(await completeTask(call, params.id, { doneAt, km, hours, note, cost, currency }))
    },
  }),
  route({
    ...view,
    method: 'GET',
    path: '/services/:id/history',
    summary: 'List a service’s history, newest first',
    params,
    reply: bare(Type.Array(ServiceRecordShape)),
    handle: async (call, { params }) => (await listServiceRecords(call, params.id)).map(recordToWire),
  }),
]
