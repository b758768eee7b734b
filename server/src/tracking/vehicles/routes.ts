import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { givesPicture, pictureRule, showPicture, takesPicture } from '#kernel/api/picture-body.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import {
  addDocument,
  changeDocument,
  changeVehicle,
  changeVehicles,
  listDocuments,
  listVehicles,
  readDocument,
  readPhoto,
  readVehicle,
  removeDocument,
  removePhoto,
  setPhoto,
} from './actions.ts'
import { clientFileRoutes } from './document-file-routes.ts'
import { clientFieldRoutes } from './field-routes.ts'
import {
  DocumentChange,
  DocumentShape,
  documentToWire,
  NewDocument,
  toChange,
  toFacts,
  toWire,
  VehicleChange,
  VehicleShape,
  VehiclesChange,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const tag = 'Vehicles'
const view = { tag, operation: 'client.view' } as const
const arrange = { tag, operation: 'client.arrange' } as const
const params = byNumber('unit')

export const clientRoutes = [
  route({
    ...view,
    method: 'GET',
    path: '/vehicles',
    summary: 'List the vehicles of all units',
    reply: bare(Type.Array(VehicleShape)),
    handle: async (call) => (await listVehicles(call)).map(toWire),
  }),
  route({
    ...arrange,
    method: 'PATCH',
    path: '/vehicles',
    summary: 'Change several vehicles at once',
    description: 'Changes the vehicles of all these units, or of none if one is unknown. Null removes a value.',
    body: VehiclesChange,
    reply: bare(Type.Array(VehicleShape)),
    handle: async (call, { body: { unit_ids: ids, ...change } }) =>
      (await changeVehicles(call, ids, toChange(change))).map(toWire),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/vehicle',
    summary: 'Read a unit’s vehicle',
    params,
    reply: bare(VehicleShape),
    handle: async (call, { params }) => toWire(await readVehicle(call, params.id)),
  }),
  route({
    ...arrange,
    method: 'PATCH',
    path: '/units/:id/vehicle',
    summary: 'Change a unit’s vehicle',
    description: 'Null removes a value.',
    params,
    body: VehicleChange,
    reply: bare(VehicleShape),
    handle: async (call, { params, body }) => toWire(await changeVehicle(call, params.id, toChange(body))),
  }),
  route({
    ...arrange,
    method: 'PUT',
    path: '/units/:id/photo',
    summary: 'Upload a unit’s photo',
    description: `${pictureRule}Where and when it was taken is not stored.`,
    params,
    takes: takesPicture,
    reply: bare(VehicleShape),
    handle: async (call, { params, bytes }) => toWire(await setPhoto(call, params.id, bytes)),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/photo',
    summary: 'Read a unit’s photo',
    params,
    ...givesPicture,
    handle: async (call, { params }) => showPicture(await readPhoto(call, params.id)),
  }),
  route({
    ...arrange,
    method: 'DELETE',
    path: '/units/:id/photo',
    summary: 'Delete a unit’s photo',
    params,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removePhoto(call, params.id),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/vehicle-documents',
    summary: 'List the documents of all vehicles, soonest to expire first',
    reply: bare(Type.Array(DocumentShape)),
    handle: async (call) => (await listDocuments(call)).map(documentToWire),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/documents',
    summary: 'List the documents of a unit’s vehicle, soonest to expire first',
    params,
    reply: bare(Type.Array(DocumentShape)),
    handle: async (call, { params }) => (await listDocuments(call, params.id)).map(documentToWire),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/units/:id/documents',
    summary: 'Add a document to a unit’s vehicle',
    description: 'Such as insurance, inspection or permits: what must be renewed, and until when it is valid.',
    params,
    body: NewDocument,
    reply: bare(DocumentShape, 201),
    handle: async (call, { params, body }) => {
      const facts = { number: null, expiresOn: null, note: null, ...toFacts(body) }
      return documentToWire(await addDocument(call, params.id, facts))
    },
  }),
  ...clientFieldRoutes,
  ...clientFileRoutes,
  ...ownedRoutes({
    ...{ tag, path: '/vehicle-documents', params: byUuid('document'), shape: DocumentShape, toWire: documentToWire },
    read: { summary: 'Read a vehicle’s document', handle: readDocument },
    change: {
      summary: 'Change a vehicle’s document',
      body: DocumentChange,
      handle: (call, id, body) => changeDocument(call, id, toFacts(body)),
    },
    remove: { summary: 'Delete a vehicle’s document', handle: removeDocument },
  }),
]
