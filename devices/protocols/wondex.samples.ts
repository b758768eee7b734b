import { ascii, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii('2000000001,20260517115958,25.279800,54.687157,43,90,112.0,8,2,1203.5,3,0.12,0.01,1\r\n'),
    ident: '2000000001',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'position.satellites': 8,
        'event.enum': 2,
        'vehicle.mileage': 1203.5,
        din: 3,
        'ain.1': 0.12,
        'ain.2': 0.01,
        dout: 1,
      },
    ],
  },
  {
    what: 'with a voltage, without satellites',
    frame: ascii('2000000001,20260517115958,0.000000,0.000000,0,0,0,0,11,3.90V,0\r\n'),
    ident: '2000000001',
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 0,
        'position.satellites': 0,
        'event.enum': 11,
        'battery.voltage': 3.9,
        din: 0,
      },
    ],
  },
  {
    what: 'the answer to a command',
    frame: ascii('$OK:GETLOCATION\r\n'),
    messages: [{ 'message.type': 'command.answer', 'message.content': '$OK:GETLOCATION' }],
  },
  {
    what: 'a command is refused',
    frame: ascii('$ERR:GETLOCATION=1\r\n'),
    messages: [{ 'message.type': 'command.refused', 'message.content': '$ERR:GETLOCATION=1' }],
  },
  {
    what: 'what it does not know is ignored',
    frame: ascii('hello\r\n'),
  },
  {
    what: 'a heartbeat comes back',
    link: 'tcp',
    frame: hex('d0d70b0001943577'),
    ident: '2000000001',
    reply: hex('d0d70b0001943577'),
  },
  {
    what: 'over UDP',
    link: 'udp',
    frame: ascii('2000000001,20260517115958,-25.279800,-54.687157,43,90,-112,8,2'),
    ident: '2000000001',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -54.687157,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': -112,
        'position.satellites': 8,
        'event.enum': 2,
      },
    ],
  },
]

export default samples
