import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualHabits } from '#kernel/time/habits.ts'
import type { Named } from '../addresses/actions.ts'
import { type About, type FilePoint, formats } from './formats.ts'
import type { Content } from './trip.ts'

const t0 = Date.parse('2026-03-02T08:00:00Z') / 1000
const usual: About = {
  ...{ unitId: 7, name: '=Van <1> & "Söhne"\u0007', zone: 'Europe/Berlin', habits: usualHabits },
  ...{ from: t0, to: t0 + 86_400 },
}
const name = (text: string, geofence: string | null = null) => ({
  geofence,
  address: { text, source: 'map' as const },
})
const trip: Content & Named = {
  names: [name('Quay 1, Port', 'Depot <1>'), name('Hill Road 7, Port')],
  kind: 'trip',
  t0,
  t1: t0 + 600,
  lat0: 50,
  lon0: 10,
  lat1: 50.1,
  lon1: 10.1,
  metres: 12_345.6,
  movingSeconds: 600,
  idleSeconds: 0,
  silentSeconds: 0,
  engineSeconds: 0,
  topKmh: 88.88,
  points: 2,
  dropped: 0,
  beganRule: 'left',
  beganSeen: t0,
  endedRule: 'standing',
  endedSeen: t0 + 900,
  settled: t0 + 900,
}
const stop: Content & Named = { ...trip, kind: 'stop', t0: t0 + 600, t1: t0 + 1200, metres: 0 }
const points: FilePoint[] = [
  { t: t0, lat: 50, lon: 10, altitude: 120.5, speed: 50, direction: 90, ignition: true, place: 'Quay 1, Port' },
  { t: t0 + 600, lat: 50.1, lon: 10.1, altitude: null, speed: null, direction: null, ignition: null, place: '' },
]
const file = (name: keyof typeof formats, about = usual) => {
  const format = formats[name]
  return (
    format.open(about) + format.segment(about, trip, points, 0) + format.segment(about, stop, [], 1) + format.close()
  )
}

test('GPX has the trip with UTC times, and names the zone', () => {
  assert.equal(
    file('gpx'),
    `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>=Van &#60;1&#62; &#38; &#34;Söhne&#34;</name><desc>2026-03-02T09:00:00+01:00 – 2026-03-03T09:00:00+01:00, time zone Europe/Berlin</desc><time>2026-03-02T08:00:00.000Z</time></metadata>
<trk><name>Trip 2026-03-02T09:00:00+01:00 – 2026-03-02T09:10:00+01:00</name><desc>Depot &#60;1&#62;, Quay 1, Port → Hill Road 7, Port</desc><trkseg>
<trkpt lat="50" lon="10"><ele>120.5</ele><time>2026-03-02T08:00:00.000Z</time></trkpt>
<trkpt lat="50.1" lon="10.1"><time>2026-03-02T08:10:00.000Z</time></trkpt>
</trkseg></trk>
</gpx>
`,
  )
})

test('KML has trips as lines and stops as points', () => {
  const text = file('kml')
  assert.match(text, /time zone Europe\/Berlin/)
  assert.match(
    text,
    /<LineString><tessellate>1<\/tessellate><coordinates>10,50 10\.1,50\.1<\/coordinates><\/LineString>/,
  )
  assert.match(text, /<description>Depot &#60;1&#62;, Quay 1, Port → Hill Road 7, Port; 12.346 km/)
  assert.match(text, /<description>Depot &#60;1&#62;, Quay 1, Port<\/description>/)
  assert.match(text, /<name>Stop 2026-03-02T09:10:00\+01:00 – /)
  assert.equal(text.match(/<Placemark>/g)?.length, 2)
})

test('names and descriptions have the person’s habits, values stay machine-readable', () => {
  const habits = { ...usualHabits, measure: 'imperial', clock: '12h', dateOrder: 'mdy' } as const
  const read = { ...usual, habits }
  const span = '03/02/2026 9:00:00 AM +01:00 – 03/02/2026 9:10:00 AM +01:00'
  assert.ok(file('gpx', read).includes(`<name>Trip ${span}</name>`))
  assert.ok(file('kml', read).includes(`<name>Trip ${span}</name>`))
  assert.ok(file('kml', read).includes('; 7.671 mi, at most 55.2 mph</description>'))
  for (const name of ['csv', 'geojson'] as const) assert.equal(file(name, read), file(name))
})

test('GeoJSON is one document', () => {
  const { about: said, features } = JSON.parse(file('geojson'))
  assert.equal(said.time_zone, 'Europe/Berlin')
  assert.deepEqual(features[0], {
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [10, 50],
        [10.1, 50.1],
      ],
    },
    properties: {
      kind: 'trip',
      from: '2026-03-02T09:00:00+01:00',
      to: '2026-03-02T09:10:00+01:00',
      from_place: 'Depot <1>, Quay 1, Port',
      to_place: 'Hill Road 7, Port',
      distance_km: 12.346,
      max_speed_kmh: 88.9,
      average_speed_kmh: 74.1,
      times: ['2026-03-02T08:00:00.000Z', '2026-03-02T08:10:00.000Z'],
    },
  })
  assert.deepEqual(features[1].geometry, { type: 'Point', coordinates: [10, 50] })
})

test('CSV has time and zone in every line, and a name is never a formula', () => {
  assert.equal(
    file('csv'),
    `unit_id,unit,time,time_zone,time_utc,latitude,longitude,altitude_m,speed_kmh,direction,ignition,place\r
7,"'=Van <1> & ""Söhne""\u0007",2026-03-02T09:00:00+01:00,Europe/Berlin,2026-03-02T08:00:00.000Z,50,10,120.5,50,90,true,"Quay 1, Port"\r
7,"'=Van <1> & ""Söhne""\u0007",2026-03-02T09:10:00+01:00,Europe/Berlin,2026-03-02T08:10:00.000Z,50.1,10.1,,,,,\r
`,
  )
})
