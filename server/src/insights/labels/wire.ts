import Type, { type Static } from 'typebox'
import { Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { seconds } from '#kernel/time/clock.ts'
import type { LabelChange as Change } from './actions.ts'
import { type Label, labelsMax } from './label.ts'

const Name = visibleLine(1, 50)
const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'Such as `#0f766e`.' })
const UnitIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  maxItems: 10_000,
  description: 'The gateways, sensors and assets with this label. Replaces the list.',
})

export const NewLabel = Type.Object(
  { name: Name, colour: Type.Optional(Colour), unit_ids: Type.Optional(UnitIds) },
  { additionalProperties: false },
)
export const LabelChange = Type.Object(
  { name: Type.Optional(Name), colour: Type.Optional(Colour), unit_ids: Type.Optional(UnitIds) },
  { additionalProperties: false },
)
export const LabelsOfUnit = Type.Object(
  { label_ids: Type.Array(UuidId, { maxItems: labelsMax, description: 'The item’s labels. Replaces the list.' }) },
  { additionalProperties: false },
)

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
    name: Type.String(),
    colour: Type.String(),
    unit_ids: Type.Array(Type.Integer()),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Label' },
)

export const toWire = ({ id, name, colour, unitIds, createdAt, updatedAt }: Label) => ({
  id,
  name,
  colour,
  unit_ids: unitIds,
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
})
