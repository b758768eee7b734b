/**
 * A unit's track as a file: GPX, KML, GeoJSON or CSV, written piece by piece. Times are UTC where a format requires it,
 * and in the reader's zone, which every file names. Pure.
 */

import { type Habits, scaleOf, zonedText } from '#kernel/time/habits.ts'
import { localTime, utcTime } from '#kernel/time/zone.ts'
import type { Named } from '../addresses/actions.ts'
import { placeText } from '../addresses/text.ts'
import { averageKmh, type Content } from './trip.ts'

export interface FilePoint {
  readonly t: number
  readonly lat: number
  readonly lon: number
  readonly altitude: number | null
  readonly speed: number | null
  readonly direction: number | null
  readonly ignition: boolean | null
  /** Where a stop, a beginning or an end is, in words. */
  readonly place: string
}

type Segment = Content & Named

export interface About {
  readonly unitId: number
  readonly name: string
  readonly zone: string
  /** The person who reads names and descriptions; values are for programs. */
  readonly habits: Habits
  readonly from: number
  readonly to: number
}

export interface Format {
  readonly contentType: string
  readonly open: (about: About) => string
  /** `index` counts them; a stop or a gap has no points. CSV takes only points. */
  readonly segment: (about: About, segment: Segment, points: readonly FilePoint[], index: number) => string
  readonly close: () => string
}

/** A character that XML does not allow would make the whole file unreadable. */
const xml = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n\r]|\ufffe|\uffff/gu, '').replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)

const titles = { trip: 'Trip', stop: 'Stop', gap: 'No signal' } as const

const periodText = ({ zone, habits }: About, from: number, to: number): string => {
  const isUsual = habits.dateOrder === 'locale' && habits.clock === 'locale'
  return [from, to].map((t) => (isUsual ? localTime(zone, t) : zonedText(zone, t, habits, 'en'))).join(' – ')
}

const titleOf = (about: About, { kind, t0, t1 }: Content): string => `${titles[kind]} ${periodText(about, t0, t1)}`

const aboutText = (about: About): string => `${periodText(about, about.from, about.to)}, time zone ${about.zone}`

/** In English, like all words of these files. */
const placesOf = ({ kind, names: [from, to] }: Segment): string[] =>
  (kind === 'stop' ? [from] : [from, to]).map((name) => placeText(name, 'en'))

/** Nothing while one of them is unknown. */
function placesText(segment: Segment): string {
  const places = placesOf(segment)
  return places.every((place) => place !== '') ? places.join(' → ') : ''
}

const figures = (trip: Content) => ({
  distance_km: Number((trip.metres / 1000).toFixed(3)),
  max_speed_kmh: Number(trip.topKmh.toFixed(1)),
  average_speed_kmh: Number(averageKmh(trip).toFixed(1)),
})

const gpxPoint = ({ lat, lon, t, altitude }: FilePoint): string =>
  `<trkpt lat="${lat}" lon="${lon}">${altitude === null ? '' : `<ele>${altitude}</ele>`}<time>${utcTime(t)}</time></trkpt>\n`

const gpxPlaces = (trip: Segment): string => {
  const places = placesText(trip)
  return places && `<desc>${xml(places)}</desc>`
}

/** GPX requires waypoints before tracks, so stops appear only in the names of the tracks around them. */
const gpx: Format = {
  contentType: 'application/gpx+xml',
  open: (about) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Waymark" xmlns="http://www.topografix.com/GPX/1/1">\n` +
    `<metadata><name>${xml(about.name)}</name><desc>${xml(aboutText(about))}</desc><time>${utcTime(about.from)}</time></metadata>\n`,
  segment: (about, trip, points) =>
    trip.kind === 'trip'
      ? `<trk><name>${xml(titleOf(about, trip))}</name>${gpxPlaces(trip)}<trkseg>\n${points.map(gpxPoint).join('')}</trkseg></trk>\n`
      : '',
  close: () => '</gpx>\n',
}

