import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'it says who it is',
    link: 'tcp',
    frame: ascii('IDRO:864504031916915\r\n'),
    ident: '864504031916915',
  },
  {
    what: 'a position',
    frame: ascii('NV:260517 115958:54.687157:25.279800:43.5:10:90.5:112.4\r\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43.5,
        'position.accuracy': 10,
        'position.direction': 90.5,
        'position.altitude': 112.4,
      },
    ],
  },
  {
    what: 'a position without accuracy and altitude',
    frame: ascii('NV:260517 115958:-54.687157:-25.279800:0:NAN:NAN\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 0,
      },
    ],
  },
  {
    what: 'no position',
    frame: ascii('NV:260517 115958:0.000000:0.000000:0:NAN:0:0\n'),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 0,
      },
    ],
  },
  {
    what: 'states',
    frame: ascii('BC:260517 115958:CSQ1:64:NSQ1:12:NSQ2:1:BAT1:98:PWR1:12.6:CLG1:NAN\n'),
    messages: [
      {
        timestamp: 1779019198,
        'gsm.signal.level': 64,
        'position.satellites': 12,
        'custom.nsq2': 1,
        'battery.level': 98,
        'external.powersource.voltage': 12.6,
      },
    ],
  },
  {
    what: 'volts of the battery, and a value of its own',
    frame: ascii('BC:260517 115958:BAT1:3.53:TMP1:-4.5:MODE:night\n'),
    messages: [{ timestamp: 1779019198, 'battery.voltage': 3.53, 'custom.tmp1': -4.5, 'custom.mode': 'night' }],
  },
  {
    what: 'its version',
    frame: ascii('VERSION:3.3\r\n'),
  },
  {
    what: 'a ping',
    frame: ascii('PING\n'),
  },
  {
    what: 'a blank line',
    frame: ascii('\n'),
  },
  {
    what: 'another way to begin',
    link: 'tcp',
    frame: ascii('ID:864504031916915\n'),
    ident: '864504031916915',
  },
]

export default samples
