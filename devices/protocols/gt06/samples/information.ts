/** Information, answers, fields and questions. */
import { ascii, be16, concat, hex } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import { answer, fix, longPacket, packet, running } from './packets.ts'

export const information: readonly Sample[] = [
  {
    what: 'information: the supply voltage',
    frame: longPacket('94', hex('00 04d2'), 12),
    messages: [{ 'custom.information_kind': 0, 'external.powersource.voltage': 12.34 }],
  },
  {
    what: 'information: what is switched on, and that the engine is blocked',
    frame: longPacket('94', concat(hex('04'), ascii('ALM1=C5;DYD=02;')), 13),
    messages: [
      {
        'custom.information_kind': 4,
        'custom.alarm_1_status': 0xc5,
        'custom.engine_status': 2,
        'engine.blocked.status': true,
      },
    ],
  },
  {
    what: 'information: the card in the tracker',
    frame: longPacket('94', hex('0a 0356307042441013 0246010123456789 8937001234567890123f'), 14),
    messages: [
      {
        'custom.information_kind': 10,
        'device.imei': '356307042441013',
        'gsm.sim.imsi': '246010123456789',
        'gsm.sim.iccid': '8937001234567890123',
      },
    ],
  },
  {
    what: 'information: a card held to the reader',
    frame: longPacket('94', hex('1b 02 08 0a1b2c3d 35 03'), 15),
    messages: [{ 'custom.information_kind': 27, 'rfid.code': '0a1b2c3d' }],
  },
  {
    what: 'the answer to a command, with a position in it',
    frame: longPacket(
      '21',
      concat(
        hex('00000007 01'),
        ascii('Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58'),
      ),
      16,
    ),
    messages: [
      {
        'message.type': 'command.answer',
        'message.content':
          'Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58',
        'position.latitude': 54.687157,
        'position.longitude': -25.2798,
        'position.direction': 90,
        'position.speed': 4.5,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'an answer in UTF-16',
    frame: longPacket('21', hex('00000000 02 004f006b0021'), 17),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'Ok!' }],
  },
  {
    what: 'an asset tracker sends fields: position, battery and a Bluetooth sensor',
    frame: longPacket(
      '70',
      hex(
        `0033 0012 6a09adbe 09 0070 05de0713 02b65498 2b 145a
         0018 0002 0192  007f 000e a1b2c3d4e5f6 7fff 5f ffce 01dc 07`,
      ),
      18,
    ),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 9,
        'position.altitude': 112,
        'position.speed': 43,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'battery.voltage': 4.02,
        'ble.sensor.id.1': 'a1b2c3d4e5f6',
        'ble.sensor.battery.level.1': 95,
        'ble.sensor.temperature.1': -5,
        'ble.sensor.humidity.1': 47.6,
        'custom.tag_1_status': 7,
      },
    ],
    reply: answer('70', 18),
  },
  {
    what: 'a camera reports harsh braking and the file it kept',
    frame: packet('95', '1a05110b3b3a 05de0713 02b65498 145a 91 0000 612e6d7034', 19),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'alarm.code': 145,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'custom.event_data': 0,
        'custom.event_files': 'a.mp4',
      },
    ],
    reply: answer('95', 19),
  },
  {
    what: 'a request for the time is answered with ours',
    frame: packet('8a', '', 20),
    reply: packet('8a', '1a05110c0000', 20),
  },
  {
    what: 'a request for an address is answered with the coordinates and the number that asked',
    frame: packet(
      '2a',
      `${fix} 2b33373036313233343536370000000000000000000000 0002`.replace('0000 0002', '00 0002'),
      21,
    ),
    reply: longPacket(
      '97',
      concat(
        be16(4 + 9 + 18 + 2 + 21 + 2),
        hex('00000000'),
        ascii('ADDRESS&&54.6871572,25.2798&&'),
        ascii('+37061234567'),
        new Uint8Array(9),
        ascii('##'),
      ),
      21,
    ),
  },
  {
    what: 'a packet with a wrong CRC, as clones send it, is taken and marked',
    frame: concat(packet('13', '46 05 03 0002', 22).subarray(0, -4), hex('0000 0d0a')),
    messages: [
      {
        ...running,
        'battery.level': 83,
        'custom.rssi': 3,
        'gsm.signal.level': 75,
        'message.checksum.status': false,
      },
    ],
    reply: answer('13', 22),
  },
  {
    what: 'an undocumented packet is answered and gives no message',
    frame: packet('5e', '0102', 23),
    reply: answer('5e', 23),
  },
]