const kmlLine = (points: readonly FilePoint[]): string =>
  `<LineString><tessellate>1</tessellate><coordinates>${points.map(({ lon, lat }) => `${lon},${lat}`).join(' ')}</coordinates></LineString>`

const kml: Format = {
  contentType: 'application/vnd.google-earth.kml+xml',
  open: (about) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n` +
    `<name>${xml(about.name)}</name><description>${xml(aboutText(about))}</description>\n`,
  segment: (about, trip, points) => {
    if (trip.kind === 'gap') return ''
    const shape =
      trip.kind === 'trip' ? kmlLine(points) : `<Point><coordinates>${trip.lon0},${trip.lat0}</coordinates></Point>`
    const [far, fast] = [scaleOf('km', about.habits), scaleOf('km/h', about.habits)]
    const distance = `${Number(far.of(trip.metres / 1000).toFixed(3))} ${far.unit}`
    const top = `${Number(fast.of(trip.topKmh).toFixed(1))} ${fast.unit}`
    const said = [placesText(trip), trip.kind === 'trip' && `${distance}, at most ${top}`]
    const words = `<description>${xml(said.filter(Boolean).join('; '))}</description>`
    return (
      `<Placemark><name>${xml(titleOf(about, trip))}</name>${words}` +
      `<TimeSpan><begin>${utcTime(trip.t0)}</begin><end>${utcTime(trip.t1)}</end></TimeSpan>${shape}</Placemark>\n`
    )
  },
  close: () => '</Document></kml>\n',
}

const geojson: Format = {
  contentType: 'application/geo+json',
  open: ({ unitId, name, zone, from, to }) => {
    const about = { unit_id: unitId, name, time_zone: zone, from: localTime(zone, from), to: localTime(zone, to) }
    return `{"type":"FeatureCollection","about":${JSON.stringify(about)},"features":[`
  },
  segment: ({ zone }, trip, points, index) => {
    const coordinates = points.map(({ lon, lat }) => [lon, lat])
    const isLine = trip.kind === 'trip' && coordinates.length > 1
    const feature = {
      type: 'Feature',
      geometry: isLine ? { type: 'LineString', coordinates } : { type: 'Point', coordinates: [trip.lon0, trip.lat0] },
      properties: {
        kind: trip.kind,
        from: localTime(zone, trip.t0),
        to: localTime(zone, trip.t1),
        from_place: placeText(trip.names[0], 'en') || null,
        to_place: placeText(trip.names[1], 'en') || null,
        ...(trip.kind === 'trip' && figures(trip)),
        ...(isLine && { times: points.map(({ t }) => utcTime(t)) }),
      },
    }
    return `${index > 0 ? ',' : ''}\n${JSON.stringify(feature)}`
  },
  close: () => '\n]}\n',
}

/** A spreadsheet would read a name that begins like a formula as one. */
export const cell = (value: string | number | boolean | null): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvNames = [
  'unit_id',
  'unit',
  'time',
  'time_zone',
  'time_utc',
  'latitude',
  'longitude',
  'altitude_m',
  'speed_kmh',
  'direction',
  'ignition',
  'place',
]

const csv: Format = {
  contentType: 'text/csv; charset=utf-8',
  open: () => `${csvNames.join(',')}\r\n`,
  segment: ({ unitId, name, zone }, _, points) =>
    points
      .map((point) => {
        const { t, lat, lon, altitude, speed, direction, ignition, place } = point
        const cells = [
          unitId,
          name,
          localTime(zone, t),
          zone,
          utcTime(t),
          lat,
          lon,
          altitude,
          speed,
          direction,
          ignition,
          place,
        ]
        return `${cells.map(cell).join(',')}\r\n`
      })
      .join(''),
  close: () => '',
}

export const formats = { gpx, kml, geojson, csv } as const satisfies Record<string, Format>
export type FormatName = keyof typeof formats
export const formatNames = Object.keys(formats) as FormatName[]
