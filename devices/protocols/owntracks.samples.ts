import { ascii } from '../bytes/bytes.ts'
import { response } from '../http/http.ts'
import type { Sample } from '../sample.ts'

const post = (value: unknown, address = '/') => {
  const body = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  return ascii(
    `POST ${address} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
}
const place = { _type: 'location', tst: 1779019198, lat: 54.687157, lon: 25.2798 }
const reply = response(200, '[]', 'application/json')

const samples: readonly Sample[] = [
  {
    what: 'where a phone is, known by its topic',
    link: 'http',
    frame: post({
      ...place,
      topic: 'owntracks/jane/phone',
      tid: 'JP',
      acc: 8,
      alt: 112,
      batt: 87,
      bs: 2,
      vel: 45,
      cog: 90,
      t: 'u',
    }),
    ident: 'owntracks-jane-phone',
    messages: [
      {
        timestamp: 1779019198,
        'custom.tid': 'JP',
        'position.accuracy': 8,
        'position.altitude': 112,
        'battery.level': 87,
        'position.speed': 45,
        'position.direction': 90,
        'custom.t': 'u',
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'battery.charging.status': true,
      },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'where a phone is, known by its two letters',
    frame: post({ ...place, tid: 'JP' }),
    ident: 'JP',
    messages: [
      { timestamp: 1779019198, 'custom.tid': 'JP', 'position.latitude': 54.687157, 'position.longitude': 25.2798 },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'where a phone is, known by the address',
    frame: post({ ...place, tid: 'JP' }, '/?id=phone-17'),
    ident: 'phone-17',
    messages: [
      { timestamp: 1779019198, 'custom.tid': 'JP', 'position.latitude': 54.687157, 'position.longitude': 25.2798 },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'a tracker in a vehicle, by its gateway',
    frame: post({
      ...place,
      tid: 'T7',
      t: 'h',
      rty: 3,
      ubatt: 4.1,
      uext: 13.8,
      vin: 'WVWZZZ1KZ6W000001',
      rpm: 1830,
      ign: true,
      motion: true,
      odometer: 1234.567,
      hmc: 5400,
      anum: 1,
      'temp_c-00': 21.5,
    }),
    ident: 'T7',
    messages: [
      {
        timestamp: 1779019198,
        'custom.tid': 'T7',
        'custom.t': 'h',
        'custom.rty': 3,
        'battery.voltage': 4.1,
        'external.powersource.voltage': 13.8,
        'vehicle.vin': 'WVWZZZ1KZ6W000001',
        'engine.rpm': 1830,
        'engine.ignition.status': true,
        'movement.status': true,
        'vehicle.mileage': 1234.567,
        'engine.motorhours': 1.5,
        'custom.anum': 1,
        'sensor.temperature.1': 21.5,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
      },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'its ignition is switched off',
    frame: post({ ...place, tid: 'T7', t: 'I' }),
    ident: 'T7',
    messages: [
      {
        timestamp: 1779019198,
        'custom.tid': 'T7',
        'custom.t': 'I',
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'engine.ignition.status': false,
      },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'its power is cut',
    frame: post({ ...place, tid: 'T7', t: 'e' }),
    ident: 'T7',
    messages: [
      {
        timestamp: 1779019198,
        'custom.tid': 'T7',
        'custom.t': 'e',
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
      },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  {
    what: 'a region is entered',
    frame: post({ ...place, _type: 'transition', tid: 'JP', event: 'enter', desc: 'Depot' }),
    ident: 'JP',
    messages: [
      {
        timestamp: 1779019198,
        'custom.tid': 'JP',
        'custom.event': 'enter',
        'custom.desc': 'Depot',
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'custom.geofence': 'Depot',
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
      },
    ],
    reply,
    nack: response(503),
    refusal: response(404),
  },
  { what: 'what is about the application is taken and left', frame: post({ _type: 'lwt', tst: 1779019198 }), reply },
  { what: 'nothing to say', frame: post(undefined), reply },
  {
    what: 'a message without an id',
    frame: post(place),
    reply: response(400, 'There is no id that a unit can have: set a user and a device in the application.\n'),
  },
  {
    what: 'what is encrypted is refused with the reason',
    frame: post({ _type: 'encrypted', tid: 'JP', data: 'NnDJ' }),
    reply: response(
      400,
      'The body cannot be taken: OwnTracks has encrypted it; remove the encryption key in the application.\n',
    ),
  },
  { what: 'another object', frame: post({ lat: 54.687157 }), reply: response(400, 'The body says no _type.\n') },
  { what: 'a body that is no JSON', frame: post('{'), reply: response(400, 'The body is not JSON.\n') },
]

export default samples
