import Type, { type Static } from 'typebox'
import { seconds, secondsOrNull } from '../clock.ts'
import type { Config } from '../config.ts'
import { MapOf, Nullable, Time, TimeOrNull } from '../http/fields.ts'
import type { NewUnit, UnitChange } from './actions.ts'
import { hardwareOf, type Unit } from './unit.ts'

const UnitName = Type.String({ minLength: 1, maxLength: 100 })
const UnitDescription = Type.String({ maxLength: 100 })
const Ident = Type.String({ description: '1 to 64 printable characters, unique across the platform.' })
const HwId = Type.Integer({ description: 'A device of the catalogue.' })

export const NewUnitBody = Type.Object(
  {
    name: UnitName,
    ident: Ident,
    hw_id: HwId,
    app_id: Type.String(),
    account_id: Type.Integer(),
    description: Type.Optional(UnitDescription),
  },
  { additionalProperties: false },
)

export const toNewUnit = (body: Static<typeof NewUnitBody>): NewUnit => ({
  accountId: body.account_id,
  appId: body.app_id,
  name: body.name,
  ident: body.ident,
  hwId: body.hw_id,
  description: body.description,
})

export const UnitChangeBody = Type.Object(
  {
    name: Type.Optional(UnitName),
    ident: Type.Optional(Ident),
    description: Type.Optional(UnitDescription),
    hw_id: Type.Optional(HwId),
    password: Type.Optional(
      Type.String({ maxLength: 128, description: 'For device types that need one; never shown again.' }),
    ),
  },
  { additionalProperties: false },
)

export const toUnitChange = ({ hw_id, ...rest }: Static<typeof UnitChangeBody>): UnitChange => ({
  ...rest,
  ...(hw_id !== undefined && { hwId: hw_id }),
})

const Anything = Type.Unsafe<unknown>({})
const UnitShape = Type.Object(
  {
    id: Type.Integer(),
    cid: Type.Integer({ description: 'The account the unit belongs to.' }),
    account_id: Type.Integer(),
    name: Type.String(),
    ident: Type.String(),
    description: Type.String(),
    hw_id: Type.Integer(),
    device_type_id: Type.Integer(),
    protocol_id: Type.Integer(),
    channel_id: Type.Integer(),
    tls: Type.Boolean(),
    last_active: TimeOrNull,
    messages_ttl: Type.Integer({ description: 'Seconds for which messages are kept.' }),
    messages_rotate: Type.Integer({ description: 'How many messages are kept; 0: no limit.' }),
    extra_data: Type.Array(Anything),
    tokens: Type.Unsafe<object>({ type: 'object' }),
    created_at: Time,
    updated_at: Time,
    app_id: Type.String(),
    b_type: Nullable(Type.String()),
    completed: Nullable(Type.Boolean()),
    ready: Nullable(Type.Boolean()),
    type: Nullable(Type.String({ description: '`gateway`, `sensor` or `asset` in tags_app; null elsewhere.' })),
    gw_type: Nullable(Type.String()),
    technology: Nullable(Type.String()),
    device_link: Nullable(Type.Integer()),
    linked_devices: Type.Array(Type.Integer()),
    message_params: Type.Array(Anything),
    category: Nullable(Type.String()),
  },
  { title: 'Unit' },
)

export const UnitWire = {
  provider: UnitShape,
  partner: Type.Omit(
    UnitShape,
    ['type', 'gw_type', 'technology', 'device_link', 'linked_devices', 'message_params', 'category'],
    { title: 'Unit' },
  ),
}

export function toWire(unit: Unit) {
  const { model, protocol } = hardwareOf(unit.hwId)
  return {
    id: unit.id,
    cid: unit.accountId,
    account_id: unit.accountId,
    name: unit.name,
    ident: unit.ident,
    description: unit.description,
    hw_id: unit.hwId,
    device_type_id: model.deviceTypeId,
    protocol_id: protocol.id,
    channel_id: protocol.id,
    tls: unit.tls,
    last_active: secondsOrNull(unit.lastActive),
    messages_ttl: unit.messagesTtl,
    messages_rotate: unit.messagesRotate,
    extra_data: unit.extraData,
    tokens: unit.tokens,
    created_at: seconds(unit.createdAt),
    updated_at: seconds(unit.updatedAt),
    app_id: unit.appId,
    b_type: unit.bType,
    completed: unit.completed,
    ready: unit.ready,
    type: unit.type,
    gw_type: unit.gwType,
    technology: unit.technology,
    device_link: unit.deviceLink,
    linked_devices: unit.linkedDevices,
    message_params: unit.messageParams,
    category: unit.category,
  }
}

export const UnitCount = Type.Object(
  { all: Type.Integer(), active: Type.Integer({ description: 'Those that have connected to the platform.' }) },
  { title: 'UnitCount' },
)

export const MessagesShape = Type.Array(Type.Unsafe<object>({ type: 'object' }), { title: 'Messages' })

export const TelemetryShape = MapOf(
  Type.Object({ ts: Type.Number({ description: 'Seconds with fraction.' }), value: Anything }),
)

export const ChannelShape = Type.Object(
  {
    id: Type.String(),
    configuration: Type.Object({
      protocol: Type.String(),
      transport: Type.String({ description: '`tcp`, `udp`, `both` or `http`' }),
      any_port: Type.String({ description: 'The port that recognises any protocol.' }),
    }),
    host: Type.String(),
    port: Type.String(),
    ip: Type.String(),
    shortLink: Nullable(Type.String()),
  },
  { title: 'Channel' },
)

export function channelToWire(unit: Unit, config: Config) {
  const { protocol } = hardwareOf(unit.hwId)
  return {
    id: String(protocol.id),
    configuration: {
      protocol: protocol.name,
      transport: protocol.transport,
      any_port: String(config.gatewayPort),
    },
    host: new URL(config.publicUrl).hostname,
    port: String(config.gatewayPort + protocol.port),
    ip: config.gatewayIp,
    shortLink: null,
  }
}
