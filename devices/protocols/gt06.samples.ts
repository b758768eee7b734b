import { ascii, be16, concat, hex } from '../bytes.ts'
import { crc16X25 } from '../checksum.ts'
import type { Sample } from '../sample.ts'

function packet(type: string, content: string, serial: number): Uint8Array {
  const inner = concat(hex(type), hex(content), be16(serial))
  const packet = concat([0x78, 0x78, inner.length + 2], inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

function longPacket(type: string, content: Uint8Array, serial: number): Uint8Array {
  const inner = concat(hex(type), content, be16(serial))
  const packet = concat([0x79, 0x79], be16(inner.length + 2), inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

/** The same type and serial again. */
const answer = (type: string, serial: number) => packet(type, '', serial)

// 2026-05-17 11:59:58, nine satellites, latitude 54.687157, longitude 25.2798, 43 km/h, north, east, fix, 90°.
const fix = '1a05110b3b3a c9 05de0713 02b65498 2b 145a'
const position = {
  timestamp: 1779019198,
  'position.satellites': 9,
  'position.latitude': 54.6871572,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.direction': 90,
  'position.speed': 43,
}
const cell = '00f6 01 0bb8 002711'
const gsm = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 3000, 'gsm.cellid': 10001 }
const cell4g = '80f6 0001 00000bb8 0000000001312d01'
const gsm4g = { ...gsm, 'gsm.cellid': 20000001 }
const running = {
  'custom.armed': false,
  'engine.ignition.status': true,
  'battery.charging.status': true,
  'gnss.status': true,
  'engine.blocked.status': false,
}

const samples: readonly Sample[] = [
  {
    what: 'a login with model and time zone is answered with its type and serial',
    link: 'tcp',
    frame: packet('01', '0356307042441013 1001 0c80', 1),
    ident: '356307042441013',
    reply: hex('78780501 0001 d9dc 0d0a'),
  },
  {
    what: 'a heartbeat brings the status and is answered',
    frame: packet('13', '46 05 03 0002', 2),
    messages: [{ ...running, 'battery.level': 83, 'gsm.signal.level': 75 }],
    reply: answer('13', 2),
  },
  {
    what: 'a location in local time is moved to UTC by the zone of the login',
    frame: packet('12', `1a05110d3b3a c9 05de0713 02b65498 2b 145a ${cell} 000f4240`, 3),
    messages: [{ ...position, ...gsm, 'vehicle.mileage': 1000 }],
  },
  {
    what: 'a location in UTC with ignition, reason, memory flag and mileage needs no answer',
    frame: packet('22', `${fix} ${cell} 01 03 01 00002710`, 4),
    messages: [
      {
        ...position,
        ...gsm,
        'engine.ignition.status': true,
        'report.reason': 3,
        'message.buffered.status': true,
        'vehicle.mileage': 10,
      },
    ],
  },
  {
    what: 'a location south and west without a fix',
    frame: packet('22', `1a05110b3b3a 90 05de0713 02b65498 00 0800 ${cell} 00 00 00`, 5),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 0,
        'position.latitude': -54.6871572,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.direction': 0,
        'position.speed': 0,
        ...gsm,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'a location without any place keeps its time and cell',
    frame: packet('22', `1a05110b3b3a c0 00000000 00000000 00 0000 ${cell} 00 00 00`, 6),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 0,
        'position.valid': false,
        'position.direction': 0,
        'position.speed': 0,
        ...gsm,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'a location with a 4G cell',
    frame: packet('a0', `${fix} ${cell4g} 00 00 00`, 7),
    messages: [
      {
        ...position,
        ...gsm4g,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'an alarm is answered, so that it is not sent again',
    frame: packet('26', `${fix} 09 ${cell} 46 06 04 02 02`, 8),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'battery.level': 100,
        'gsm.signal.level': 100,
        'alarm.code': 2,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
      },
    ],
    reply: answer('26', 8),
  },
  {
    what: 'an alarm of a fence names the fence',
    frame: packet('27', `${fix} 09 ${cell} 46 06 04 05 02 03`, 9),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'battery.level': 100,
        'gsm.signal.level': 100,
        'alarm.code': 5,
        'geofence.exit.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_exit',
        'geofence.id': 3,
      },
    ],
    reply: answer('27', 9),
  },
  {
    what: 'an alarm with a 4G cell and no fence',
    frame: packet('a4', `${fix} 11 ${cell4g} 46 06 04 01 02 ff`, 10),
    messages: [
      {
        ...position,
        ...gsm4g,
        ...running,
        'battery.level': 100,
        'gsm.signal.level': 100,
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: answer('a4', 10),
  },
  {
    what: 'cells and access points',
    frame: packet(
      '2c',
      `1a05110b3b3a 00f6 01 0bb8 002711 50 0bb8 002712 40 ${'0000 000000 00'.repeat(5)} ff 01 a1b2c3d4e5f6 3c`,
      11,
    ),
    messages: [
      {
        timestamp: 1779019198,
        ...gsm,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 3000, cellid: 10001, rssi: 80 },
          { mcc: 246, mnc: 1, lac: 3000, cellid: 10002, rssi: 64 },
        ],
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }],
      },
    ],
  },
  {
    what: 'information: the supply voltage',
    frame: longPacket('94', hex('00 04d2'), 12),
    messages: [{ 'custom.information_kind': 0, 'external.powersource.voltage': 12.34 }],
  },
  {
    what: 'information: what is switched on, and that the engine is blocked',
    frame: longPacket('94', concat(hex('04'), ascii('ALM1=C5;DYD=02;')), 13),
    messages: [
      { 'custom.information_kind': 4, 'custom.alm1': 'C5', 'custom.dyd': '02', 'engine.blocked.status': true },
    ],
  },
  {
    what: 'information: the card in the tracker',
    frame: longPacket('94', hex('0a 0356307042441013 0246010123456789 8937001234567890123f'), 14),
    messages: [
      {
        'custom.information_kind': 10,
        'device.imei': '356307042441013',
        'gsm.sim.imsi': '246010123456789',
        'gsm.sim.iccid': '8937001234567890123',
      },
    ],
  },
  {
    what: 'information: a card held to the reader',
    frame: longPacket('94', hex('1b 02 08 0a1b2c3d 35 03'), 15),
    messages: [{ 'custom.information_kind': 27, 'rfid.code': '0a1b2c3d' }],
  },
  {
    what: 'the answer to a command, with a place in it',
    frame: longPacket(
      '21',
      concat(
        hex('00000007 01'),
        ascii('Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58'),
      ),
      16,
    ),
    messages: [
      {
        'message.type': 'command.answer',
        'message.content':
          'Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58',
        'position.latitude': 54.687157,
        'position.longitude': -25.2798,
        'position.direction': 90,
        'position.speed': 4.5,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'an answer in UTF-16',
    frame: longPacket('21', hex('00000000 02 004f006b0021'), 17),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'Ok!' }],
  },
  {
    what: 'an asset tracker sends fields: place, battery and a Bluetooth sensor',
    frame: longPacket(
      '70',
      hex(
        `0033 0012 6a09adbe 09 0070 05de0713 02b65498 2b 145a
         0018 0002 0192  007f 000e a1b2c3d4e5f6 7fff 5f ffce 01dc 07`,
      ),
      18,
    ),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 9,
        'position.altitude': 112,
        'position.speed': 43,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'battery.voltage': 4.02,
        'ble.sensor.id.1': 'a1b2c3d4e5f6',
        'ble.sensor.battery.level.1': 95,
        'ble.sensor.temperature.1': -5,
        'ble.sensor.humidity.1': 47.6,
      },
    ],
    reply: answer('70', 18),
  },
  {
    what: 'a camera reports harsh braking and the file it kept',
    frame: packet('95', '1a05110b3b3a 05de0713 02b65498 145a 91 0000 612e6d7034', 19),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'alarm.code': 145,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'custom.files': 'a.mp4',
      },
    ],
    reply: answer('95', 19),
  },
  {
    what: 'a request for the time is answered with ours',
    frame: packet('8a', '', 20),
    reply: packet('8a', '1a05110c0000', 20),
  },
  {
    what: 'a request for an address is answered with the coordinates and the number that asked',
    frame: packet(
      '2a',
      `${fix} 2b33373036313233343536370000000000000000000000 0002`.replace('0000 0002', '00 0002'),
      21,
    ),
    reply: longPacket(
      '97',
      concat(
        be16(4 + 9 + 18 + 2 + 21 + 2),
        hex('00000000'),
        ascii('ADDRESS&&54.6871572,25.2798&&'),
        ascii('+37061234567'),
        new Uint8Array(9),
        ascii('##'),
      ),
      21,
    ),
  },
  {
    what: 'a packet with a wrong CRC, as clones send it, is taken and marked',
    frame: concat(packet('13', '46 05 03 0002', 22).subarray(0, -4), hex('0000 0d0a')),
    messages: [{ ...running, 'battery.level': 83, 'gsm.signal.level': 75, 'message.checksum.status': false }],
    reply: answer('13', 22),
  },
  {
    what: 'a packet nobody has explained is answered and gives no message',
    frame: packet('5e', '0102', 23),
    reply: answer('5e', 23),
  },
  {
    what: 'access points and cells of a clone, without length and CRC',
    frame: hex('7878 01 69 260517115958 a1b2c3d4e5f6 3c 01 00f6 01 0bb8 2711 32 0d0a'),
    messages: [{ timestamp: 1779019198, 'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }], ...gsm }],
  },
  { what: 'a stray line end is skipped', frame: hex('0d') },
]

export default samples
