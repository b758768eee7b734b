import { ascii, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login',
    link: 'tcp',
    frame: hex('5b80303030303030303030300832313331353435325d'),
    ident: '21315452',
    reply: hex('5b0030303030303030303030093032313331353435325d'),
  },
  {
    what: 'a heartbeat',
    frame: hex('5bf0303030303030303030310832313331353435325d'),
    reply: hex('5bff303030303030303030310832313331353435325d'),
  },
  {
    what: 'a position that was asked for',
    frame: hex(
      '5b903031303031303030303136284f4e4531313539353841353434312e323239344e30323531362e37383830453032332e3231383137303532363030303030303030295d',
    ),
    messages: [
      {
        'custom.report': 'ONE',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'custom.status': '00000000',
      },
    ],
  },
  {
    what: 'a position with names after it',
    frame: hex(
      '5b9330303030303030303032462849545631313539353841353434312e323239345330323531362e37383830573030302e30303031373035323630353031303030302657737a2d776c303031264230303030295d',
    ),
    messages: [
      {
        'custom.report': 'ITV',
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 0,
        'custom.status': '05010000',
        'custom.w': 'sz-wl001',
        'custom.b': '0000',
      },
    ],
  },
  {
    what: 'no fix',
    frame: ascii('[=00000000036(ITV115958V0000.0000N00000.0000E000.00017052610010000)]'),
    messages: [
      {
        'custom.report': 'ITV',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'custom.status': '10010000',
      },
    ],
  },
  {
    what: 'cells',
    frame: ascii('[L0000000132M(GSM,0,0,07410001,20260517115958,246,02,9261,130,0,2353,130,35,9263,130,33,1)]'),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 130,
        'gsm.cellid': 9261,
        'gsm.cells': [
          { mcc: 246, mnc: 2, cellid: 9261, lac: 130, rssi: 0 },
          { mcc: 246, mnc: 2, cellid: 2353, lac: 130, rssi: 35 },
          { mcc: 246, mnc: 2, cellid: 9263, lac: 130, rssi: 33 },
        ],
      },
    ],
  },
  {
    what: 'a report we cannot read',
    frame: hex('5b25303030303030303030381d283130303130303030303030303030303630302d33302d3635353335295d'),
  },
  {
    what: 'line ends are skipped',
    frame: ascii('\r'),
  },
  {
    what: 'a login with settings',
    link: 'tcp',
    frame: ascii(
      '[!0000000081^(864504031916915,TK102-W998_01_V1.1.001_130219,255,001,0,100,100,0,internet,0000,0000,0,0,255)]',
    ),
    ident: '864504031916915',
    reply: hex(
      '5b00303030303030303038315f30283836343530343033313931363931352c544b3130322d573939385f30315f56312e312e3030315f3133303231392c3235352c3030312c302c3130302c3130302c302c696e7465726e65742c303030302c303030302c302c302c323535295d',
    ),
  },
]

export default samples
