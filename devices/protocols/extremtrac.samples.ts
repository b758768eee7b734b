import { ascii } from '../bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii('$GPRMC,10000000417,115958.299,A,5441.2294,N,02516.7880,E,23.20,90.00,170526,0,,8000,1\r\n'),
    ident: '10000000417',
    messages: [
      {
        timestamp: 1779019198.299,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90,
        'custom.value_1': '0',
        'custom.state_1': '8000',
        'custom.state_2': '1',
      },
    ],
  },
  {
    what: 'a report without a fix',
    frame: ascii('$GPRMC,10000000417,115958.000,V,5441.2294,S,02516.7880,W,0.00,0.00,170526,0,,\r\n'),
    ident: '10000000417',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.value_1': '0',
      },
    ],
  },
  {
    what: 'a line that says not whose it is',
    frame: ascii('$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,0.00,0.00,170526,0,,1111,1111\r\n'),
  },
]

export default samples
