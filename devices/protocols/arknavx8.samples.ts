import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'who it is',
    link: 'tcp',
    frame: ascii('864504031916915,240102;'),
    ident: '864504031916915',
  },
  {
    what: 'a position',
    frame: ascii('1G,260517115958,A,5441.2294N,02516.7880E,10.0,90,1.7,00000001;'),
    messages: [
      {
        'message.type': '1G',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90,
        'position.hdop': 1.7,
        'custom.status': '00000001',
      },
    ],
  },
  {
    what: 'a position at an event, without a fix',
    frame: ascii('1R,260517115958,V,0000.0000S,00000.0000W,0.0,0,0.0,00000000;'),
    messages: [
      {
        'message.type': '1R',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.hdop': 0,
        'custom.status': '00000000',
      },
    ],
  },
  {
    what: 'the state',
    frame: ascii('2G,260517115958,08,112.5,12.51,04.01,002340000.0;'),
    messages: [
      {
        'message.type': '2G',
        timestamp: 1779019198,
        'position.satellites': 8,
        'position.altitude': 112.5,
        'external.powersource.voltage': 12.51,
        'battery.voltage': 4.01,
        'vehicle.mileage': 1203.8,
      },
    ],
  },
  {
    what: 'the state without satellites',
    frame: ascii('2R,260517115958,00,,00.05,03.81,002340000.0;'),
    messages: [
      {
        'message.type': '2R',
        timestamp: 1779019198,
        'position.satellites': 0,
        'external.powersource.voltage': 0.05,
        'battery.voltage': 3.81,
        'vehicle.mileage': 1203.8,
      },
    ],
  },
  {
    what: 'a state of another layout',
    frame: ascii('2R,260517115958,123456,,654321,,,;'),
  },
]

export default samples
