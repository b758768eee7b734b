/**
 * Posts of devices, network servers and card processors, as rows of the fuzz: no schema of ours checks their bodies.
 */
import Type from 'typebox'
import { bare } from '#kernel/api/route.ts'
import type { Sample } from '#testing/checks/rows.ts'

const Position = Type.Object({
  timestamp: Type.Number(),
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
  speed: Type.Number(),
  ignition: Type.Boolean(),
  note: Type.String(),
})
const Uplink = Type.Object({
  end_device_ids: Type.Object({ device_id: Type.String(), dev_eui: Type.String() }),
  received_at: Type.String(),
  uplink_message: Type.Object({ f_port: Type.Integer(), f_cnt: Type.Integer(), decoded_payload: Position }),
})
const Event = Type.Object({ id: Type.String(), type: Type.String(), data: Type.Object({ object: Type.Object({}) }) })

const position = { timestamp: 1_772_000_000, lat: 50, lon: 10, speed: 47, ignition: true, note: 'x' }
const posted = (path: string, params: object, body: object, sample: Sample) => ({
  name: `POST ${path}`,
  prefix: '',
  route: { method: 'POST', path, params: Type.Object(params as never), body: body as typeof Position },
  reply: bare(Type.Any()),
  sample,
})

export const deviceRows = [
  posted('/intake/:ident', { ident: Type.String() }, Position, {
    params: { ident: '123456789012345' },
    body: position,
  }),
  posted('/intake/lorawan/:server', { server: Type.String() }, Uplink, {
    params: { server: 'ttn' },
    body: {
      end_device_ids: { device_id: 'tag-1', dev_eui: '0004A30B001C0530' },
      received_at: '2026-02-25T06:13:20Z',
      uplink_message: { f_port: 1, f_cnt: 7, decoded_payload: position },
    },
  }),
  posted('/webhooks/cards/:endpoint', { endpoint: Type.String() }, Event, {
    params: { endpoint: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30' },
    body: { id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } },
  }),
  posted('/webhooks/platform', {}, Event, {
    body: { id: 'evt_1', type: 'checkout.session.completed', data: { object: {} } },
  }),
]
