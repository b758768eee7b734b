import Type from 'typebox'
import { Nullable, Time } from '#kernel/api/fields.ts'
import type { RoadTrips, Speeding } from './roads.ts'

export const SpeedingShape = Type.Object(
  {
    unit_id: Type.Integer(),
    from: Time,
    to: Time,
    stretches: Type.Array(
      Type.Object(
        {
          trip_id: Type.String(),
          from: Type.Number({ example: 1790000040, description: 'Unix seconds by the tracker’s clock.' }),
          to: Type.Number({ example: 1790000070, description: 'Unix seconds by the tracker’s clock.' }),
          at: Type.Number({ example: 1790000050, description: 'The worst moment. The fields below describe it.' }),
          latitude: Type.Number(),
          longitude: Type.Number(),
          speed: Type.Number({ example: 61, description: 'km/h.' }),
          limit: Type.Number({ example: 50, description: 'Of the road, in km/h.' }),
          posted: Type.Boolean({
            example: true,
            description: 'False: the map has no limit for this road; `limit` is what is usual on such a road.',
          }),
          street: Nullable(Type.String({ example: 'Harbour Street' })),
        },
        { title: 'SpeedingStretch' },
      ),
      { description: 'In chronological order.' },
    ),
  },
  { title: 'Speeding' },
)

export const speedingToWire = ({ unitId, from, to, stretches }: Speeding) => ({
  unit_id: unitId,
  ...{ from, to },
  stretches: stretches.map(({ tripId, from, to, worst }) => ({
    trip_id: tripId,
    ...{ from, to },
    at: worst.t,
    latitude: worst.lat,
    longitude: worst.lon,
    speed: Math.round(worst.speed * 10) / 10,
    limit: worst.limit,
    posted: worst.isPosted,
    street: worst.road?.name ?? null,
  })),
})

export const RoadTripsShape = Type.Object(
  {
    unit_id: Type.Integer(),
    from: Time,
    to: Time,
    trips: Type.Array(
      Type.Object(
        {
          trip_id: Type.String(),
          pieces: Type.Array(
            Type.Object(
              {
                on_roads: Type.Boolean({
                  example: true,
                  description: 'False: no road fits, so these are the positions as they were sent.',
                }),
                line: Type.Array(Type.Array(Type.Number()), {
                  example: [
                    [50.0755, 14.4378],
                    [50.0801, 14.4502],
                  ],
                  description: 'Latitude, longitude.',
                }),
              },
              { title: 'RoadPiece' },
            ),
          ),
        },
        { title: 'RoadTrip' },
      ),
      { description: 'In chronological order. Empty without a map with streets.' },
    ),
  },
  { title: 'RoadTrips' },
)

export const roadTripsToWire = ({ unitId, from, to, trips }: RoadTrips) => ({
  unit_id: unitId,
  ...{ from, to },
  trips: trips.map(({ tripId, pieces }) => ({
    trip_id: tripId,
    pieces: pieces.map(({ isOnRoads, line }) => ({
      on_roads: isOnRoads,
      line: line.map(({ lat, lon }) => [lat, lon]),
    })),
  })),
})
