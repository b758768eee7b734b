import Type, { type Static } from 'typebox'
import { EnumOf, exact, like, Nullable, Time, visibleLine } from '#kernel/api/fields.ts'
import { UuidId } from '#kernel/api/route.ts'
import { choicesMax, type FieldFacts, type FieldValue, fieldOwners, fieldTypes } from './own-field.ts'

const example = '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30'
const Value = Type.Unsafe<FieldValue>({
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
  example: 'Berlin',
  description: 'A text, number, day such as 2027-03-31, choice, or true or false, by the type of the field.',
})

export const GivenValues = Type.Optional(
  Type.Array(exact({ field_id: like(UuidId, example), value: Nullable(Value) }), {
    maxItems: 50,
    example: [],
    description: 'Values of own fields. Fields that are not named stay as they are; null removes a value.',
  }),
)

export const toGiven = (fields: Static<typeof GivenValues> | undefined) =>
  fields && { fields: fields.map(({ field_id, value }) => ({ fieldId: field_id, value })) }

export const ValuesShape = Type.Array(Type.Object({ field_id: Type.String({ example }), value: Value }), {
  description: 'Values of own fields.',
})

const Kind = like(EnumOf(fieldTypes), 'choice')
const Name = visibleLine(1, 50, { example: 'Depot' })
const Choices = Type.Optional(
  Type.Array(visibleLine(1, 50, { example: 'North' }), {
    maxItems: choicesMax,
    example: ['North', 'South'],
    description: 'For the type `choice`.',
  }),
)
export const NewField = exact({ name: Name, type: Kind, choices: Choices })
export const FieldChange = exact({ name: Type.Optional(like(Name, 'Home depot')), choices: Choices })

export const toFieldFacts = ({ name, type, choices }: Static<typeof NewField>): FieldFacts => ({
  ...{ name: name.trim(), type, choices: (choices ?? []).map((one) => one.trim()) },
})
export const toFieldChange = ({ name, choices }: Static<typeof FieldChange>) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(choices !== undefined && { choices: choices.map((one) => one.trim()) }),
})

export const FieldShape = Type.Object(
  {
    id: Type.String({ example }),
    owner: EnumOf(fieldOwners, 'Who defines it: the provider for all of its clients, or the client for itself.'),
    name: Type.String({ example: 'Depot' }),
    type: Kind,
    choices: Type.Array(Type.String(), { example: ['North', 'South'] }),
    values: Type.Integer({
      example: 12,
      description: 'How many vehicles have a value. Deleting the field deletes them.',
    }),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'OwnField' },
)
