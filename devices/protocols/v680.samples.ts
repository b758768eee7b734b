import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii(
      '#864504031916915#user#1#0000#AUT#1#246002a412966f#02516.7880,E,5441.2294,N,10.00,90.50#170526#115958.000##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'AUT',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 42002,
        'gsm.cellid': 38511,
      },
    ],
  },
  {
    what: 'a login',
    frame: ascii('#864504031916915##'),
    ident: '864504031916915',
  },
  {
    what: 'an SOS call with neighbours, by a tracker that has named itself',
    frame: ascii('1#0000#SOS#1#24600210730208,00d36307#02516.7880,W,5441.2294,S,10.00,90.50#170526#115958.000##'),
    messages: [
      {
        'message.type': 'SOS',
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 4211,
        'gsm.cellid': 520,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 4211, cellid: 520 },
          { mcc: 246, mnc: 2, lac: 211, cellid: 25351 },
        ],
      },
    ],
  },
  {
    what: 'two records',
    frame: ascii(
      '0#0000#AUT#2#V#02516.7880,E,5441.2294,N,000.35,257#170526#115948#V#02516.7880,E,5441.2294,N,000.49,288#170526#115958##',
    ),
    messages: [
      {
        'message.type': 'AUT',
        timestamp: 1779019188,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': false,
        'position.speed': 0.65,
        'position.direction': 257,
      },
      {
        'message.type': 'AUT',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': false,
        'position.speed': 0.91,
        'position.direction': 288,
      },
    ],
  },
  {
    what: 'plain degrees',
    frame: ascii('1#0000#AUT#1##25.2798,E,54.687157,N,0.00,0#170526#115958##'),
    messages: [
      {
        'message.type': 'AUT',
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 0,
        'position.direction': 0,
      },
    ],
  },
  {
    what: 'over UDP',
    link: 'udp',
    frame: ascii(
      '#864504031916915#user#1#0000#AUT#1#27bc10af#02516.7880,E,5441.2294,N,10.00,90.50#170526#115958.000##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'AUT',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'gsm.lac': 10172,
        'gsm.cellid': 4271,
      },
    ],
  },
]

export default samples
