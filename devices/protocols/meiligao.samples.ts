import { ascii, be16, concat, hex, toHex } from '../bytes/bytes.ts'
import { crc16Ccitt } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '65789024058432'

const packet = (data: string, start = '2424', id = ident) => {
  const rest = hex(id + data)
  const begin = concat(hex(start), be16(rest.length + 8), rest)
  return concat(begin, be16(crc16Ccitt(begin)), hex('0d0a'))
}
const text = (words: string) => toHex(ascii(words))

// 2026-05-17 11:59:58 UTC, 10 knots, 90.5°.
const sentence = '115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,*1C'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 18.52,
  'position.direction': 90.5,
}
const values = {
  'position.hdop': 0.8,
  'position.altitude': 123,
  din: 0x21,
  dout: 0,
  'custom.adc_1': 0,
  'custom.adc_2': 0x20e,
}

const samples: readonly Sample[] = [
  {
    what: 'a login is accepted, or refused',
    link: 'tcp',
    frame: packet('5000'),
    ident,
    reply: packet('4000 01', '4040'),
    refusal: packet('4000 00', '4040'),
  },
  { what: 'a heartbeat is answered', frame: packet('0001'), ident, reply: packet('0001 01', '4040') },
  {
    what: 'a position with a cell, signal, mileage and satellites',
    frame: packet(`9955 ${text(`${sentence}|0.8|123|2100|0000,020E|02080005089E00E1CF84|1C|0012D687|0B`)}`),
    ident,
    messages: [
      {
        ...position,
        ...values,
        'gsm.mcc': 520,
        'gsm.mnc': 5,
        'gsm.lac': 0x89e,
        'gsm.cellid': 0xe1cf84,
        'custom.rssi': 28,
        'vehicle.mileage': 1234.567,
        'position.satellites': 11,
      },
    ],
  },
  {
    what: 'a mileage in nine digits',
    frame: packet(`9955 ${text(`${sentence}|0.8|123|2100|0000,020E|001234567`)}`),
    ident,
    messages: [{ ...position, ...values, 'vehicle.mileage': 1234.567 }],
  },
  {
    what: 'an alarm without a fix',
    frame: packet(`9999 01 ${text('115958.000,V,0000.0000,N,00000.0000,E,0.00,0,170526,,*1A|0.0|0|0000')}`),
    ident,
    messages: [
      {
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.hdop': 0,
        'position.altitude': 0,
        din: 0,
        dout: 0,
      },
    ],
  },
  {
    what: 'two stored positions',
    frame: packet(`6688 02 00 ${text(sentence)} 5c 00 ${text(sentence)}`),
    ident,
    messages: [
      { ...position, 'message.buffered.status': true },
      { ...position, 'message.buffered.status': true },
    ],
  },
  {
    what: 'a card and where it was shown',
    frame: packet(`9966 0012b3ab 00000000 ${text('|115958,170526,5441.2294,N,02516.7880,E')}`),
    ident,
    messages: [
      {
        'custom.card_1': '0001225643',
        'rfid.code': '0001225643',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
      },
    ],
  },
  {
    what: 'values of the engine',
    frame: packet(`9901 ${text('12.1,820,43,15.20,19.61,88')}`),
    ident,
    messages: [
      {
        'external.powersource.voltage': 12.1,
        'can.engine.rpm': 820,
        'can.vehicle.speed': 43,
        'can.throttle.level': 15.2,
        'can.engine.load.level': 19.61,
        'can.engine.coolant.temperature': 88,
      },
    ],
  },
  {
    what: 'what was counted of its trips',
    frame: packet(`9902 ${text('12,34.5,6.7,8,43,120,5200,3,4')}`),
    ident,
    messages: [
      {
        'custom.total_ignition_no': 12,
        'custom.total_driving_time': 34.5,
        'custom.total_idling_time': 6.7,
        'custom.average_hot_start_time': 8,
        'custom.average_speed': 43,
        'custom.history_highest_speed': 120,
        'custom.history_highest_rpm': 5200,
        'custom.total_harsh_acceleration': 3,
        'custom.total_harsh_brake': 4,
      },
    ],
  },
  {
    what: 'an input went off',
    frame: packet(`9999 33 ${text(sentence)}`),
    ident,
    messages: [{ 'alarm.code': 0x33, 'din.3': false, ...position }],
  },
  {
    what: 'a model with alarms of its own',
    unit: { model: 'TK218' },
    frame: packet(`9999 73 ${text(sentence)}`),
    ident,
    messages: [{ 'alarm.code': 0x73, 'crash.event': true, 'alarm.event': true, 'alarm.type': 'crash', ...position }],
  },
  {
    what: 'the position of a picture',
    frame: packet(`9977 0100 ${text(sentence)}`),
    ident,
    messages: [position],
  },
  { what: 'a fault code', frame: packet(`9903 ${text('C1E88')}`), ident, messages: [{ 'can.dtc': 'C1E88' }] },
  { what: 'a picture is left', frame: packet('9988 0242 ffd8'), ident },
  {
    what: 'a wrong checksum is taken and marked',
    frame: concat(packet(`9903 ${text('C1E88')}`).subarray(0, -4), hex('0000 0d0a')),
    ident,
    messages: [{ 'can.dtc': 'C1E88', 'message.checksum.status': false }],
  },
  {
    what: 'a datagram of a tracker with a short id',
    link: 'udp',
    frame: packet(`9955 ${text(sentence)}`, '2424', '1007ffffffffff'),
    ident: '1007',
    messages: [position],
  },
]

export default samples
