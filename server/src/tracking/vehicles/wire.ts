import Type, { type Static } from 'typebox'
import { EnumOf, exact, Nullable, oneLine, Time, visibleLine } from '#kernel/api/fields.ts'
import type { VehicleChange as Change, DocumentFacts } from './actions.ts'
import { fileTypes } from './document-file.ts'
import { GivenValues, toGiven, ValuesShape } from './field-wire.ts'
import { changedMax, fuels, icons, type Vehicle, type VehicleDocument } from './vehicle.ts'

const orNone = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

/** What several vehicles may have in common. */
const common = {
  make: orNone(visibleLine(1, 50, { example: 'Ford' })),
  model: orNone(visibleLine(1, 50, { example: 'Transit' })),
  year: orNone(Type.Integer({ minimum: 1900, maximum: 2100, example: 2023 })),
  fuel: orNone(EnumOf(fuels)),
  icon: orNone(EnumOf(icons)),
  fields: GivenValues,
}

export const VehicleChange = exact({
  plate: orNone(visibleLine(1, 20, { example: 'B WM 1207' })),
  vin: orNone(visibleLine(1, 30, { example: 'WF0XXXTTGXEW12345', description: 'Vehicle identification number.' })),
  ...common,
})
export const VehiclesChange = exact({
  unit_ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: changedMax,
  }),
  ...common,
})

export const PhotoShape = Type.Object(
  {
    type: Type.String({ example: 'image/jpeg' }),
    width: Type.Integer({ example: 1200 }),
    height: Type.Integer({ example: 900 }),
    version: Type.String({ example: '6d0f3c5a', description: 'Changes with the picture.' }),
  },
  { title: 'UnitPhoto' },
)

export const VehicleShape = Type.Object(
  {
    unit_id: Type.Integer(),
    plate: Nullable(Type.String({ example: 'B WM 1207' })),
    vin: Nullable(Type.String({ example: 'WF0XXXTTGXEW12345' })),
    make: Nullable(Type.String({ example: 'Ford' })),
    model: Nullable(Type.String({ example: 'Transit' })),
    year: Nullable(Type.Integer({ example: 2023 })),
    fuel: Nullable(EnumOf(fuels)),
    icon: Nullable(EnumOf(icons)),
    photo: Nullable(PhotoShape),
    next_expiry: Nullable(
      Type.String({ example: '2027-03-31', description: 'The first day on which one of its documents expires.' }),
    ),
    fields: ValuesShape,
  },
  { title: 'Vehicle' },
)

export const toChange = <B extends Static<typeof VehicleChange>>({ fields, ...facts }: B): Change => ({
  ...facts,
  ...toGiven(fields),
})

export const toWire = ({ photo, nextExpiry, fields, ...facts }: Vehicle) => ({
  ...facts,
  fields: valuesToWire(fields),
  photo: photo && { type: photo.type, width: photo.width, height: photo.height, version: photo.digest },
  next_expiry: nextExpiry,
})

export const DealerVehicleShape = Type.Object(
  {
    unit_id: Type.Integer(),
    plate: VehicleShape.properties.plate,
    make: VehicleShape.properties.make,
    model: VehicleShape.properties.model,
    fields: ValuesShape,
  },
  { title: 'UnitVehicle' },
)

export const valuesToWire = (fields: Vehicle['fields']) =>
  fields.map(({ fieldId, value }) => ({ field_id: fieldId, value }))

const Name = visibleLine(1, 100, { example: 'Insurance' })
const details = {
  number: orNone(oneLine(1, 100, { example: 'P-4471-88' })),
  expires_on: orNone(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      example: '2027-03-31',
      description: 'The last day on which it is valid.',
    }),
  ),
  note: orNone(Type.String({ maxLength: 2000, example: 'Renew by phone' })),
}
export const NewDocument = exact({ name: Name, ...details })
export const DocumentChange = exact({ name: Type.Optional(Name), ...details })

export const toFacts = <B extends Static<typeof DocumentChange>>(body: B) =>
  ({
    ...(body.name !== undefined && { name: body.name }),
    ...(body.number !== undefined && { number: body.number }),
    ...(body.expires_on !== undefined && { expiresOn: body.expires_on }),
    ...(body.note !== undefined && { note: body.note }),
  }) as Partial<DocumentFacts> & { name: B['name'] }

const FileShape = Type.Object(
  {
    type: EnumOf(fileTypes),
    bytes: Type.Integer({ example: 81_234 }),
    version: Type.String({ example: '6d0f3c5a', description: 'Changes with the file.' }),
  },
  { title: 'DocumentFile' },
)

export const DocumentShape = Type.Object(
  {
    id: Type.String(),
    unit_id: Type.Integer(),
    name: Type.String({ example: 'Insurance' }),
    number: Nullable(Type.String({ example: 'P-4471-88' })),
    expires_on: Nullable(Type.String({ example: '2027-03-31' })),
    note: Nullable(Type.String({ example: 'Renew by phone' })),
    file: Nullable(FileShape),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'VehicleDocument' },
)

export const documentToWire = ({ expiresOn, file, ...document }: VehicleDocument) => ({
  ...document,
  expires_on: expiresOn,
  file: file && { type: file.type, bytes: file.bytes, version: file.digest },
})
