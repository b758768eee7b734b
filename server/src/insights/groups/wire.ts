import Type from 'typebox'
import { exact, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'

const Name = visibleLine(1, 100, { example: 'Vans of the north' })
const UnitId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const UnitIds = Type.Array(UnitId, {
  maxItems: 10_000,
  description: 'The units in the group. Replaces the list.',
})

/** The units that something applies to, as `scope.ts` understands them. */
export const scopeInput = {
  for_all: Type.Optional(
    Type.Boolean({
      description: 'Applies to all units, including future ones. Default unless units or groups are named.',
    }),
  ),
  unit_ids: Type.Optional(
    Type.Array(UnitId, { maxItems: 10_000, description: 'Only these units and those in `group_ids`.' }),
  ),
  group_ids: Type.Optional(
    Type.Array(UuidId, {
      example: [],
      maxItems: 200,
      description: 'Only units in these groups and those in `unit_ids`.',
    }),
  ),
}

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
