import Type, { type Static } from 'typebox'
import { Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { Building, Floor, GatewaySpot, Spot } from './building.ts'

const Name = visibleLine(1, 50)
const Address = Type.String({ maxLength: 200 })
const Level = Type.Integer({ minimum: -20, maximum: 200, description: '0 is the ground floor; 0 unless said.' })
const Fraction = Type.Number({ minimum: 0, maximum: 1 })
const closed = { additionalProperties: false } as const

export const NewBuilding = Type.Object({ name: Name, address: Type.Optional(Address) }, closed)
export const BuildingChange = Type.Partial(NewBuilding, closed)
export const NewFloor = Type.Object({ name: Name, level: Type.Optional(Level) }, closed)
export const FloorChange = Type.Partial(NewFloor, closed)

const spotFields = {
  x: Type.Number({ ...Fraction, description: 'From the left edge of the plan (0) to the right one (1).' }),
  y: Type.Number({ ...Fraction, description: 'From the upper edge of the plan (0) to the lower one (1).' }),
}
export const SpotBody = Type.Object(
  { floor_id: UuidId, ...spotFields, room: Type.Optional(Type.String({ maxLength: 50 })) },
  closed,
)
export const toSpot = ({
  floor_id: floorId,
  x,
  y,
  room = '',
}: Static<typeof SpotBody>): Spot & { floorId: string } => ({
  ...{ floorId, x, y },
  room: room.trim(),
})

const PlanShape = Type.Object(
  {
    type: Type.String({ description: '`image/png`, `image/jpeg` or `image/webp`.' }),
    width: Type.Integer({ description: 'Pixels.' }),
    height: Type.Integer({ description: 'Pixels.' }),
    version: Type.String({ description: 'Changes with the picture.' }),
  },
  { title: 'FloorPlan' },
)
const SpotShape = Type.Object(
  { unit_id: Type.Integer(), ...spotFields, room: Type.String({ description: 'Empty if it has no name.' }) },
  { title: 'GatewaySpot' },
)
export const FloorShape = Type.Object(
  {
    id: Type.String(),
    building_id: Type.String(),
    name: Type.String(),
    level: Type.Integer({ description: '0 is the ground floor.' }),
    plan: Nullable(PlanShape),
    gateways: Type.Array(SpotShape, { description: 'Gateways on this floor and their positions.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Floor' },
)
export const BuildingShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    address: Type.String(),
    floors: Type.Array(FloorShape, { description: 'From the top down.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Building' },
)

const spotToWire = ({ unitId, x, y, room }: GatewaySpot) => ({ unit_id: unitId, x, y, room })

export const floorToWire = ({ id, buildingId, name, level, plan, gateways, createdAt, updatedAt }: Floor) => ({
  id,
  building_id: buildingId,
  name,
  level,
  plan: plan && { type: plan.type, width: plan.width, height: plan.height, version: plan.digest },
  gateways: gateways.map(spotToWire),
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
})

export const toWire = ({ id, name, address, floors, createdAt, updatedAt }: Building) => ({
  id,
  name,
  address,
  floors: floors.map(floorToWire),
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
})
