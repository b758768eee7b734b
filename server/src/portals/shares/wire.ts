import Type from 'typebox'
import { exact, Nullable, Time, TimeInput, TimeOrNull, visibleLine } from '#kernel/api/fields.ts'
import type { LinkedShare, SharedNow, TrailPoint } from './actions.ts'
import { daysMax, type Sighting, stateOf, trailSeconds, type UnitState, unitsMax } from './share.ts'

const Title = Nullable(visibleLine(1, 100))
const Until = Type.Unsafe<number>({ ...TimeInput, description: `Unix seconds; at most ${daysMax} days ahead.` })

export const NewShare = exact({
  units: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
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
    link: Type.String({ description: 'The link to send. The part after `#` is secret.' }),
    title: Nullable(Type.String()),
    units: Type.Array(Type.Integer()),
    until: Time,
    show_trail: Type.Boolean(),
    ended: Type.Boolean({ description: 'True once it has expired.' }),
    opened: Type.Integer({ description: 'How often it was opened.' }),
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
    name: Type.String(),
    state: Type.String({ description: '`moving`, `idling`, `parked`, `silent` or `never`' }),
    position: Nullable(
      Type.Object(
        {
          latitude: Type.Number(),
          longitude: Type.Number(),
          speed: Type.Optional(Type.Number({ description: 'km/h.' })),
          direction: Type.Optional(Type.Number({ description: 'Degrees from north.' })),
        },
        { title: 'SharedPosition' },
      ),
    ),
    timestamp: Nullable(Type.Number({ description: 'Time of the position, in unix seconds by the tracker’s clock.' })),
    trail: Type.Array(Type.Array(Type.Number()), {
      description: 'Time, latitude, longitude; empty unless the link includes it.',
    }),
  },
  { title: 'SharedUnit' },
)

export const SharedShape = Type.Object(
  {
    title: Nullable(Type.String()),
    until: Time,
    show_trail: Type.Boolean(),
    cursor: Type.String({ description: 'Send it as `Last-Event-ID` to receive only newer events.' }),
    units: Type.Array(SharedUnitShape),
  },
  { title: 'Shared' },
)

/** Only what a viewer needs: no id, no ident, no messages. */
export const sightingToWire = (
  { place, name, position, timestamp }: Sighting,
  state: UnitState,
  trail: readonly TrailPoint[],
) => ({ id: place, name, state, position, timestamp, trail })

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
