import { ascii, be16, concat, hex } from '../bytes.ts'
import { xor8 } from '../checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '013800138000'
const imei = '869999001234567'

function wrapped(plain: Uint8Array, flip = 0): Uint8Array {
  const bytes = [0x7e]
  for (const byte of [...plain, xor8(plain) ^ flip]) {
    if (byte === 0x7e) bytes.push(0x7d, 2)
    else if (byte === 0x7d) bytes.push(0x7d, 1)
    else bytes.push(byte)
  }
  return Uint8Array.from([...bytes, 0x7e])
}
const packet = (id: string, body: string, serial = '0007', terminal = ident) => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length), hex(terminal), hex(serial), bytes))
}
/** Of 2019: bit 14, a version and twenty digits. */
const packet2019 = (id: string, body: string, serial = '0007') => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length | 0x4000), hex(`01 00000${imei} ${serial}`), bytes))
}
/** Of a lock, whose serial has one byte. */
const lockPacket = (body: string) => {
  const bytes = hex(body)
  return wrapped(concat(hex('5501'), be16(bytes.length), hex(ident), [7], bytes))
}
/** One of several packages. */
const piece = (id: string, body: string, serial: string, total: number, index: number) => {
  const bytes = hex(body)
  return wrapped(concat(hex(id), be16(bytes.length | 0x2000), hex(ident), hex(serial), be16(total), be16(index), bytes))
}
const answer = (id: string, result: string, serial = '0007') => packet('8001', `${serial} ${id} ${result}`, '0000')
const stored = { reply: answer('0200', '00'), nack: answer('0200', '01') }

// No alarm, ignition and fix, latitude, longitude, 112 m, 43.5 km/h, 90°, 19:59:58 in China.
const place = '00000000 00000003 034275b5 0181bd38 0070 01b3 005a 260517195958'
const position = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.altitude': 112,
  'position.speed': 43.5,
  'position.direction': 90,
  'engine.ignition.status': true,
}
const noFix = '00000000 00000000 00000000 00000000 0000 0000 0000 260517195958'
const without = {
  timestamp: 1779019198,
  'position.valid': false,
  'position.altitude': 0,
  'position.speed': 0,
  'position.direction': 0,
  'engine.ignition.status': false,
}

