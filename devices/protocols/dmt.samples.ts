import { ascii, concat, hex, le16, le32 } from '../bytes/bytes.ts'
import { receivedAt, type Sample } from '../sample.ts'

const ident = '861000000000021'
const epoch = 1_356_998_400
// 2026-05-17 11:59:58 UTC.
const moment = 1779019198

const packet = (type: number, ...data: readonly (Uint8Array | readonly number[])[]) => {
  const body = concat(...data)
  return concat([0x02, 0x55, type], le16(body.length), body)
}
const record = (number: number, fields: string, reason = 3) => {
  const body = concat(le32(number), le32(moment - epoch), [reason], hex(fields))
  return concat(le16(body.length + 2), body)
}
const time = (at: number) => [...le32(at - epoch)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const lines = '02 08 03000000 0100 0300'
// 11.94 m/s, 90°, 112 m, accuracies, reason 11, a fix, lines, five analogue values, -4 °C, axes, device, PDOP 1.25.
const fixedRest = `aa04 2d 7000 0700 02 0b 01 03000000 0100 ${'6400'.repeat(5)} fc 0100 0200 0300 ${'00'.repeat(8)} 7d00`
const rest = {
  'position.speed': 42.98,
  'position.direction': 90,
  'position.altitude': 112,
  'position.accuracy': 7,
  'event.enum': 11,
  'position.valid': true,
  din: 3,
  dout: 1,
  'custom.adc_1': 100,
  'custom.adc_2': 100,
  'custom.adc_3': 100,
  'custom.adc_4': 100,
  'custom.adc_5': 100,
  'device.temperature': -4,
  'custom.acceleration_x': 1,
  'custom.acceleration_y': 2,
  'custom.acceleration_z': 3,
  'position.pdop': 1.25,
}
const fixed = (date: readonly number[]) =>
  concat(hex('0e'), le32(7), date, le32(252798000), le32(546871570), hex(fixedRest), new Uint8Array(4))
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
    what: 'records: position, lines, analogue values, a driver, and an undocumented field',
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
        'custom.solar_power': 4.072,
        'custom.driver_id_kind': 1,
        'driver.id': '0203040506',
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
        ...rest,
      },
      {
        'record.seqnum': 7,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        ...rest,
      },
    ],
  },
  {
    what: 'a harsh turn with an opened case, a named driver, trip and totals',
    frame: packet(
      4,
      record(567, '02 08 01000000 0000 4200 03 05 05 4a616e65 1a 08 88130000 3c000000 1b 08 40420f00 100e0000', 14),
    ),
    messages: [
      {
        'record.seqnum': 567,
        timestamp: moment,
        'event.enum': 14,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_cornering,tampering',
        'engine.ignition.status': true,
        din: 1,
        dout: 0,
        'custom.state': 0x42,
        'tampering.alarm': true,
        'custom.driver_id_kind': 5,
        'driver.id': 'Jane',
        'segment.vehicle.mileage': 5,
        'custom.trip_seconds': 60,
        'vehicle.mileage': 1000,
        'engine.motorhours': 1,
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
