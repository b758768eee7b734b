import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'
// 2026-05-17 11:59:58 UTC in Vilnius, where it was 14:59, 23 knots to the east.
const place = 'F,115958.000,A,5441.2294,N,02516.7880,E,23.22,90.0'
const local = '260517145958'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43,
  'position.direction': 90,
}

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with LOAD',
    link: 'tcp',
    frame: ascii(`##,imei:${ident},A;`),
    ident,
    reply: ascii('LOAD'),
  },
  { what: 'a heartbeat is answered with ON', frame: ascii(`${ident};`), ident, reply: ascii('ON') },
  {
    what: 'an OBD report before the time zone is known is taken as it stands',
    frame: ascii(`imei:${ident},OBD,260517115958,12345,1.50,6.25,2,50,40.50%,82,20.25%,2000,14.20,P0300,U0100,,;`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'can.vehicle.mileage': 12345,
        'can.fuel.consumption.hour': 1.5,
        'can.fuel.consumption.distance': 6.25,
        'engine.motorhours': 2,
        'can.vehicle.speed': 50,
        'can.engine.load.level': 40.5,
        'can.engine.coolant.temperature': 82,
        'can.throttle.level': 20.25,
        'can.engine.rpm': 2000,
        'can.battery.voltage': 14.2,
        'can.dtc': 'P0300 U0100',
        'fault.alarm': true,
        'alarm.event': true,
        'alarm.type': 'fault',
      },
    ],
  },
  {
    what: 'a position, with the telephone that asked for it',
    frame: ascii(`imei:${ident},tracker,${local},+37060012345,${place},112.5;`),
    ident,
    messages: [{ ...position, 'phone.number.1': '+37060012345', 'position.altitude': 112.5 }],
  },
  { what: 'a stray line end is skipped', frame: ascii('\n') },
  {
    what: 'a position with ignition, door, fuel in two tanks and a temperature below zero',
    frame: ascii(`imei:${ident},tracker,${local},100%,${place},,1,0,33.25%,12.5%,-11;`),
    ident,
    messages: [
      {
        ...position,
        'battery.level': 100,
        'engine.ignition.status': true,
        'door.open.status': false,
        'fuel.level.1': 33.25,
        'fuel.level.2': 12.5,
        'sensor.temperature.1': -11,
      },
    ],
  },
  {
    what: 'an SOS call is answered, which ends it',
    frame: ascii(`imei:${ident},help me,2605171459,,${place};`),
    ident,
    messages: [
      {
        ...position,
        'message.type': 'help me',
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: ascii(`**,imei:${ident},E;`),
  },
  {
    what: 'an alarm without satellites has a cell, and local time moved by the zone of the reports before',
    frame: ascii(`imei:${ident},ac alarm,${local},,L,,,1a2b,,3c4d,,,;`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'message.type': 'ac alarm',
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        'position.valid': false,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
      },
    ],
  },
  {
    what: 'the ignition goes off, in the evening of a day that has not ended in UTC',
    frame: ascii(`imei:${ident},acc off,260518013000,,F,223000.00,A,5441.2294,N,02516.7880,,0.00,;`),
    ident,
    messages: [
      {
        timestamp: 1779057000,
        'message.type': 'acc off',
        'engine.ignition.status': false,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 0,
      },
    ],
  },
  {
    what: 'a card is shown to the reader',
    frame: ascii(`imei:${ident},rfid,${local},12345678,${place};`),
    ident,
    messages: [{ ...position, 'rfid.code': '12345678', 'message.type': 'rfid' }],
  },
  {
    what: 'a fault code of the vehicle',
    frame: ascii(`imei:${ident},DTC,${local},,${place},,1,0,15.5%,P0301,;`),
    ident,
    messages: [
      {
        ...position,
        'message.type': 'DTC',
        'fault.alarm': true,
        'alarm.event': true,
        'alarm.type': 'fault',
        'engine.ignition.status': true,
        'door.open.status': false,
        'fuel.level.1': 15.5,
        'can.dtc': 'P0301',
      },
    ],
  },
  {
    what: 'fuel that falls, with its level in the keyword',
    frame: ascii(`imei:${ident},oil 42.25,${local},,${place};`),
    ident,
    messages: [
      {
        ...position,
        'message.type': 'oil',
        'fuel.leak.alarm': true,
        'alarm.event': true,
        'alarm.type': 'fuel_leak',
        'fuel.level': 42.25,
      },
    ],
  },
  {
    what: 'a temperature alarm',
    frame: ascii(`imei:${ident},T:+31.5,${local},,${place};`),
    ident,
    messages: [
      {
        ...position,
        'message.type': 'T:',
        'temperature.alarm': true,
        'alarm.event': true,
        'alarm.type': 'temperature',
        'sensor.temperature.1': 31.5,
      },
    ],
  },
  {
    what: 'the engine was stopped by command',
    frame: ascii(`imei:${ident},jt,${local},,${place};`),
    ident,
    messages: [{ ...position, 'message.type': 'jt', 'engine.blocked.status': true }],
  },
  {
    what: 'letters before their numbers and no time of day in UTC: local time, moved',
    frame: ascii(`imei:${ident},tracker,26/05/17 14:59,53.0,F,0.0,A,N,5441.2294,E,02516.7880,23.22,90.0,;`),
    ident,
    messages: [{ ...position, timestamp: 1779019140 }],
  },
  {
    what: 'an adapter without a bus gives nothing',
    frame: ascii(`imei:${ident},OBD,260517115958,,,0.0,,000,0.0%,+,0.0%,00000,,,,,;`),
    ident,
  },
  { what: 'a piece of a photo says nothing', frame: ascii(`imei:${ident},vr,0c00fa000102030405060708;`), ident },
  {
    what: 'a layout of another maker, ended by a star',
    frame: ascii(
      `imei:${ident},Unit 7,IN1,1A2B,3.05,115958,170526,26,1,-34.60370,-58.38160,043,090,0112,0.90,11,0,1,E7,*`,
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': -34.6037,
        'position.longitude': -58.3816,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'position.hdop': 0.9,
        'position.satellites': 11,
        'message.type': 'IN1',
        'custom.sensor_id': '1A2B',
        'custom.sensor_voltage': 3.05,
        'custom.rssi': 26,
        'engine.ignition.status': false,
        'battery.charging.status': true,
        'custom.error': 'E7',
      },
    ],
  },
  {
    what: 'a datagram with a heartbeat and a position in one',
    link: 'udp',
    frame: ascii(`${ident}imei:${ident},tracker,${local},,${place}`),
    ident,
    messages: [position],
  },
  {
    what: 'a connection that continues with a heartbeat',
    link: 'tcp',
    frame: ascii(`${ident};`),
    ident,
    reply: ascii('ON'),
  },
]

export default samples
