import { ascii, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

// 2026-05-17 11:59:58 UTC in Vilnius, 23 knots to the east.
const place = '115958,A,5441.2294,N,02516.7880,E,023.22,090,170526'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43,
  'position.direction': 90,
}
const parked = { 'custom.status': 0xfffffbff, 'engine.ignition.status': false }
const ident = '9170512345'
const reply = ascii('*HQ,9170512345,V4,V1,20260517120000#')

const samples: readonly Sample[] = [
  {
    what: 'a position in text is confirmed with our time',
    link: 'tcp',
    frame: ascii(`*HQ,${ident},V1,${place},FFFFFBFF#`),
    ident,
    messages: [{ ...position, ...parked }],
    reply,
  },
  { what: 'a line end after a frame is skipped', frame: ascii('\r') },
  {
    what: 'an alarm, the ignition and the serving cell of a 2G network',
    frame: ascii(`*HQ,${ident},V1,${place},FFFBFFFD,246,02,1a2b,3c4d,6#`),
    ident,
    messages: [
      {
        ...position,
        'custom.status': 0xfffbfffd,
        'engine.ignition.status': true,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
        'custom.battery_code': 6,
        'battery.level': 100,
      },
    ],
    reply,
  },
  {
    what: 'a position without its points, a 4G cell before its area',
    frame: ascii(`*HQ,${ident},V1,115958,A,54412294,N,025167880,E,023.22,090,170526,FFFFFBFF,,,a1b2c3d,1a2b,4#`),
    ident,
    messages: [
      {
        ...position,
        ...parked,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0xa1b2c3d,
        'custom.battery_code': 4,
        'battery.level': 60,
      },
    ],
    reply,
  },
  {
    what: 'a tracker known by its IMEI writes the network in hex; it has no fix and repeats the last position',
    frame: ascii('*HQ,356307042441013,V1,115958,V,5441.2294,N,02516.7880,E,0.00,0,170526,FFFFFFFF,f6,2, 1a2,b04c,16#'),
    ident: '356307042441013',
    messages: [
      {
        ...position,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.status': 0xffffffff,
        'engine.ignition.status': true,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2,
        'gsm.cellid': 0xb04c,
        'custom.extra': '16',
      },
    ],
    reply: ascii('*HQ,356307042441013,V4,V1,20260517120000#'),
  },
  {
    what: 'without a clock, a fix and a hemisphere the network is kept',
    frame: ascii(
      '*HQ,356307042441013,V1,000000,V,0.0000,0,0.0000,0,0.00,0.00,000000,ffffffff,0000f6,000002,0001a2,00b04c#',
    ),
    ident: '356307042441013',
    messages: [
      {
        'position.valid': false,
        'custom.status': 0xffffffff,
        'engine.ignition.status': true,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2,
        'gsm.cellid': 0xb04c,
      },
    ],
    reply: ascii('*HQ,356307042441013,V4,V1,20260517120000#'),
  },
  {
    what: 'degrees and minutes between dashes, south and west by their letters',
    frame: ascii(`*TH,${ident},V1,115958,A,-34-36.2220,S,-58-22.8960,W,2.5,065,170526,FFFFFFFF#`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -34.6037,
        'position.longitude': -58.3816,
        'position.valid': true,
        'position.speed': 4.63,
        'position.direction': 65,
        'custom.status': 0xffffffff,
        'engine.ignition.status': true,
      },
    ],
    reply: ascii('*TH,9170512345,V4,V1,20260517120000#'),
  },
  {
    what: 'V19 names the card in the tracker',
    frame: ascii(`*HQ,${ident},V19,${place},,37060012345,8937002180500012345?,FFFFFBFF#`),
    ident,
    messages: [{ ...position, ...parked, 'phone.number.1': '37060012345', 'gsm.sim.iccid': '8937002180500012345' }],
  },
  {
    what: 'V4 answers a command: the fuel is cut, the main battery gone',
    frame: ascii(`*HQ,${ident},V4,S20,DONE,130305,${place},F7F7FBFF,1234567,0#`),
    ident,
    messages: [
      {
        ...position,
        'message.type': 'command.answer',
        'message.content': 'S20,DONE,130305',
        ...parked,
        'custom.status': 0xf7f7fbff,
        'engine.blocked.status': true,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        'custom.extra': '1234567,0',
      },
    ],
  },
  {
    what: 'SMS brings the text of an answer',
    frame: ascii(`*HQ,${ident},SMS,V_1.0\r\nVOLT:12.4V,OK#`),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'V_1.0  VOLT:12.4V,OK' }],
  },
  {
    what: 'VP1 gives a position without a time of day',
    frame: ascii('*hq,356307042441013,VP1,A,5441.2294,N,02516.7880,E,23.22,90.0000,170526#'),
    ident: '356307042441013',
    messages: [
      {
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
      },
    ],
  },
  {
    what: 'VP1 with a position by the cells',
    frame: ascii('*hq,356307042441013,VP1,B,5441.2294,N,02516.7880,E,23.22,90.0000,170526#'),
    ident: '356307042441013',
    messages: [
      {
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': false,
        'position.speed': 43,
        'position.direction': 90,
      },
    ],
  },
  {
    what: 'VP1 gives the cells when there is no position',
    frame: ascii('*hq,356307042441013,VP1,V,246,002,67,1543,0Y67,1544,30#'),
    ident: '356307042441013',
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 67,
        'gsm.cellid': 1543,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 67, cellid: 1543 },
          { mcc: 246, mnc: 2, lac: 67, cellid: 1544 },
        ],
      },
    ],
  },
  {
    what: 'NBR lists the cells around',
    frame: ascii(`*HQ,${ident},NBR,115958,246,2,0,2,6700,15437,-67,6700,15438,-71,170526,FFFFFBFF,5#`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        ...parked,
        'custom.battery_code': 5,
        'battery.level': 80,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'gsm.signal.dbm': -67,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15437, dbm: -67 },
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15438, dbm: -71 },
        ],
      },
    ],
    reply: ascii(`*HQ,${ident},V4,NBR,20260517120000#`),
  },
  { what: 'a heartbeat is repeated', frame: ascii(`*HQ,${ident},V0#`), ident, reply: ascii(`*HQ,${ident},V0#`) },
  {
    what: 'mileage, temperature, fuel and altitude after the status',
    frame: ascii(
      `*HQ,${ident},V5,115958,A,5441.2294,N,02516.7880,E,023.00,090,170526,FFFFFBFF,12345,-11,40.5,112,1a2b,3c4d#`,
    ),
    ident,
    messages: [
      {
        ...position,
        'position.speed': 42.6,
        ...parked,
        'vehicle.mileage': 12.345,
        'sensor.temperature.1': -11,
        'fuel.volume': 40.5,
        'position.altitude': 112,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
      },
    ],
  },
  {
    what: 'V3 lists them with their timing advance',
    frame: ascii(`*HQ,${ident},V3,115958,24602,01,006700,015437,101,-92,0190,0,X,170526,FFFFFBFF#`),
    ident,
    messages: [
      {
        'custom.battery': 0x190,
        timestamp: 1779019198,
        ...parked,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'gsm.signal.dbm': -92,
      },
    ],
  },
  {
    what: 'BS lists them in hex, with padding',
    frame: ascii('*HQ,356307042441013,BS,115958,f6,2,1a2b,3c4d,26,0,0,25,170526,ffffffff,60#'),
    ident: '356307042441013',
    messages: [
      {
        timestamp: 1779019198,
        'custom.status': 0xffffffff,
        'engine.ignition.status': true,
        'battery.level': 60,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
      },
    ],
  },
  {
    what: 'BASE without a cell says nothing',
    frame: ascii(`*HQ,${ident},BASE,115958,0,0,0,0,170526,FFFFFFFF#`),
    ident,
  },
  {
    what: 'LINK is a status with signal, satellites, battery and steps',
    frame: ascii(`*HQ,${ident},LINK,115958,15,8,84,120,3,170526,FFFFFBFF#`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'custom.rssi': 15,
        'position.satellites': 8,
        'battery.level': 84,
        'steps.counter': 120,
        'custom.turnovers': 3,
        ...parked,
      },
    ],
  },
  {
    what: 'a heartbeat with the battery is echoed',
    frame: ascii(`*HQ,${ident},HTBT,97#`),
    ident,
    messages: [{ 'battery.level': 97 }],
    reply: ascii('*HQ,9170512345,HTBT#'),
  },
  {
    what: 'a heartbeat without',
    frame: ascii(`*HQ,${ident},HTBT#`),
    ident,
    reply: ascii('*HQ,9170512345,HTBT#'),
  },
  {
    what: 'a binary position of 32 bytes',
    frame: hex('24 9170512345 115958 170526 54412294 06 025167880e 023090 fffffbff ff0007'),
    ident,
    messages: [
      {
        ...position,
        'position.speed': 42.6,
        'custom.battery_code': 6,
        'battery.level': 100,
        ...parked,
        'event.seqnum': 7,
      },
    ],
  },
  {
    what: 'one that begins with X, without a fix, south and west',
    frame: hex('58 9170512345 115958 170526 54412294 00 0251678800 000000 ffffffff ff0008'),
    ident,
    messages: [
      {
        ...position,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.status': 0xffffffff,
        'engine.ignition.status': true,
        'event.seqnum': 8,
      },
    ],
  },
  {
    what: 'a binary position of 45 bytes, with signal, satellites, mileage and cell',
    link: 'udp',
    frame: hex(
      '24 9170512345 115958 170526 54412294 00 025167880e 023090 fffffbff ff00 14 0b 00000e10 00f6 02 1a2b 3c4d 2a',
    ),
    ident,
    messages: [
      {
        ...position,
        'position.speed': 42.6,
        ...parked,
        'custom.rssi': 20,
        'position.satellites': 11,
        'custom.mileage': 3600,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
        'event.seqnum': 42,
      },
    ],
  },
  {
    what: 'a binary position of a tracker known by its IMEI',
    link: 'udp',
    frame: hex('24 3563070424410130 115958 170526 54412294 00 025167880e 023090 fffffbff ff000102030405060708'),
    ident: '356307042441013',
    messages: [{ ...position, 'position.speed': 42.6, ...parked }],
  },
  {
    what: 'a text over UDP',
    link: 'udp',
    frame: ascii(`*HQ,${ident},V1,${place},FFFFFBFF#\r\n`),
    ident,
    messages: [{ ...position, ...parked }],
    reply,
  },
]

export default samples
