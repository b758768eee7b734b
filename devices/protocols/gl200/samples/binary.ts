/** The forms HEX and binary, and datagrams. */
import { ascii, concat, hex } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import {
  fixedAt,
  hexEnd,
  hexHead,
  hexPlace,
  hexPosition,
  hexReport,
  hexState,
  ident,
  lastKnown,
  reply,
  report,
  sack,
  sentAt,
  seqnum,
  stale,
  track,
  where,
} from './packets.ts'

export const binary: readonly Sample[] = [
  {
    what: 'HEX: an event with its position after fields of its own',
    frame: hexReport(
      '+EVT',
      '2d',
      '00fc1fbf',
      `${hexHead} 64 3250 22 0b 00 01 02 01 ${hexPlace} 000105 000005f007 000000 000000781e24 ${hexEnd}`,
    ),
    link: 'tcp',
    ident,
    messages: [
      {
        'message.type': 'EVT',
        'event.enum': 0x2d,
        ...hexState,
        ...hexPosition,
        'segment.vehicle.mileage': 1.5,
        'vehicle.mileage': 1520.7,
        'engine.motorhours': 120.51,
      },
    ],
    reply,
  },
  {
    what: 'HEX: two positions from memory without voltages',
    frame: hexReport('+BSP', '0b', '000007bf', `${hexHead} 00 02 ${hexPlace} ${hexPlace} ${hexEnd}`),
    ident,
    messages: [
      { 'message.type': 'BSP', 'message.buffered.status': true, 'event.enum': 0x0b, ...hexPosition },
      { 'message.type': 'BSP', 'message.buffered.status': true, 'event.enum': 0x0b, ...hexPosition },
    ],
    reply,
  },
  {
    what: 'HEX: a compressed track with a second without a fix',
    frame: hexReport(
      '+RSP',
      '64',
      '00fc1fbf',
      `${hexHead} 64 3250 22 0b 0004 63665a 0181bd38 034275b5 6a09adbe a08084b7ec e0 bfffff100c 0246 0001 1a2b 3d4e 00 ${hexEnd}`,
    ),
    ident,
    messages: [
      { ...track, timestamp: fixedAt, ...where, 'position.speed': 43.5, 'position.direction': 90 },
      {
        ...track,
        timestamp: fixedAt + 1,
        'position.latitude': 54.687137,
        'position.longitude': 25.27995,
        'position.speed': 45.5,
        'position.direction': 91,
      },
      {
        ...track,
        timestamp: fixedAt + 3,
        'position.latitude': 54.687149,
        'position.longitude': 25.27992,
        'position.speed': 44.5,
        'position.direction': 90,
      },
    ],
    reply,
  },
  {
    what: 'HEX: a heartbeat',
    frame: concat(ascii('+HBD'), hex('ef 20 45 0102 0209 56 63 63 00 0c 22 38 07 07ea05110c0000 00a7 1234 0d0a')),
    ident,
    reply: sack('GTHBD,,00A7'),
  },
  {
    what: 'HEX: the confirmation of a command brings nothing',
    frame: concat(ascii('+ACK'), hex('01 7f 24 45 0102 01 08 7761790000000000 00ffff 07ea05110c0000 00a7 1234 0d0a')),
    reply,
  },
  {
    what: 'a binary report with a name and a position',
    link: 'tcp',
    frame: hex(
      `2b00 003e 00 0869999001234567 8203 0003 00 00
       27 6a09adc0 0189 50 02 02 04 74727563 52 16 29 0181bd38 034275b5 6a09adbe 00001600000010f505
       010f f8 24`,
    ),
    ident,
    messages: [
      {
        timestamp: sentAt,
        'record.seqnum': 0x189,
        'report.reason': 0x50,
        'event.enum': 2,
        'custom.data_2': '74727563',
        'custom.fix': 0x29,
        ...where,
        'position.valid': true,
        'position.timestamp': fixedAt,
        'position.speed': 0,
        'position.hdop': 2.2,
        'position.direction': 0,
        'position.altitude': 434.1,
        'position.satellites': 5,
      },
    ],
    reply: sack('010F'),
  },
  {
    what: 'a binary heartbeat',
    frame: hex('2b1018 0869999001234567 8203 0003 00 6a09adc0 10f2 14 24'),
    ident,
    reply: sack('GTHBD,,10F2'),
  },
  {
    what: 'a datagram is answered like a line',
    link: 'udp',
    frame: report(`GTSTT,060228,${ident},,21,${stale},00`),
    ident,
    messages: [
      {
        'message.type': 'GTSTT',
        ...seqnum,
        ...lastKnown,
        'custom.motion_state': '21',
        'engine.ignition.status': true,
        'movement.status': false,
      },
    ],
    reply,
  },
]
