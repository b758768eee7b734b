import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a heartbeat with satellites',
    link: 'tcp',
    frame: hex('6868100504086450403191691500071a010a260d0a'),
    ident: '864504031916915',
    messages: [
      {
        'record.seqnum': 7,
        'gnss.state.enum': 1,
        'position.satellites': 10,
        'custom.battery_code': 5,
        'custom.rssi': 4,
      },
    ],
    reply: hex('54681a0d0a'),
  },
  {
    what: 'a position',
    frame: hex('686825000008645040319169150007101a05110b3b3a05de071202b654982b005a000000000000070d0a'),
    ident: '864504031916915',
    messages: [
      {
        'record.seqnum': 7,
        timestamp: 1779019198,
        'position.speed': 43,
        'position.direction': 90,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
      },
    ],
  },
  {
    what: 'south and west, without a fix',
    frame: hex('686825000008645040319169150007101a05110b3b3a05de071202b6549800005a000000000000000d0a'),
    ident: '864504031916915',
    messages: [
      {
        'record.seqnum': 7,
        timestamp: 1779019198,
        'position.speed': 0,
        'position.direction': 90,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
      },
    ],
  },
  {
    what: 'the answer to a command',
    frame: hex('6868100000086450403191691500071c024f4b0d0a'),
    ident: '864504031916915',
    messages: [{ 'record.seqnum': 7, 'message.type': 'command.answer', 'message.content': 'OK' }],
  },
  {
    what: 'other types name their tracker',
    frame: hex('68680d000008645040319169150007150d0a'),
    ident: '864504031916915',
  },
]

export default samples
