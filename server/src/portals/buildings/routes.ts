import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { givesPicture, pictureRule, showPicture, takesPicture } from '#kernel/api/picture-body.ts'
import { bare, byNumber, byUuid, plainRoute } from '#kernel/api/route.ts'
import {
  changeBuilding,
  changeFloor,
  createBuilding,
  createFloor,
  listBuildings,
  placeGateway,
  readBuilding,
  readFloor,
  readPlan,
  removeBuilding,
  removeFloor,
  removeGatewayPlace,
  removePlan,
  setPlan,
} from './actions.ts'
import {
  BuildingChange,
  BuildingShape,
  FloorChange,
  FloorShape,
  floorToWire,
  NewBuilding,
  NewFloor,
  SpotBody,
  toSpot,
  toWire,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const buildings = { tag: 'Buildings', module: 'building' } as const
const view = { ...buildings, operation: 'client.view' } as const
const arrange = { ...buildings, operation: 'client.arrange' } as const
const building = byUuid('building')
const floor = byUuid('floor')
const gateway = byNumber('gateway')
const nothing = bare(Type.Null(), 204)

export const clientRoutes = [
  ...ownedRoutes({
    ...{ ...buildings, path: '/buildings', params: building, shape: BuildingShape, toWire },
    list: { summary: 'List buildings with their floors, by name', handle: listBuildings },
    create: {
      summary: 'Add a building',
      description: 'Names are unique and case-insensitive.',
      body: NewBuilding,
      handle: createBuilding,
    },
    read: { summary: 'Read a building with its floors', handle: readBuilding },
    change: { summary: 'Change a building', body: BuildingChange, handle: changeBuilding },
    remove: {
      summary: 'Delete a building',
      description: 'Deletes its floors and their plans. Gateways stay, without a place.',
      handle: removeBuilding,
    },
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/buildings/:id/floors',
    summary: 'Add a floor to a building',
    params: building,
    body: NewFloor,
    reply: bare(FloorShape, 201),
    handle: async (call, { params, body }) => floorToWire(await createFloor(call, params.id, body)),
  }),
  ...ownedRoutes({
    ...{ ...buildings, path: '/floors', params: floor, shape: FloorShape, toWire: floorToWire },
    read: { summary: 'Read a floor', handle: readFloor },
    change: { summary: 'Change a floor', body: FloorChange, handle: changeFloor },
    remove: {
      summary: 'Delete a floor',
      description: 'Deletes its plan. Gateways stay, without a place.',
      handle: removeFloor,
    },
  }),
  route({
    ...arrange,
    method: 'PUT',
    path: '/floors/:id/plan',
    summary: 'Upload a floor plan',
    description: `${pictureRule}Camera data is removed, including the note that a photo is on its side, so rotate the picture first.`,
    params: floor,
    takes: takesPicture,
    reply: bare(FloorShape),
    handle: async (call, { params, bytes }) => floorToWire(await setPlan(call, params.id, bytes)),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/floors/:id/plan',
    summary: 'Read a floor plan',
    params: floor,
    ...givesPicture,
    handle: async (call, { params }) => showPicture(await readPlan(call, params.id)),
  }),
  route({
    ...arrange,
    method: 'DELETE',
    path: '/floors/:id/plan',
    summary: 'Delete a floor plan',
    params: floor,
    reply: nothing,
    handle: (call, { params }) => removePlan(call, params.id),
  }),
  route({
    ...arrange,
    method: 'PUT',
    path: '/gateways/:id/spot',
    summary: 'Place a gateway on a floor',
    params: gateway,
    body: SpotBody,
    reply: nothing,
    handle: (call, { params, body }) => placeGateway(call, params.id, toSpot(body)),
  }),
  route({
    ...arrange,
    method: 'DELETE',
    path: '/gateways/:id/spot',
    summary: 'Remove a gateway from its floor',
    params: gateway,
    reply: nothing,
    handle: (call, { params }) => removeGatewayPlace(call, params.id),
  }),
]
