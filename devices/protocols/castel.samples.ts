import { ascii, concat, hex, le16, toHex } from '../bytes/bytes.ts'
import { crc16X25 } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '213GDS2021000052'
const id = toHex(ascii(ident)).padEnd(40, '0')

const framed = (start: string, data: string) => {
  const rest = hex(data)
  const begin = concat(hex(start), le16(hex(start).length + 2 + rest.length + 4), rest)
  return concat(begin, le16(crc16X25(begin)), hex('0d0a'))
}
const packet = (data: string, version = '04') => framed('4040', `${version} ${id} ${data}`)

// Started and sent 2026-05-17 11:59:58 UTC, 1234.567 km, 12.345 km, 50.25 l, 0.75 l, state, eight bytes.
const time = 'bead096a'
const status = `${time} ${time} 87d61200 39300000 a1130000 4b00 00000400 036401014c000300`
const statusValues = {
  timestamp: 1779019198,
  'custom.engine_start_timestamp': 1779019198,
  'vehicle.mileage': 1234.567,
  'segment.vehicle.mileage': 12.345,
  'fuel.consumed': 50.25,
  'custom.trip_fuel_consumed': 0.75,
  'custom.status': 0x40000,
  'engine.ignition.status': true,
}
// 54.6871667 N, 25.2798 E, 43.2 km/h, 90.5°, eleven satellites.
const item = '11051a0b3b3a 480ebc0b 30a96c05 b004 8903 bf'
const place = {
  timestamp: 1779019198,
  'position.latitude': 54.6871667,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43.2,
  'position.direction': 90.5,
  'position.satellites': 11,
}

