/** Login, locations and alarms. */
import { hex } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import { answer, cell, cell4g, fix, gsm, gsm4g, packet, position, running } from './packets.ts'

export const locations: readonly Sample[] = [
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
    messages: [{ ...running, 'battery.level': 83, 'custom.rssi': 3, 'gsm.signal.level': 75 }],
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
    what: 'a location without any position keeps its time and cell',
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
        'custom.rssi': 4,
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
        'custom.rssi': 4,
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
        'custom.rssi': 4,
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
]
