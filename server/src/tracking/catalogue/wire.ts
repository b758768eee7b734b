import Type from 'typebox'

export const Device = Type.Object(
  {
    tags: Type.Array(Type.String(), {
      example: ['vehicle'],
      description:
        '`common`, `vehicle`, `mobile`, `pets` or `legacy`. Legacy devices have no set-up tool and no connection log.',
    }),
    title: Type.String({ example: 'FMB001' }),
    id: Type.Integer({ example: 101, description: 'The value to use as `hw_id`.' }),
    manufacturer_id: Type.Integer({ example: 1 }),
    device_type_id: Type.Integer({ example: 101 }),
    is_image: Type.Boolean({ description: 'Whether a picture exists, at `/pictures/devices/{id}`.' }),
  },
  { title: 'Device' },
)

export const Manufacturer = Type.Object(
  { id: Type.Integer({ example: 1 }), title: Type.String({ example: 'Teltonika' }) },
  { title: 'Manufacturer' },
)

export const ModelShape = Type.Object(
  {
    id: Type.Integer({ example: 101, description: 'The value to use as `hw_id`.' }),
    title: Type.String({ example: 'FMB920' }),
    manufacturer: Type.String({ example: 'Teltonika' }),
    protocol: Type.String({ example: 'teltonika' }),
  },
  { title: 'Model' },
)