const samples: readonly Sample[] = [
  {
    what: 'a registration is answered with a code, or with result 4 when there is no such terminal',
    link: 'tcp',
    frame: packet('0100', `002c 012f 3730313131 ${'4d37'.padEnd(40, '0')} 30313233343536 01 ${'4142'}`, '0001'),
    ident,
    reply: packet('8100', '0001 00 303133383030313338303030', '0000'),
    refusal: packet('8100', '0001 04', '0000'),
  },
  {
    what: 'an authentication is answered with result 0, or refused with 1',
    frame: packet('0102', '303133383030313338303030', '0002'),
    ident,
    reply: answer('0102', '00', '0002'),
    refusal: answer('0102', '01', '0002'),
  },
  { what: 'a heartbeat is answered', frame: packet('0002', ''), ident, reply: answer('0002', '00') },
  {
    what: 'a question for the time is answered in UTC',
    frame: packet('0109', ''),
    ident,
    reply: packet('8109', '260517120000', '0000'),
  },
  {
    what: 'a position with the items of the standard',
    frame: packet(
      '0200',
      `${place} 0104 00003b67 0202 0195 0302 01b4 0602 fff6 2504 00000011 2a02 0001 2b04 0102 0304 3001 15 3101 0b`,
    ),
    ident,
    messages: [
      {
        ...position,
        'vehicle.mileage': 1520.7,
        'fuel.volume': 40.5,
        'custom.recorder_speed': 43.6,
        'sensor.temperature.1': -10,
        'custom.vehicle_signals': 17,
        'custom.io_status': 1,
        'custom.ad_2': 0x0102,
        'custom.ad_1': 0x0304,
        'custom.rssi': 21,
        'gsm.signal.dbm': -71,
        'position.satellites': 11,
      },
    ],
    ...stored,
  },
  {
    what: 'a position in the south and west with several alarms, an area left and escaped bytes',
    frame: packet(
      '0200',
      '00000181 0000040e 017e7d02 027d7e01 fff6 0000 0000 260517195958 1206 01 0000007e 01 1804 0001 0000',
      '7d7e',
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': true,
        'position.latitude': -25.066754,
        'position.longitude': -41.778689,
        'position.altitude': -10,
        'position.speed': 0,
        'position.direction': 0,
        'engine.ignition.status': false,
        'engine.blocked.status': true,
        'alarm.code': 0x181,
        'alarm.panic.status': true,
        'battery.low.alarm': true,
        'power.cut.alarm': true,
        'geofence.id': 0x7e,
        'geofence.exit.event': true,
        'custom.abnormal_driving': 1,
        'fatigue.alarm': true,
        'alarm.event': true,
        'alarm.type': 'sos,low_battery,power_cut,geofence_exit,fatigue',
      },
    ],
    reply: answer('0200', '00', '7d7e'),
    nack: answer('0200', '01', '7d7e'),
  },
  {
    what: 'the clock of a unit that runs on UTC',
    unit: { settings: { utc_offset_minutes: 0 } },
    frame: packet('0200', place),
    ident,
    messages: [{ ...position, timestamp: 1779019198 + 8 * 3600 }],
    ...stored,
  },
  {
    what: 'a wrong checksum is answered with result 2',
    frame: wrapped(concat(hex('0200'), be16(28), hex(ident), hex('0007'), hex(place)), 1),
    reply: answer('0200', '02'),
  },
  {
    what: 'a wrong checksum passes for a unit whose checksum is ignored',
    unit: { settings: { checksum: 'ignore' } },
    frame: wrapped(concat(hex('0200'), be16(28), hex(ident), hex('0007'), hex(place)), 1),
    ident,
    messages: [position],
    ...stored,
  },
  {
    what: 'items of an asset tracker: battery, movement, access points and a cell',
    frame: packet(
      '0200',
      `${noFix} e402 0156 e501 01 ec0e 112233445566 ce aabbccddeeff b0 e10c 00f6 0001 0013b2 02e46483 00 f802 4936 fb01 00`,
    ),
    ident,
    messages: [
      {
        ...without,
        'battery.charging.status': true,
        'battery.level': 86,
        'movement.status': true,
        'wifi.points': [
          { mac: '112233445566', rssi: -50 },
          { mac: 'aabbccddeeff', rssi: -80 },
        ],
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x13b2,
        'gsm.cellid': 0x2e46483,
        'steps.counter': 0x4936,
        'custom.param.251': '00',
      },
    ],
    ...stored,
  },
  {
    what: 'items within item EB: card, voltages, states with removal and vibration, access points',
    frame: packet(
      '0200',
      `${noFix} eb4e 000c00b28937000000000000001f 00060089ffffefff 000600c5ffffffbf 0004002d0fa5 000400ce04c4 000300a85c 001800b9023131313131312c2d35302c3232323232322c2d3630 0003 0099 07`,
    ),
    ident,
    messages: [
      {
        ...without,
        'gsm.sim.iccid': '8937000000000000001',
        'custom.extended_state': 0xffffefff,
        'custom.extended_state_2': 0xffffffbf,
        'cover.open.alarm': true,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'removal,vibration',
        'battery.voltage': 4.005,
        'external.powersource.voltage': 12.2,
        'battery.level': 92,
        'wifi.points': [
          { mac: '111111', rssi: -50 },
          { mac: '222222', rssi: -60 },
        ],
        'custom.extended_0099': '07',
      },
    ],
    ...stored,
  },
  {
    what: 'items of a vehicle: wheels, thermometers below zero, OBD values and fault codes',
    frame: packet(
      '0200',
      `${place} 7710 01a1b2c300384d08 0200000000000000 e60b 03 bc572900ce2e ef18 32 00
       8001 34 8102 0471 8202 0082 8401 7b 8b11 5741525958585830303030303030303031 a00b 50303330302c5530323939
       f311 0003 02 02f2 0009 02 0072 0099 04 00000001`,
    ),
    ident,
    messages: [
      {
        ...position,
        'tire.pressure.1': 140,
        'tire.temperature.1': 27,
        'ble.sensor.id.3': 'bc572900ce2e',
        'ble.sensor.temperature.3': -17.094,
        'ble.sensor.humidity.3': 50,
        'can.vehicle.speed': 52,
        'external.powersource.voltage': 13,
        'vehicle.vin': 'WARYXXX0000000001',
        'can.dtc': 'P0300,U0299',
        'can.engine.rpm': 754,
        'can.engine.coolant.temperature': 74,
        'custom.obd_0099': 1,
      },
    ],
    ...stored,
  },
  {
    what: 'cells in the ways of three makers, harsh braking, a lock and the battery of a supply',
    frame: packet(
      '0200',
      `${noFix} 5d15 02 00f60024990a7da00323 00f600249a0a7da00405 fe07 7c 0104 00000002
       d50e 01 0002604323 2795980277 53 0030 e306 0000 0589 0000 0c02 beef`,
    ),
    ident,
    messages: [
      {
        ...without,
        'gsm.mcc': 246,
        'gsm.mnc': 0,
        'gsm.lac': 0x2499,
        'gsm.cellid': 0x0a7da003,
        'gsm.signal.dbm': -35,
        'gsm.cells': [
          { mcc: 246, mnc: 0, lac: 0x2499, cellid: 0x0a7da003, dbm: -35 },
          { mcc: 246, mnc: 0, lac: 0x249a, cellid: 0x0a7da004 },
        ],
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'custom.lock_1_id': '0002604323',
        'custom.lock_1_card': '2795980277',
        'custom.lock_1_battery': 83,
        'custom.lock_1_locked': false,
        'external.powersource.voltage': 14.17,
        'custom.param.12': 'beef',
      },
    ],
    ...stored,
  },
  {
    what: 'an item that means an alarm on one model',
    unit: { model: 'JC371' },
    frame: packet('0200', `${place} e814 0c01 10 31313131313131 260517195958 00000000`),
    ident,
    messages: [
      {
        ...position,
        'event.enum': 0x0c01,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    ...stored,
  },
  {
    what: 'two positions from memory',
    frame: packet('0704', `0002 01 001c ${place} 001c ${noFix}`),
    ident,
    messages: [
      { ...position, 'message.buffered.status': true },
      { ...without, 'message.buffered.status': true },
    ],
    reply: answer('0704', '00'),
    nack: answer('0704', '01'),
  },
  {
    what: 'the first of two packages waits for the other',
    frame: piece('0704', `0002 00 001c ${place} 001c 00000000`, '0010', 2, 1),
    ident,
  },
  {
    what: 'the second completes the message, and both are answered',
    frame: piece('0704', `${noFix.slice(9)}`, '0011', 2, 2),
    ident,
    messages: [position, without],
    reply: concat(answer('0704', '00', '0010'), answer('0704', '00', '0011')),
    nack: concat(answer('0704', '01', '0010'), answer('0704', '01', '0011')),
  },
  {
    what: 'a driver has put in a card',
    frame: packet('0702', `01 260517195958 00 04 4a616e65 ${'3132333435'.padEnd(40, '0')}`),
    ident,
    messages: [
      {
        'message.type': 'driver',
        timestamp: 1779019198,
        'custom.card_inserted': true,
        'custom.card_result': 0,
        'driver.name': 'Jane',
        'driver.id': '12345',
        'custom.card_code': '12345',
      },
    ],
    reply: answer('0702', '00'),
    nack: answer('0702', '01'),
  },
  {
    what: 'attributes of the terminal',
    frame: packet(
      '0107',
      `0000 5843000000 ${'43354c'.padEnd(40, '0')} 39383837313235 89370000000000000001 02 4831 03 56322e`,
    ),
    ident,
    messages: [
      {
        'message.type': 'attributes',
        'device.model': 'C5L',
        'device.serial.number': '9887125',
        'gsm.sim.iccid': '89370000000000000001',
        'device.hardware.version': 'H1',
        'device.firmware.version': 'V2.',
      },
    ],
  },
  {
    what: 'values of a vehicle passed through, with a place',
    frame: packet('0900', 'f0 260517195958 01 02 01 02 052b0150 05360203b8 0000000b 034275b5 0181bd38'),
    ident,
    messages: [
      {
        'message.type': 'passed.through',
        'custom.passed_type': 0xf0,
        timestamp: 1779019198,
        'event.enum': 1,
        'can.fuel.level': 80,
        'can.engine.rpm': 952,
        'engine.ignition.status': true,
        'position.valid': true,
        'position.latitude': 54.687157,
        'position.longitude': -25.2798,
      },
    ],
    reply: answer('0900', '00'),
    nack: answer('0900', '01'),
  },
  {
    what: 'a fault code passed through',
    frame: packet(
      '0900',
      'f0 260517195958 01 02 02 0001ffffffff 50303330300000 00000003 034275b5 0181bd38 260517195958',
    ),
    ident,
    messages: [
      {
        'message.type': 'passed.through',
        'custom.passed_type': 0xf0,
        timestamp: 1779019198,
        'event.enum': 2,
        'can.dtc': 'P0300',
        'engine.ignition.status': true,
        'position.valid': true,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.timestamp': 1779019198,
      },
    ],
    reply: answer('0900', '00'),
    nack: answer('0900', '01'),
  },
  {
    what: 'values of an OBD reader passed through as text',
    frame: packet('0900', '41 244f42442d52542c31322e332c3830302c32302c312e352c3235'),
    ident,
    messages: [
      {
        'message.type': 'passed.through',
        'custom.passed_type': 0x41,
        'external.powersource.voltage': 12.3,
        'can.engine.rpm': 800,
        'can.vehicle.speed': 20,
        'can.throttle.level': 1.5,
        'can.engine.load.level': 25,
      },
    ],
    reply: answer('0900', '00'),
    nack: answer('0900', '01'),
  },
  {
    what: 'the card of a driver passed through',
    frame: packet('0900', '40 0016 4754534c7c367c317c307c313233347c317c'),
    ident,
    messages: [{ 'message.type': 'passed.through', 'custom.passed_type': 0x40, 'driver.id': '1234' }],
    reply: answer('0900', '00'),
    nack: answer('0900', '01'),
  },
  {
    what: 'tags passed through',
    frame: packet('0900', '53 00000001 00000000 00000000 0000 0000 0000 260517195958 01 00 aabbcc001122 bd 02 0464'),
    ident,
    messages: [
      {
        'message.type': 'passed.through',
        'custom.passed_type': 0x53,
        'engine.ignition.status': true,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        timestamp: 1779019198,
        'ble.sensor.id.1': 'aabbcc001122',
        'custom.tag_1_rssi': -67,
        'custom.tag_1_data': '0464',
      },
    ],
    reply: answer('0900', '00'),
    nack: answer('0900', '01'),
  },
  {
    what: 'the answer to a command, in UTF-16',
    frame: packet('1300', '0001 004f 004b 000d'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'OK' }],
  },
  { what: 'a photo is not supported', frame: packet('0801', '00000001 00 00'), ident, reply: answer('0801', '03') },
  { what: 'the terminal confirms something of ours', frame: packet('0001', '0000 8104 00'), ident },
  {
    what: 'a message of 2019 has an IMEI for a number, and so has our answer',
    link: 'tcp',
    frame: packet2019('0200', `${place} 3101 0b`),
    ident: imei,
    messages: [{ ...position, 'position.satellites': 11 }],
    reply: packet2019('8001', '0007 0200 00', '0000'),
    nack: packet2019('8001', '0007 0200 01', '0000'),
  },
  {
    what: 'an IMEI as a number in six bytes',
    link: 'tcp',
    frame: packet('0002', '', '0007', '4f203e247140'),
    ident: '869999001234569',
    reply: packet('8001', '0007 0002 00', '0000', '4f203e247140'),
  },
  {
    what: 'the position of a lock that was opened with a password',
    link: 'tcp',
    frame: lockPacket(
      '170526115958 54412294 0251678807 05 2d 15 0b 00000007 4e 1a2b 000c3d4e 0308000000 0a03 00f601 0b08 03 313233343536 65 0c06 ff98ffa8007e 1001 02',
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': true,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.speed': 5,
        'position.direction': 90,
        'custom.rssi': 21,
        'position.satellites': 11,
        'vehicle.mileage': 7,
        'battery.level': 78,
        'custom.state': '0308000000',
        'gsm.mcc': 246,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0xc3d4e,
        'custom.unlock_kind': 3,
        'custom.unlock_code': '123456',
        'custom.unlock_result': 101,
        'custom.tilt': '[-104,-88,126]',
        'custom.param.16': '02',
      },
    ],
  },
  {
    what: 'a lock asks for the time in a line of text',
    link: 'tcp',
    frame: packet('0002', ''),
    ident,
    reply: answer('0002', '00'),
  },
  {
    what: 'and is answered in UTC',
    frame: ascii('(013800138000,1,001,BASE,2,TIME)'),
    ident,
    reply: ascii('(013800138000,1,001,BASE,2,20260517120000)'),
  },
  {
    what: 'other lines answer commands',
    frame: ascii('(013800138000,1,001,ELOCK,3,529439)'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': '(013800138000,1,001,ELOCK,3,529439)' }],
  },
]

export default samples
