import { ascii } from '../bytes/bytes.ts'
import { response } from '../http/http.ts'
import type { Sample } from '../sample.ts'

const get = (address: string) =>
  ascii(`GET ${address} HTTP/1.1\r\nHost: track.example.com:5055\r\nUser-Agent: phone\r\n\r\n`)
const post = (body: string, type: string, address = '/') =>
  ascii(`POST ${address} HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${ascii(body).length}\r\n\r\n${body}`)
const form = (body: string, address?: string) => post(body, 'application/x-www-form-urlencoded', address)
const json = (value: unknown, address?: string) => post(JSON.stringify(value), 'application/json', address)
const chunked = (chunks: readonly string[]) =>
  ascii(
    `POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')}`,
  )

const ident = 'phone-17'
const answers = { reply: response(200), nack: response(503), refusal: response(404) }
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
}
const location = {
  timestamp: '2026-05-17T11:59:58.250Z',
  coords: { latitude: 54.687157, longitude: 25.2798, accuracy: 8.5, speed: 12, heading: 90, altitude: 112 },
  is_moving: true,
  odometer: 1234567,
  event: 'motionchange',
  battery: { level: 0.87, is_charging: true },
  activity: { type: 'in_vehicle', confidence: 90 },
  uuid: '5d8a8ac4-0000-4000-8000-000000000000',
  extras: { route: 7, note: 'on time', nested: { left: 'out' } },
}
const phone = {
  timestamp: 1779019198.25,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43.2,
  'position.direction': 90,
  'position.altitude': 112,
  'position.accuracy': 8.5,
  'movement.status': true,
  'vehicle.mileage': 1234.567,
  'custom.event': 'motionchange',
  'custom.activity': 'in_vehicle',
  'battery.level': 87,
  'battery.charging.status': true,
  'custom.route': 7,
  'custom.note': 'on time',
}

