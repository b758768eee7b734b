import { ascii, concat, hex, le16, le32 } from '../bytes.ts'
import { receivedAt, type Sample } from '../sample.ts'

const ident = '861000000000021'
const epoch = 1_356_998_400
// 2026-05-17 11:59:58 UTC.
const moment = 1779019198

const packet = (type: number, ...data: readonly (Uint8Array | readonly number[])[]) => {
  const body = concat(...data)
  return concat([0x02, 0x55, type], le16(body.length), body)
}
const record = (number: number, fields: string) => {
  const body = concat(le32(number), le32(moment - epoch), [3], hex(fields))
  return concat(le16(body.length + 2), body)
}
const time = (at: number) => [...le32(at - epoch)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const lines = '02 08 03000000 0100 0300'
const fixed = (date: readonly number[]) =>
  concat(hex('0e'), le32(7), date, le32(252798000), le32(546871570), new Uint8Array(64 - 17))
// Packed from the year on: 26, 5, 17, 11, 59, 58.
const packed = le32((26 | (5 << 6) | (17 << 10) | (11 << 15) | (59 << 20) | (58 << 26)) >>> 0)

const samples: readonly Sample[] = [
  {
    what: 'a hello is answered with the time',
    link: 'tcp',
    frame: packet(0, hex('001b0000'), ascii(`${ident}\0`), ascii('89370000000000000000\0'), hex('000004030419')),
    ident,
    reply: packet(1, le32(receivedAt.getTime() / 1000 - epoch), [0, 0, 0, 0]),
  },
  {
    what: 'records: place, lines, analogue values, a driver, and a field nobody has explained',
    frame: packet(
      4,
      record(
        565,
        `00 15 ${time(moment - 2)} 12999820 b05f110f 7000 1a09 01 2d 0c 07 03 ${lines}
         06 0f 01 1d10 02 ce04 03 4008 04 1800 05 e80f 03 06 010203040506 1b ff0400 01020304`,
      ),
      record(566, `00 15 ${time(moment)} 00000000 00000000 0000 0000 00 00 00 00 00 06 06 01 1d10 03 9cff`),
    ),
    messages: [
      {
        'record.seqnum': 565,
        timestamp: moment,
        'event.enum': 3,
        'position.timestamp': moment - 2,
        'position.latitude': 54.687157,
        'position.longitude': 25.2796848,
        'position.altitude': 112,
        'position.speed': 83.88,
        'position.direction': 90,
        'position.pdop': 1.2,
        'position.accuracy': 7,
        'position.valid': true,
        'engine.ignition.status': true,
        din: 3,
        dout: 1,
        'custom.state': 3,
        'battery.voltage': 4.125,
        'external.powersource.voltage': 12.3,
        'device.temperature': 21.12,
        'custom.rssi': 24,
        'custom.analog_5': 4072,
        'driver.id': '010203040506',
        'custom.param.27': '01020304',
      },
      {
        'record.seqnum': 566,
        timestamp: moment,
        'event.enum': 3,
        'position.timestamp': moment,
        'position.altitude': 0,
        'position.speed': 0,
        'position.direction': 0,
        'position.pdop': 0,
        'position.accuracy': 0,
        'position.valid': false,
        'battery.voltage': 4.125,
        'device.temperature': -1,
      },
    ],
  },
  {
    what: 'fields that are too short for their meaning stay as they are',
    frame: packet(4, record(567, '00 02 0102 02 01 03')),
    messages: [
      {
        'record.seqnum': 567,
        timestamp: moment,
        'event.enum': 3,
        'custom.param.0': '0102',
        'custom.param.2': '03',
      },
    ],
  },
  {
    what: 'records of 64 bytes, the second of a clock that was never set',
    frame: packet(0x10, fixed(packed), fixed([0, 0, 0, 0])),
    messages: [
      {
        'record.seqnum': 7,
        timestamp: moment,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
      },
      {
        'record.seqnum': 7,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
      },
    ],
  },
  {
    what: 'a commit is answered yes, or no when the records are not stored',
    frame: packet(5),
    reply: packet(6, [1]),
    nack: packet(6, [0]),
  },
  { what: 'a packet of another type is left', frame: packet(0x22) },
]

export default samples
