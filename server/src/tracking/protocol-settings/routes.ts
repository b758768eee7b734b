/** For the dealer's console; the contract has no such settings. */
import Type from 'typebox'
import { bare, byNumber, NumberId, route } from '#kernel/api/route.ts'
import { readOfModel, readOfUnit, setOfModel, setOfUnit } from './actions.ts'
import { askForHistory, readHistory } from './history.ts'
import { suggest } from './suggestions.ts'
import {
  DecodingShape,
  decodingToWire,
  ModelSettingsShape,
  modelSettingsToWire,
  SettingsBody,
  SuggestionsShape,
  suggestionsToWire,
  toValues,
  UnitSettingsShape,
  unitSettingsToWire,
} from './wire.ts'

const tag = 'Units'
const ofUnit = {
  params: byNumber('unit'),
  tag,
  replies: { provider: bare(UnitSettingsShape), partner: bare(UnitSettingsShape) },
}
const ofModel = {
  params: Type.Object({ hw_id: NumberId }, { title: 'model' }),
  tag,
  replies: { provider: bare(ModelSettingsShape), partner: bare(ModelSettingsShape) },
}

export const consoleUnitRoutes = [
  route({
    ...ofUnit,
    method: 'GET',
    path: '/:id/protocol-settings',
    summary: 'Read the protocol settings of a unit',
    description:
      'For trackers that do not follow their protocol. Settings of the unit take precedence over those of its model. For a ' +
      'unit of an account that its client owns, only with support access.',
    handle: async (call, { params }) => unitSettingsToWire(await readOfUnit(call, params.id)),
  }),
  route({
    ...ofUnit,
    method: 'PUT',
    path: '/:id/protocol-settings',
    right: 'units',
    summary: 'Set the protocol settings of a unit',
    description:
      'Replaces all settings of the unit. Applies to the next frame; the tracker does not have to reconnect. Null: ' +
      'as the protocol says, even if the model has a setting. Not for units of accounts that belong to their client.',
    body: SettingsBody,
    handle: async (call, { params, body }) => unitSettingsToWire(await setOfUnit(call, params.id, toValues(body))),
  }),
]

export const consoleHistoryRoutes = [
  route({
    ...ofUnit,
    method: 'GET',
    path: '/:id/protocol-suggestions',
    right: 'positions',
    summary: 'Read suggested protocol settings of a unit',
    description:
      'From its newest frames: times that are off by whole hours, checksums that are always wrong, speeds that do not fit the ' +
      'distances. Each with a frame as it is decoded now and as it would be. Not for units of accounts that belong to their client.',
    replies: { provider: bare(SuggestionsShape), partner: bare(SuggestionsShape) },
    handle: async (call, { params }) => suggestionsToWire(await suggest(call, params.id)),
  }),
  route({
    ...ofUnit,
    method: 'GET',
    path: '/:id/decoding',
    summary: 'Read the progress of decoding a unit’s history again',
    replies: { provider: bare(DecodingShape), partner: bare(DecodingShape) },
    handle: async (call, { params }) => decodingToWire(await readHistory(call, params.id)),
  }),
  route({
    ...ofUnit,
    method: 'POST',
    path: '/:id/decoding',
    right: 'units',
    summary: 'Decode the history of a unit again',
    description:
      'Decodes the stored frames of the last week with the current settings, in the background. Messages that differ ' +
      'are replaced; trips, visits and statistics follow. Not for units of accounts that belong to their client.',
    replies: { provider: bare(DecodingShape, 201), partner: bare(DecodingShape, 201) },
    handle: async (call, { params }) => decodingToWire(await askForHistory(call, params.id)),
  }),
]

export const consoleModelRoutes = [
  route({
    ...ofModel,
    method: 'GET',
    path: '/:hw_id/protocol-settings',
    summary: 'Read the protocol settings of a model',
    handle: async (call, { params }) => modelSettingsToWire(await readOfModel(call, params.hw_id)),
  }),
  route({
    ...ofModel,
    method: 'PUT',
    path: '/:hw_id/protocol-settings',
    right: 'manage',
    summary: 'Set the protocol settings of a model',
    description:
      'For all your units of this model that have no such setting of their own. Applies to their next frames.',
    body: SettingsBody,
    handle: async (call, { params, body }) => modelSettingsToWire(await setOfModel(call, params.hw_id, toValues(body))),
  }),
]
