import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'it says who it is',
    link: 'tcp',
    frame: ascii('H,BT,864504031916915,260517115930,F5813D19,6D6E6DC2\r'),
    ident: '864504031916915',
  },
  {
    what: 'a position',
    frame: ascii('L,260517115958,G,54.68715,25.2798,43,90,12.34,1,23;A,0.03;D,0.06;T0,34.2;T1,-4.5;I,0\r'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.68715,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'segment.vehicle.mileage': 12.34,
        'event.enum': 1,
        'custom.status': 23,
        'engine.ignition.status': true,
        'movement.status': true,
        'custom.a': 0.03,
        'custom.d': 0.06,
        'sensor.temperature.1': 34.2,
        'sensor.temperature.2': -4.5,
        'custom.i': 0,
      },
    ],
  },
  {
    what: 'a position with nothing after it',
    frame: ascii('L,260517115958,G,-54.68715,-25.2798,0,203,0,16,0\r'),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.68715,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 0,
        'position.direction': 203,
        'segment.vehicle.mileage': 0,
        'event.enum': 16,
        'custom.status': 0,
        'engine.ignition.status': false,
        'movement.status': false,
      },
    ],
  },
  {
    what: 'no position',
    frame: ascii('L,260517115958,G,0.00000,0.00000,0,0,0,16,4\r'),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'segment.vehicle.mileage': 0,
        'event.enum': 16,
        'custom.status': 4,
        'engine.ignition.status': false,
        'movement.status': false,
      },
    ],
  },
  {
    what: 'another value',
    frame: ascii('L,260517115958,AI1,145.56\r'),
    messages: [{ timestamp: 1779019198, 'custom.ai1': 145.56 }],
  },
  {
    what: 'all was sent',
    frame: ascii('E,7\r'),
    reply: ascii('A,7\r'),
  },
  {
    what: 'a line of another kind',
    frame: ascii('X,1\r'),
  },
  {
    what: 'line ends are skipped',
    frame: ascii('\n'),
  },
  {
    what: 'a number that is no IMEI',
    link: 'tcp',
    frame: ascii('H,BT,N878123,260517115930,D63E6DD9,6D6E6DC2,8937001234567890123\r'),
    ident: 'N878123',
  },
]

export default samples
