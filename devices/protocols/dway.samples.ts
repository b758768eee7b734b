import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii(
      'AA55,36,10024,1,260517,115958,54.6872,25.2798,112, 43.2,90,1000,0011,00010,3950,12400,500,12345678,D\r\n',
    ),
    ident: '10024',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6872,
        'position.longitude': 25.2798,
        'position.valid': true,
        'record.seqnum': 36,
        'custom.type': 1,
        'position.altitude': 112,
        'position.speed': 43.2,
        'position.direction': 90,
        din: 8,
        dout: 3,
        'custom.flags': '00010',
        'battery.voltage': 3.95,
        'ain.1': 12.4,
        'ain.2': 0.5,
        'driver.id': '12345678',
        'custom.kind': 'D',
      },
    ],
  },
  {
    what: 'a report without a driver, south and west',
    frame: ascii('AA55,37,10024,1,260517,115958,-54.6872,-25.2798,-3, 0.0,0,0000,0000,0000,3578,0,0,0\r\n'),
    ident: '10024',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.6872,
        'position.longitude': -25.2798,
        'position.valid': true,
        'record.seqnum': 37,
        'custom.type': 1,
        'position.altitude': -3,
        'position.speed': 0,
        'position.direction': 0,
        din: 0,
        dout: 0,
        'custom.flags': '0000',
        'battery.voltage': 3.578,
        'ain.1': 0,
        'ain.2': 0,
      },
    ],
  },
  {
    what: 'a report of a tracker that has had no fix',
    frame: ascii('AA55,38,10024,1,260517,115958,0.0000,0.0000,0, 0.0,0,0000,0000,00000,3578,0,0,0,D\r\n'),
    ident: '10024',
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'record.seqnum': 38,
        'custom.type': 1,
        'position.altitude': 0,
        'position.speed': 0,
        'position.direction': 0,
        din: 0,
        dout: 0,
        'custom.flags': '00000',
        'battery.voltage': 3.578,
        'ain.1': 0,
        'ain.2': 0,
        'custom.kind': 'D',
      },
    ],
  },
  { what: 'a heartbeat is answered', frame: ascii('AA55,HB\r\n'), reply: ascii('55AA,HB,OK\r\n') },
]

export default samples
