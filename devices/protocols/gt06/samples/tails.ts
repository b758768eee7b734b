/** What firmware puts after a position, an alarm or a status. */
import { hex } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import { answer, cell, fix, gsm, longPacket, packet, position, running } from './packets.ts'

const drove = { 'engine.ignition.status': true, 'report.reason': 2, 'message.buffered.status': false }

export const tails: readonly Sample[] = [
  {
    what: 'a position with ignition, reason, memory flag and mileage after it',
    link: 'tcp',
    frame: packet('10', `${fix} 01 02 00 00002710`, 60),
    messages: [{ ...position, ...drove, 'vehicle.mileage': 10 }],
  },
  {
    what: 'a position with a cell whose network has two and two bytes',
    frame: packet('11', `${fix} 00f6 0001 0bb8 00002711 01 02 00`, 61),
    messages: [{ ...position, ...gsm, ...drove }],
  },
  {
    what: 'an alarm with ignition, reason and memory flag after it',
    frame: packet('26', `${fix} 09 ${cell} 46 05 03 06 02 01 02 00`, 62),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        ...drove,
        'battery.level': 83,
        'custom.rssi': 3,
        'gsm.signal.level': 75,
        'alarm.code': 6,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
      },
    ],
    reply: answer('26', 62),
  },
  {
    what: 'a status with an alarm and fields',
    frame: packet('36', '46 05 03 02 02 0018 02 0192', 63),
    messages: [
      {
        ...running,
        'battery.level': 83,
        'custom.rssi': 3,
        'gsm.signal.level': 75,
        'alarm.code': 2,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        'battery.voltage': 4.02,
      },
    ],
    reply: answer('36', 63),
  },
  {
    what: 'six cells with long ids, the timing advance and an access point',
    frame: packet(
      '33',
      `1a05110b3b3a 00f6 01 ${'0bb8 00002711 32'.concat(' 0000 00000000 00'.repeat(5))} 02 01 a1b2c3d4e5f6 3c`,
      64,
    ),
    messages: [{ timestamp: 1779019198, ...gsm, 'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }] }],
    reply: answer('33', 64),
  },
  {
    what: 'undocumented information keeps its bytes',
    frame: longPacket('94', hex('7f 0102ff'), 65),
    messages: [{ 'custom.information_kind': 127, 'custom.information': '0102ff' }],
  },
]
