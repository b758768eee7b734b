import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '359339075416963'
// 2026-05-17 11:59:58 UTC.
const time = '1a05110b3b3a'

const heartbeat = hex(`78782008 ${time} 360a7c35 190444f8 360a7c35 190444f8 10 39 05 01 00 28 64 89 00 0d0a`)

const samples: readonly Sample[] = [
  {
    what: 'a login is accepted, or refused',
    link: 'tcp',
    frame: hex('78780d01 0359339075416963 4d 0d0a'),
    ident,
    reply: hex('787801010d0a'),
    refusal: hex('787801440d0a'),
  },
  { what: 'a heartbeat is answered', frame: hex('787801080d0a'), reply: hex('787801080d0a') },
  {
    what: 'a request for the time is answered',
    frame: hex('787801300d0a'),
    reply: hex('78780830 07ea05110c0000 0d0a'),
  },
  {
    what: 'a heartbeat with a position',
    frame: heartbeat,
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 16,
        'position.direction': 114,
        'position.satellites': 5,
      },
    ],
    reply: hex('787801080d0a'),
  },
  {
    what: 'a position',
    frame: hex(`78781210 ${time} 9b 05de0712 02b65498 2b 145a 0d0a`),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 11,
        'position.speed': 43,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
      },
    ],
    reply: hex(`78780710 ${time} 0d0a`),
  },
  {
    what: 'a stored position, south and west, with a line end in its latitude',
    frame: hex(`78781211 ${time} 9b 02000d0a 02b65498 2b 185a 0d0a`),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 11,
        'position.speed': 43,
        'position.latitude': -18.6432056,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.direction': 90,
        'message.buffered.status': true,
      },
    ],
    reply: hex(`78780711 ${time} 0d0a`),
  },
  {
    what: 'a position of a heartbeat from memory, south and west',
    frame: hex(`78781509 ${time} 36 1a7c35 19 1444f8 36 1a7c35 19 1444f8 10 39 05 0d0a`),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': true,
        'message.buffered.status': true,
        'position.speed': 16,
        'position.direction': 114,
        'position.satellites': 5,
      },
    ],
    reply: hex('787801090d0a'),
  },
  {
    what: 'a position with altitude and two alarms',
    frame: hex(`78781510 ${time} 9b 05de0712 02b65498 2b 145a 0070 12 0d0a`),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 11,
        'position.speed': 43,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'position.altitude': 112,
        'overspeeding.status': true,
        'power.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'overspeed,low_power',
      },
    ],
    reply: hex(`78780710 ${time} 0d0a`),
  },
  {
    what: 'an SOS call',
    frame: hex('78780199 0d0a'),
    messages: [{ 'alarm.code': 0x99, 'alarm.panic.status': true, 'alarm.event': true, 'alarm.type': 'sos' }],
    reply: hex('787801990d0a'),
  },
  {
    what: 'a status is answered with itself',
    frame: hex('78780a13 42 40 08 19 64 00 04 1f 00 0d0a'),
    messages: [
      {
        'battery.level': 66,
        'device.firmware.version': '64',
        'custom.interval': 25,
        'custom.rssi': 100,
        'custom.temperature': '00041f',
        'battery.charging.status': false,
      },
    ],
    reply: hex('78780a13 42 40 08 19 64 00 04 1f 00 0d0a'),
  },
  {
    what: 'access points and cells',
    frame: hex('78780117 260517115958 1475905bd30e 25 02 0194 56 4651 0d0a 3c 4651 11ab 46 00 0d0a'),
    messages: [
      {
        timestamp: 1779019198,
        'wifi.points': [{ mac: '14:75:90:5b:d3:0e', rssi: -37 }],
        'gsm.mcc': 404,
        'gsm.mnc': 86,
        'gsm.lac': 0x4651,
        'gsm.cellid': 0x0d0a,
        'gsm.cells': [
          { mcc: 404, mnc: 86, lac: 0x4651, cellid: 0x0d0a, rssi: 60 },
          { mcc: 404, mnc: 86, lac: 0x4651, cellid: 0x11ab, rssi: 70 },
        ],
        'position.valid': false,
      },
    ],
    reply: hex('78780717 260517115958 0d0a'),
  },
  {
    what: 'cells of 4G',
    frame: hex('78780018 260517115958 01 01cc 00 00002866 0090df42 5f 00 0d0a'),
    messages: [
      {
        timestamp: 1779019198,
        'gsm.mcc': 460,
        'gsm.mnc': 0,
        'gsm.lac': 0x2866,
        'gsm.cellid': 0x90df42,
        'position.valid': false,
      },
    ],
    reply: hex('78780718 260517115958 0d0a'),
  },
  {
    what: 'cells with an alarm',
    frame: hex('78780069 260517115958 01 0106 01 071e 4a97 64 01 0d0a'),
    messages: [
      {
        timestamp: 1779019198,
        'gsm.mcc': 262,
        'gsm.mnc': 1,
        'gsm.lac': 0x71e,
        'gsm.cellid': 0x4a97,
        'position.valid': false,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'vibration',
      },
    ],
    reply: hex('78780769 260517115958 0d0a'),
  },
  {
    what: 'an alarm',
    frame: hex('787801940d0a'),
    messages: [{ 'alarm.code': 0x94, 'vibration.alarm': true, 'alarm.event': true, 'alarm.type': 'vibration' }],
    reply: hex('787801940d0a'),
  },
  { what: 'a question for settings is left', frame: hex('787801570d0a') },
]

export default samples
