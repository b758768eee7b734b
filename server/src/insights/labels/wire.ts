import Type, { type Static } from 'typebox'
import { exact, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import type { LabelChange as Change } from './actions.ts'
import { labelsMax } from './label.ts'

const Name = visibleLine(1, 50, { example: 'Vans of the north' })
const Colour = Type.String({ example: '#2563eb', pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as `#0f766e`.' })
const UnitIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
  description: 'The gateways, sensors and assets with this label. Replaces the list.',
})

export const NewLabel = exact({ name: Name, colour: Type.Optional(Colour), unit_ids: Type.Optional(UnitIds) })
export const LabelChange = exact({
  name: Type.Optional(Name),
  colour: Type.Optional(Colour),
  unit_ids: Type.Optional(UnitIds),
})
export const LabelsOfUnit = exact({
  label_ids: Type.Array(UuidId, { maxItems: labelsMax, description: 'The item’s labels. Replaces the list.' }),
})

export const toChange = <B extends Static<typeof LabelChange>>({
  unit_ids,
  colour,
  name,
}: B): Change & { name: B['name'] } => ({
  name,
  colour: colour?.toLowerCase(),
  unitIds: unit_ids,
})

export const LabelShape = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ example: 'Rented' }),
    colour: Type.String({ example: '#2563eb' }),
    unit_ids: Type.Array(Type.Integer()),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Label' },
)
