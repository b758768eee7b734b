import Type from 'typebox'
import { exact, Nullable, Time } from '#kernel/api/fields.ts'
import type { BinnedUnit } from './binned-unit.ts'

export const BinnedUnitShape = Type.Object(
  {
    id: Type.Integer({ example: 730418265951 }),
    account_id: Type.Integer(),
    app_id: Type.String(),
    name: Type.String({ example: 'Van 1' }),
    ident: Type.String({ example: '352093081452251' }),
    hw_id: Type.Integer({ example: 101 }),
    type: Nullable(Type.String({ description: '`gateway`, `sensor` or `asset` in tags_app; null elsewhere.' })),
    deleted_at: Time,
    deleted_by: Type.Object({
      kind: Type.String({ example: 'staff', description: '`token` or `staff`' }),
      name: Nullable(Type.String({ example: 'Anna Berg', description: 'Of the token or the person, as it is now.' })),
    }),
    ends_at: Type.Integer({ example: 1792592000, description: 'Unix time at which it is deleted for good.' }),
  },
  { title: 'DeletedUnit' },
)

export const toWire = (unit: BinnedUnit) => ({
  ...unit,
  deleted_by: { kind: unit.actorKind, name: unit.actorName },
})

export const MoveBody = exact({
  account_id: Type.Integer({
    description: 'The account to move it to: one of the same dealer, with the same application.',
  }),
  with_history: Type.Boolean({
    example: true,
    description:
      'True: its messages, trips, sensors, vehicle details and services go with it. False: the account gets a new unit for ' +
      'the same tracker, and the old one is deleted.',
  }),
})
