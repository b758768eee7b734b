import { filledSetup, manufacturers, setupTextsOf } from '@waymark/devices'
import Type, { type Static } from 'typebox'
import { exact, MapOf, Nullable, oneLine, Time, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import { bodyValidator } from '#kernel/api/validation.ts'
import type { Config } from '#kernel/config/config.ts'
import { refusalCodes } from '#kernel/errors.ts'
import type { NewUnit, UnitChange } from './actions.ts'
import type { ImportResult, ImportRow } from './import.ts'
import { extraFieldsMax, hardwareOf, type Unit } from './unit.ts'

const UnitName = oneLine(1, 100)
const UnitDescription = Type.String({ maxLength: 100 })
const Ident = Type.String({ description: '1 to 64 printable characters, unique across the platform.' })
const HwId = Type.Integer({ description: 'A device of the catalogue.' })

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

const { hw_id: _, ...withoutHardware } = NewUnitBody.properties
/** As spreadsheets have it. */
const NamedUnitBody = exact({ ...withoutHardware, model: Type.String({ maxLength: 200 }) })
const validateNew = bodyValidator(NewUnitBody)
const validateNamed = bodyValidator(NamedUnitBody)

export const importRowsMax = 1000

/** A row may be anything: what is wrong with one is told in its place and stops no other. */
const AnyRow = Type.Unsafe<unknown>({
  description:
    'As the body of `POST /units`; the device as `hw_id`, or as `model`: its title, with or without the maker.',
  properties: Object.fromEntries([...Object.keys(NewUnitBody.properties), 'model'].map((name) => [name, {}])),
})

export const ImportBody = exact({
  dry_run: Type.Optional(Type.Boolean({ description: 'True: everything is judged and nothing is written.' })),
  check_digits: Type.Optional(
    Type.Boolean({
      description:
        'False: a wrong check digit of an IMEI is taken as it is, for trackers whose number never was one. True unless said.',
    }),
  ),
  rows: Type.Array(AnyRow, { minItems: 1, maxItems: importRowsMax }),
})

export function toImportRow(given: unknown): ImportRow {
  const isNamed = typeof given === 'object' && given !== null && 'model' in given
  const { shape, values } = (isNamed ? validateNamed : validateNew)(given)
  if (shape.length > 0) return { shape: [...shape, ...values] }
  if (!isNamed) return { unit: toNewUnit(given as Static<typeof NewUnitBody>), values }
  const { model, ...rest } = given as Static<typeof NamedUnitBody>
  const { hwId: _none, ...unit } = toNewUnit({ ...rest, hw_id: 0 })
  return { unit: { ...unit, model }, values }
}

const ProblemShape = Type.Object({
  code: Type.Unsafe<string>({ type: 'string', enum: refusalCodes }),
  message: Type.String(),
  field: Type.Optional(Type.String({ description: 'The one field of the row at fault.' })),
})

export const ImportedShape = Type.Object(
  {
    dry_run: Type.Boolean(),
    created: Type.Integer({ description: 'How many units there are more; in a dry run, how many there would be.' }),
    refused: Type.Integer(),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'Its place in `rows` of the request, from 0.' }),
        ok: Type.Boolean(),
        id: Type.Optional(
          Type.Integer({ description: 'Of the new unit; not in a dry run. `DELETE /units/{id}` undoes it.' }),
        ),
        errors: Type.Optional(Type.Array(ProblemShape, { description: 'As `POST /units` would answer.' })),
      }),
    ),
  },
  { title: 'ImportedUnits' },
)

export function importedToWire(results: readonly ImportResult[], isDryRun: boolean) {
  const refused = results.filter((result) => 'problems' in result).length
  return {
    dry_run: isDryRun,
    created: results.length - refused,
    refused,
    rows: results.map((result, row) =>
      'problems' in result
        ? { row, ok: false, errors: result.problems }
        : { row, ok: true, ...(result.id !== null && { id: result.id }) },
    ),
  }
}

