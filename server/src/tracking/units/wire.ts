import { filledSetup, manufacturers, setupOf, setupTextsOf } from '@waymark/devices'
import Type, { type Static } from 'typebox'
import { exact, like, MapOf, Nullable, oneLine, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import type { Config } from '#kernel/config/config.ts'
import type { Context } from '#kernel/context.ts'
import type { NewUnit, UnitChange } from './actions.ts'
import { setupLink } from './links/setup-link.ts'
import { extraFieldsMax, hardwareOf, isReady, type Unit } from './unit.ts'

const UnitName = oneLine(1, 100, { example: 'Van 1' })
const UnitDescription = Type.String({ example: 'White, with a rack', maxLength: 100 })
const Ident = Type.String({
  example: '352093081452251',
  description: '1 to 64 printable characters, unique across the platform.',
})
const HwId = Type.Integer({ example: 101, description: 'A device of the catalogue.' })

export const NewUnitBody = exact({
  name: UnitName,
  ident: Ident,
  hw_id: HwId,
  app_id: Type.String(),
  account_id: Type.Integer(),
  description: Type.Optional(UnitDescription),
})

export const toNewUnit = (body: Static<typeof NewUnitBody>): NewUnit => ({
  accountId: body.account_id,
  appId: body.app_id,
  name: body.name,
  ident: body.ident,
  hwId: body.hw_id,
  description: body.description,
})

const { account_id: __, ...ofOwnAccount } = NewUnitBody.properties
export const OwnUnitBody = exact(ofOwnAccount)

export const UnitChangeBody = exact({
  name: Type.Optional(UnitName),
  ident: Type.Optional(Ident),
  description: Type.Optional(UnitDescription),
  hw_id: Type.Optional(HwId),
  password: Type.Optional(
    Type.String({
      example: '000000',
      maxLength: 128,
      description:
        'For device types that need one; never shown again. At least 8 characters for devices that send JSON.',
    }),
  ),
})

export const toUnitChange = ({ hw_id, ...rest }: Static<typeof UnitChangeBody>): UnitChange => ({
  ...rest,
  ...(hw_id !== undefined && { hwId: hw_id }),
})

const Anything = Type.Unsafe<unknown>({})
const UnitShape = Type.Object(
  {
    id: Type.Integer({ example: 730418265951 }),
    cid: Type.Integer({ description: 'The account the unit belongs to.' }),
    account_id: Type.Integer(),
    name: Type.String({ example: 'Van 1' }),
    ident: Type.String({ example: '352093081452251' }),
    description: Type.String({ example: 'White, with a rack' }),
    hw_id: Type.Integer({ example: 101 }),
    device_type_id: Type.Integer({ example: 101 }),
    protocol_id: Type.Integer({ example: 1 }),
    channel_id: Type.Integer({ example: 1 }),
    tls: Type.Boolean({ example: false }),
    last_active: TimeOrNull,
    messages_ttl: Type.Integer({ example: 31536000, description: 'Seconds for which messages are kept.' }),
    messages_rotate: Type.Integer({ example: 0, description: 'How many messages are kept; 0: no limit.' }),
    extra_data: Type.Array(Anything),
    tokens: Type.Unsafe<object>({
      type: 'object',
      description:
        'Tokens of its public links, if there are any and the caller may see them: `locator` (`{public_url}/l#{token}`) ' +
        'and `toolbox` (`{public_url}/toolbox#{token}`).',
    }),
    created_at: Time,
    updated_at: Time,
    app_id: Type.String(),
    b_type: Nullable(Type.String({ description: 'How the dealer bills it, such as `rental`.' })),
    completed: Nullable(
      Type.Boolean({ description: 'Null until a person has checked the set-up; false: it has errors.' }),
    ),
    ready: Nullable(
      Type.Boolean({
        description:
          'Null until a person has checked the set-up; true: it is right, and the tracker has sent a message.',
      }),
    ),
    type: Nullable(Type.String({ description: '`gateway`, `sensor` or `asset` in tags_app; null elsewhere.' })),
    gw_type: Nullable(Type.String()),
    technology: Nullable(Type.String()),
    device_link: Nullable(Type.Integer()),
    linked_devices: Type.Array(Type.Integer(), { example: [] }),
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
    ...unit,
    tokens: unit.secrets ?? {},
    ready: isReady(unit),
    cid: unit.accountId,
    device_type_id: model.deviceTypeId,
    protocol_id: protocol.id,
    channel_id: protocol.id,
  }
}

export const UnitCount = Type.Object(
  {
    all: Type.Integer({ example: 12 }),
    active: Type.Integer({ example: 9, description: 'Units that have connected.' }),
  },
  { title: 'UnitCount' },
)

const message = {
  ident: '352093081452251',
  timestamp: 1790000000.5,
  'server.timestamp': 1790000001.127,
  'position.latitude': 55.7033,
  'position.longitude': 21.1443,
  'position.speed': 48,
  'engine.ignition.status': true,
}
export const MessagesShape = Type.Array(Type.Unsafe<object>({ type: 'object' }), {
  title: 'Messages',
  example: [message],
})

export const TelemetryShape = like(
  MapOf(Type.Object({ ts: Type.Number({ description: 'Seconds with fraction.' }), value: Anything })),
  {
    'position.speed': { ts: 1790000000.5, value: 48 },
    'engine.ignition.status': { ts: 1790000000.5, value: true },
  },
)

export const ConnectionShape = Type.Object(
  {
    at: Type.Number({ example: 1790000000.25, description: 'Seconds with fraction.' }),
    event: Type.String({ example: 'closed', description: '`login`, `refused` or `closed`' }),
    connected_at: Nullable(
      Type.Number({
        example: 1789996399.5,
        description: 'When the connection began, in seconds with fraction; null for datagrams.',
      }),
    ),
    peer: Type.String({ example: '198.51.100.24:40112', description: 'Where it came from.' }),
    protocol: Type.String({ example: 'teltonika' }),
    tls: Type.Boolean({ example: false }),
    reason: Nullable(Type.String({ example: 'nothing came for 1800 s', description: 'Why it was refused or closed.' })),
  },
  { title: 'Connection' },
)

export const ChannelShape = Type.Object(
  {
    id: Type.String({ example: '1' }),
    configuration: Type.Object({
      protocol: Type.String({ example: 'teltonika' }),
      transport: Type.String({ example: 'both', description: '`tcp`, `udp`, `both` or `http`' }),
      any_port: Type.String({ example: '5000', description: 'The port that recognises any protocol.' }),
      url: Type.Optional(Type.String({ description: 'Where JSON is posted to, for devices that use HTTP.' })),
      topic: Type.Optional(Type.String({ description: 'Where JSON is published to, for devices that use MQTT.' })),
    }),
    host: Type.String({ example: 'tracking.example.com' }),
    port: Type.String({ example: '5027' }),
    ip: Type.String({ example: '192.0.2.10' }),
    shortLink: Nullable(
      Type.String({
        example: 'https://tracking.example.com/s#AKpkEd8u_3Jm0vBnQ2hLc7sXyRA',
        description: 'A public link to the set-up of this unit, for 30 days; null for models tagged `legacy`.',
      }),
    ),
  },
  { title: 'Channel' },
)

export const channelToWire = (unit: Unit, ctx: Pick<Context, 'config' | 'vault' | 'clock' | 'sites'>) => ({
  ...channelOf(unit, ctx.config),
  shortLink: setupLink(ctx, unit),
})

function channelOf(unit: Unit, config: Config) {
  const { protocol } = hardwareOf(unit.hwId)
  const web = new URL(config.publicUrl)
  const path = webPaths[protocol.name]
  const port = (protocol.name === 'mqtt' ? config.mqttPort : undefined) ?? config.gatewayPort + protocol.port
  return {
    id: String(protocol.id),
    configuration: {
      protocol: protocol.name,
      transport: protocol.transport,
      any_port: String(config.gatewayPort),
      ...(path !== undefined && {
        url: `${config.publicUrl}${path.replace('{ident}', encodeURIComponent(unit.ident))}`,
      }),
      ...(protocol.name === 'mqtt' && { topic: `${unit.ident}/messages` }),
    },
    host: web.hostname,
    port: path === undefined ? String(port) : web.port || (web.protocol === 'https:' ? '443' : '80'),
    ip: config.gatewayIp,
  }
}

/** Where devices that use no port of the gateway send. */
const webPaths: Readonly<Record<string, string>> = {
  httpjson: '/intake/{ident}',
  lorawan: '/intake/lorawan/{chirpstack|thethingsstack}',
}

export const ExtraDataBody = exact({
  extra_data: Type.Array(
    exact({
      label: visibleLine(1, 50, { example: 'Driver' }),
      value: Type.String({ example: 'M. Novak', maxLength: 200 }),
      icon: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
      showOnCard: Type.Optional(
        Type.Boolean({ description: 'Whether it is shown on the card of the unit. Default: false.' }),
      ),
    }),
    { maxItems: extraFieldsMax },
  ),
})

export const SetupQuery = exact({
  apn: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'The access point of the SIM card, to be filled in.' }),
  ),
})

