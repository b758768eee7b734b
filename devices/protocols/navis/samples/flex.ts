import { ascii, concat, hex, le32, toHex } from '../../../bytes/bytes.ts'
import { crc8 } from '../../../bytes/checksum.ts'
import type { Sample } from '../../../sample.ts'
import { control, login } from './packets.ts'

const flex = (words: string) => {
  const bytes = hex(words)
  return concat(bytes, [crc8(bytes)])
}
const broken = (frame: Uint8Array) => concat(frame.subarray(0, -1), [frame.at(-1)! ^ 1])
const offer = (words: string) => control(concat(ascii('*>FLEX'), hex(words)))
const accepted = (words: string) => control(concat(ascii('*<FLEX'), hex(words)), 0, 1)

// Number 261, event 4352, 2026-05-17 11:59:58 UTC, status, modules, signal 31, eleven satellites, fix one second before,
// latitude, longitude, 112.0 m, 43 km/h, 90°, 1234.5 km.
const record = `05010000 0011 bead096a 00 a9 00 1f 2f bdad096a ${toHex(Uint8Array.from(le32(32812294)))}
  ${toHex(Uint8Array.from(le32(15167880)))} 60040000 00002c42 5a00 00509a44`
const position = {
  'record.seqnum': 261,
  'event.enum': 4352,
  timestamp: 1779019198,
  'alarm.event': false,
  'custom.mode': 0,
  'towing.event': false,
  'custom.power_saving': false,
  'custom.modules': 0xa9,
  'custom.modules_2': 0,
  'gsm.signal.level': 100,
  'gnss.status': true,
  'position.valid': true,
  'position.satellites': 11,
  'position.timestamp': 1779019197,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.altitude': 112,
  'position.speed': 43,
  'position.direction': 90,
  'vehicle.mileage': 1234.5,
}

const lines = (name: string, bits: number, from = 1) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, bit) => [`${name}.${from + bit}`, (bits & (1 << bit)) !== 0]))

export const flexSamples: readonly Sample[] = [
  login,
  {
    what: 'the fields of version 1.0 are agreed on',
    frame: offer('b0 0a 0a 45 fffe 300a 0808 0fff f8'),
    reply: accepted('b0 0a 0a'),
  },
  {
    what: 'two records from the archive, with voltages, lines, thermometer and bus',
    frame: flex(
      `7e 41 02
       ${record} 7c36 a00f 02 01 100e0000 f4 f100 0000803f f005 50 00d09a44 e803 ffff ffff ffff ffff 32 00 21 2880 00000000 0000 2b
       ${record} 7c36 a00f 00 00 100e0000 80 ff7f 000080bf ffff 80 000080bf ffff ffff ffff ffff ffff ff ff ff ff7f 00000000 0000 ff`,
    ),
    messages: [
      {
        ...position,
        'external.powersource.voltage': 13.948,
        'battery.voltage': 4,
        ...lines('din', 2),
        ...lines('dout', 1),
        'engine.motorhours': 1,
        'sensor.temperature.1': -12,
        'can.fuel.volume': 24.1,
        'can.fuel.consumed': 0.5,
        'can.engine.rpm': 1520,
        'can.engine.coolant.temperature': 80,
        'can.vehicle.mileage': 1238.5,
        'can.axle.weight.1': 1000,
        'can.throttle.pedal.level': 50,
        'custom.can_brake_pedal_level': 0,
        'can.engine.load.level': 33,
        'can.adblue.level': 40,
        'custom.param.67': 0,
        'custom.param.68': 0,
        'can.vehicle.speed': 43,
      },
      {
        ...position,
        'external.powersource.voltage': 13.948,
        'battery.voltage': 4,
        ...lines('din', 0),
        ...lines('dout', 0),
        'engine.motorhours': 1,
        'custom.param.67': 0,
        'custom.param.68': 0,
      },
    ],
    reply: flex('7e 41 02'),
  },
  { what: 'a ping needs no answer', frame: hex('7f') },
  {
    what: 'fields of version 3.0 are agreed on: number, time, fine thermometers, humidity, own values',
    frame: offer('b0 1e 1e ff a000000000000000000000000000000000000000320000000002000200040008'),
    reply: accepted('b0 1e 1e'),
  },
  {
    what: 'a record of version 3.0',
    frame: flex('7e 43 05010000 bead096a 68ff 0080 5a 07 e803 40420f00 0102030405060000'),
    messages: [
      {
        'record.seqnum': 261,
        timestamp: 1779019198,
        'sensor.temperature.9': -7.6,
        'sensor.humidity.1': 45,
        'custom.user1_byte_1': 7,
        'custom.user2_byte_1': 1000,
        'custom.user4_byte_1': 1_000_000,
        'custom.user8_byte_1': 6618611909121,
        'message.type': 'current',
      },
    ],
    reply: flex('7e 43'),
  },
  {
    what: 'the tracker offers version 2.0',
    frame: offer('b0 14 14 7a fffe0000040000000608100000000000'),
    reply: accepted('b0 14 14'),
  },
  {
    what: 'one record at once, with cells and levels',
    frame: flex(
      `7e 54 05010000 ${record} e803 0308010000000000 090c
       f7090000 0826 fa00 0200 b3 ad2b0000 0826 fa00 0200 aa 00000000 0000 0000 0000 00 9cae2f61 c800 15`,
    ),
    messages: [
      {
        ...position,
        'escort.lls.value.1': 1000,
        'custom.satellites_glonass': 3,
        'custom.satellites_gps': 8,
        'custom.satellites_galileo': 1,
        'custom.satellites_beidou': 0,
        'position.hdop': 0.9,
        'position.pdop': 1.2,
        'gsm.mcc': 250,
        'gsm.mnc': 2,
        'gsm.lac': 0x2608,
        'gsm.cellid': 2551,
        'gsm.signal.dbm': -77,
        'gsm.cells': [
          { cellid: 2551, lac: 0x2608, mcc: 250, mnc: 2, dbm: -77 },
          { cellid: 11181, lac: 0x2608, mcc: 250, mnc: 2, dbm: -86 },
        ],
        'escort.lls.value.7': 200,
        'escort.lls.temperature.7': 21,
      },
    ],
    reply: flex('7e 54 05010000'),
  },
  {
    what: 'packages of other equipment are answered and left',
    frame: flex('7e 45 02 0300 010203 0000'),
    reply: flex('7e 45 02'),
  },
  { what: 'one such package at once', frame: flex('7e 58 07000000 0200 0102'), reply: flex('7e 58 07000000') },
  { what: 'a wrong CRC is not answered', frame: broken(flex('7e 45 01 0300 010203')) },
  {
    what: 'the answer to a command',
    frame: control(ascii('*@C:OK')),
    messages: [{ 'message.type': 'command.answer', 'message.content': '*@C:OK' }],
  },
  { what: 'a wrong sum of a packet is not answered', frame: broken(control(ascii('*@C:OK'))) },
  login,
  {
    what: 'the smallest mask, and the present state',
    frame: offer('b0 0a 0a 45 fffe 0000 0000 0000 00'),
    reply: accepted('b0 0a 0a'),
  },
  {
    what: 'the present state is not from the archive',
    frame: flex(`7e 43 ${record}`),
    messages: [{ ...position, 'message.type': 'current' }],
    reply: flex('7e 43'),
  },
]
