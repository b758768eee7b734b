import { ascii, be16, concat } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const packet = (model: number, content: string) => {
  const sentence = `YX864504031916915|V1.0|${model}|{F${content}}\r\n`
  return concat([0, 1, 2], be16(sentence.length), ascii(sentence), [0xff, 0xfe, 0xfc])
}

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with the time',
    link: 'tcp',
    frame: packet(1, '91#310_00|00|00|YX-18 2026/01/14'),
    ident: '864504031916915',
    reply: packet(0, '91#2026-05-17-12-00-00'),
  },
  {
    what: 'positions, with the firmware of the login',
    frame: packet(1, '02#25.279800,54.687157,202605171159,43.20|25.279900,54.687200,202605171200,0.00'),
    ident: '864504031916915',
    messages: [
      {
        timestamp: 1779019140,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43.2,
        'device.firmware.version': 'YX-18 2026/01/14',
      },
      {
        timestamp: 1779019200,
        'position.latitude': 54.6872,
        'position.longitude': 25.2799,
        'position.valid': true,
        'position.speed': 0,
        'device.firmware.version': 'YX-18 2026/01/14',
      },
    ],
  },
  {
    what: 'the battery is answered with its second number',
    frame: packet(1, '01#87,3,100,0,31000,900'),
    ident: '864504031916915',
    messages: [
      {
        'battery.level': 87,
        'custom.value_2': 3,
        'custom.value_3': 100,
        'custom.value_4': 0,
        'custom.value_5': 31000,
        'custom.value_6': 900,
        'device.firmware.version': 'YX-18 2026/01/14',
      },
    ],
    reply: packet(0, '01#3'),
  },
  {
    what: 'access points and cells',
    frame: packet(1, '03#a0:b1:c2:d3:e4:f5,-60_a0:b1:c2:d3:e4:f6,-71|6699,1,246,15437,40:6699,1,246,15438,30'),
    ident: '864504031916915',
    messages: [
      {
        'wifi.points': [
          { mac: 'a0:b1:c2:d3:e4:f5', rssi: -60 },
          { mac: 'a0:b1:c2:d3:e4:f6', rssi: -71 },
        ],
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 6699, cellid: 15437, rssi: 40 },
          { mcc: 246, mnc: 1, lac: 6699, cellid: 15438, rssi: 30 },
        ],
        'device.firmware.version': 'YX-18 2026/01/14',
      },
    ],
  },
  {
    what: 'cells',
    frame: packet(1, '04#6699,1,246,15437,40'),
    ident: '864504031916915',
    messages: [
      {
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 6699,
        'gsm.cellid': 15437,
        'device.firmware.version': 'YX-18 2026/01/14',
      },
    ],
  },
  { what: 'what is repeated', frame: packet(0, '64#1'), ident: '864504031916915', reply: packet(0, '64#1') },
  {
    what: 'other types keep their content',
    frame: packet(1, '05#72,118'),
    ident: '864504031916915',
    messages: [{ 'custom.f05': '72,118', 'device.firmware.version': 'YX-18 2026/01/14' }],
  },
  { what: 'a server is asked for, and none is set', frame: packet(1, '90'), ident: '864504031916915' },
  {
    what: 'a server is asked for and named',
    link: 'tcp',
    unit: { settings: { server: 'track.example.com,5174' } },
    frame: packet(1, '90'),
    ident: '864504031916915',
    reply: packet(0, '90#track.example.com,5174'),
  },
  {
    what: 'a login is answered with the time and the server',
    unit: { settings: { server: 'track.example.com,5174' } },
    frame: packet(1, '91#01|00|00|YX-18'),
    ident: '864504031916915',
    reply: packet(0, '91#2026-05-17-12-00-00|track.example.com,5174'),
  },
]

export default samples
