import { ascii, be16, concat, hex, toHex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '862205051234567'
const head = `0014 0004 ${ident}0`

const packet = (data: string, start = head) => {
  const body = hex(data)
  const sum = ~body.reduce((total, byte) => total + byte, 0) & 0xffff
  return concat(hex('faaf'), hex(start), be16(body.length), be16(sum), body, hex('faaf'))
}
const reply = hex(`faaf ${head} 0001 fffe 01 faaf`)

// Record 5 of 2026-05-17 11:59:58 UTC, signal 20, battery 96 %.
const begin = '05 6a09adbe 14 0060'
const values = {
  'record.seqnum': 5,
  timestamp: 1779019198,
  'custom.rssi': 20,
  'battery.level': 96,
  'battery.charging.status': false,
}
// 2516.788 and 5441.229 in degrees and minutes.
const gps = '0b 451d4c9c 45aa09d6'
const place = {
  'position.satellites': 11,
  'position.latitude': 54.6871582,
  'position.longitude': 25.2798014,
  'position.valid': true,
}

const samples: readonly Sample[] = [
  {
    what: 'two positions are answered',
    link: 'tcp',
    frame: packet(`02 0013 0013 ${begin} 02 01 ${gps} ${begin} 02 01 ${gps}`),
    ident,
    messages: [
      { ...values, ...place },
      { ...values, ...place },
    ],
    reply,
  },
  {
    what: 'an alarm with access points',
    frame: packet(`01 0016 ${begin} 03 00000001 02 01 788a205df523 d9`),
    ident,
    messages: [
      {
        ...values,
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'position.valid': false,
        'wifi.points': [{ mac: '78:8a:20:5d:f5:23', rssi: -39 }],
      },
    ],
    reply,
  },
  {
    what: 'firmware and SIM, charging',
    frame: packet(
      `01 002f 05 6a09adbe 14 8019 10 ${toHex(ascii('J3x2103151')).padEnd(40, '0')} 7040203087157580 89502023015648643670`,
    ),
    ident,
    messages: [
      {
        ...values,
        'battery.level': 25,
        'battery.charging.status': true,
        'device.firmware.version': 'J3x2103151',
        'gsm.sim.imsi': '704020308715758',
        'gsm.sim.iccid': '89502023015648643670',
      },
    ],
    reply,
  },
  {
    what: 'cells, ranges, speed, a position of doubles, fingerprint and parameters',
    frame: packet(
      `01 004b ${begin} 2a 6c 01 00f60001 00000bb8 00002711 c4 01 ${'11'.repeat(12)} 01ae 0389
       0b 40a3a99374bc6a7f 40b5413ab9f559b4 00000063 ${'22'.repeat(12)} 07`,
    ),
    ident,
    messages: [
      {
        ...values,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 3000,
        'gsm.cellid': 10001,
        'custom.ranges': '11'.repeat(12),
        'position.speed': 43,
        'position.direction': 90.5,
        'position.satellites': 11,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.fingerprint': 99,
        'custom.device_parameters': '22'.repeat(12),
        'custom.rest': '07',
      },
    ],
    reply,
  },
  {
    what: 'the receiver in an extension, with two alarms',
    frame: packet(
      `01 002e ${begin} 03 00008002 80 001e 47 001b 40a3a99374bc6a7f 40b5413ab9f559b4 01 0b 20 01ae 0389 42e00000`,
    ),
    ident,
    messages: [
      {
        ...values,
        'alarm.code': 0x8002,
        'cover.open.alarm': true,
        'fall.alarm': true,
        'alarm.event': true,
        'alarm.type': 'removal,fall',
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.satellites': 11,
        'custom.signal_to_noise': 32,
        'position.speed': 43,
        'position.direction': 90.5,
        'position.altitude': 112,
      },
    ],
    reply,
  },
  {
    what: 'the answer to a command is not answered',
    frame: packet('4f4b', `0007 0004 ${ident}0`),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'OK' }],
  },
  {
    what: 'flags inside a packet are escaped, in the answer too',
    frame: hex(`faaf 0008 fbbf01 ${ident}0 0002 fe45 fbbf02 faaf`),
    ident,
    reply: hex(`faaf 0008 fbbf01 ${ident}0 0001 fffe 01 faaf`),
  },
  { what: 'a wrong sum is not answered', frame: hex(`faaf ${head} 0001 0000 01 faaf`) },
]

export default samples
