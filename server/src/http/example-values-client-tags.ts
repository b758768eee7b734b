/** Example values of what a client of tags_app sees, by the name of a field. */

const [asset, sensor, gateway] = [731820465540, 731820465530, 731820465520]
const label = '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1e01'
const building = '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1e02'
const floor = '019a8f0e-7c11-7d20-9b3a-4f2e6d8c1e03'

export const clientTagValues: Readonly<Record<string, unknown>> = {
  'Label.id': label,
  'Label.name': 'Rented',
  'Label.unit_ids': [asset],
  label_ids: [label],
  label_id: label,
  'Building.id': building,
  'Building.name': 'Hall 2',
  'Building.address': '4 Harbour Road',
  building_id: building,
  'Floor.id': floor,
  'Floor.name': 'Ground floor',
  floor_id: floor,
  level: 0,
  'FloorPlan.type': 'image/png',
  'FloorPlan.width': 1600,
  'FloorPlan.height': 900,
  version: '5d41402abc4b2a76b9719d911017c592',
  'GatewaySpot.unit_id': gateway,
  x: 0.25,
  y: 0.6,
  room: 'Packing',
  '.address': '4 Harbour Road',
  '.description': 'Blue, with a long handle',
  'Thing.id': asset,
  'Thing.type': 'asset',
  'Thing.name': 'Pallet jack',
  'Thing.ident': 'asset-731820465540',
  'Thing.description': '',
  category: 'equipment',
  sensor_id: sensor,
  asset_ids: [],
  battery: 84,
  gateway_id: gateway,
  'Whereabouts.gateway': 'North reader',
  heard_at: 1790000000,
  rssi: -62,
  'Whereabouts.position': { latitude: 54.6921, longitude: 25.2705 },
  'Whereabouts.floor': { id: floor, name: 'Ground floor' },
  'Whereabouts.building': { id: building, name: 'Hall 2' },
  'CategoryCount.count': 12,
}
