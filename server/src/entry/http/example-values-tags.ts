/** Example values of tags: sensors that gateways hear, and the things that carry them. */
import { tagsApp } from '#kernel/applications.ts'

type Values = Readonly<Record<string, unknown>>

const created = 1788000000
const tagged: Values = {
  ...{ app_id: tagsApp, protocol_id: 40, channel_id: 40, technology: 'mobile', updated_at: created },
  last_active: null,
}
const sensor: Values = {
  ...tagged,
  ...{ name: 'Tag 17', ident: 'd14699811df7', description: 'On a keyring', type: 'sensor', hw_id: 9001 },
  device_type_id: 9001,
}
const asset: Values = {
  ...tagged,
  ...{ name: 'Pallet jack', ident: 'PJ-3', description: 'Hall 2', type: 'asset', hw_id: 9002, device_type_id: 9002 },
  ...{ category: 'equipment', device_link: 730418265952 },
}
const place = { latitude: 55.7033, longitude: 21.1443 }

export const tagOperations: Readonly<Record<string, Values>> = {
  'POST /units/sensors': sensor,
  'POST /units/assets': asset,
  'PUT /units/:id/link': asset,
  'PUT /units/:id/category': asset,
  'GET /units/:id/place': place,
  'PUT /units/:id/place': {
    ...{ name: 'Gate reader', app_id: tagsApp, type: 'gateway', technology: 'mesh', gw_type: 'anchor' },
    ...place,
  },
}
