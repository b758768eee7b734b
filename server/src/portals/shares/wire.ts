import Type from 'typebox'
import { AddressShape } from '#insights/addresses/wire.ts'
import { exact, Nullable, Time, TimeInput, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import type { Config } from '#kernel/config/config.ts'
import { ConnectionShape, SetupShape, setupToWire, TelemetryShape } from '#tracking/units/wire.ts'
import type { LinkedShare, SharedNow, TrailPoint } from './actions.ts'
import { daysMax, type Sighting, stateOf, trailSeconds, type UnitState, unitLinkDays, unitsMax } from './share.ts'
import type { readToolbox } from './unit-links.ts'

const Title = Nullable(visibleLine(1, 100, { example: 'Delivery on Friday' }))
const Until = Type.Unsafe<number>({ ...TimeInput, description: `Unix seconds; at most ${daysMax} days ahead.` })

export const NewShare = exact({
  units: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    example: [731820465518],
    minItems: 1,
    maxItems: unitsMax,
    description: 'Ids of units.',
  }),
  title: Type.Optional(Title),
  until: Until,
  show_trail: Type.Optional(
    Type.Boolean({
      description: `Also show the track of the last ${trailSeconds / 3600} hours, since the link was created. Default: false.`,
    }),
  ),
})
export const ShareChange = exact({ title: Type.Optional(Title), until: Type.Optional(Until) })

export const ShareShape = Type.Object(
  {
    id: Type.String(),
    link: Type.String({
      example: 'https://tracking.example.com/share#Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc9k',
      description: 'The link to send. The part after `#` is secret.',
    }),
    title: Nullable(Type.String({ example: 'Delivery on Friday' })),
    units: Type.Array(Type.Integer(), { example: [731820465518] }),
    until: Time,
    show_trail: Type.Boolean(),
    ended: Type.Boolean({ example: false, description: 'True once it has expired.' }),
    opened: Type.Integer({ example: 4, description: 'How often it was opened.' }),
    last_opened: TimeOrNull,
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Share' },
)

export const toWire = (share: LinkedShare, now: Date) => ({
  ...share,
  units: share.unitIds,
  ended: share.until <= now,
  last_opened: share.lastOpenedAt,
})

const SharedUnitShape = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the unit within this link.' }),
    name: Type.String({ example: 'Van 7' }),
    state: Type.String({ example: 'moving', description: '`moving`, `idling`, `parked`, `silent` or `never`' }),
    position: Nullable(
      Type.Object(
        {
          latitude: Type.Number(),
          longitude: Type.Number(),
          speed: Type.Optional(Type.Number({ example: 48, description: 'km/h.' })),
          direction: Type.Optional(Type.Number({ example: 62, description: 'Degrees from north.' })),
        },
        { title: 'SharedPosition' },
      ),
    ),
    address: Nullable(AddressShape),
    timestamp: Nullable(
      Type.Number({
        example: 1790000000.5,
        description: 'Time of the position, in unix seconds by the tracker’s clock.',
      }),
    ),
    trail: Type.Array(Type.Array(Type.Number()), {
      example: [
        [1789999990, 50.0748, 14.4361],
        [1790000000.5, 50.0755, 14.4378],
      ],
      description: 'Time, latitude, longitude; empty unless the link includes it.',
    }),
  },
  { title: 'SharedUnit' },
)

export const SharedShape = Type.Object(
  {
    title: Nullable(Type.String({ example: 'Delivery on Friday' })),
    until: Time,
    show_trail: Type.Boolean(),
    cursor: Type.String({
      example: '1:1790000000.5:0',
      description: 'Send it as `Last-Event-ID` to receive only newer events.',
    }),
    units: Type.Array(SharedUnitShape),
  },
  { title: 'Shared' },
)

/** Only what a viewer needs: no id, no ident, no messages. */
export const sightingToWire = (
  { place, name, position, address, timestamp }: Sighting,
  state: UnitState,
  trail: readonly TrailPoint[],
) => ({ id: place, name, state, position, address, timestamp, trail })

export const sharedToWire = (
  { share, sightings }: SharedNow,
  now: Date,
  trails: readonly (readonly TrailPoint[])[],
  cursor: string,
) => ({
  ...share,
  cursor,
  units: sightings.map((one, index) =>
    sightingToWire(one, stateOf(one, now.getTime() / 1000), trails[index] as readonly TrailPoint[]),
  ),
})

export const UnitLinkBody = exact({
  until: Type.Optional(
    Type.Unsafe<number>({
      ...TimeInput,
      description: `Unix seconds; at most ${daysMax} days ahead. Default: in ${unitLinkDays.locator} days for a locator, ${unitLinkDays.toolbox} for a toolbox.`,
    }),
  ),
})

export const UnitLinkShape = Type.Object(
  {
    kind: Type.String({ example: 'locator', description: '`locator` or `toolbox`' }),
    token: Type.String({
      example: 'Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc9k',
      description: 'As in `tokens` of the unit.',
    }),
    link: Type.String({
      example: 'https://tracking.example.com/l#Zr2mQ0vX7nB4sLwT5uYb6aHdPfG3eKiNqVxYzAoJc9k',
      description: 'The link to send. The part after `#` is secret.',
    }),
    until: Time,
    created_at: Time,
    by_dealer: Type.Boolean({ description: 'Whether the dealer made it, and not the client.' }),
  },
  { title: 'UnitLink' },
)

export const ToolboxShape = Type.Object(
  {
    name: Type.String({ example: 'Van 7' }),
    ident: Type.String({ example: '352093081452251' }),
    last_active: TimeOrNull,
    until: Time,
    setup: Nullable(SetupShape),
    connections: Nullable(Type.Array(ConnectionShape)),
    telemetry: TelemetryShape,
  },
  { title: 'Toolbox', description: 'Without set-up and connection log for models tagged `legacy`.' },
)

export const toolboxToWire = (
  { unit, connections, ...rest }: Awaited<ReturnType<typeof readToolbox>>,
  config: Config,
  apn: string | undefined,
) => ({ ...unit, ...rest, connections, setup: connections && setupToWire(unit, config, apn) })
