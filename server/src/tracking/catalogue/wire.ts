import Type from 'typebox'

export const Device = Type.Object(
  {
    tags: Type.Array(Type.String(), {
      description:
        '`common`, `vehicle`, `mobile`, `pets` or `legacy`. Legacy devices have no set-up tool and no connection log.',
    }),
    title: Type.String(),
    id: Type.Integer({ description: 'The value to use as `hw_id`.' }),
    manufacturer_id: Type.Integer(),
    device_type_id: Type.Integer(),
    is_image: Type.Boolean({ description: 'Whether a picture exists, at `/pictures/devices/{id}`.' }),
  },
  { title: 'Device' },
)

export const Manufacturer = Type.Object({ id: Type.Integer(), title: Type.String() }, { title: 'Manufacturer' })
