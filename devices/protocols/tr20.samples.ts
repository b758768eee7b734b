import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a heartbeat',
    link: 'tcp',
    frame: ascii('%%TRACKPRO01,1\r\n'),
    ident: 'TRACKPRO01',
    reply: ascii('&&1\r\n'),
  },
  {
    what: 'a report',
    frame: ascii('%%TRACKPRO01,A,260517115958,N5441.2294E02516.7880,043,090,21,47010000,108,CFG:resend|\r\n'),
    ident: 'TRACKPRO01',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'sensor.temperature.1': 21,
        'custom.status': 1191247872,
        'event.enum': 108,
        'custom.cfg': 'resend',
      },
    ],
  },
  {
    what: 'values of the model, south and west, an old position',
    frame: ascii('%%TRACKPRO01,L,260517115958,S5441.2294W02516.7880,000,000,T19;B13.1:F0.0,04020000,253\r\n'),
    ident: 'TRACKPRO01',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'sensor.temperature.1': 19,
        'custom.value_b': 13.1,
        'custom.value_f': 0,
        'custom.status': 67239936,
        'event.enum': 253,
      },
    ],
  },
  {
    what: 'over UDP',
    link: 'udp',
    frame: ascii('%%TRACKPRO01,A,260517115958,N5441.2294E02516.7880,043,090,NA,47010000,108'),
    ident: 'TRACKPRO01',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'custom.status': 1191247872,
        'event.enum': 108,
      },
    ],
  },
]

export default samples
