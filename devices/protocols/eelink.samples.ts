import { ascii, be16, concat, hex, toHex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'
const imei = '0356307042441013'

const packet = (type: number, words: string) => {
  const body = hex(words)
  return concat([0x67, 0x67, type], be16(body.length), body)
}
const wrapped = (...packets: Uint8Array[]) => {
  const body = concat(hex(imei), ...packets)
  let sum = 0
  for (const byte of body) sum = ((((sum << 1) | (sum >> 15)) & 0xffff) + byte) & 0xffff
  return concat(ascii('EL'), be16(2 + body.length), be16(sum), body)
}

// 2026-05-17 11:59:58 UTC; latitude, longitude; 112 m, 43 km/h, 90°, 11 satellites.
const time = '6a09adbe'
const coordinates = '05de0713 02b65498'
const place = `${coordinates} 0070 002b 005a 0b`
const cell = '00f6 0003 0012 0000d431 2e'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871572,
  'position.longitude': 25.2798,
  'position.altitude': 112,
  'position.speed': 43,
  'position.direction': 90,
  'position.satellites': 11,
}
const network = { 'gsm.mcc': 246, 'gsm.mnc': 3, 'gsm.lac': 18, 'gsm.cellid': 54321 }
const parked = {
  'position.valid': true,
  'engine.ignition.status': true,
  'alarm.mode.status': false,
  'engine.blocked.status': false,
  'external.powersource.status': true,
  'movement.status': false,
  'gnss.status': true,
}
const old = `${time} ${coordinates} 2b 005a 00f6 0003 0012 00d431`
const oldPosition = {
  timestamp: 1779019198,
  'position.latitude': 54.6871572,
  'position.longitude': 25.2798,
  'position.speed': 43,
  'position.direction': 90,
  ...network,
}

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with the time',
    link: 'tcp',
    frame: packet(0x01, `0001 ${imei} 01 08`),
    ident,
    reply: packet(0x01, '0001 6a09adc0 0001 00'),
  },
  {
    what: 'a heartbeat',
    frame: packet(0x03, '0002 05ef'),
    messages: [{ ...parked, 'record.seqnum': 2 }],
    reply: packet(0x03, '0002'),
  },
  {
    what: 'a location with all a tracker measures',
    frame: packet(
      0x12,
      `0003 ${time} 13 ${place} ${cell} f0b429dd82ca d3 05ef 0fa0 0bb8 0000 0012d687 0001 0002 0064 0005 f380 01f4
       00012c00 00000190 fce0 0101 f1a00220f0fe a7 00b10c 0be9 1510 0018`,
    ),
    messages: [
      {
        ...position,
        ...network,
        'wifi.points': [{ mac: 'f0b429dd82ca', rssi: -45 }],
        ...parked,
        'battery.voltage': 4,
        'ain.1': 3,
        'ain.2': 0,
        'vehicle.mileage': 1234.567,
        'steps.counter': 100,
        'sensor.temperature.1': -12.5,
        'sensor.humidity': 50,
        'sensor.illuminance': 300,
        'carbon.dioxide.ppm': 400,
        'sensor.temperature.2': -50,
        'custom.tag_kind': 1,
        'ble.beacons': [{ id: 'f1a00220f0fe', rssi: -89, 'battery.voltage': 3.049, temperature: 21.06 }],
        'custom.gsm_counter': 1,
        'custom.gps_counter': 2,
        'custom.walking_time': 5,
        'record.seqnum': 3,
      },
    ],
    reply: packet(0x12, '0003'),
  },
  {
    what: 'cells without a fix',
    frame: packet(0x12, `0004 ${time} 06 ${cell} 0013 0000d432 20 0400`),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        ...network,
        'gsm.cells': [
          { mcc: 246, mnc: 3, lac: 18, cellid: 54321, rssi: 46 },
          { mcc: 246, mnc: 3, lac: 19, cellid: 54322, rssi: 32 },
        ],
        'movement.status': false,
        'gnss.status': true,
        'record.seqnum': 4,
      },
    ],
    reply: packet(0x12, '0004'),
  },
  {
    what: 'a warning',
    frame: packet(0x14, `0005 ${time} 01 ${place} 82 05ef`),
    messages: [
      {
        ...position,
        'alarm.code': 0x82,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
        ...parked,
        'record.seqnum': 5,
      },
    ],
    reply: packet(0x14, '0005'),
  },
  {
    what: 'a report',
    frame: packet(0x15, `0006 ${time} 01 ${place} 03 05ef`),
    messages: [{ ...position, 'report.reason': 3, ...parked, 'record.seqnum': 6 }],
    reply: packet(0x15, '0006'),
  },
  {
    what: 'a network of a newer kind ends the reading, and what was before it stays',
    frame: packet(0x12, `0007 ${time} 81 ${place} 070123`),
    messages: [{ ...position, 'custom.radio': 7, 'record.seqnum': 7 }],
    reply: packet(0x12, '0007'),
  },
  {
    what: 'a location from before version 2.0 needs no answer',
    frame: packet(0x02, `0008 ${old} 01 05ef 0fa0 0031 0bb8 0000`),
    messages: [
      {
        ...oldPosition,
        ...parked,
        'battery.voltage': 4,
        'custom.rssi': 49,
        'ain.1': 3,
        'ain.2': 0,
        'record.seqnum': 8,
      },
    ],
  },
  {
    what: 'an alarm from before version 2.0',
    frame: packet(0x04, `0009 ${old} 01 83`),
    messages: [
      {
        ...oldPosition,
        'position.valid': true,
        'alarm.code': 0x83,
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
        'record.seqnum': 9,
      },
    ],
    reply: packet(0x04, '0009'),
  },
  {
    what: 'a report from before version 2.0',
    frame: packet(0x05, `000a ${old} 00 01 ${time}`),
    messages: [{ ...oldPosition, 'position.valid': false, 'report.reason': 1, 'record.seqnum': 10 }],
    reply: packet(0x05, '000a'),
  },
  {
    what: 'values of the OBD socket',
    frame: packet(
      0x07,
      `000b ${time} 00be3fa803 0466555555 0578555555 0c17c05555 0d2b555555 1180555555 2100645555 4236b05555 2f55555555
       8900000049`,
    ),
    messages: [
      {
        timestamp: 1779019198,
        'can.engine.load.level': 40,
        'can.engine.coolant.temperature': 80,
        'can.engine.rpm': 1520,
        'can.vehicle.speed': 43,
        'can.throttle.level': 50.2,
        'can.dtc.mileage': 100,
        'can.battery.voltage': 14,
        'custom.fuel_consumption': 73,
        'custom.pid_00': 'be3fa803',
        'record.seqnum': 11,
      },
    ],
    reply: packet(0x07, '000b'),
  },
  {
    what: 'the answer to a question where it is',
    frame: packet(
      0x80,
      `000c 01 00000007 ${toHex(ascii('Lat:N54.687157,Lon:E25.2798,Course:90.00,Speed:43.00km/h,DateTime:2026-05-17 11:59:58'))}`,
    ),
    messages: [
      {
        'message.type': 'command.answer',
        'custom.command_number': 7,
        'message.content': 'Lat:N54.687157,Lon:E25.2798,Course:90.00,Speed:43.00km/h,DateTime:2026-05-17 11:59:58',
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.direction': 90,
        'position.speed': 43,
        'record.seqnum': 12,
      },
    ],
  },
  {
    what: 'a location with a newer network, and the battery after it',
    frame: packet(0x12, `0010 ${time} 81 ${place} 03 01 00f6 0003 0012 0013 0000d431 0001 0102 0bb8 2e 05ef 0fa0`),
    messages: [
      {
        ...position,
        ...parked,
        ...network,
        'custom.radio': 3,
        'gsm.cells': [
          { mcc: 246, mnc: 3, lac: 18, cellid: 54321 },
          { mcc: 246, mnc: 3, lac: 18, cellid: 0x102, rssi: 46 },
        ],
        'battery.voltage': 4,
        'record.seqnum': 16,
      },
    ],
    reply: packet(0x12, '0010'),
  },
  {
    what: 'a location with values of the vehicle in a form of their own',
    frame: packet(0x17, `0011 ${time} 01 ${place} 0102`),
    messages: [{ ...position, 'custom.content': '0102', 'record.seqnum': 17 }],
    reply: packet(0x17, '0011'),
  },
  {
    what: 'a report with its state, and a text message that came in',
    frame: packet(0x05, `0012 ${old} 01 02 ${time} 05ef`),
    messages: [
      {
        ...oldPosition,
        ...parked,
        'report.reason': 2,
        'record.seqnum': 18,
      },
    ],
    reply: packet(0x05, '0012'),
  },
  {
    what: 'a text message that came in',
    frame: packet(0x06, `0013 ${old} 01 2b333730`),
    messages: [{ ...oldPosition, 'position.valid': true, 'record.seqnum': 19 }],
    reply: packet(0x06, '0013'),
  },
  {
    what: 'the state in place of OBD values',
    frame: packet(0x07, '0014 05ef 0000'),
    messages: [{ ...parked, 'record.seqnum': 20 }],
    reply: packet(0x07, '0014'),
  },
  {
    what: 'mileage and fuel of the vehicle',
    frame: packet(0x07, `0015 ${time} 8a 00003039 8b 000001f5`),
    messages: [{ timestamp: 1779019198, 'can.vehicle.mileage': 12345, 'can.fuel.volume': 50.1, 'record.seqnum': 21 }],
    reply: packet(0x07, '0015'),
  },
  {
    what: 'the supply was cut',
    frame: packet(0x14, `0016 ${time} 01 ${place} 01 05ef`),
    messages: [
      {
        ...position,
        ...parked,
        'alarm.code': 1,
        'power.cut.alarm': true,
        'power.off.event': true,
        'alarm.event': true,
        'alarm.type': 'power_cut,power_off',
        'record.seqnum': 22,
      },
    ],
    reply: packet(0x14, '0016'),
  },
  {
    what: 'any other answer to a command',
    frame: packet(0x80, `000d 01 00000000 ${toHex(ascii('RELAY:ON'))}`),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'RELAY:ON', 'record.seqnum': 13 }],
  },
  {
    what: 'a datagram with a login and a location',
    link: 'udp',
    frame: wrapped(packet(0x01, `0001 ${imei} 01 08`), packet(0x12, `0002 ${time} 01 ${place} 05ef`)),
    ident,
    messages: [{ ...position, ...parked, 'record.seqnum': 2 }],
    reply: wrapped(packet(0x01, '0001 6a09adc0 0001 00'), packet(0x12, '0002')),
  },
  {
    what: 'a datagram with a wrong sum is left',
    frame: concat(wrapped(packet(0x03, '0002')).with(4, 0xff)),
  },
]

export default samples
