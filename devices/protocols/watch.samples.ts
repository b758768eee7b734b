import { ascii, concat, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '8800000021'
const packet = (content: string, start = `[3G*${ident}*`) =>
  ascii(`${start}${ascii(content).length.toString(16).toUpperCase().padStart(4, '0')}*${content}]`)

// 2026-05-17 11:59:58 UTC.
const moment = '170526,115958'
const place = 'A,54.687157,N,25.2798,E,4.3,90.5,112,9,80,64,1200,3'
const position = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.speed': 4.3,
  'position.direction': 90.5,
  'position.altitude': 112,
  'position.satellites': 9,
  'gsm.signal.level': 80,
  'battery.level': 64,
  'steps.counter': 1200,
  'custom.tumbles': 3,
  'custom.state': 0,
  'battery.low.status': false,
}

const samples: readonly Sample[] = [
  {
    what: 'a keep-alive with steps and battery is answered',
    link: 'tcp',
    frame: packet('LK,1200,3,64'),
    ident,
    messages: [{ 'steps.counter': 1200, 'custom.tumbles': 3, 'battery.level': 64, 'message.type': 'LK' }],
    reply: ascii(`[3G*${ident}*0002*LK]`),
  },
  { what: 'a bare keep-alive is answered', frame: packet('LK'), ident, reply: ascii(`[3G*${ident}*0002*LK]`) },
  {
    what: 'a position with cells and access points whose names hold brackets and commas',
    frame: packet(
      `UD,${moment},${place},00000000,2,255,246,1,10006,65799,14,10020,4104,4,2,Home, [2G],34:60:f9:ec:19:f8,-82,,98:48:27:55:18:20,-96,13.8`,
    ),
    ident,
    messages: [
      {
        ...position,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 10006,
        'gsm.cellid': 65799,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 10006, cellid: 65799, rssi: 14 },
          { mcc: 246, mnc: 1, lac: 10020, cellid: 4104, rssi: 4 },
        ],
        'wifi.points': [
          { ssid: 'Home, [2G]', mac: '34:60:f9:ec:19:f8', rssi: -82 },
          { mac: '98:48:27:55:18:20', rssi: -96 },
        ],
        'position.accuracy': 13.8,
        'message.type': 'UD',
      },
    ],
  },
  {
    what: 'a stored position, south and west by sign and by letter',
    frame: packet(`UD2,${moment},A,-33.480366,N,70.7630692,W,0,0,0,5,100,34,0,0,00000001,0,0`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': true,
        'position.latitude': -33.480366,
        'position.longitude': -70.7630692,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 0,
        'position.satellites': 5,
        'gsm.signal.level': 100,
        'battery.level': 34,
        'steps.counter': 0,
        'custom.tumbles': 0,
        'custom.state': 1,
        'battery.low.status': true,
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_battery',
        'message.buffered.status': true,
        'message.type': 'UD2',
      },
    ],
  },
  {
    what: 'an alarm is answered; without a fix it has no position',
    frame: packet(`AL_LTE,${moment},V,0,N,0,E,0,0,0,0,0,22,0,0,00210000,1,0,246,1,55C0,3B882A2,20,0`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.altitude': 0,
        'position.satellites': 0,
        'gsm.signal.level': 0,
        'battery.level': 22,
        'steps.counter': 0,
        'custom.tumbles': 0,
        'custom.state': 0x210000,
        'battery.low.status': false,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos,fall',
        'fall.alarm': true,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x55c0,
        'gsm.cellid': 0x3b882a2,
        'message.type': 'AL_LTE',
      },
    ],
    reply: ascii(`[3G*${ident}*0002*AL]`),
  },
  {
    what: 'blood pressure and pulse',
    frame: packet('bphrt,120,79,73,,,,'),
    ident,
    messages: [
      {
        'custom.blood_pressure_systolic': 120,
        'custom.blood_pressure_diastolic': 79,
        'heart.rate': 73,
        'message.type': 'bphrt',
      },
    ],
  },
  {
    what: 'blood pressure with a pulse, in capitals',
    frame: packet('BLOOD,120,79,73'),
    ident,
    messages: [
      {
        'custom.blood_pressure_systolic': 120,
        'custom.blood_pressure_diastolic': 79,
        'heart.rate': 73,
        'message.type': 'BLOOD',
      },
    ],
  },
  {
    what: 'an alarm that no bit explains, while moving',
    frame: packet(`AL,${moment},${place},00000010,0,0`),
    ident,
    messages: [
      {
        ...position,
        'custom.state': 0x10,
        'movement.status': true,
        'alarm.event': true,
        'alarm.type': 'general',
        'message.type': 'AL',
      },
    ],
    reply: ascii(`[3G*${ident}*0002*AL]`),
  },
  {
    what: 'an alarm with letters of a brand after its word is answered as one',
    frame: packet(`ALCUSTOMER1,${moment},${place},00010000,0`),
    ident,
    messages: [
      {
        ...position,
        'custom.state': 65_536,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'message.type': 'ALCUSTOMER1',
      },
    ],
    reply: ascii(`[3G*${ident}*0002*AL]`),
  },
  {
    what: 'a temperature that could not be measured says nothing',
    frame: packet('btemp2,0,0'),
    ident,
  },
  {
    what: 'a part of a voice message is answered',
    frame: packet('JXTK,0,a,1,2,xyz'),
    ident,
    reply: ascii(`[3G*${ident}*0007*JXTKR,1]`),
  },
  {
    what: 'oxygen in the blood',
    frame: packet('oxygen,0,98'),
    ident,
    messages: [{ 'blood.oxygen.level': 98, 'message.type': 'oxygen' }],
  },
  {
    what: 'the temperature of a body',
    frame: packet('btemp2,1,36.6'),
    ident,
    messages: [{ 'sensor.temperature': 36.6, 'message.type': 'btemp2' }],
  },
  {
    what: 'a watch on a table has a pulse of zero and no heart rate',
    frame: packet('heart,0'),
    ident,
    messages: [{ 'custom.pulse': 0, 'message.type': 'heart' }],
  },
  {
    what: 'of voice its length is kept; its escapes are not counted',
    frame: concat(ascii(`[3G*${ident}*000E*TK,#!AMR`), hex('7d01 7d02 7d03 7d04 7d05 ff'), ascii(']')),
    ident,
    messages: [{ 'message.type': 'TK', 'custom.audio_bytes': 16 }],
    reply: ascii(`[3G*${ident}*0004*TK,1]`),
  },
  { what: 'the words of another language are left alone', frame: packet('HELLO,1'), ident },
  { what: 'line ends between packets are skipped', frame: hex('0a') },
  {
    what: 'an answer repeats the counter',
    link: 'tcp',
    frame: packet('INIT,0', '[ZJ*014111001332708*0075*'),
    ident: '014111001332708',
    reply: ascii('[ZJ*014111001332708*0075*0006*INIT,1]'),
  },
  {
    what: 'a pulse after a counter',
    frame: packet('PULSE,72', '[ZJ*014111001332708*0076*'),
    ident: '014111001332708',
    messages: [{ 'heart.rate': 72, 'custom.pulse': 72, 'message.type': 'PULSE' }],
  },
]

export default samples
