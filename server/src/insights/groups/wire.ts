import Type from 'typebox'
import { exact, Time, visibleLine } from '#kernel/api/fields.ts'

const Name = visibleLine(1, 100, { example: 'Vans of the north' })
const UnitIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
  description: 'The units in the group. Replaces the list.',
})

export const NewGroup = exact({ name: Name, unit_ids: Type.Optional(UnitIds) })
export const GroupChange = exact({ name: Type.Optional(Name), unit_ids: Type.Optional(UnitIds) })

export const GroupShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Vans' }),
    unit_ids: Type.Array(Type.Integer()),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Group' },
)