const samples: readonly Sample[] = [
  {
    what: 'a position in the address',
    link: 'http',
    frame: get(
      `/?id=${ident}&lat=54.687157&lon=25.279800&timestamp=1779019198&hdop=0.9&altitude=112.0&speed=23.22&bearing=90.0&batt=87.5`,
    ),
    ident,
    messages: [
      {
        ...position,
        'position.hdop': 0.9,
        'position.altitude': 112,
        'position.speed': 43,
        'position.direction': 90,
        'battery.level': 87.5,
      },
    ],
    ...answers,
  },
  {
    what: 'the next on the same connection, with a date, cells, access points and parameters of its own',
    frame: get(
      `/?deviceid=${ident}&location=54.687157,25.2798&timestamp=2026-05-17T11%3A59%3A58Z&accuracy=8&charge=true&valid=false` +
        '&cell=246,02,6700,15437,-71&cell=246,02,6700,15438&wifi=A1-B2-C3-D4-E5-F6,-65&driverUniqueId=00042&odometer=1234567' +
        '&Shift=B&code=00017&load=3.5&door=true&__proto__=x',
    ),
    ident,
    messages: [
      {
        ...position,
        'position.valid': false,
        'position.accuracy': 8,
        'battery.charging.status': true,
        'driver.id': '00042',
        'vehicle.mileage': 1234.567,
        'custom.shift': 'B',
        'custom.code': '00017',
        'custom.load': 3.5,
        'custom.door': true,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'gsm.signal.dbm': -71,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15437, dbm: -71 },
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15438 },
        ],
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: -65 }],
      },
    ],
    ...answers,
  },
  {
    what: 'a form, from a sender known to give its speed in metres per second',
    unit: { settings: { speed_unit: 'm/s' } },
    frame: form(`id=${ident}&lat=54.687157&lon=25.2798&timestamp=1779019198000&speed=12&alarm=sos`),
    ident,
    messages: [
      {
        ...position,
        'position.speed': 43.2,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    ...answers,
  },
  {
    what: 'a form whose id is in the address, local time with its zone, no position',
    frame: form('timestamp=2026-05-17 14:59:58%2B03:00&cell=246,02,6700,15437', `/?id=${ident}`),
    ident,
    messages: [{ timestamp: 1779019198, 'gsm.mcc': 246, 'gsm.mnc': 2, 'gsm.lac': 6700, 'gsm.cellid': 15437 }],
    ...answers,
  },
  {
    what: 'a location in JSON',
    frame: json({ location, device_id: ident }),
    ident,
    messages: [phone],
    ...answers,
  },
  {
    what: 'several locations in one body, the second entering a zone and without what a phone does not know',
    frame: json({
      location: [
        location,
        {
          timestamp: 1779019198250,
          coords: { latitude: 54.687157, longitude: 25.2798, accuracy: -1, speed: -1, heading: -1 },
          battery: { level: -1 },
          geofence: { identifier: 'depot', action: 'ENTER' },
        },
      ],
      device_id: 1234567,
    }),
    ident: '1234567',
    messages: [
      phone,
      {
        timestamp: 1779019198.25,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.geofence': 'depot',
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
      },
    ],
    ...answers,
  },
  {
    what: 'a request without an id is answered with 400',
    frame: get('/?lat=54.687157&lon=25.2798'),
    reply: response(400, 'There is no id that a unit can have: add ?id=IDENT to the address.\n'),
  },
  {
    what: 'a body that is no JSON is answered with 400',
    frame: post('{"location":', 'application/json'),
    reply: response(400, 'The body is not JSON.\n'),
  },
  {
    what: 'OsmAnd itself, by its own template: metres per second',
    unit: { model: 'OsmAnd' },
    frame: get(
      `/?id=${ident}&lat=54.687157&lon=25.2798&timestamp=1779019198000&hdop=0.9&altitude=112.0&speed=12.5&bearing=90`,
    ),
    ident,
    messages: [
      {
        ...position,
        'position.hdop': 0.9,
        'position.altitude': 112,
        'position.speed': 45,
        'position.direction': 90,
      },
    ],
    ...answers,
  },
  {
    what: 'Traccar Client up to 8, registered by the name of the protocol: knots',
    unit: { model: 'OsmAnd' },
    frame: get(
      `/?id=${ident}&timestamp=1779019198&lat=54.687157&lon=25.2798&speed=23.22&bearing=90.0&altitude=112.0&accuracy=8.5&batt=87.0`,
    ),
    ident,
    messages: [
      {
        ...position,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'position.accuracy': 8.5,
        'battery.level': 87,
      },
    ],
    ...answers,
  },
  {
    what: 'GPSLogger with all it knows, the phone known by its Android id',
    frame: form(
      'lat=54.687157&lon=25.2798&sat=9&desc=&alt=112.0&acc=8.5&dir=90.0&prov=gps&spd=12.5&timestamp=1779019198' +
        '&time=2026-05-17T11:59:58.000Z&batt=87.0&ischarging=true&aid=phone-17&ser=R58M&act=IN_VEHICLE',
    ),
    ident,
    messages: [
      {
        ...position,
        'position.satellites': 9,
        'position.altitude': 112,
        'position.accuracy': 8.5,
        'position.direction': 90,
        'position.speed': 45,
        'battery.level': 87,
        'battery.charging.status': true,
        'custom.prov': 'gps',
        'custom.aid': 'phone-17',
        'custom.ser': 'R58M',
        'custom.act': 'IN_VEHICLE',
      },
    ],
    ...answers,
  },
  {
    what: 'GPSLogger with a body of JSON, and the unit of speed in the address',
    frame: json(
      { lat: 54.687157, lon: 25.2798, time: '2026-05-17T11:59:58.000Z', speed: '45', batt: null },
      `/?id=${ident}&speed_unit=km/h`,
    ),
    ident,
    messages: [{ ...position, 'position.speed': 45 }],
    ...answers,
  },
  {
    what: 'OwnTracks, which waits for a list',
    frame: json(
      {
        _type: 'location',
        tst: 1779019198,
        lat: 54.687157,
        lon: 25.2798,
        vel: 45,
        cog: 90,
        acc: 8,
        batt: 87,
        tid: 'JP',
      },
      `/?id=${ident}`,
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.speed': 45,
        'position.direction': 90,
        'position.accuracy': 8,
        'battery.level': 87,
        'custom.tid': 'JP',
      },
    ],
    ...answers,
    reply: response(200, '[]', 'application/json'),
  },
  {
    what: 'OwnTracks with nothing to say',
    frame: post('', 'application/json', `/?id=${ident}`),
    ident,
    ...answers,
    reply: response(200, '[]', 'application/json'),
  },
  {
    what: 'Overland with a batch, known by the device id of its settings',
    frame: json({
      locations: ['2026-05-17T13:59:58+0200', '2026-05-17T12:00:00Z'].map((timestamp) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [25.2798, 54.687157] },
        properties: { timestamp, speed: 12.5, battery_level: 0.87, battery_state: 'charging', device_id: ident },
      })),
    }),
    ident,
    messages: [1779019198, 1779019200].map((timestamp) => ({
      timestamp,
      'position.latitude': 54.687157,
      'position.longitude': 25.2798,
      'position.speed': 45,
      'battery.level': 87,
      'battery.charging.status': true,
    })),
    ...answers,
    reply: response(200, '{"result":"ok"}', 'application/json'),
  },
  {
    what: 'JSON of an unknown shape is rejected with a sentence',
    frame: json({ data: [{ x: 1 }] }, `/?id=${ident}`),
    reply: response(
      400,
      'The body cannot be taken: there is no time, no position and no parameter that we know; begin the names of your own fields with custom. or add a timestamp.\n',
    ),
  },
  {
    what: 'a body in chunks',
    link: 'http',
    frame: chunked(['id=phone-17&lat=54', '.687157&lon=25.2798&timestamp=1779019198&sat=9', '']),
    ident,
    messages: [{ ...position, 'position.satellites': 9 }],
    ...answers,
  },
]

export default samples
