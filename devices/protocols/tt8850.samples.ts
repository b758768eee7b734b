import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii(
      '\u0000\u0004,007F,0,GTFRI,020102,864504031916915,unit,0,0,1,3,43.0,90,112.0,25.279800,54.687157,20260517115957,0246,0002,05C1,3AD5,71,20260517115958,0A01$',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'GTFRI',
        'record.seqnum': 2561,
        timestamp: 1779019197,
        'position.valid': true,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.hdop': 3,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1473,
        'gsm.cellid': 15061,
        'battery.level': 71,
      },
    ],
  },
  {
    what: 'from memory, a geofence entered',
    frame: ascii(
      '\u0000\u0004,007F,1,GTGEO,020102,864504031916915,,1,1,1,1,43.0,90,112.0,-25.279800,-54.687157,20260517115957,0246,0002,05C1,3AD5,90,20260517115958,0A02$',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'GTGEO',
        'message.buffered.status': true,
        'record.seqnum': 2562,
        timestamp: 1779019197,
        'position.valid': true,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.hdop': 1,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 1473,
        'gsm.cellid': 15061,
        'geofence.id': 1,
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
        'battery.level': 90,
      },
    ],
  },
  {
    what: 'without a version, switched on',
    frame: ascii('\u0000\u0004,007F,0,GTPNA,,864504031916915,,0,0,1,0,,,,0,0,,,,,,99,20260517115958,0A03$'),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'GTPNA',
        'record.seqnum': 2563,
        timestamp: 1779019198,
        'power.on.event': true,
        'alarm.event': true,
        'alarm.type': 'power_on',
        'battery.level': 99,
      },
    ],
  },
]

export default samples
