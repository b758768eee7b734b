/** The kinds of reports as data: what each shows, how it is grouped, and which module of a plan it needs. Pure. */
import type { CellType, Column, Kind, TotalRule } from './report.ts'

const column = (key: string, type: CellType, total: TotalRule, en: string, de: string, measure?: string): Column => ({
  ...{ key, type, total, name: { en, de } },
  ...(measure !== undefined && { measure }),
})

const unit = column('unit', 'text', 'none', 'Unit', 'Einheit')
const driver = column('driver', 'text', 'none', 'Driver', 'Fahrer')
const start = column('start', 'time', 'none', 'Start', 'Beginn')
const end = column('end', 'time', 'none', 'End', 'Ende')
const duration = column('duration', 'duration', 'sum', 'Duration', 'Dauer')
const place = column('place', 'place', 'none', 'Place', 'Ort')
const distance = column('distance', 'distance', 'sum', 'Distance', 'Strecke')
const moving = column('moving', 'duration', 'sum', 'Driving time', 'Fahrzeit')
const idle = column('idle', 'duration', 'sum', 'Idle time', 'Leerlauf')
const average = column('average_speed', 'speed', 'speed', 'Average speed', 'Durchschnittstempo')
const top = column('top_speed', 'speed', 'max', 'Top speed', 'Höchsttempo')

const sensor = column('sensor', 'text', 'none', 'Sensor', 'Sensor')
const measure = column('measure', 'text', 'none', 'Unit of measure', 'Maßeinheit')

const all = ['none', 'unit', 'day', 'week'] as const
const byDriver = ['none', 'unit', 'driver', 'day', 'week'] as const
const byUnit = ['none', 'unit'] as const

const figures: readonly Column[] = [
  column('trips', 'count', 'sum', 'Trips', 'Fahrten'),
  ...[distance, moving, idle],
  column('stopped', 'duration', 'sum', 'Time at stops', 'Standzeit'),
  column('silent', 'duration', 'sum', 'Without data', 'Ohne Daten'),
  ...[average, top],
]

