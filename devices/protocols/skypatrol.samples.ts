import { ascii, concat, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report with every field that is described',
    link: 'udp',
    frame: hex(
      '00050211041773ffbf0000000720202020202020383634353034303331393136393135000c0fa001f40511051a01033e44060180080800e803840b3b3a00007009005500000bb80012d6871a05110b3b3b1068000000000000000000000000000000000000024600011a2b3c4d006f1f001a2b3c4e0070110000000000000000000000000000000000000000000000000000000000000000000000002a',
    ),
    ident: '864504031916915',
    messages: [
      {
        'custom.param1': 7,
        'custom.io': 12,
        'ain.1': 4,
        'ain.2': 0.5,
        'event.enum': 5,
        'position.speed': 42.97,
        'position.direction': 90,
        'position.altitude': 112,
        'position.satellites': 9,
        'battery.level': 85,
        'segment.vehicle.mileage': 3,
        'vehicle.mileage': 1234.567,
        timestamp: 1779019199,
        'battery.voltage': 4.2,
        'custom.overspeed': '000000000000000000000000000000000000',
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 6699, cellid: 15437, rssi: 31 },
          { mcc: 246, mnc: 1, lac: 6699, cellid: 15438, rssi: 17 },
        ],
        'record.seqnum': 42,
        'position.timestamp': 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
      },
    ],
  },
  {
    what: 'a report of few fields, without a fix',
    link: 'udp',
    frame: hex('000502100400804f030000000d313931363931353411051a00fcc1bbfafe7ff7f80b3b3a'),
    ident: '19169154',
    messages: [
      {
        'custom.param1': 13,
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
      },
    ],
  },
  {
    what: 'a report without a mask says not where the id stands',
    frame: hex('00050210000000000d313931363931353411051a01033e4406018008080b3b3a'),
  },
  {
    what: 'a message of another kind names its tracker and stays in hex',
    link: 'udp',
    frame: hex('0005022104008000030000000931393136393135340102030405'),
    ident: '19169154',
    messages: [{ 'custom.param1': 9, 'custom.kind': 2, 'custom.data': '0102030405' }],
  },
  {
    what: 'a text of the older model, with its IMEI among the options',
    link: 'udp',
    frame: concat(
      hex('000402171101383634353034303331393136393135060200081046'),
      ascii(
        '         9       864504031916915 $GPRMC,115958.00,A,5441.229420,N,02516.788000,E,23.2,90.0,170526,,,A*5C\r\n',
      ),
      [0],
    ),
    ident: '864504031916915',
    messages: [
      {
        'custom.param1': 9,
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90,
      },
    ],
  },
  {
    what: 'a text without options and without a fix',
    link: 'udp',
    frame: concat(
      hex('00040200'),
      ascii('         8       864504031916916 12 $GPRMC,115958.00,V,,,,,0.0,0.0,170526,,,N*53\r\n'),
    ),
    ident: '864504031916916',
    messages: [
      {
        'custom.param1': 8,
        'event.enum': 12,
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
      },
    ],
  },
  {
    what: 'a heartbeat',
    link: 'udp',
    frame: concat(
      hex('000a02171101383634353034303331393136393135060200081046'),
      ascii('         1       864504031916915 '),
    ),
    ident: '864504031916915',
  },
  {
    what: 'a heartbeat without options',
    link: 'udp',
    frame: concat(hex('000a020000'), ascii('               864504031916917')),
    ident: '864504031916917',
  },
]

export default samples
