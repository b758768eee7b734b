import { ascii, concat, hex, le16, le32, toHex } from '../bytes/bytes.ts'
import { crc8, crc16Ccitt } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'

const packet = (kind: number, words: string, flags = 0) => {
  const data = hex(words)
  const head = concat([1, 0, flags, 11, 0], le16(data.length), [7, 0, kind])
  return concat(head, [crc8(head)], data, le16(crc16Ccitt(data)))
}
const bytes = (list: readonly number[]) => toHex(Uint8Array.from(list))
const record = (number: number, head: string, service: string, body: string) =>
  `${bytes(le16(hex(body).length))} ${bytes(le16(number))} ${head} ${service} ${service} ${body}`
const sub = (type: string, body: string) => `${type} ${bytes(le16(hex(body).length))} ${body}`
const result = (number: number, service: string, code: string) =>
  record(number, '00', service, sub('00', `${bytes(le16(number))} ${code}`))
const verdict = (code: string) => packet(1, record(0, '00', '01', sub('09', code)))
const broken = (frame: Uint8Array, at: number) => frame.with(at, frame.at(at)! ^ 1)

// 2026-05-17 11:59:58 UTC; valid and moving; 43.0 km/h, 270°, 1234.5 km, input 2, reason 1.
const time = bytes(le32(1779019198 - 1262304000))
const latitude = bytes(le32(Math.round((54.687157 / 90) * 0xffffffff)))
const longitude = bytes(le32(Math.round((25.2798 / 180) * 0xffffffff)))
const place = (flags: string, rest = '') =>
  sub('10', `${time} ${latitude} ${longitude} ${flags} ae81 0e 393000 02 01 ${rest}`)
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
  'movement.status': true,
  'position.speed': 43,
  'position.direction': 270,
  'vehicle.mileage': 1234.5,
  din: 2,
  'report.reason': 1,
}
const login = record(1, '81 01000000', '01', sub('01', `01000000 02 ${toHex(ascii(ident))}`))
const taken = (number: number) => ({
  reply: packet(0, `0700 00 ${result(number, '02', '00')}`),
  nack: packet(0, `0700 00 ${result(number, '02', '82')}`),
})

const samples: readonly Sample[] = [
  {
    what: 'a terminal identifies itself, and gets the result',
    link: 'tcp',
    frame: packet(1, login),
    ident,
    reply: concat(packet(0, `0700 00 ${result(1, '01', '00')}`), verdict('00')),
    refusal: concat(packet(0, `0700 00 ${result(1, '01', '97')}`), verdict('97')),
  },
  {
    what: 'a position with an altitude, precision, sensors, state and level',
    frame: packet(
      1,
      record(
        2,
        '00',
        '02',
        `${place('91', '700000')} ${sub('11', '0a 5a00 0b')} ${sub('12', '01 01 02 05 2c0100')} ${sub('13', '01 090000')}
         ${sub('15', '02 7b 28 27 00')} ${sub('18', '03 640000')} ${sub('1b', '01 0000 af0f0000')} ${sub('1b', '22 0000 f1000000')}
         ${sub('63', '00')}`,
      ),
    ),
    messages: [
      {
        'custom.subrecord_99': '00',
        ...position,
        'position.altitude': 112,
        'position.hdop': 0.9,
        'position.satellites': 11,
        dout: 1,
        'din.1': true,
        'din.2': false,
        'din.3': true,
        'din.4': false,
        'din.5': false,
        'din.6': false,
        'din.7': false,
        'din.8': false,
        'custom.analog_2': 300,
        'counter.1': 9,
        'custom.state': 2,
        'external.powersource.voltage': 12.3,
        'backup.battery.voltage': 4,
        'battery.voltage': 3.9,
        'custom.analog_3': 100,
        'escort.lls.value.2': 4015,
        'fuel.volume.3': 24.1,
      },
    ],
    ...taken(2),
  },
  {
    what: 'two positions in a record, from the memory and south-west',
    frame: packet(1, record(3, '00', '02', `${place('19')} ${place('70')}`)),
    messages: [
      { ...position, 'message.buffered.status': true },
      { ...position, 'position.valid': false, 'position.latitude': -54.687157, 'position.longitude': -25.2798 },
    ],
    ...taken(3),
  },
  {
    what: 'values without a position have the time of their record',
    frame: packet(1, record(4, `04 ${time}`, '02', sub('13', '01 090000'))),
    messages: [{ 'counter.1': 9, timestamp: 1779019198, 'position.valid': false }],
    ...taken(4),
  },
  { what: 'a response of the terminal needs none', frame: packet(0, '0100 00') },
  {
    what: 'a wrong checksum of the data is answered with its code',
    frame: broken(packet(1, record(5, '00', '02', place('11'))), -1),
    reply: packet(0, '0700 8a'),
  },
  {
    what: 'a wrong checksum of the head too',
    frame: broken(packet(1, record(5, '00', '02', place('11'))), 10),
    reply: packet(0, '0700 89'),
  },
  {
    what: 'encrypted data cannot be read',
    frame: packet(1, record(5, '00', '02', place('11')), 0x08),
    reply: packet(0, '0700 82'),
  },
  {
    what: 'signed data is read after its signature',
    frame: packet(2, `0200 abcd ${record(6, '00', '02', place('11'))}`),
    messages: [position],
    ...taken(6),
  },
  {
    what: 'a gateway: the packet is of its first object, and records of others stay where they are',
    link: 'tcp',
    frame: packet(
      1,
      `${record(1, '01 f299c0d8', '02', place('11'))} ${record(2, '01 62c72c9a', '02', place('11'))}
       ${record(3, '01 f299c0d8', '02', place('11'))}`,
    ),
    ident: '3636500978',
    messages: [position, position],
    reply: packet(0, `0700 00 ${result(1, '02', '00')} ${result(2, '02', '99')} ${result(3, '02', '00')}`),
    nack: packet(0, `0700 00 ${result(1, '02', '82')} ${result(2, '02', '99')} ${result(3, '02', '82')}`),
  },
  {
    what: 'a gateway that names itself names no tracker',
    frame: packet(1, record(4, '00', '01', sub('05', `00 ab080000 ${toHex(ascii('gate'))}`))),
    reply: packet(0, `0700 00 ${result(4, '01', '00')}`),
  },
]

export default samples
