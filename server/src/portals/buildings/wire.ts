import Type, { type Static } from 'typebox'
import { exact, Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import type { Building, Floor, Spot } from './building.ts'

const Name = visibleLine(1, 50, { example: 'Hall 2' })
const Address = Type.String({ example: '4 Harbour Road', maxLength: 200 })
const Level = Type.Integer({ minimum: -20, maximum: 200, description: '0 is the ground floor. Default: 0.' })
const Fraction = Type.Number({ minimum: 0, maximum: 1 })
const closed = { additionalProperties: false } as const

export const NewBuilding = exact({ name: Name, address: Type.Optional(Address) })
export const BuildingChange = Type.Partial(NewBuilding, closed)
export const NewFloor = exact({ name: Name, level: Type.Optional(Level) })
export const FloorChange = Type.Partial(NewFloor, closed)

const spotFields = {
  x: Type.Number({
    ...Fraction,
    example: 0.25,
    description: 'From the left edge of the plan (0) to the right edge (1).',
  }),
  y: Type.Number({
    ...Fraction,
    example: 0.6,
    description: 'From the top edge of the plan (0) to the bottom edge (1).',
  }),
}
export const SpotBody = exact({
  floor_id: UuidId,
  ...spotFields,
  room: Type.Optional(Type.String({ example: 'Packing', maxLength: 50 })),
})
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
    type: Type.String({ example: 'image/png', description: '`image/png`, `image/jpeg` or `image/webp`.' }),
    width: Type.Integer({ example: 1600, description: 'Pixels.' }),
    height: Type.Integer({ example: 900, description: 'Pixels.' }),
    version: Type.String({ example: '5d41402abc4b2a76b9719d911017c592', description: 'Changes with the picture.' }),
  },
  { title: 'FloorPlan' },
)
const SpotShape = Type.Object(
  {
    unit_id: Type.Integer(),
    ...spotFields,
    room: Type.String({ example: 'Packing', description: 'Empty if it has no name.' }),
  },
  { title: 'GatewaySpot' },
)
export const FloorShape = Type.Object(
  {
    id: Type.String(),
    building_id: Type.String(),
    name: Type.String({ example: 'Ground floor' }),
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
    name: Type.String({ example: 'Hall 2' }),
    address: Type.String({ example: '4 Harbour Road' }),
    floors: Type.Array(FloorShape, { description: 'From the top down.' }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Building' },
)

export const floorToWire = (floor: Floor) => ({
  ...floor,
  plan: floor.plan && { ...floor.plan, version: floor.plan.digest },
})

export const toWire = (building: Building) => ({ ...building, floors: building.floors.map(floorToWire) })
