/** The device catalogue, mounted at /client/hardware and, under its other name, /platform/hardware. */
import { manufacturers, modelById, models, pictureOf, protocolByName } from '@waymark/devices'
import Type from 'typebox'
import type { Operation } from '#identity/access/access.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { bare, data, NumberId, plainRoute, route } from '#kernel/api/route.ts'
import { notFound } from '#kernel/errors.ts'
import { Device, Manufacturer, ModelShape, ModelSheetShape, modelSheetToWire } from './wire.ts'

const devices = models.map((model) => ({
  tags: model.tags,
  title: model.title,
  id: model.id,
  manufacturer_id: model.manufacturerId,
  device_type_id: model.deviceTypeId,
  is_image: pictureOf(model) !== null,
}))
const makers = manufacturers.map(({ id, title }) => ({ id, title }))
const tag = 'Device catalogue'

export const hardwareRoutes = [
  route({
    method: 'GET',
    path: '/devices',
    tag,
    summary: 'List the devices that can be registered as units',
    replies: { provider: data(Type.Array(Device)), partner: data(Type.Array(Device)) },
    handle: async () => devices,
  }),
  route({
    method: 'GET',
    path: '/manufacturers',
    tag,
    summary: 'List the makers of the devices',
    replies: { provider: data(Type.Array(Manufacturer)), partner: data(Type.Array(Manufacturer)) },
    handle: async () => makers,
  }),
]

export const consoleModelRoutes = [
  route({
    method: 'GET',
    path: '/:hw_id',
    params: Type.Object({ hw_id: NumberId }, { title: 'model' }),
    tag,
    summary: 'Read a model',
    description: 'Its protocol and port, what it can report and do, and the SMS that set it up.',
    replies: { provider: bare(ModelSheetShape), partner: bare(ModelSheetShape) },
    handle: async (call, { params }) => modelSheetToWire(modelById(params.hw_id) ?? notFound('model'), call.config),
  }),
]

const makerOf = new Map(manufacturers.map(({ id, title }) => [id, title]))
/** Tags and assets never connect, so nobody adds a unit for them by hand. */
const connecting = models
  .filter(({ protocol }) => protocolByName(protocol).transport !== 'heard')
  .map(({ id, title, manufacturerId, protocol }) => ({
    id,
    title,
    manufacturer: makerOf.get(manufacturerId) ?? '',
    protocol,
  }))

export const clientRoutes = [
  plainRoute<ClientCall, Operation>()({
    method: 'GET',
    path: '/models',
    operation: 'client.view',
    tag: 'Units',
    summary: 'List the models that a unit can have',
    reply: bare(Type.Array(ModelShape)),
    handle: async () => connecting,
  }),
]
