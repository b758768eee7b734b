import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Shape } from '../../../shared/map/shape.ts'
import { fromGeoJson, toGeoJson } from './geojson.ts'

const place = (longitude: number, latitude: number) => ({ longitude, latitude })
const points = [place(10, 50), place(11, 50), place(11, 51)]
const shapes: readonly Shape[] = [
  { type: 'circle', center: points[0]!, radius: 321 },
  { type: 'polygon', points },
  { type: 'corridor', points, width: 77 },
]

test('an exported shape is imported unchanged', () => {
  const scope = { since: 0, for_all: true, unit_ids: [], group_ids: [] }
  const geofences = shapes.map((shape, index) => ({
    ...{ id: String(index), name: `Place ${index}`, colour: '#0f766e', min_seconds: 60, shape },
    ...scope,
  }))
  assert.deepEqual(
    fromGeoJson(toGeoJson(geofences)),
    geofences.map(({ name, colour, min_seconds, shape }) => ({ name, colour, min_seconds, shape })),
  )
})

suite('files of other programs', () => {
  const bare = { name: undefined, colour: undefined, min_seconds: undefined }
  const ring = [...points, points[0]!].map(({ longitude, latitude }) => [longitude, latitude])
  for (const [name, file, found] of [
    ['a bare geometry', { type: 'Polygon', coordinates: [ring] }, [{ ...bare, shape: { type: 'polygon', points } }]],
    [
      'several polygons in one',
      { type: 'Feature', properties: null, geometry: { type: 'MultiPolygon', coordinates: [[ring], [ring]] } },
      [
        { ...bare, shape: { type: 'polygon', points } },
        { ...bare, shape: { type: 'polygon', points } },
      ],
    ],
    [
      'a point without a radius, with properties that are none of ours',
      {
        type: 'Feature',
        properties: { name: ' ', colour: 'red' },
        geometry: { type: 'Point', coordinates: [1, 2, 3] },
      },
      [{ ...bare, shape: { type: 'circle', center: place(1, 2), radius: 200 } }],
    ],
    ['nothing of a shape', { type: 'Feature', geometry: null }, []],
    ['a place that is none', { type: 'Point', coordinates: ['a'] }, []],
  ] as const)
    test(name, () => assert.deepEqual(fromGeoJson(JSON.stringify(file)), found))
  test('anything else', () => assert.deepEqual(fromGeoJson('<kml/>'), []))
})