export const kinds: readonly Kind[] = [
  {
    name: 'trips',
    module: 'timeline',
    title: { en: 'Trips', de: 'Fahrten' },
    groupings: byDriver,
    filters: ['min_duration', 'min_distance'],
    columns: [
      ...[unit, driver, start, column('start_place', 'place', 'none', 'From', 'Von')],
      ...[end, column('end_place', 'place', 'none', 'To', 'Nach')],
      ...[duration, moving, idle, distance, average, top],
    ],
  },
  {
    name: 'logbook',
    module: 'timeline',
    title: { en: 'Logbook', de: 'Fahrtenbuch' },
    groupings: byDriver,
    filters: ['min_distance'],
    columns: [
      ...[unit, driver, start, column('start_place', 'text', 'none', 'From', 'Von')],
      ...[end, column('end_place', 'text', 'none', 'To', 'Nach')],
      column('odometer', 'number', 'none', 'Odometer at end', 'Kilometerstand am Ende', 'km'),
      column('kind', 'text', 'none', 'Kind', 'Art'),
      column('purpose', 'text', 'none', 'Purpose', 'Zweck'),
      column('partner', 'text', 'none', 'Visited', 'Geschäftspartner'),
      distance,
      column('business', 'distance', 'sum', 'Business', 'Geschäftlich'),
      column('commute', 'distance', 'sum', 'Commute', 'Arbeitsweg'),
      column('private', 'distance', 'sum', 'Private', 'Privat'),
      column('closed', 'text', 'none', 'Month closed', 'Monat abgeschlossen'),
    ],
  },
  {
    name: 'stops',
    module: 'timeline',
    title: { en: 'Stops', de: 'Halte' },
    groupings: all,
    filters: ['min_duration'],
    columns: [unit, start, end, place, duration, idle],
  },
  {
    name: 'idling',
    module: 'timeline',
    title: { en: 'Idling', de: 'Leerlauf' },
    groupings: byDriver,
    filters: ['min_duration'],
    columns: [
      unit,
      driver,
      start,
      end,
      column('during', 'text', 'none', 'During', 'Während'),
      place,
      { ...idle, key: 'duration' },
    ],
  },
  {
    name: 'speeding',
    module: 'timeline',
    title: { en: 'Speeding', de: 'Tempoüberschreitungen' },
    groupings: all,
    filters: ['min_duration'],
    readsMessages: true,
    columns: [
      ...[unit, start, duration, column('road', 'text', 'none', 'Road', 'Straße'), place],
      column('speed', 'speed', 'max', 'Speed', 'Tempo'),
      column('limit', 'speed', 'none', 'Limit', 'Tempolimit'),
      column('excess', 'speed', 'max', 'Over the limit', 'Überschreitung'),
      column('basis', 'text', 'none', 'Basis of the limit', 'Grundlage des Limits'),
    ],
  },
  {
    name: 'visits',
    module: 'geofence',
    title: { en: 'Geofence visits', de: 'Besuche in Geozonen' },
    groupings: all,
    filters: ['geofences', 'min_duration'],
    columns: [
      ...[unit, column('geofence', 'text', 'none', 'Geofence', 'Geozone'), start, end],
      ...[column('address', 'text', 'none', 'Address', 'Adresse'), duration],
    ],
  },
  {
    name: 'events',
    module: 'unit_event',
    title: { en: 'Events', de: 'Ereignisse' },
    groupings: all,
    filters: ['geofences'],
    columns: [
      ...[unit, column('time', 'time', 'none', 'Time', 'Zeit'), column('event', 'text', 'none', 'Event', 'Ereignis')],
      ...[column('about', 'text', 'none', 'Geofence or rule', 'Geozone oder Regel'), place],
      column('count', 'count', 'sum', 'Times reported', 'Anzahl Meldungen'),
      column('acknowledged', 'time', 'none', 'Seen', 'Gesehen'),
    ],
  },
  {
    name: 'statistics',
    module: 'statistics',
    title: { en: 'Statistics by day', de: 'Statistik nach Tagen' },
    groupings: all,
    filters: ['min_distance'],
    columns: [unit, column('date', 'date', 'none', 'Day', 'Tag'), ...figures],
  },
  {
    name: 'summary',
    module: 'statistics',
    title: { en: 'Summary by unit', de: 'Übersicht nach Einheiten' },
    groupings: ['none', 'day', 'week'],
    filters: ['min_distance'],
    columns: [unit, ...figures],
  },
  {
    name: 'fuel',
    module: 'fuel',
    title: { en: 'Fuel fillings and drains', de: 'Betankungen und Entnahmen' },
    groupings: byUnit,
    filters: [],
    readsMessages: true,
    columns: [
      ...[unit, column('time', 'time', 'none', 'Time', 'Zeit'), column('event', 'text', 'none', 'Event', 'Ereignis')],
      column('before', 'number', 'none', 'Level before', 'Stand vorher'),
      column('after', 'number', 'none', 'Level after', 'Stand nachher'),
      column('amount', 'number', 'none', 'Amount', 'Menge'),
      ...[measure, place],
    ],
  },
  {
    name: 'consumption',
    module: 'fuel',
    title: { en: 'Fuel consumption', de: 'Kraftstoffverbrauch' },
    groupings: ['none'],
    filters: [],
    readsMessages: true,
    columns: [
      ...[unit, distance, column('consumed', 'number', 'sum', 'Consumed', 'Verbrauch', 'l')],
      column('per_100_km', 'number', 'consumption', 'Consumption', 'Durchschnittsverbrauch', 'l/100 km'),
    ],
  },
  {
    name: 'sensors',
    module: 'fuel',
    title: { en: 'Sensors by day', de: 'Sensoren nach Tagen' },
    groupings: all,
    filters: [],
    columns: [
      ...[unit, column('date', 'date', 'none', 'Day', 'Tag'), sensor],
      column('min', 'number', 'none', 'Lowest', 'Niedrigster'),
      column('average', 'number', 'none', 'Average', 'Durchschnitt'),
      column('max', 'number', 'none', 'Highest', 'Höchster'),
      ...[measure, column('count', 'count', 'sum', 'Values', 'Werte')],
    ],
  },
  {
    name: 'sensor_values',
    module: 'fuel',
    title: { en: 'Sensor values', de: 'Sensorwerte' },
    groupings: byUnit,
    filters: [],
    readsMessages: true,
    columns: [
      ...[unit, column('time', 'time', 'none', 'Time', 'Zeit'), sensor],
      ...[column('value', 'number', 'none', 'Value', 'Wert'), measure],
    ],
  },
  {
    name: 'maintenance',
    module: 'maintenance',
    title: { en: 'Maintenance done', de: 'Erledigte Wartung' },
    groupings: all,
    filters: [],
    columns: [
      ...[unit, column('service', 'text', 'none', 'Service', 'Wartung')],
      column('time', 'time', 'none', 'Done', 'Erledigt'),
      column('mileage', 'number', 'none', 'Mileage', 'Kilometerstand', 'km'),
      column('hours', 'number', 'none', 'Engine hours', 'Betriebsstunden', 'h'),
      column('cost', 'number', 'none', 'Cost', 'Kosten'),
      ...[column('currency', 'text', 'none', 'Currency', 'Währung'), column('note', 'text', 'none', 'Note', 'Notiz')],
    ],
  },
  {
    name: 'due',
    module: 'maintenance',
    title: { en: 'Maintenance due', de: 'Fällige Wartung' },
    groupings: byUnit,
    filters: [],
    columns: [
      ...[unit, column('service', 'text', 'none', 'Service', 'Wartung')],
      column('state', 'text', 'none', 'State', 'Status'),
      column('km_left', 'number', 'none', 'Distance left', 'Verbleibende Strecke', 'km'),
      column('hours_left', 'number', 'none', 'Engine hours left', 'Verbleibende Stunden', 'h'),
      column('days_left', 'count', 'none', 'Days left', 'Verbleibende Tage'),
    ],
  },
  {
    name: 'stays',
    module: 'report',
    title: { en: 'Dwell times', de: 'Aufenthalte' },
    groupings: all,
    filters: ['min_duration'],
    columns: [
      column('unit', 'text', 'none', 'Asset', 'Objekt'),
      ...[column('gateway', 'text', 'none', 'Gateway', 'Gateway'), start, end, duration],
    ],
  },
]

export const kindNames = kinds.map(({ name }) => name)
export const kindOf = (name: string): Kind | undefined => kinds.find((kind) => kind.name === name)
