import { ascii, be16, concat, hex, toHex } from '../bytes/bytes.ts'
import { crc16Kermit } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'
const imei = '0001440f32b21735'

const packet = (data: string, id = imei) => {
  const body = hex(id + data)
  return concat(be16(body.length), body, be16(crc16Kermit(body)))
}
const broken = (frame: Uint8Array) => concat(frame.subarray(0, -1), [frame.at(-1)! ^ 1])
const text = (words: string) => toHex(ascii(words))

// 2026-05-17 11:59:58 UTC; then priority, longitude, latitude, 112 m, 90°, 11 satellites, 43 km/h, HDOP 0.9.
const time = '6a09adbe'
const place = '01 0f116430 20989912 0460 2328 0b 002b 09'
const position = {
  timestamp: 1779019198,
  'event.priority.enum': 1,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.satellites': 11,
  'position.valid': true,
  'position.altitude': 112,
  'position.direction': 90,
  'position.speed': 43,
  'position.hdop': 0.9,
}
const taken = { reply: hex('000264 0113bc'), nack: hex('000264 000235'), refusal: hex('000264 000235') }

const samples: readonly Sample[] = [
  {
    what: 'identification is accepted, or refused',
    link: 'tcp',
    frame: packet(`0f ${text('Eco400.01.02.03')} 0000dfc0feb52811 0000601b 000003e8 0000003c 003c`),
    ident,
    reply: hex('00020f 019241'),
    refusal: hex('00020f 0083c8'),
  },
  { what: 'a heartbeat is answered', frame: packet('10'), ident, reply: hex('000210 018418') },
  {
    what: 'a plain position',
    frame: packet(`01 00 01 ${time} 00 ${place} 07 00 00 00 00`),
    ident,
    messages: [{ ...position, 'event.enum': 7 }],
    ...taken,
  },
  {
    what: 'two records, with inputs, voltages, temperature, key and network',
    frame: packet(
      `01 05 02
       ${time} 02 ${place} 09  05 0501 0200 1b1f 20f4 8800  04 1d367c 1e0fa0 160bb8 4eff9d  02 410012d687 960000601b
         02 2200000a1b2c3d4e5f 2200000a1b2c3d4e5f
       ${time} 00 00 80000000 80000000 0000 0000 00 0000 00 00  01 ad01 00 00 00`,
    ),
    ident,
    messages: [
      {
        ...position,
        'custom.timestamp_extension': 2,
        'event.enum': 9,
        'din.4': true,
        'engine.ignition.status': true,
        'din.1': false,
        'gsm.signal.level': 100,
        'device.temperature': -12,
        'external.powersource.voltage': 13.948,
        'battery.voltage': 4,
        'ain.1': 3,
        'sensor.temperature.1': -9.9,
        'vehicle.mileage': 1234.567,
        'gsm.operator.code': '24603',
        'gsm.mcc': 246,
        'gsm.mnc': 3,
        'ibutton.code': '00000a1b2c3d4e5f',
      },
      {
        timestamp: 1779019198,
        'event.priority.enum': 0,
        'position.satellites': 0,
        'position.valid': false,
        'movement.status': true,
      },
    ],
    ...taken,
  },
  {
    what: 'more of the bus, a fourth thermometer, a cut antenna, an opened case, a card and a tag',
    frame: packet(
      `44 00 01 ${time} 00 00 ${place} 0000
       05 000d01 002732 006280 019f00 02f601  04 004aff9d 006400c8 00a52b80 00a62ee0  01 00a4000003e8
       04 009b4450303030303031 009c3233345030303031 02f80011223344556677 02f98899aabbccddeeff`,
    ),
    ident,
    messages: [
      {
        ...position,
        'movement.status': true,
        'can.engine.load.level': 50,
        'can.fuel.level': 50.2,
        'gnss.antenna.cut.status': true,
        'alarm.event': true,
        'alarm.type': 'gnss_antenna_cut,tampering',
        'tampering.alarm': true,
        'sensor.temperature.4': -9.9,
        'can.fuel.consumption.hour': 10,
        'can.vehicle.speed': 43.5,
        'can.engine.rpm': 1500,
        'segment.vehicle.mileage': 5,
        'driver.id': 'DP000001234P0001',
        'custom.tag_id': '00112233445566778899aabbccddeeff',
      },
    ],
    ...taken,
  },
  {
    what: 'an extended record in two parts is one message',
    frame: packet(
      `44 00 02
       ${time} 00 10 ${place} 0009  04 0005 00 0199 01 00cf b1 0086 01  02 00c5 2f80 0074 ffff  01 0072 00186488  00
       ${time} 00 11 ${place} 0009  02 006a 31 0195 01  01 02a0 1234  01 00d0 000003f1
         03 0068 5741525958585830 0069 3030303030303030 008e 0020000000000001`,
    ),
    ident,
    messages: [
      {
        ...position,
        'event.enum': 9,
        'din.4': false,
        'engine.ignition.status': true,
        'can.fuel.level': 70.8,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'can.engine.rpm': 1520,
        'can.vehicle.mileage': 7993,
        'custom.param.405': 1,
        'custom.param.672': 0x1234,
        'can.fuel.consumed': 504.5,
        'custom.param.142': '9007199254740993',
        'vehicle.vin': 'WARYXXX0000000001',
      },
    ],
    ...taken,
  },
  {
    what: 'the rest of a record whose beginning came in another packet',
    frame: packet(`44 00 01 ${time} 00 33 ${place} 0009 00 00 00 02 007e 4c54303030303030 007f 3030303132330000`),
    ident,
    messages: [{ ...position, 'event.enum': 9, 'driver.id': 'LT000000000123' }],
    ...taken,
  },
  {
    what: 'a wrong CRC is answered like records that could not be stored',
    frame: broken(packet(`01 00 01 ${time} 00 ${place} 07 00 00 00 00`)),
    reply: hex('000264 000235'),
  },
  {
    what: 'a wrong CRC passes for a unit whose checksum is ignored',
    unit: { settings: { checksum: 'ignore' } },
    frame: broken(packet(`01 00 01 ${time} 00 ${place} 07 00 00 00 00`)),
    ident,
    messages: [{ ...position, 'event.enum': 7 }],
    ...taken,
  },
  { what: 'a wrong CRC of anything else is not answered', frame: broken(packet('07 4f4b')) },
  {
    what: 'fault codes of one moment are joined',
    frame: packet(
      `09 03 ff${time}0f1164302098991201${text('P0010')} ff${time}0f1164302098991202${text('P0011')}
       ff 6a09adbf 80000000 80000000 01 ${text('U1108')}`,
    ),
    ident,
    messages: [
      {
        'message.buffered.status': true,
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'can.dtc': 'P0010,P0011',
      },
      { timestamp: 1779019199, 'can.dtc': 'U1108' },
    ],
    reply: hex('00026d 01c4a4'),
    nack: hex('00026d 00d52d'),
    refusal: hex('00026d 00d52d'),
  },
  {
    what: 'the answer to a command in text',
    frame: packet(`07 ${text('DIN1=1,AIN1=17\r\n')}`),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'DIN1=1,AIN1=17' }],
  },
  {
    what: 'the answer to an output that was set',
    frame: packet('11 01'),
    ident,
    messages: [{ 'message.content': '1', 'message.type': 'command.answer', 'custom.set_output_result': 1 }],
  },
  { what: 'a piece of a file is left', frame: packet('25 02 0012345678 ffd8ffe0'), ident },
  {
    what: 'an old tracker, whose number begins with a zero, starts with its records',
    link: 'tcp',
    frame: packet(`01 00 01 ${time} 00 ${place} 07 00 00 00 00`, '00000b3a73ce2ff5'),
    ident: '012345678901237',
    messages: [{ ...position, 'event.enum': 7 }],
    ...taken,
  },
]

export default samples