export const UnitChangeBody = exact({
  name: Type.Optional(UnitName),
  ident: Type.Optional(Ident),
  description: Type.Optional(UnitDescription),
  hw_id: Type.Optional(HwId),
  password: Type.Optional(
    Type.String({
      maxLength: 128,
      description:
        'For device types that need one; never shown again. At least 8 characters for devices that speak JSON.',
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
    ...unit,
    cid: unit.accountId,
    device_type_id: model.deviceTypeId,
    protocol_id: protocol.id,
    channel_id: protocol.id,
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

export const ConnectionShape = Type.Object(
  {
    at: Type.Number({ description: 'Seconds with fraction.' }),
    event: Type.String({ description: '`login`, `refused` or `closed`' }),
    connected_at: Nullable(
      Type.Number({ description: 'When the connection began, in seconds with fraction; null for datagrams.' }),
    ),
    peer: Type.String({ description: 'Where it came from.' }),
    protocol: Type.String(),
    tls: Type.Boolean(),
    reason: Nullable(Type.String({ description: 'Why it was refused or closed.' })),
  },
  { title: 'Connection' },
)

export const ChannelShape = Type.Object(
  {
    id: Type.String(),
    configuration: Type.Object({
      protocol: Type.String(),
      transport: Type.String({ description: '`tcp`, `udp`, `both` or `http`' }),
      any_port: Type.String({ description: 'The port that recognises any protocol.' }),
      url: Type.Optional(Type.String({ description: 'Where JSON is posted to, for devices that speak over HTTP.' })),
      topic: Type.Optional(Type.String({ description: 'Where JSON is published to, for devices that speak MQTT.' })),
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
    shortLink: null,
  }
}

/** Where those are told to send that speak to no port of the gateway. */
const webPaths: Readonly<Record<string, string>> = {
  httpjson: '/intake/{ident}',
  lorawan: '/intake/lorawan/{chirpstack|thethingsstack}',
}

export const ExtraDataBody = exact({
  extra_data: Type.Array(
    exact({
      label: visibleLine(1, 50),
      value: Type.String({ maxLength: 200 }),
      icon: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
      showOnCard: Type.Optional(
        Type.Boolean({ description: 'Whether it is shown on the card of the unit; false unless said.' }),
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

const SetupTextShape = Type.Object({
  what: Type.String({ description: '`apn`, `server`, `apn and server` or `sending`: what it sets' }),
  sms: Type.String({ description: 'The words, with the port of the protocol. What is not known stays in braces.' }),
  any_port_sms: Type.String({ description: 'The same with the port that recognises any protocol.' }),
})

export const SetupShape = Type.Object(
  {
    manufacturer: Type.String(),
    model: Type.String(),
    protocol: Type.String(),
    host: Type.String(),
    ip: Type.String(),
    port: Type.Integer(),
    any_port: Type.Integer({ description: 'The port that recognises any protocol.' }),
    texts: Type.Array(SetupTextShape, {
      description: 'SMS in the order in which they are sent; empty when none are known for the model.',
    }),
  },
  { title: 'Setup' },
)

export function setupToWire(unit: Unit, config: Config, apn: string | undefined) {
  const { model, protocol } = hardwareOf(unit.hwId)
  const manufacturer = manufacturers.find(({ id }) => id === model.manufacturerId)?.title ?? ''
  const { host, ip, port } = channelToWire(unit, config)
  const filled = (text: string, to: number) => filledSetup(text, { host, ip, port: to, ident: unit.ident, apn })
  return {
    manufacturer,
    model: model.title,
    protocol: protocol.name,
    host,
    ip,
    port: Number(port),
    any_port: config.gatewayPort,
    texts: setupTextsOf(manufacturer, model).map(({ what, text }) => ({
      what,
      sms: filled(text, Number(port)),
      any_port_sms: filled(text, config.gatewayPort),
    })),
  }
}
