import Type, { type Static } from 'typebox'
import { AddressShape } from '#insights/addresses/wire.ts'
import { exact, Nullable, Time, TimeInput, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import type { Config } from '#kernel/config/config.ts'
import { ConnectionShape, SetupShape, setupToWire, TelemetryShape } from '#tracking/units/wire.ts'
import type { LinkedShare, Provider, TrailPoint } from './actions.ts'
import type { Arrival } from './journey.ts'
import {
  type Destination,
  daysMax,
  radiusDefault,
  type Share,
  type SharedNow,
  type SharedPosition,
  type Sighting,
  stateOf,
  trailSeconds,
  type UnitState,
  unitLinkDays,
  unitsMax,
} from './share.ts'
import type { readToolbox } from './unit-links.ts'

const Title = Nullable(visibleLine(1, 100, { example: 'Delivery on Friday' }))
const Until = Type.Unsafe<number>({ ...TimeInput, description: `Unix seconds; at most ${daysMax} days ahead.` })

const destination = {
  name: visibleLine(1, 100, { example: 'Harbour Street 12' }),
  latitude: Type.Number({ minimum: -85, maximum: 85 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
}
const DestinationInput = exact(
  {
    ...destination,
    radius: Type.Optional(
      Type.Number({
        example: 100,
        minimum: 20,
        maximum: 5_000,
        description: `In metres: a unit that is this close has arrived. Default: ${radiusDefault}.`,
      }),
    ),
  },
  { description: 'Where the units are going. Viewers see it with the remaining distance and time.' },
)
const DestinationShape = Type.Object(
  { ...destination, radius: Type.Number({ example: 100, description: 'Metres.' }) },
  { title: 'ShareDestination' },
)

export const destinationOf = (input: Static<typeof DestinationInput> | null | undefined): Destination | null =>
  input ? { name: input.name, lat: input.latitude, lon: input.longitude, radius: input.radius ?? radiusDefault } : null

const destinationToWire = (one: Destination | null) =>
  one && { name: one.name, latitude: one.lat, longitude: one.lon, radius: one.radius }

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
  show_speed: Type.Optional(Type.Boolean({ description: 'Also show how fast units are. Default: false.' })),
  destination: Type.Optional(Nullable(DestinationInput)),
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
    show_speed: Type.Boolean({ example: false }),
    destination: Nullable(DestinationShape),
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
  destination: destinationToWire(share.destination),
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
          speed: Type.Optional(Type.Number({ example: 48, description: 'km/h, if the link includes it.' })),
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
    arrival: Nullable(
      Type.Object(
        {
          arrived: Type.Boolean({ example: false }),
          distance: Type.Number({ example: 8200, description: 'Remaining metres, by road.' }),
          seconds: Type.Number({ example: 640, description: 'Remaining seconds.' }),
          about: Type.Boolean({
            example: false,
            description: 'True: no route by road was found, so both are estimated from the straight line.',
          }),
        },
        { title: 'SharedArrival', description: 'Null without a destination or a position.' },
      ),
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
    show_speed: Type.Boolean({ example: false }),
    destination: Nullable(DestinationShape),
    provider: Type.Object(
      {
        name: Type.String({ example: 'Example Tracking' }),
        logo: Nullable(Type.String({ example: null, description: 'A data URL of a PNG or SVG picture.' })),
        colour: Nullable(Type.String({ example: '#1f6f54' })),
      },
      { title: 'SharedProvider', description: 'Whose service it is.' },
    ),
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
  { showSpeed }: Pick<Share, 'showSpeed'>,
  arrival: Arrival | undefined,
) => ({
  ...{ id: place, name, state, address, timestamp, trail },
  position: position && !showSpeed ? withoutSpeed(position) : position,
  arrival: arrival ? arrivalToWire(arrival) : null,
})

const withoutSpeed = ({ speed: _, ...position }: SharedPosition): SharedPosition => position

/** Rounded to ten metres and ten seconds: it is not more precise. */
const arrivalToWire = ({ isThere, metres, seconds, isAbout }: Arrival) => ({
  arrived: isThere,
  distance: Math.round(metres / 10) * 10,
  seconds: Math.round(seconds / 10) * 10,
  about: isAbout,
})

export const sharedToWire = (
  { share, sightings }: SharedNow,
  now: Date,
  trails: readonly (readonly TrailPoint[])[],
  cursor: string,
  arrivals: ReadonlyMap<number, Arrival>,
  provider: Provider,
) => ({
  ...share,
  destination: destinationToWire(share.destination),
  provider,
  cursor,
  units: sightings.map((one, index) => {
    const state = stateOf(one, now.getTime() / 1000)
    return sightingToWire(one, state, trails[index] as readonly TrailPoint[], share, arrivals.get(one.place))
  }),
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
    by_dealer: Type.Boolean({ description: 'Whether the dealer created it, not the client.' }),
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
