import Type from 'typebox'
import { exact, Time } from '#kernel/api/fields.ts'
import { languages, type MapLayer } from './map.ts'

export const MapQuery = exact({
  language: Type.Optional(
    Type.Unsafe<(typeof languages)[number]>({
      type: 'string',
      enum: [...languages],
      description: 'Language of map labels. Default: `en`.',
    }),
  ),
})

const MapLayerShape = Type.Object(
  {
    name: Type.String({ example: 'roadmap', description: '`roadmap` or `satellite`' }),
    tiles: Type.String({
      example: 'https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session=AJVsH2zW8Yq&key=AIzaSyA',
      description: 'Tile URL with `{z}`, `{x}` and `{y}`.',
    }),
    tile_size: Type.Integer({ example: 256, description: 'Pixels.' }),
    copyright: Type.String({
      example: 'https://tile.googleapis.com/tile/v1/viewport?session=AJVsH2zW8Yq&key=AIzaSyA',
      description: 'Request it with `zoom`, `north`, `south`, `east` and `west`: it returns the `copyright` to show.',
    }),
    expires_at: Time,
  },
  { title: 'MapLayer' },
)

export const MapProviderShape = Type.Object(
  {
    name: Type.String({ example: 'google', description: '`google`' }),
    title: Type.String({ example: 'Google Maps', description: 'Title to show on the map.' }),
    layers: Type.Array(MapLayerShape),
  },
  { title: 'MapProvider' },
)

export const toWire = (layers: readonly MapLayer[]) =>
  layers.length === 0 ? [] : [{ name: 'google', title: 'Google Maps', layers }]
