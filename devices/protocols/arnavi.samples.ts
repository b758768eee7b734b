import { ascii, concat, hex, le16, le32 } from '../bytes.ts'
import { sum8, xor8 } from '../checksum.ts'
import { receivedAt, type Sample } from '../sample.ts'

const ident = '861000000000013'
// The same, as u64.
const imei = '0dd0262f130f0300'

const record = (kind: number, data: Uint8Array, time = 1779019198) => {
  const body = concat(le32(time), data)
  return concat([kind], le16(data.length), body, [sum8(body)])
}
const pack = (number: number, ...records: readonly Uint8Array[]) => concat([0x5b, number], ...records, [0x5d])
const accepted = (number: number) => Uint8Array.from([0x7b, 0, number, 0x7d])
const line = (words: string) => ascii(`$${words}*${xor8(ascii(words)).toString(16).toUpperCase().padStart(2, '0')}\r\n`)
const now = le32(receivedAt.getTime() / 1000)
const timed = Uint8Array.from([0x7b, 4, 0, sum8(Uint8Array.from(now)), ...now, 0x7d])

// 54.6875° 25.28125°, course 90, 110 m, seven and five satellites, 20 knots.
const place = hex('03 00c05a42 04 0040ca41 05 2d 0b 75 14')
const where = {
  'position.direction': 90,
  'position.altitude': 110,
  'position.satellites': 12,
  'position.speed': 37.04,
  'position.latitude': 54.6875,
  'position.longitude': 25.28125,
  'position.valid': true,
  timestamp: 1779019198,
}

const samples: readonly Sample[] = [
  {
    what: 'a login of the first version is accepted',
    link: 'tcp',
    frame: hex(`ff22 ${imei}`),
    ident,
    reply: accepted(0),
  },
  {
    what: 'a package of values: place, voltages, cell, bus',
    frame: pack(
      1,
      record(
        1,
        concat(
          place,
          hex('01 b50f 5d6c 08 01 f600 18 34 d83b0500 35 79b72001 39 ce030000 97 db000000 47 4e000000 fa 37010000'),
        ),
      ),
      record(1, hex('01 b50f 5d6c')),
    ),
    messages: [
      {
        ...where,
        'battery.voltage': 4.021,
        'external.powersource.voltage': 27.741,
        'gsm.mnc': 1,
        'gsm.mcc': 246,
        'custom.rssi': 24,
        'can.engine.motorhours': 3430,
        'can.vehicle.mileage': 189213.37,
        'can.engine.rpm': 974,
        'position.hdop': 2.19,
        'custom.param.71': 78,
        'custom.param.250': 311,
      },
      {
        'battery.voltage': 4.021,
        'external.powersource.voltage': 27.741,
        'position.valid': false,
        timestamp: 1779019198,
      },
    ],
    reply: accepted(1),
  },
  {
    what: 'a record whose sum is wrong says so',
    frame: pack(2, concat(record(1, place).subarray(0, -1), [0])),
    messages: [{ ...where, 'message.checksum.status': false }],
    reply: accepted(2),
  },
  {
    what: 'a record whose sum is wrong, of a tracker that is trusted',
    unit: { settings: { checksum: 'ignore' } },
    frame: pack(3, concat(record(1, place).subarray(0, -1), [0])),
    messages: [where],
    reply: accepted(3),
  },
  {
    what: 'a text, a file and nothing at all in one package',
    frame: pack(4, record(3, ascii('ready')), record(4, hex('ffd8ffe0')), record(0, hex(''))),
    messages: [{ 'message.content': 'ready', timestamp: 1779019198 }],
    reply: accepted(4),
  },
  { what: 'a sign of life is answered', frame: hex('5bfd005d'), reply: accepted(0xfd) },
  { what: 'a later login is told the time', link: 'tcp', frame: hex(`ff23 ${imei}`), ident, reply: timed },
  { what: 'a package without records', frame: hex('5b055d'), reply: accepted(5) },
  {
    what: 'a longer login',
    link: 'tcp',
    frame: hex(`ff24 ${imei} 0102030405060708`),
    ident,
    reply: timed,
  },
  {
    what: 'a line of an old tracker',
    link: 'tcp',
    frame: line(
      'AV,V4,85164,20709,1148,418,-1,0,1,192,0,0,0,0,1,9,112.0,20.1,115958,5441.2294N,02516.7880E,20.0,90.5,170526,0,0,32767,',
    ),
    ident: '85164',
    messages: [
      {
        'record.seqnum': 20709,
        'external.powersource.voltage': 11.48,
        'battery.voltage': 4.18,
        din: 192,
        'position.satellites': 9,
        'position.altitude': 112,
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 37.04,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'a line of another tracker that has no date yet and a wrong sum',
    frame: ascii(
      '$AV,V3,85165,3,1148,418,-1,0,1,193,0,0,0,0,0,0,000023,0000.0000N,00000.0000E,0.0,0.0,060180,0*00\r\n',
    ),
    ident: '85165',
    messages: [
      {
        'record.seqnum': 3,
        'external.powersource.voltage': 11.48,
        'battery.voltage': 4.18,
        din: 193,
        'position.satellites': 0,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'a line about the tracker itself has no record',
    frame: line('AV,V3DI,85165,4,-1,19,0008C56A,000879AC,0C000002,861000000000013,89370000000000000000,'),
  },
  { what: 'a stray line end', frame: ascii('\n') },
]

export default samples
