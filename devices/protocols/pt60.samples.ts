import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login of a watch',
    link: 'tcp',
    frame: ascii('@G#@,V01,1,864504031916915,9246020000000001,@R#@'),
    ident: '864504031916915',
  },
  {
    what: 'a position',
    frame: ascii('@G#@,V01,6,864504031916915,9246020000000001,20260517115958,54.687157;25.279800,@R#@'),
    ident: '864504031916915',
    messages: [
      {
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
      },
    ],
    reply: ascii('@G#@,V01,38,20260517120000,@R#@'),
  },
  {
    what: 'steps',
    frame: ascii('@G#@,V01,13,864504031916915,9246020000000001,20260517115958,4321,@R#@'),
    ident: '864504031916915',
    messages: [{ 'steps.counter': 4321, timestamp: 1779019198, 'gsm.sim.imsi': '246020000000001' }],
    reply: ascii('@G#@,V01,38,20260517120000,@R#@'),
  },
  {
    what: 'pulse and battery',
    frame: ascii('@G#@,V01,14,864504031916915,9246020000000001,20260517115958,72,64,@R#@'),
    ident: '864504031916915',
    messages: [
      {
        'heart.rate': 72,
        'battery.level': 64,
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
      },
    ],
    reply: ascii('@G#@,V01,38,20260517120000,@R#@'),
  },
  {
    what: 'cells and access points',
    frame: ascii(
      '@G#@,V01,43,864504031916915,9246020000000001,20260517115958,2,246;2;1203;40112;-63|246;2;1203;40113;-70,1,02:11:22:33:44:55;00410042;-76,@R#@',
    ),
    ident: '864504031916915',
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1203,
        'gsm.cellid': 40112,
        'gsm.signal.dbm': -63,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 1203, cellid: 40112, dbm: -63 },
          { mcc: 246, mnc: 2, lac: 1203, cellid: 40113, dbm: -70 },
        ],
        'wifi.points': [{ mac: '02:11:22:33:44:55', rssi: -76 }],
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
      },
    ],
    reply: ascii('@G#@,V01,38,20260517120000,@R#@'),
  },
  {
    what: 'a type that is not described',
    frame: ascii('@G#@,V01,90,864504031916915,9246020000000001,20260517115958,1,@R#@'),
    ident: '864504031916915',
    reply: ascii('@G#@,V01,38,20260517120000,@R#@'),
  },
  {
    what: 'line ends are skipped',
    frame: ascii('\r'),
  },
  {
    what: 'a position of a band',
    link: 'tcp',
    frame: ascii(
      '@B#@|01|001|864504031916915|9246020000000001|1|84|20260517115958|54.687157|25.279800|11.5|4.5|1|@E#@',
    ),
    ident: '864504031916915',
    messages: [
      {
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.value_1': 11.5,
        'custom.value_2': 4.5,
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
        'custom.state': 1,
        'battery.level': 84,
      },
    ],
    reply: ascii('@B#@|01|002|864504031916915|0|20260517120000|@E#@'),
  },
  {
    what: 'its cell',
    frame: ascii('@B#@|01|001|864504031916915|9246020000000001|1|84|20260517115958|40112,1203,2,246,10|2|@E#@'),
    ident: '864504031916915',
    messages: [
      {
        'message.type': '001',
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1203,
        'gsm.cellid': 40112,
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
        'custom.state': 1,
        'battery.level': 84,
      },
    ],
    reply: ascii('@B#@|01|002|864504031916915|0|20260517120000|@E#@'),
  },
  {
    what: 'its state, with the version and two cells',
    frame: ascii(
      '@B#@|01|003|864504031916915|9246020000000001|S6_EN_B_V2.0.1|0|66|20260517115958|40112,1203,2,246,18|40113,1203,2,246,9|2|@E#@',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': '003',
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1203,
        'gsm.cellid': 40112,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 1203, cellid: 40112, rssi: 18 },
          { mcc: 246, mnc: 2, lac: 1203, cellid: 40113, rssi: 9 },
        ],
        timestamp: 1779019198,
        'gsm.sim.imsi': '246020000000001',
        'device.firmware.version': 'S6_EN_B_V2.0.1',
        'custom.state': 0,
        'battery.level': 66,
      },
    ],
    reply: ascii('@B#@|01|004|864504031916915|0|20260517120000|@E#@'),
  },
  {
    what: 'a state without a known meaning',
    frame: ascii('@B#@|01|033|864504031916915|9246020000000001|0|4|20260517115958|@E#@'),
    ident: '864504031916915',
    reply: ascii('@B#@|01|034|864504031916915|0|20260517120000|@E#@'),
  },
]

export default samples
