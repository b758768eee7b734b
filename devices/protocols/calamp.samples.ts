import { ascii, hex, toHex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '4532104183'
const head = '83 05 4532104183 01 01'

// 2026-05-17 11:59:58 UTC, fix a second before; latitude, longitude, 112 m, 11.94 m/s, 90°, 11 satellites.
const times = '6a09adbe 6a09adbd'
const coordinates = '20989912 0f116430'
const place = `${times} ${coordinates} 00002bc0 000004aa 005a 0b 00 0004 ffa1 0f 09 01 08`
const position = {
  timestamp: 1779019198,
  'position.timestamp': 1779019197,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.altitude': 112,
  'position.speed': 42.98,
  'position.direction': 90,
  'position.satellites': 11,
  'position.valid': true,
  'custom.carrier': 4,
  'gsm.signal.dbm': -95,
  'custom.network_state': 15,
  'position.hdop': 0.9,
  'engine.ignition.status': true,
  din: 1,
  'custom.unit_status': 8,
}
const answered = (type: string) => ({
  reply: hex(`0201 0007 ${type} 00 00 000000`),
  nack: hex(`0201 0007 ${type} 01 00 000000`),
})

const samples: readonly Sample[] = [
  {
    what: 'an event with two accumulators',
    link: 'udp',
    frame: hex(`${head} 01 02 0007 ${place} 0a 33 02 00 000036b0 00000001`),
    ident,
    messages: [
      {
        ...position,
        'custom.event_index': 10,
        'event.enum': 0x33,
        'custom.accumulator_0': 14000,
        'custom.accumulator_1': 1,
      },
    ],
    ...answered('02'),
  },
  {
    what: 'accumulators that passed a threshold, after data of a device',
    frame: hex(`${head} 01 09 0007 ${place} 01 02 0002 4f4b 41 00 00000064 00000001 00000065`),
    ident,
    messages: [
      {
        ...position,
        'custom.message_route': 1,
        'custom.message_id': 2,
        'message.content': 'OK',
        'custom.accumulator_threshold': 100,
        'custom.accumulator_mask': 1,
        'custom.accumulator_0': 101,
      },
    ],
    ...answered('09'),
  },
  {
    what: 'an event that needs no acknowledgement',
    link: 'udp',
    frame: hex(`${head} 00 02 0007 ${place} 0a 33 00 00`),
    ident,
    messages: [{ ...position, 'custom.event_index': 10, 'event.enum': 0x33 }],
  },
  {
    what: 'an event without a fix, of a tracker that says its IMEI',
    link: 'udp',
    frame: hex(
      `83 08 356307042441013f 01 02 01 02 0007 6a09adbe 00000000 00000000 00000000 00000000 00000000 0000 00 2c 0000 ff8f
       00 00 00 08 01 01 00 00`,
    ),
    ident: '356307042441013',
    messages: [
      {
        timestamp: 1779019198,
        'position.altitude': 0,
        'position.speed': 0,
        'position.direction': 0,
        'position.satellites': 0,
        'position.valid': false,
        'custom.carrier': 0,
        'gsm.signal.dbm': -113,
        'custom.network_state': 0,
        'position.hdop': 0,
        'engine.ignition.status': false,
        din: 0,
        'custom.unit_status': 8,
        'custom.event_index': 1,
        'event.enum': 1,
      },
    ],
    ...answered('02'),
  },
  {
    what: 'data of a device behind the tracker',
    link: 'udp',
    frame: hex(`${head} 01 04 0007 ${place} 02 00 0004 ${toHex(ascii('0x30'))}`),
    ident,
    messages: [{ ...position, 'custom.message_route': 2, 'custom.message_id': 0, 'message.content': '0x30' }],
    ...answered('04'),
  },
  {
    what: 'data of an application, in bytes',
    link: 'udp',
    frame: hex(`${head} 01 05 0007 ${place} 0083 0003 0100ff`),
    ident,
    messages: [{ ...position, 'custom.message_kind': 0x83, 'message.content': '0100ff' }],
    ...answered('05'),
  },
  {
    what: 'the answer to a question where it is',
    link: 'udp',
    frame: hex(`${head} 01 08 0007 ${place} 01 00 00000009`),
    ident,
    messages: [{ ...position, 'custom.accumulator_0': 9 }],
    ...answered('08'),
  },
  {
    what: 'a mini event',
    link: 'udp',
    frame: hex(`${head} 01 0a 0007 6a09adbe ${coordinates} 005a 2b 0b 0f 01 33 01 00000301`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.direction': 90,
        'position.speed': 43,
        'position.satellites': 11,
        'position.valid': true,
        'custom.network_state': 15,
        'engine.ignition.status': true,
        din: 1,
        'event.enum': 0x33,
        'custom.accumulator_0': 769,
      },
    ],
    ...answered('0a'),
  },
  {
    what: 'an identification is acknowledged',
    link: 'udp',
    frame: hex(`${head} 01 03 0007 0000333862 0000`),
    ident,
    reply: hex('0201 0007 03 00 00 000000'),
  },
]

export default samples
