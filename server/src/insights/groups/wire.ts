import Type from 'typebox'
import { Time, visibleLine } from '#kernel/api/fields.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { Group } from './group.ts'

const Name = visibleLine(1, 100)
const UnitIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
  description: 'The units in the group. Replaces the list.',
})

export const NewGroup = Type.Object({ name: Name, unit_ids: Type.Optional(UnitIds) }, { additionalProperties: false })
export const GroupChange = Type.Object(
  { name: Type.Optional(Name), unit_ids: Type.Optional(UnitIds) },
  { additionalProperties: false },
)

export const GroupShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    unit_ids: Type.Array(Type.Integer()),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Group' },
)

export const toWire = ({ id, name, unitIds, createdAt, updatedAt }: Group) => ({
  id,
  name,
  unit_ids: unitIds,
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
})