/** How a model is set up. */
export const SetupWayFields = {
  way: Type.String({
    example: 'sms',
    description:
      'How the model is set up: `sms` with `texts`, `program` on a computer, `page` that the device itself shows, `service` of the maker, `commands` of the maker, `app` if the device is one, `own` program of yours, `network` server of LoRaWAN, `detected` if gateways detect it, or as its `manual` says.',
  }),
  tool: Nullable(
    Type.String({
      example: 'Teltonika Configurator',
      description: 'The maker’s name for its program, page, service or commands.',
    }),
  ),
  choose: Nullable(
    Type.String({ example: 'EGTS', description: 'The protocol to choose in a tracker that has several.' }),
  ),
}

const SetupTextShape = Type.Object({
  what: Type.String({ description: '`apn`, `server`, `apn and server` or `sending`: what it sets' }),
  sms: Type.String({
    description: 'The text, with the port of the protocol. Values that are not known stay in braces.',
  }),
  any_port_sms: Type.String({ description: 'The same with the port that recognises any protocol.' }),
})

export const SetupShape = Type.Object(
  {
    manufacturer: Type.String({ example: 'Teltonika' }),
    model: Type.String({ example: 'FMB920' }),
    protocol: Type.String({ example: 'teltonika' }),
    host: Type.String({ example: 'track.example.com' }),
    ip: Type.String({ example: '192.0.2.1' }),
    port: Type.Integer({ example: 5027 }),
    any_port: Type.Integer({ example: 5000, description: 'The port that recognises any protocol.' }),
    transport: Type.String({ example: 'both', description: '`tcp`, `udp`, `both`, `http` or `heard`.' }),
    ...SetupWayFields,
    texts: Type.Array(SetupTextShape, {
      example: [
        { what: 'apn', sms: '  setparam 2001:internet', any_port_sms: '  setparam 2001:internet' },
        {
          what: 'server',
          sms: '  setparam 2004:track.example.com;2005:5027;2006:0',
          any_port_sms: '  setparam 2004:track.example.com;2005:5000;2006:0',
        },
      ],
      description: 'SMS in the order in which they are sent; empty when none are known for the model.',
    }),
  },
  { title: 'Setup' },
)

export const LinkedSetupShape = Type.Object(
  { ...SetupShape.properties, ident: Ident, hw_id: HwId },
  { title: 'LinkedSetup' },
)

export function setupWayToWire(manufacturer: string, model: { readonly title: string; readonly protocol: string }) {
  const { way, tool = null, choose = null } = setupOf(manufacturer, model)
  return { way, tool, choose }
}

export function setupToWire(unit: Unit, config: Config, apn: string | undefined) {
  const { model, protocol } = hardwareOf(unit.hwId)
  const manufacturer = manufacturers.find(({ id }) => id === model.manufacturerId)?.title ?? ''
  const { host, ip, port } = channelOf(unit, config)
  const filled = (text: string, to: number) => filledSetup(text, { host, ip, port: to, ident: unit.ident, apn })
  return {
    manufacturer,
    model: model.title,
    protocol: protocol.name,
    host,
    ip,
    port: Number(port),
    any_port: config.gatewayPort,
    transport: protocol.transport,
    ...setupWayToWire(manufacturer, model),
    texts: setupTextsOf(manufacturer, model).map(({ what, text }) => ({
      what,
      sms: filled(text, Number(port)),
      any_port_sms: filled(text, config.gatewayPort),
    })),
  }
}
