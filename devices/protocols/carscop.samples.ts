import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login with a position',
    link: 'tcp',
    frame: ascii('*260517115958UB05864504031916915115958A5441.2294N02516.7880E010.0260517090.0010000000L001203^'),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'UB05',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90,
        'custom.status': '10000000',
        'vehicle.mileage': 1.203,
      },
    ],
  },
  {
    what: 'a position, south and west',
    frame: ascii('*260517115958UD00115958A5441.2294S02516.7880W10.00260517090.00^'),
    messages: [
      {
        'message.type': 'UD00',
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90,
      },
    ],
  },
  {
    what: 'a position after a number',
    frame: ascii('*260517115958UB04123456789115958V0000.0000N00000.0000E000.0260517000.0000000000L000000^'),
    messages: [
      {
        'message.type': 'UB04',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.status': '00000000',
        'vehicle.mileage': 0,
        'custom.data': '123456789',
      },
    ],
  },
  {
    what: 'a heartbeat',
    frame: ascii('*260517115958UB00HSO^'),
  },
  {
    what: 'a login with letters and no fix',
    link: 'tcp',
    frame: ascii('*260517115958UB05WM0001C00012345115958V0000.0000N00000.0000E000.0260517000.00^'),
    ident: 'WM0001C00012345',
    messages: [
      {
        'message.type': 'UB05',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
      },
    ],
  },
]

export default samples
