import { ascii, concat, hex, le16, le32, toHex } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '12345'
const unit = '39300000'

const packet = (words: string) => {
  const bytes = concat(ascii('MCGP'), hex(words))
  return concat(bytes, [sum8(bytes, 4)])
}
const bytes = (list: readonly number[]) => toHex(Uint8Array.from(list))
const radians = (degrees: number) => bytes(le32(Math.round((degrees * Math.PI * 1e8) / 180)))
const broken = (frame: Uint8Array) => concat(frame.subarray(0, -1), [frame.at(-1)! ^ 1])

// Eleven satellites, longitude, latitude, 112 m.
const place = `0b ${radians(25.2798)} ${radians(54.687157)} c02b0000`
const where = {
  'position.satellites': 11,
  'position.valid': true,
  'position.latitude': 54.6871571,
  'position.longitude': 25.2797998,
  'position.altitude': 112,
}
const status = (sat: string) =>
  `00 ${unit} 4018 33 14 24 64 1a 1d 00 20 01 63800000 2a 00b67ff6 d20400 b8a5c7010000 402d 00 04 02 ${sat}
   aa040000 2306 3a 3b 0b 11 05 ea07`
const state = {
  'custom.hardware': 20,
  'custom.firmware': 36,
  'custom.protocol': 0x64,
  'custom.status': 0x0a,
  'custom.reason_data': 0,
  'event.enum': 32,
  'custom.mode': 1,
  'engine.ignition.status': true,
  'door.open.status': true,
  'battery.charging.status': false,
  din: 0x8063,
  'custom.analog_1': 0,
  'custom.analog_2': 182,
  'custom.analog_3': 127,
  'custom.analog_4': 246,
  'vehicle.mileage': 1234,
  'driver.id': 'b8a5c7010000',
  'position.speed': 42.98,
  'position.direction': 90.01,
  timestamp: 1779019198,
}
const answer = packet(`04 ${unit} 00 00000000 00 33 ${'00'.repeat(11)}`)
const modules = (body: string) => packet(`0b ${unit} 4816 54 00 ${bytes(le16(hex(body).length + 4))} 00000000 ${body}`)
const modulesAnswer = packet(`0b ${unit} 0000 00 80 0a00 00000000 090300 54 00 00`)

const samples: readonly Sample[] = [
  {
    what: 'a status is answered with its number',
    link: 'tcp',
    frame: packet(status(place)),
    ident,
    messages: [
      { ...state, ...where, 'custom.configuration': 29, 'custom.operator_code': 42, 'custom.fix_state': '402d000402' },
    ],
    reply: answer,
  },
  {
    what: 'a status without a fix',
    frame: packet(status('00 00000000 00000000 00000000')),
    ident,
    messages: [
      {
        ...state,
        'position.satellites': 0,
        'position.valid': false,
        'position.altitude': 0,
        'custom.configuration': 29,
        'custom.operator_code': 42,
        'custom.fix_state': '402d000402',
      },
    ],
    reply: answer,
  },
  {
    what: 'modules: a position, its time and values of a bus',
    frame: modules(
      `080600 000124161400 061300 050402 ${place} 000000 070700 01 3a3b0b11051a 021300 1e00697e6f24 02 0240 04 60000000
       0340 02 0000`,
    ),
    ident,
    messages: [
      {
        ...where,
        timestamp: 1779019198,
        'custom.module_8': '000124161400',
        'custom.param.16386': 96,
        'custom.param.16387': '0000',
      },
    ],
    reply: modulesAnswer,
  },
  {
    what: 'an undocumented module is kept as it is',
    frame: modules('190500 1e00010000'),
    ident,
    messages: [{ 'custom.module_25': '1e00010000' }],
    reply: modulesAnswer,
  },
  {
    what: 'a button was pressed',
    frame: packet(status(place).replace('1d 00 20 01', '1d 00 46 01')),
    ident,
    messages: [
      {
        ...state,
        ...where,
        'event.enum': 70,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'custom.configuration': 29,
        'custom.operator_code': 42,
        'custom.fix_state': '402d000402',
      },
    ],
    reply: answer,
  },
  { what: 'a piece of its programming is left', frame: packet(`03 ${unit} 0000 01 ${'00'.repeat(18)}`), ident },
  { what: 'modules of the older form are left', frame: packet(`09 ${unit} 0000 01 00 02 0100`), ident },
  { what: 'a wrong sum is not answered', frame: broken(packet(status(place))) },
  {
    what: 'a unit of the other series',
    link: 'tcp',
    frame: concat(ascii('MCPG'), packet(status('0b 3064110f 12999820 c02b0000')).subarray(4)),
    ident,
    messages: [
      {
        ...state,
        ...where,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'custom.configuration': 29,
        'custom.operator_code': 42,
        'custom.fix_state': '402d000402',
      },
    ],
    reply: concat(ascii('MCPG'), answer.subarray(4)),
  },
  {
    what: 'a datagram',
    link: 'udp',
    frame: packet(status(place)),
    ident,
    messages: [
      { ...state, ...where, 'custom.configuration': 29, 'custom.operator_code': 42, 'custom.fix_state': '402d000402' },
    ],
    reply: answer,
  },
]

export default samples
