/** Cells, events, answers and heartbeats. */
import { ascii } from '../../../bytes.ts'
import type { Sample } from '../../../sample.ts'
import { cell, ident, lastKnown, place, position, reply, report, sack, sentAt, seqnum, stale } from './packets.ts'

export const events: readonly Sample[] = [
  {
    what: 'neighbouring cells, the serving one last',
    frame: report(`GTGSM,400201,${ident},FRI,0246,0001,003a,62a2,16,,,,,,,,0246,0001,003a,7489,17,`),
    ident,
    messages: [
      {
        'message.type': 'GTGSM',
        ...seqnum,
        timestamp: sentAt,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x3a,
        'gsm.cellid': 0x7489,
        'gsm.signal.dbm': -93,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 0x3a, cellid: 0x7489, dbm: -93 },
          { mcc: 246, mnc: 1, lac: 0x3a, cellid: 0x62a2, dbm: -94 },
        ],
      },
    ],
    reply,
  },
  {
    what: 'harsh cornering',
    frame: report(`GTHBM,0F0100,${ident},,,12,1,${place},00,2000.0`),
    ident,
    messages: [
      {
        'message.type': 'GTHBM',
        ...seqnum,
        ...position,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_cornering',
        'vehicle.mileage': 2000,
      },
    ],
    reply,
  },
  {
    what: 'the second input of a vehicle was closed',
    frame: report(`GTDIS,270302,${ident},,,21,1,${place},00,1286.2`),
    ident,
    messages: [{ 'message.type': 'GTDIS', ...seqnum, ...position, 'din.2': true, 'vehicle.mileage': 1286.2 }],
    reply,
  },
  {
    what: 'a geofence was entered',
    frame: report(`GTGEO,1A0401,${ident},,3,1,1,${place},,55`),
    ident,
    messages: [
      {
        'message.type': 'GTGEO',
        ...seqnum,
        ...position,
        'geofence.id': 3,
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
        'battery.level': 55,
      },
    ],
    reply,
  },
  {
    what: 'the ignition was switched off after 145 seconds, without a fix',
    frame: report(`GTIGF,500101,${ident},,145,0,,,,,,,0246,0001,1A2B,0C3D4E,00,,12.5`),
    ident,
    messages: [
      {
        'message.type': 'GTIGF',
        ...seqnum,
        timestamp: sentAt,
        'engine.ignition.status': false,
        'position.valid': false,
        ...cell,
        'vehicle.mileage': 12.5,
      },
    ],
    reply,
  },
  {
    what: 'a driver has shown a key',
    frame: report(`GTIDA,060228,${ident},,,01C68011010000C7,1,1,${place},00,34.9,,,,`),
    ident,
    messages: [
      {
        'message.type': 'GTIDA',
        ...seqnum,
        ...position,
        'driver.id': '01C68011010000C7',
        'vehicle.mileage': 34.9,
      },
    ],
    reply,
  },
  {
    what: 'a low battery',
    frame: report(`GTBPL,110100,${ident},,3.53,${stale},`),
    ident,
    messages: [
      {
        'message.type': 'GTBPL',
        ...seqnum,
        ...lastKnown,
        'battery.voltage': 3.53,
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_battery',
      },
    ],
    reply,
  },
  {
    what: 'what a device on the serial port said',
    frame: report(`GTDTT,410502,${ident},,,,1,4,68656c6c6f`),
    ident,
    messages: [{ 'message.type': 'GTDTT', ...seqnum, timestamp: sentAt, 'message.content': 'hello' }],
    reply,
  },
  {
    what: 'the answer to a command',
    frame: report(`GTRTO,1A0401,${ident},,0016`, 'ACK'),
    ident,
    messages: [{ 'message.type': 'command.answer', ...seqnum, timestamp: sentAt, 'message.content': 'GTRTO,0016' }],
    reply,
  },
  {
    what: 'a heartbeat is answered with its version and count',
    frame: ascii(`+ACK:GTHBD,1A0401,${ident},,20260517120000,11F0$`),
    ident,
    reply: sack('GTHBD,1A0401,11F0'),
  },
  {
    what: 'a report of a unit that must not be answered',
    unit: { settings: { acknowledge: false } },
    frame: report(`GTPNA,1A0401,${ident},`),
    ident,
    messages: [
      {
        'message.type': 'GTPNA',
        ...seqnum,
        timestamp: sentAt,
        'power.on.event': true,
        'alarm.event': true,
        'alarm.type': 'power_on',
      },
    ],
  },
  { what: 'a line end between reports says nothing', frame: ascii('\n') },
]
