import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a position with its cells',
    link: 'tcp',
    frame: hex(
      '5454006e86450403191691000332303236303531373131353935382c412c392c4e2c35342e3638373135372c452c32352e3237393830302c32332e322c302e392c3131322e353b3234362c322c313437332c393634372c34312c313437332c393634382c3233000000077e8f0d0a',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.satellites': 9,
        'position.speed': 42.97,
        'position.hdop': 0.9,
        'position.altitude': 112.5,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1473,
        'gsm.cellid': 9647,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 1473, cellid: 9647, rssi: 41 },
          { mcc: 246, mnc: 2, lac: 1473, cellid: 9648, rssi: 23 },
        ],
        'custom.rssi': 41,
        'record.seqnum': 7,
      },
    ],
  },
  {
    what: 'a position that was asked for, south and west, without a fix',
    frame: hex(
      '5454005e86450403191691000432303236303531373131353935382c562c302c532c35342e3638373135372c572c32352e3237393830302c302e302c392e392c302e303b3234362c322c313437332c393634372c3431000000077d1b0d0a',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.satellites': 0,
        'position.speed': 0,
        'position.hdop': 9.9,
        'position.altitude': 0,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1473,
        'gsm.cellid': 9647,
        'custom.rssi': 41,
        'record.seqnum': 7,
      },
    ],
  },
  {
    what: 'cells only',
    frame: hex('545400288645040319169100033b3234362c322c313437332c393634372c3431000000076af00d0a'),
    ident: '864504031916915',
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1473,
        'gsm.cellid': 9647,
        'custom.rssi': 41,
        'record.seqnum': 7,
      },
    ],
  },
  {
    what: 'a status names its tracker',
    frame: hex('5454001986450403191691000201020304000000077d870d0a'),
    ident: '864504031916915',
  },
]

export default samples
