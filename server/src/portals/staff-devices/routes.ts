import Type from 'typebox'
import type { PersonCall } from '#identity/staff/call.ts'
import { PushKeyShape } from '#insights/notifications/delivery/channel-wire.ts'
import { pushKeysOf } from '#insights/notifications/delivery/push.ts'
import { bare, byUuid, plainRoute } from '#kernel/api/route.ts'
import { addDevice, changeTopics, listDevices, removeDevice } from './actions.ts'
import { DeviceChangeBody, DeviceShape, NewDeviceBody } from './wire.ts'

const route = plainRoute<PersonCall>()
const tag = 'Devices'
const device = byUuid('device')

export const consoleRoutes = [
  route({
    method: 'GET',
    path: '/push-key',
    tag,
    summary: 'Read the key for push notifications',
    description: 'The public key with which this installation identifies itself to push services. It never changes.',
    reply: bare(PushKeyShape),
    handle: async (call) => ({ key: (await pushKeysOf(call)).publicKey.toString('base64url') }),
  }),
  route({
    method: 'GET',
    path: '/devices',
    tag,
    summary: 'List your devices',
    reply: bare(Type.Array(DeviceShape)),
    handle: listDevices,
  }),
  route({
    method: 'POST',
    path: '/devices',
    tag,
    summary: 'Register a device for push notifications',
    description: 'For members of a dealer’s team. The device gets notifications from now on.',
    body: NewDeviceBody,
    reply: bare(DeviceShape, 201),
    handle: (call, { body }) => addDevice(call, body),
  }),
  route({
    method: 'PATCH',
    path: '/devices/:id',
    tag,
    summary: 'Choose what a device is notified of',
    params: device,
    body: DeviceChangeBody,
    reply: bare(DeviceShape),
    handle: (call, { params, body }) => changeTopics(call, params.id, body.topics),
  }),
  route({
    method: 'DELETE',
    path: '/devices/:id',
    tag,
    summary: 'Remove a device',
    params: device,
    reply: bare(Type.Null(), 204),
    handle: (call, { params }) => removeDevice(call, params.id),
  }),
]
