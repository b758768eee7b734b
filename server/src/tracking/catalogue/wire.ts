import Type from 'typebox'

export const Device = Type.Object(
  {
    tags: Type.Array(Type.String(), { description: '`common`, `vehicle`, `mobile`, `pets` or `legacy`' }),
    title: Type.String(),
    id: Type.Integer({ description: 'The value to use as `hw_id`.' }),
    manufacturer_id: Type.Integer(),
    device_type_id: Type.Integer(),
    is_image: Type.Boolean({ description: 'Whether a picture exists on the public site.' }),
  },
  { title: 'Device' },
)

export const Manufacturer = Type.Object({ id: Type.Integer(), title: Type.String() }, { title: 'Manufacturer' })
