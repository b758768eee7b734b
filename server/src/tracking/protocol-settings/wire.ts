import { type ProtocolName, protocolByName, settingsOf, speedUnits } from '@waymark/devices'
import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, TimeOrNull } from '#kernel/api/fields.ts'
import type { DecodingAgain } from '../messages/actions.ts'
import type { SetValues } from '../units/settings/protocol-settings.ts'
import type { ModelProtocolSettings, UnitProtocolSettings } from './actions.ts'
import type { Suggestion } from './suggestions.ts'

/** Few protocols have these, so a common example has none of them. */
const text = (such: string, description: string) =>
  Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 1000, description: `${description} Such as \`${such}\`.` })),
  )
const flag = (description: string) => Type.Optional(Nullable(Type.Boolean({ description })))

const values = {
  utc_offset_minutes: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: -840,
        maximum: 840,
        multipleOf: 15,
        example: 480,
        description:
          'How many minutes the tracker’s clock is ahead of UTC, if it runs in local time. 0: its clock is in UTC.',
      }),
    ),
  ),
  speed_unit: Type.Optional(Nullable(EnumOf(speedUnits, 'The unit in which the tracker sends its speed.'))),
  checksum: Type.Optional(
    Nullable(EnumOf(['ignore'], 'For clones that compute the checksum wrongly: accepts their frames.')),
  ),
  acknowledge: flag('Queclink: false for firmware that does not expect an answer to each report.'),
  confirm_events: flag('Meitrack: answer every event, for firmware that repeats it otherwise.'),
  compressed: flag('Galileosky: packets are compressed.'),
  extended: flag('Teltonika: codec 8 with a group of 16-byte elements.'),
  form: text('%CI%BV%MV', 'ATrack and Xirgo: the list of fields of a report, as set in the tracker.'),
  format: text('#EDT#,#EID#,#PDT#,#LAT#,#LONG#', 'StarLink: the template of a report, as set in the tracker.'),
  format0: text('TSPRYAB27GHKLM*U!', 'GlobalSat: the format of a position report.'),
  format1: text('SARY*U!', 'GlobalSat: the format of a heartbeat.'),
  server: text('track.example.com,5174', 'Wristband: host and port that are sent to the tracker.'),
  startup: text('120,60,30,8,1', 'E-seal: the values that are sent to the tracker when it starts.'),
}

const clone = { utc_offset_minutes: 480, checksum: 'ignore' }

export const SettingsBody = like(exact(values), clone)

/** Only those that were given: null is a value. */
export const toValues = (body: Static<typeof SettingsBody>): SetValues =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))

const SettingsShape = Type.Object(values, { title: 'ProtocolSettings', example: clone })

const Known = Type.Object(
  {
    name: EnumOf(Object.keys(values)),
    kind: EnumOf(['choice', 'number', 'flag', 'text']),
    choices: Type.Optional(Type.Array(Type.String({ example: 'ignore' }))),
    example: Type.Optional(Type.String({ example: '120,60,30,8,1' })),
  },
  { title: 'KnownProtocolSetting' },
)

const common = {
  protocol: Type.String({ example: 'gt06' }),
  protocol_title: Type.String({ example: 'GT06' }),
  known: Type.Array(Known, { description: 'The settings that this protocol knows.' }),
}

export const UnitSettingsShape = Type.Object(
  { ...common, own: SettingsShape, model: SettingsShape, effective: SettingsShape },
  { title: 'UnitProtocolSettings' },
)

export const ModelSettingsShape = Type.Object(
  { ...common, own: SettingsShape, units: Type.Integer({ example: 12, description: 'Your units of this model.' }) },
  { title: 'ModelProtocolSettings' },
)

const commonOf = (protocol: string) => ({
  protocol,
  protocol_title: protocolByName(protocol as ProtocolName).title,
  known: settingsOf(protocol).map(({ name, kind, ...rest }) => ({
    name,
    kind,
    ...('choices' in rest && { choices: [...rest.choices] }),
    ...('example' in rest && { example: rest.example }),
  })),
})

type Shown = Static<typeof SettingsShape>

export const unitSettingsToWire = ({ protocol, own, model, effective }: UnitProtocolSettings) => ({
  ...commonOf(protocol),
  own: own as Shown,
  model: model as Shown,
  effective: effective as Shown,
})

export const modelSettingsToWire = ({ protocol, own, units }: ModelProtocolSettings) => ({
  ...commonOf(protocol),
  own: own as Shown,
  units,
})

const Given = Type.Union([Type.String(), Type.Number(), Type.Boolean()], { example: 480 })
const Scalar = Nullable(Given)

export const SuggestionsShape = Type.Array(
  Type.Object(
    {
      name: EnumOf(Object.keys(values)),
      value: Given,
      settings: SettingsShape,
      off_by: Nullable(
        Type.Number({ example: -28_800, description: 'Seconds by which times are behind; negative: ahead.' }),
      ),
      example: Nullable(
        Type.Object({
          received_at: Type.Number({ example: 1790000000.25 }),
          frame: Type.String({ example: '78780d01086471700328358100093f040d0a', description: 'In hexadecimal.' }),
          changes: Type.Array(
            Type.Object({ field: Type.String({ example: 'timestamp' }), before: Scalar, after: Scalar }),
          ),
        }),
      ),
    },
    { title: 'ProtocolSuggestion' },
  ),
)

const plain = (value: unknown): string | number | boolean | null =>
  value === null || typeof value !== 'object' ? (value as string | number | boolean | null) : JSON.stringify(value)

export const suggestionsToWire = (suggestions: readonly Suggestion[]) =>
  suggestions.map(({ name, value, settings, offBy, example }) => ({
    name,
    value,
    settings: settings as Shown,
    off_by: offBy ?? null,
    example: example
      ? {
          received_at: example.receivedAt,
          frame: Buffer.from(example.bytes).toString('hex'),
          changes: example.changes.map(({ field, before, after }) => ({
            field,
            before: plain(before),
            after: plain(after),
          })),
        }
      : null,
  }))

export const DecodingShape = Type.Object(
  {
    state: EnumOf(['none', 'waiting', 'running', 'done', 'failed']),
    asked_at: TimeOrNull,
    finished_at: TimeOrNull,
    done_until: like(TimeOrNull, 1790000000),
    frames: Type.Integer({ example: 1200, description: 'Frames that were decoded again.' }),
    unreadable: Type.Integer({ example: 0, description: 'Frames that cannot be read; their messages stay.' }),
    changed: Type.Integer({ example: 1180 }),
    added: Type.Integer({ example: 0 }),
    removed: Type.Integer({ example: 0 }),
  },
  { title: 'DecodingAgain' },
)

const whole = (date: Date | null | undefined) => (date ? Math.floor(date.getTime() / 1000) : null)

export const decodingToWire = (row: DecodingAgain | undefined) => ({
  state: row?.state ?? ('none' as const),
  asked_at: whole(row?.askedAt),
  finished_at: whole(row?.finishedAt),
  done_until: row && row.doneUntil > 0 ? Math.floor(row.doneUntil) : null,
  frames: row?.frames ?? 0,
  unreadable: row?.unreadable ?? 0,
  changed: row?.changed ?? 0,
  added: row?.added ?? 0,
  removed: row?.removed ?? 0,
})
