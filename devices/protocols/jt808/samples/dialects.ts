/** Terminals of 2019, numbers of another length, locks. */
import { ascii } from '../../../bytes.ts'
import type { Sample } from '../../../sample.ts'
import { answer, ident, imei, lockPacket, packet, packet2019, place, position } from './packets.ts'

export const dialects: readonly Sample[] = [
  {
    what: 'a message of 2019 has an IMEI for a number, and so has our answer',
    link: 'tcp',
    frame: packet2019('0200', `${place} 3101 0b`),
    ident: imei,
    messages: [{ ...position, 'position.satellites': 11 }],
    reply: packet2019('8001', '0007 0200 00', '0000'),
    nack: packet2019('8001', '0007 0200 01', '0000'),
  },
  {
    what: 'an IMEI as a number in six bytes',
    link: 'tcp',
    frame: packet('0002', '', '0007', '4f203e247140'),
    ident: '869999001234569',
    reply: packet('8001', '0007 0002 00', '0000', '4f203e247140'),
  },
  {
    what: 'the position of a lock that was opened with a password',
    link: 'tcp',
    frame: lockPacket(
      '170526115958 54412294 0251678807 05 2d 15 0b 00000007 4e 000c3d4e 1a2b 03 0820 0004 0a03 00f601 0b08 03 313233343536 65 0c06 ff98ffa8007e 1001 02',
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': true,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.speed': 5,
        'position.direction': 90,
        'custom.rssi': 21,
        'position.satellites': 11,
        'vehicle.mileage': 7,
        'battery.level': 78,
        'custom.product': 3,
        'custom.status': 0x820,
        'engine.blocked.status': true,
        'alarm.code': 4,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'vibration',
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0xc3d4e,
        'custom.lock_command': 3,
        'custom.lock_password': '123456',
        'custom.unlock_result': 101,
        'custom.tilt': '[-104,-88,126]',
        'custom.wake_source': 2,
      },
    ],
  },
  {
    what: 'a lock asks for the time in a line of text',
    link: 'tcp',
    frame: packet('0002', ''),
    ident,
    reply: answer('0002', '00'),
  },
  {
    what: 'and is answered in UTC',
    frame: ascii('(013800138000,1,001,BASE,2,TIME)'),
    ident,
    reply: ascii('(013800138000,1,001,BASE,2,20260517120000)'),
  },
  {
    what: 'other lines answer commands',
    frame: ascii('(013800138000,1,001,ELOCK,3,529439)'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': '(013800138000,1,001,ELOCK,3,529439)' }],
  },
]
