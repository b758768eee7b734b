import Type from 'typebox'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { exact } from '#kernel/api/fields.ts'
import { numberIds } from '#kernel/api/lists.ts'
import { bare, byUuid, route } from '#kernel/api/route.ts'
import { listDealerVehicles } from './dealer-vehicles.ts'
import { addField, changeField, listFields, readField, removeField } from './field-actions.ts'
import { FieldChange, FieldShape, NewField, toFieldChange, toFieldFacts } from './field-wire.ts'
import { DealerVehicleShape, valuesToWire } from './wire.ts'

const tag = 'Vehicles'
const params = byUuid('field')
const rule =
  'A field has a name and a type: `text`, `number`, `date`, `choice` or `yes_no`. The type cannot be changed later. At most 20.'

export const clientFieldRoutes = ownedRoutes({
  ...{ tag, path: '/vehicle-fields', params, shape: FieldShape },
  list: {
    summary: 'List the own fields of vehicles',
    description: 'Your provider’s first, then your own.',
    handle: (call: ClientCall) => listFields(call),
  },
  create: {
    summary: 'Add an own field to all vehicles',
    description: rule,
    body: NewField,
    handle: (call, body) => addField(call, toFieldFacts(body)),
  },
  read: { summary: 'Read an own field', handle: readField },
  change: {
    summary: 'Rename an own field, or change its choices',
    description: 'A choice that a vehicle has cannot be removed. Your provider’s fields cannot be changed.',
    body: FieldChange,
    handle: (call, id, body) => changeField(call, id, toFieldChange(body)),
  },
  remove: {
    summary: 'Delete an own field',
    description: 'Deletes its values in all vehicles too: `values` says how many there were.',
    handle: removeField,
  },
})

const one = (status = 200) => ({ provider: bare(FieldShape, status), partner: bare(FieldShape, status) })
const many = { provider: bare(Type.Array(FieldShape)), partner: bare(Type.Array(FieldShape)) }
const vehicles = Type.Array(DealerVehicleShape)

/** Under `/console/vehicle-fields`. */
export const consoleFieldRoutes = [
  route({
    ...{ method: 'GET', path: '', tag, replies: many },
    summary: 'List the fields that the vehicles of all clients have',
    handle: (call) => listFields(call),
  }),
  route({
    ...{ method: 'POST', path: '', right: 'manage', tag, replies: one(201) },
    summary: 'Add a field to the vehicles of all clients',
    description: rule,
    body: NewField,
    handle: (call, { body }) => addField(call, toFieldFacts(body)),
  }),
  route({
    ...{ method: 'PATCH', path: '/:id', right: 'manage', tag, params, replies: one() },
    summary: 'Rename a field of vehicles, or change its choices',
    description: 'A choice that a vehicle has cannot be removed.',
    body: FieldChange,
    handle: (call, { params, body }) => changeField(call, params.id, toFieldChange(body)),
  }),
  route({
    ...{ method: 'DELETE', path: '/:id', right: 'manage', tag, params },
    replies: { provider: bare(FieldShape), partner: bare(FieldShape) },
    summary: 'Delete a field of vehicles',
    description: 'Deletes its values in all vehicles too: `values` says how many there were.',
    handle: (call, { params }) => removeField(call, params.id),
  }),
]

/** Under `/console/vehicles`. */
export const consoleVehicleRoutes = [
  route({
    ...{ method: 'GET', path: '', tag, replies: { provider: bare(vehicles), partner: bare(vehicles) } },
    summary: 'List plate, make and own fields of units',
    description:
      'Up to 1000. Leaves out units without vehicle details, and units of accounts that belong to their client, unless ' +
      'the client has turned on support access.',
    query: exact({ ids: Type.Optional(Type.String({ description: 'Only these units, separated by commas.' })) }),
    handle: async (call, { query }) =>
      (await listDealerVehicles(call, numberIds(query.ids))).map((one) => ({
        ...one,
        fields: valuesToWire(one.fields),
      })),
  }),
]
