import { ascii, be16, be32, concat, hex, toHex } from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const packet = (data: string) => {
  const bytes = hex(data)
  return concat(be32(0), be32(bytes.length), bytes, be32(crc16Arc(bytes)))
}
const datagram = (data: string) => {
  const body = concat(hex('cafe 01 2a 000f'), ascii('356307042441013'), hex(data))
  return concat(be16(body.length), body)
}

// 2026-05-17 11:59:58.250 UTC, high priority, longitude, latitude, 112 m, 90°, 11 satellites, 43 km/h.
const place = '0000019e35ceaf2a 01 0f116430 20989912 0070 005a 0b 002b'
const position = {
  timestamp: 1779019198.25,
  'event.priority.enum': 1,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.satellites': 11,
  'position.valid': true,
  'position.altitude': 112,
  'position.direction': 90,
  'position.speed': 43,
}
const none = hex('00000000')

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with 01, or with 00 when it is refused',
    link: 'tcp',
    frame: concat(hex('000f'), ascii('356307042441013')),
    ident: '356307042441013',
    reply: hex('01'),
    refusal: hex('00'),
  },
  { what: 'a ping needs no answer', frame: hex('ff') },
  {
    what: 'codec 8 with values of one, two, four and eight bytes, acknowledged by number',
    frame: packet(
      `08 01 ${place} ef 09  03 ef01 1504 f001  03 423039 430fa0 b60009  02 f1000060a4 10000f4240  01 4e00000a1b2c3d4e5f 01`,
    ),
    messages: [
      {
        'codec.id': 8,
        ...position,
        'event.enum': 239,
        'engine.ignition.status': true,
        'gsm.signal.level': 80,
        'movement.status': true,
        'external.powersource.voltage': 12.345,
        'battery.voltage': 4,
        'position.hdop': 0.9,
        'gsm.operator.code': '24740',
        'gsm.mcc': 247,
        'gsm.mnc': 40,
        'vehicle.mileage': 1000,
        'ibutton.code': '00000a1b2c3d4e5f',
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'two records, the second without a fix and with the last position known',
    frame: packet(
      `08 02 ${place} 00 00 00 00 00 00  0000019e35ceaf2a 00 0f116430 20989912 0000 0000 00 0000 00 01 01 4502 00 00 00 02`,
    ),
    messages: [
      { 'codec.id': 8, ...position },
      {
        'codec.id': 8,
        timestamp: position.timestamp,
        'event.priority.enum': 0,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.satellites': 0,
        'position.valid': false,
        'gnss.state.enum': 2,
        'gnss.status': true,
      },
    ],
    reply: hex('00000002'),
    nack: none,
  },
  {
    what: 'codec 8 Extended with a VIN, fault codes, a beacon, a harsh turn and a temperature below zero',
    frame: packet(
      `8e 01 ${place} 00fd 0006
       0001 00fd 03
       0001 2a30 fb5d
       0001 0057 0001e240
       0000
       0004 0100 0011 5741525958585830303030303030303031
            0119 000b 50303239392c5030363735
            0181 0017 11 21 00112233445566778899aabbccddeeff 0102 0304 b8
            1388 0004 11223344  01`,
    ),
    messages: [
      {
        'codec.id': 142,
        ...position,
        'event.enum': 253,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_cornering',
        'ble.sensor.temperature.1': -11.87,
        'can.vehicle.mileage': 123.456,
        'vehicle.vin': 'WARYXXX0000000001',
        'can.dtc': 'P0299,P0675',
        'ble.beacons': [{ id: '00112233445566778899aabbccddeeff.258.772', rssi: -72 }],
        'custom.param.5000': '11223344',
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'codec 16 with its generation type and an unknown value',
    frame: packet(`10 01 ${place} 0000 05 02 01 0001 01 01 1f40 8001 00 00 01`),
    messages: [{ 'codec.id': 16, ...position, 'report.reason': 5, 'din.1': true, 'custom.param.8000': 32769 }],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'a wrong CRC is answered with no record accepted, so that the tracker sends again',
    frame: concat(packet(`08 01 ${place} 00 00 00 00 00 00 01`).subarray(0, -1), [0x77]),
    reply: none,
  },
  {
    what: 'a wrong CRC passes for a unit whose checksum is ignored',
    unit: { settings: { checksum: 'ignore' } },
    frame: concat(packet(`08 01 ${place} 00 00 00 00 00 00 01`).subarray(0, -1), [0x77]),
    messages: [{ 'codec.id': 8, ...position }],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'a professional tracker numbers its analogue inputs differently',
    unit: { model: 'FMB640' },
    frame: packet(`08 01 ${place} 00 02 00 02 0a0fa0 f51388 00 00 01`),
    messages: [{ 'codec.id': 8, ...position, 'ain.2': 4, 'ain.4': 5 }],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'beacons as a table of what each says of itself, and values that have only a name',
    frame: packet(
      `8e 01 ${place} 0000 0009
       0003 03a0 01  03ba 00  00fb 01
       0002 0147 ffce  2994 f830
       0001 007b 00000010
       0000
       0002 2a4f 003c
            01 20 00 01 b1  0f 06 7cd9f40255be  06 02 0866  07 01 2d  08 01 01  09 01 00  0a 02 0007  0e 02 0bfe
            19 00 01 ab  01 10 00112233445566778899aabbccddeeff  0c 02 ffd3
            0224 0000  01`,
    ),
    messages: [
      {
        'codec.id': 142,
        ...position,
        'custom.parking_lights': 1,
        'custom.abs_indicator': 0,
        'idle.status': true,
        'alarm.event': true,
        'alarm.type': 'idle',
        'custom.ul202_02_sensor_fuel_level': -5,
        'custom.temp_probe_1': -20,
        'custom.control_state_flags': 16,
        'ble.beacons': [
          {
            id: '7cd9f40255be',
            rssi: -79,
            temperature: 21.5,
            humidity: 45,
            'magnet.status': true,
            'movement.status': false,
            'movement.count': 7,
            'battery.voltage': 3.07,
          },
          { id: '00112233445566778899.aabbccddeeff', rssi: -85, roll: -45 },
        ],
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'the truck with a professional tracker: bus, tachograph and wireless sensors',
    unit: { model: 'FMC650' },
    frame: packet(
      `8e 01 ${place} 0000 000b
       0002 007f 55  0071 57
       0003 0080 fff6  02bd 00d7  02c5 01c2
       0003 0058 00000578  0056 00003039  005a 00001388
       0003 00c3 4450303030303031  00c4 3233345030303031  00e7 4142433132330000
       0000 01`,
    ),
    messages: [
      {
        'codec.id': 142,
        ...position,
        'can.engine.coolant.temperature': 85,
        'battery.level': 87,
        'can.ambient.air.temperature': -10,
        'ble.sensor.temperature.1': 21.5,
        'ble.sensor.humidity.1': 45,
        'can.engine.rpm': 1400,
        'can.fuel.consumed': 12345,
        'can.axle.weight.2': 5000,
        'driver.id': 'DP000001234P0001',
        'vehicle.registration.number': 'ABC123',
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'an asset tracker with the cells around it and its button',
    unit: { model: 'TAT100' },
    frame: packet(
      `8e 01 ${place} 0000 0006
       0002 00ec 01  0121 2a
       0003 011f 1234  0122 5678  04b0 0001
       0001 0120 00abcdef
       0000 0000 01`,
    ),
    messages: [
      {
        'codec.id': 142,
        ...position,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'gsm.cells': [{ rssi: 42, lac: 0x1234, mnc: 1, cellid: 0xabcdef }, { lac: 0x5678 }],
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'codec 7 of a GH3000 with position, network and values',
    frame: packet('07 01 d46de54e 03 ff 425b0000 41ca0000 0064 40 0a 07 1234 5678 16 00006019 02 0157 f001 01'),
    messages: [
      {
        'codec.id': 7,
        timestamp: 1510356046,
        'event.priority.enum': 3,
        'position.latitude': 54.75,
        'position.longitude': 25.25,
        'position.altitude': 100,
        'position.direction': 90,
        'position.speed': 10,
        'position.satellites': 7,
        'position.valid': true,
        'gsm.lac': 0x1234,
        'gsm.cellid': 0x5678,
        'custom.signal_quality': 22,
        'gsm.operator.code': '24601',
        'battery.level': 87,
        'movement.status': true,
      },
    ],
    reply: hex('00000001'),
    nack: none,
  },
  {
    what: 'codec 12, the answer to a command',
    frame: packet('0c 01 06 0000000b 444f5554313a31206f6b0a 01'),
    messages: [{ 'codec.id': 12, 'message.type': 'command.answer', 'message.content': 'DOUT1:1 ok' }],
  },
  {
    what: 'codec 12 from a serial device, in hex because it is no text',
    frame: packet('0c 01 06 00000004 01030002 01'),
    messages: [{ 'codec.id': 12, 'message.type': 'command.answer', 'message.content': '01030002' }],
  },
  {
    what: 'codec 13 with its time',
    frame: packet('0d 01 06 00000006 6a09b00e 6f6b 01'),
    messages: [{ 'codec.id': 13, 'message.type': 'command.answer', timestamp: 1779019790, 'message.content': 'ok' }],
  },
  {
    what: "codec 13 with a driver's card, which answers no command",
    frame: packet(`0d 01 06 00000019 6a09b00e ${toHex(ascii('GTSL|6|03|01|D1234567'))} 01`),
    messages: [
      {
        'codec.id': 13,
        'message.type': 'serial',
        timestamp: 1779019790,
        'driver.id': 'D1234567',
        'message.content': 'GTSL|6|03|01|D1234567',
      },
    ],
  },
  {
    what: "codec 12 with what scales under a truck's axles say",
    frame: packet(`0c 01 07 0000002c ${toHex(ascii('UUUUww1.5;2;3;4;5;6;7;8;10.5;20;30.25;40wSSS'))} 01`),
    messages: [
      {
        'codec.id': 12,
        'message.type': 'serial',
        'can.axle.weight.1': 1.5,
        'can.axle.weight.2': 2,
        'can.axle.weight.3': 3,
        'can.axle.weight.4': 4,
        'can.axle.weight.5': 5,
        'can.axle.weight.6': 6,
        'can.axle.weight.7': 7,
        'can.axle.weight.8': 8,
        'custom.load_truck': 10.5,
        'custom.load_trailer': 20,
        'custom.total_truck': 30.25,
        'custom.total_trailer': 40,
        'message.content': 'UUUUww1.5;2;3;4;5;6;7;8;10.5;20;30.25;40wSSS',
      },
    ],
  },
  {
    what: 'codec 14, refused because it was for another tracker',
    frame: packet('0e 01 11 00000008 0356307042441013 01'),
    messages: [{ 'codec.id': 14, 'message.type': 'command.refused', 'device.imei': '356307042441013' }],
  },
  {
    what: 'a datagram brings the ident and is acknowledged with both its numbers',
    link: 'udp',
    frame: datagram(`08 01 ${place} 00 00 00 00 00 00 01`),
    ident: '356307042441013',
    messages: [{ 'codec.id': 8, ...position }],
    reply: hex('0005 cafe 01 2a 01'),
    nack: hex('0005 cafe 01 2a 00'),
  },
]

export default samples
