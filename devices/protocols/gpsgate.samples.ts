import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login is accepted, or refused',
    link: 'tcp',
    frame: ascii('$FRLIN,,864504031916915,VGZTHKT*01\r\n'),
    ident: '864504031916915',
    reply: ascii('$FRSES,1*4C\r\n'),
    refusal: ascii('$FRERR,AuthError,Unknown device*51\r\n'),
  },
  {
    what: 'versions are exchanged',
    frame: ascii('$FRVER,1,0,Tracker 2.1*2D\r\n'),
    reply: ascii('$FRVER,1,0,Waymark 1.0*2D\r\n'),
  },
  {
    what: 'a sentence',
    frame: ascii('$GPRMC,115958,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,0.0,E*43\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'a message with values',
    frame: ascii(
      '$FRCMD,864504031916915,_SendMessage,,5441.2294,S,02516.7880,W,112.3,10.0,90.5,170526,115958.00,1,SosButton=1,voltage=4,Odometer=*41\r\n',
    ),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.altitude': 112.3,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'custom.sosbutton': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'custom.voltage': 4,
      },
    ],
  },
  {
    what: 'a ping',
    frame: ascii('$FRCMD,864504031916915,_Ping,voltage=4*4C\r\n'),
    ident: '864504031916915',
  },
  {
    what: 'a wrong sum is noted',
    frame: ascii('$GPRMC,115958,V,,,,,,,170526,,*00\r\n'),
    messages: [{ timestamp: 1779019198, 'position.valid': false, 'message.checksum.status': false }],
  },
  {
    what: 'what it does not know is ignored',
    frame: ascii('$FRRET,1*4A\r\n'),
  },
]

export default samples