const samples: readonly Sample[] = [
  {
    what: 'a login with a position is answered with the time',
    link: 'tcp',
    frame: packet(`1001 ${status} 01 ${item} 494444 00`),
    ident,
    messages: [{ ...statusValues, ...place }],
    reply: packet('9001 ffffffff 0000 c0ad096a'),
  },
  { what: 'a heartbeat is answered', frame: packet('1003'), ident, reply: packet('9003') },
  {
    what: 'two positions, stored',
    frame: packet(`4001 01 ${status} 02 ${item} ${item}`),
    ident,
    messages: [
      { ...statusValues, ...place, 'message.buffered.status': true },
      { ...statusValues, ...place, 'message.buffered.status': true },
    ],
  },
  {
    what: 'values of the engine in a stream',
    frame: packet(`4002 ${status} 7800 05 0521 0c21 0d21 6721 a621 01 0c 5a 4908 79 01020300 5d460300`),
    ident,
    messages: [
      {
        ...statusValues,
        'can.engine.coolant.temperature': 90,
        'can.engine.rpm': 2121,
        'can.vehicle.speed': 121,
        'custom.pid_67': 0x030201,
        'can.vehicle.mileage': 21462.1,
      },
    ],
  },
  {
    what: 'values of the engine once',
    frame: packet(`4005 ${status} 00 02 0421 4221 2b a62f`),
    ident,
    messages: [{ ...statusValues, 'can.engine.load.level': 43, 'can.battery.voltage': 12.198 }],
  },
  {
    what: 'fault codes',
    frame: packet(`4006 ${status} 01 02 5113 0041`),
    ident,
    messages: [{ ...statusValues, 'can.dtc.number': 2, 'can.dtc': 'P1351 C0100' }],
  },
  {
    what: 'fault codes of a commercial vehicle',
    frame: packet(`400b ${status} 01 01 2603 0301`),
    ident,
    messages: [{ ...statusValues, 'can.dtc.number': 1, 'can.dtc': 'P0326' }],
  },
  {
    what: 'an alarm is acknowledged by its number',
    frame: packet(`4007 12000000 ${status} 01 ${item} 02 01 05 0000 0000 01 16 0200 0000`),
    ident,
    messages: [
      {
        ...statusValues,
        ...place,
        'alarm.code': 22,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'engine.ignition.status': true,
      },
    ],
    reply: packet('c007 12000000'),
  },
  {
    what: 'everything at once, with the battery',
    frame: packet(`401f 00 581d0000 ${status} 01 ${item} 1000 0200 ff00 2100 0200 7201`),
    ident,
    messages: [{ ...statusValues, ...place, 'device.temperature': 25.5, 'battery.voltage': 3.7 }],
  },
  {
    what: 'all tags: values, faults, alarms, temperatures, voltages and one we do not know',
    frame: packet(
      `401f 01 581d0000 ${status} 00 0200 0700 01 0521 0200 5a00 0600 0400 01 01 2603 0700 0b00 01000000 01 01 1c 0000 0000
       1100 0200 38ff 1200 0200 fa00 2000 0200 d204 2100 0200 7201 9900 0100 05`,
    ),
    ident,
    messages: [
      {
        ...statusValues,
        'message.buffered.status': true,
        'custom.pid_8453': '5a00',
        'can.dtc.number': 1,
        'can.dtc': 'P0326',
        'alarm.code': 28,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'vibration',
        'sensor.temperature.1': -20,
        'sensor.temperature.2': 25,
        'external.powersource.voltage': 12.34,
        'battery.voltage': 3.7,
        'custom.param.153': '05',
      },
    ],
  },
  {
    what: 'acceleration, harsh by the state',
    frame: packet(`4003 ${status.replace('00000400', '10000400')} 0a00 01 4000 c0ff 0001`),
    ident,
    messages: [
      {
        ...statusValues,
        'custom.status': 0x40010,
        'harsh.acceleration.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_acceleration',
        'custom.g_sensor': '[[1,-1,4]]',
      },
    ],
  },
  {
    what: 'the cell instead of a position',
    frame: packet(`4008 ${status} b80b 1127`),
    ident,
    messages: [{ ...statusValues, 'gsm.lac': 3000, 'gsm.cellid': 10001 }],
  },
  {
    what: 'a position while asleep',
    frame: packet(`4009 ${time} ${item}`),
    ident,
    messages: [place],
  },
  {
    what: 'a position that was asked for',
    frame: packet(`b001 0100 ${status} 01 ${item}`),
    ident,
    messages: [{ ...statusValues, ...place }],
  },
  {
    what: 'a position with the fuel sensor',
    frame: packet(`400e ${status} 01 ${item} 0102`),
    ident,
    messages: [{ ...statusValues, ...place, 'custom.adc_1': 0x0201 }],
  },
  {
    what: 'the VIN that was asked for',
    frame: packet('a002 0000 0100 0001 0120 0500 5741554e41'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'WAUNA', 'vehicle.vin': 'WAUNA' }],
  },
  { what: 'ids the tracker knows are left', frame: packet(`4004 ${status} 01 0521`), ident },
  { what: 'a wrong CRC is not answered', frame: concat(packet('1003').subarray(0, -4), hex('0000 0d0a')) },
  {
    what: 'a position of an MPIP',
    link: 'tcp',
    frame: packet(`4001 ${item} 00000000`, '05'),
    ident,
    messages: [place],
    reply: packet('8001', '05'),
  },
  {
    what: 'stored positions of an older tracker',
    frame: packet(`4206 07 01 ${item}`, '0c'),
    ident,
    messages: [place],
    reply: packet('8206 07', '0c'),
  },
  {
    what: 'stored positions of an older tracker with their state',
    frame: packet(`4206 01 01 ${item} 01000000 4b e8030000 01 02 03 b80b 1127`, '0c'),
    ident,
    messages: [
      {
        ...place,
        'custom.status': 1,
        'custom.battery': 75,
        'vehicle.mileage': 1,
        'custom.fence': 1,
        'custom.fence_flags': 2,
        'custom.flags': 3,
        'gsm.lac': 3000,
        'gsm.cellid': 10001,
        'message.buffered.status': true,
      },
    ],
    reply: packet('8206 01', '0c'),
  },
  {
    what: 'a packet without a version',
    link: 'udp',
    frame: framed('2424', `${id} 2001 840d0000 ${time} 02 ${item} 00000000 01`),
    ident,
    messages: [{ 'record.seqnum': 0x0d84, ...place }],
  },
]

export default samples
