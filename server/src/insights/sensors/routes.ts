import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { ownedRoutes } from '#identity/sessions/owned-rows.ts'
import { exact, timeInput } from '#kernel/api/fields.ts'
import { bare, both, byNumber, byUuid, route as dealerRoute, plainRoute } from '#kernel/api/route.ts'
import { requireStretch, stretchDaysMax } from '../projections/stretch.ts'
import {
  changeSensor,
  copySensor,
  createSensor,
  listAllSensors,
  listDealersSensors,
  listSensors,
  previewSensor,
  readSensor,
  readValues,
  removeSensor,
  setCalibration,
} from './actions.ts'
import { pairsToCsv } from './calibration.ts'
import {
  applyTemplate,
  changeTemplate,
  createTemplate,
  listTemplates,
  readTemplate,
  removeTemplate,
} from './templates/template-actions.ts'
import {
  CalibrationBody,
  CopiedShape,
  CopyBody,
  NewSensorBody,
  NewTemplateBody,
  newSettingsIn,
  PreviewBody,
  PreviewShape,
  previewToWire,
  SensorChangeBody,
  SensorShape,
  settingsIn,
  TemplateChangeBody,
  TemplateShape,
  templateToWire,
  toWire,
  ValuesShape,
} from './wire.ts'

const route = plainRoute<ClientCall, Operation>()
const [tag, module] = ['Sensors', 'fuel'] as const
const view = { tag, module, operation: 'client.view' } as const
const arrange = { ...view, operation: 'client.arrange' } as const
// Past measurements may reveal where a unit was.
const past = { ...view, operation: 'client.read-messages' } as const
const ofUnit = byNumber('unit')
const params = byUuid('sensor')
/** A preview updates while a person types: a day, which may have 25 hours, and not a month. */
const previewDaysMax = 2

export const clientRoutes = [
  route({
    ...view,
    method: 'GET',
    path: '/unit-sensors',
    summary: 'List the sensors of all units, with what each measured last',
    reply: bare(Type.Array(SensorShape)),
    handle: async (call) => (await listAllSensors(call)).map(toWire),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/units/:id/sensors',
    summary: 'List a unit’s sensors, with what each measured last',
    params: ofUnit,
    reply: bare(Type.Array(SensorShape)),
    handle: async (call, { params }) => (await listSensors(call, params.id)).map(toWire),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/units/:id/sensors',
    summary: 'Create a sensor for a unit',
    description:
      'The formula’s result is calibrated, dropped if it is out of range, and smoothed over the latest values of the last ' +
      'hour. The history is computed in the background.',
    params: ofUnit,
    body: NewSensorBody,
    reply: bare(SensorShape, 201),
    handle: async (call, { params, body }) => toWire(await createSensor(call, params.id, newSettingsIn(body))),
  }),
  route({
    ...past,
    method: 'POST',
    path: '/units/:id/sensors/preview',
    summary: 'Try a sensor on a unit’s messages without saving it',
    params: ofUnit,
    body: PreviewBody,
    reply: bare(PreviewShape),
    handle: async (call, { params, body: { from, to, ...body } }) =>
      previewToWire(
        await previewSensor(call, params.id, newSettingsIn(body), requireStretch({ from, to }, previewDaysMax)),
      ),
  }),
  ...ownedRoutes({
    ...{ tag, module, path: '/unit-sensors', params, shape: SensorShape, toWire },
    read: { summary: 'Read a sensor', handle: readSensor },
    change: {
      summary: 'Change a sensor',
      description: 'Its whole history is computed again in the background, with the new settings.',
      body: SensorChangeBody,
      handle: (call, id, body) => changeSensor(call, id, settingsIn(body)),
    },
    remove: { summary: 'Delete a sensor with what it measured', handle: removeSensor },
  }),
  route({
    ...past,
    method: 'GET',
    path: '/unit-sensors/:id/values',
    summary: 'Read what a sensor measured, for a graph',
    params,
    query: exact({
      from: timeInput('Start, in unix seconds.'),
      to: timeInput(`End, in unix seconds; at most ${stretchDaysMax} days later.`),
    }),
    reply: bare(ValuesShape),
    handle: (call, { params, query }) => readValues(call, params.id, requireStretch(query)),
  }),
  route({
    ...view,
    method: 'GET',
    path: '/unit-sensors/:id/calibration',
    summary: 'Download a sensor’s calibration table as CSV',
    params,
    produces: ['text/csv; charset=utf-8'],
    reply: bare(Type.String()),
    handle: async (call, { params }) => ({
      pieces: [pairsToCsv((await readSensor(call, params.id)).pairs)],
      contentType: 'text/csv; charset=utf-8',
      fileName: 'calibration.csv',
    }),
  }),
  route({
    ...arrange,
    method: 'PUT',
    path: '/unit-sensors/:id/calibration',
    summary: 'Replace a sensor’s calibration table with a CSV',
    params,
    body: CalibrationBody,
    reply: bare(SensorShape),
    handle: async (call, { params, body }) => toWire(await setCalibration(call, params.id, body.csv)),
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/unit-sensors/:id/copies',
    summary: 'Copy a sensor to other units',
    description: 'With its name, formula, calibration and everything else.',
    params,
    body: CopyBody,
    reply: bare(CopiedShape),
    handle: (call, { params, body }) => copySensor(call, params.id, body.unit_ids, body.existing ?? 'replace'),
  }),
  ...ownedRoutes({
    ...{
      tag,
      module,
      path: '/sensor-templates',
      params: byUuid('template'),
      shape: TemplateShape,
      toWire: templateToWire,
    },
    list: { summary: 'List templates of sensors', handle: listTemplates },
    create: {
      summary: 'Create a template of a sensor',
      description: 'For units of one model, or of any.',
      body: NewTemplateBody,
      handle: (call, { hw_id: hwId = null, ...body }) => createTemplate(call, newSettingsIn(body), hwId),
    },
    read: { summary: 'Read a template of a sensor', handle: readTemplate },
    change: {
      summary: 'Change a template of a sensor',
      description: 'Sensors that were created from it stay as they are.',
      body: TemplateChangeBody,
      handle: (call, id, { hw_id: hwId, ...body }) => changeTemplate(call, id, settingsIn(body), hwId),
    },
    remove: { summary: 'Delete a template of a sensor', handle: removeTemplate },
  }),
  route({
    ...arrange,
    method: 'POST',
    path: '/sensor-templates/:id/copies',
    summary: 'Create sensors for units from a template',
    params: byUuid('template'),
    body: CopyBody,
    reply: bare(CopiedShape),
    handle: (call, { params, body }) => applyTemplate(call, params.id, body.unit_ids, body.existing ?? 'replace'),
  }),
]

export const dealerRoutes = [
  dealerRoute({
    method: 'GET',
    path: '/units/:id/sensors',
    right: 'positions',
    tag: 'Units',
    summary: 'List a unit’s sensors, with what each measured last',
    description:
      'Clients create them in their application. For a unit of an account that its client owns, only with support access.',
    params: ofUnit,
    replies: both(Type.Array(SensorShape)),
    handle: async (call, { params }) => (await listDealersSensors(call, params.id)).map(toWire),
  }),
]
