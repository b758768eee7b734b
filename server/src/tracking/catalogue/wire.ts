import {
  type CatalogueModel,
  filledSetup,
  manufacturers,
  pictureOf,
  protocolByName,
  reportedBy,
  settingsOf,
  setupTextsOf,
} from '@waymark/devices'
import Type from 'typebox'
import { Nullable } from '#kernel/api/fields.ts'
import type { Config } from '#kernel/config/config.ts'
import { kindsFor } from '../commands/command.ts'
import { SetupWayFields, setupWayToWire } from '../units/wire.ts'

export const Device = Type.Object(
  {
    tags: Type.Array(Type.String(), {
      example: ['vehicle'],
      description:
        '`common`, `vehicle`, `mobile`, `pets` or `legacy`. Legacy devices have no set-up tool and no connection log.',
    }),
    title: Type.String({ example: 'FMB001' }),
    id: Type.Integer({ example: 101, description: 'The value to use as `hw_id`.' }),
    manufacturer_id: Type.Integer({ example: 1 }),
    device_type_id: Type.Integer({ example: 101 }),
    is_image: Type.Boolean({ description: 'Whether a picture exists, at `/pictures/devices/{id}`.' }),
  },
  { title: 'Device' },
)

export const Manufacturer = Type.Object(
  { id: Type.Integer({ example: 1 }), title: Type.String({ example: 'Teltonika' }) },
  { title: 'Manufacturer' },
)

export const ModelShape = Type.Object(
  {
    id: Type.Integer({ example: 101, description: 'The value to use as `hw_id`.' }),
    title: Type.String({ example: 'FMB920' }),
    manufacturer: Type.String({ example: 'Teltonika' }),
    protocol: Type.String({ example: 'teltonika' }),
  },
  { title: 'Model' },
)

export const ModelSheetShape = Type.Object(
  {
    id: Type.Integer({ example: 110, description: 'The value to use as `hw_id`.' }),
    title: Type.String({ example: 'FMB920' }),
    manufacturer: Type.String({ example: 'Teltonika' }),
    tags: Type.Array(Type.String(), { example: ['vehicle'] }),
    is_image: Type.Boolean({ description: 'Whether a picture exists, at `/pictures/devices/{id}`.' }),
    protocol: Type.String({ example: 'teltonika' }),
    transport: Type.String({ example: 'both', description: '`tcp`, `udp`, `both`, `http` or `heard`.' }),
    port: Nullable(
      Type.Integer({
        example: 5027,
        description: 'Of the protocol. Null for devices that use no port of the gateway.',
      }),
    ),
    commands: Type.Array(Type.String(), { example: ['position', 'interval', 'reboot'] }),
    settings: Type.Array(Type.String(), {
      example: ['utc_offset_minutes', 'checksum'],
      description: 'Protocol settings for trackers that deviate from the protocol.',
    }),
    parameters: Type.Array(Type.String(), {
      example: ['engine.ignition.status', 'battery.voltage', 'can.fuel.level'],
      description:
        'What the protocol can report in addition to time and position. The values that arrive depend on the tracker’s equipment and configuration.',
    }),
    ...SetupWayFields,
    texts: Type.Array(
      Type.Object({
        what: Type.String({ description: '`apn`, `server`, `apn and server` or `sending`: what it sets' }),
        sms: Type.String({ description: 'Values that are not known stay in braces.' }),
      }),
      {
        example: [{ what: 'server', sms: '  setparam 2004:track.example.com;2005:5027;2006:0' }],
        description: 'SMS in the order in which they are sent; empty when none are known for the model.',
      },
    ),
  },
  { title: 'ModelSheet' },
)

export function modelSheetToWire(model: CatalogueModel, config: Config) {
  const { id, title, tags, protocol } = model
  const manufacturer = manufacturers.find((one) => one.id === model.manufacturerId)?.title ?? ''
  const { transport, port } = protocolByName(protocol)
  const isOnPort = transport !== 'http' && transport !== 'heard'
  const ownPort = (protocol === 'mqtt' ? config.mqttPort : undefined) ?? config.gatewayPort + port
  const known = { host: new URL(config.publicUrl).hostname, ip: config.gatewayIp, port: ownPort, ident: '{ident}' }
  return {
    id,
    title,
    manufacturer,
    tags,
    is_image: pictureOf(model) !== null,
    protocol,
    transport,
    port: isOnPort ? ownPort : null,
    commands: kindsFor(id),
    settings: settingsOf(protocol).map(({ name }) => name),
    parameters: reportedBy(protocol),
    ...setupWayToWire(manufacturer, model),
    texts: setupTextsOf(manufacturer, model).map(({ what, text }) => ({
      what,
      sms: filledSetup(text, known),
    })),
  }
}
