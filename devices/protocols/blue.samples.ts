import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'an alarm with its position and state',
    link: 'tcp',
    frame: hex(
      'aa0056860080e3e7010c811f8000011a05110b3b3a20011f00407f80154108f609d41ec8001700c8005a321a05110b3b3a1a2b3c4d21121f0002020100bb000080110000000000001a3a0000000001f400000000000043',
    ),
    ident: '2162419457',
    messages: [
      {
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos,vibration',
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90.5,
        timestamp: 1779019198,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
        'custom.states': '020100bb0000',
        'vibration.alarm': true,
        'engine.ignition.status': true,
        'custom.status': 32785,
        'custom.values': '0000000000001a3a0000000001f4000000000000',
      },
    ],
  },
  {
    what: 'a heartbeat with a position is answered',
    frame: hex(
      'aa0055860080e3e7010b840f800010320000000020011f00407f80154108f609d41ec8001700c8005a321a05110b3b3a1a2b3c4d21121f0002000100b7000080110000000000001a3a0000000001f40000000000007b',
    ),
    ident: '2162419457',
    messages: [
      {
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90.5,
        timestamp: 1779019198,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
        'custom.states': '000100b70000',
        'engine.ignition.status': false,
        'custom.status': 32785,
        'custom.values': '0000000000001a3a0000000001f4000000000000',
      },
    ],
    reply: hex('aa000b860006a4000f000020'),
  },
  {
    what: 'two positions, the second south and west and without a fix',
    frame: hex(
      'aa0049860080e3e70120011f00407f80154108f609d41ec8001700c8005a321a05110b3b3a1a2b3c4d20011f00407f60154108f609d41ec8001700c8005a321a05110b3b3a1a2b3c4daa',
    ),
    ident: '2162419457',
    messages: [
      {
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 42.97,
        'position.direction': 90.5,
        timestamp: 1779019198,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
      },
      {
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.speed': 42.97,
        'position.direction': 90.5,
        timestamp: 1779019198,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
      },
    ],
  },
  {
    what: 'an alarm without a name, a record without one and a wrong sum',
    frame: hex('aa0016860080e3e70106811f80002a0733200000010231'),
    ident: '2162419457',
    messages: [
      {
        'alarm.code': 42,
        'alarm.event': true,
        'alarm.type': 'general',
        'custom.record_33': '0102',
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'a heartbeat alone',
    link: 'tcp',
    frame: hex('aa0014860080e3e7010b840f800010320000000035'),
    ident: '2162419457',
    reply: hex('aa000b860006a4000f000020'),
  },
]

export default samples
