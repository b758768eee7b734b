import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login',
    link: 'tcp',
    frame: ascii('!1,864504031916915,V07S.5701.1621,100;'),
    ident: '864504031916915',
  },
  {
    what: 'a live position, charging',
    frame: ascii('!D,17/05/26,11:59:58,54.687157,25.279800,18,90,540001,112.5,87,9,14,0.9;'),
    messages: [
      {
        'message.type': 'D',
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18,
        'position.direction': 90,
        'position.altitude': 112.5,
        'battery.level': 87,
        'position.satellites': 9,
        'custom.satellites_in_view': 14,
        'position.hdop': 0.9,
        'custom.approximate': false,
        'battery.charging.status': true,
        'custom.rssi': 20,
      },
    ],
  },
  {
    what: 'a stored position with an SOS call and a low battery',
    frame: ascii('!B,17/5/26,11:59:58,54.687157,25.279800,0,0,1041,112.5,9,4,9,2;'),
    messages: [
      {
        'message.type': 'B',
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'message.buffered.status': true,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 112.5,
        'battery.level': 9,
        'position.satellites': 4,
        'custom.satellites_in_view': 9,
        'position.hdop': 2,
        'custom.approximate': false,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos,low_battery',
        'battery.low.alarm': true,
        'battery.charging.status': false,
        'custom.rssi': 0,
      },
    ],
  },
  {
    what: 'a receiver without a fix',
    frame: ascii('!C,17/05/26,11:59:58,0.000000,0.000000,0,0,100000,0,60,0;'),
    messages: [
      {
        'message.type': 'C',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 0,
        'battery.level': 60,
        'position.satellites': 0,
        'custom.approximate': false,
        'battery.charging.status': false,
        'custom.rssi': 16,
      },
    ],
  },
  {
    what: 'a short position',
    frame: ascii('!A,17/05/26,11:59:58,-33.865143,151.209900,000.1,281.6,0;'),
    messages: [
      {
        'message.type': 'A',
        timestamp: 1779019198,
        'position.latitude': -33.865143,
        'position.longitude': 151.2099,
        'position.valid': true,
      },
    ],
  },
  {
    what: 'the numbers that may call',
    frame: ascii('!4,10,+37060000001,,+37060000003,1.0,110,0,0S,33;'),
    messages: [{ 'message.type': '4', 'phone.number.1': '+37060000001', 'phone.number.3': '+37060000003' }],
  },
  {
    what: 'a heartbeat',
    frame: ascii('!5,24,V,61;'),
    messages: [{ 'message.type': '5', 'custom.rssi': 24, 'battery.level': 61 }],
  },
  {
    what: 'the answer to a command',
    frame: ascii('!3,ok;'),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'ok' }],
  },
  {
    what: 'unknown kinds are ignored',
    frame: ascii('?;'),
  },
]

export default samples
