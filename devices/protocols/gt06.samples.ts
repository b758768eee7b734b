import { ascii, be16, concat, hex } from '../bytes.ts'
import { crc16X25 } from '../checksum.ts'
import type { Sample } from '../sample.ts'

function packet(type: string, content: string, serial: number): Uint8Array {
  const inner = concat(hex(type), hex(content), be16(serial))
  const packet = concat([0x78, 0x78, inner.length + 2], inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

function longPacket(type: string, content: Uint8Array, serial: number): Uint8Array {
  const inner = concat(hex(type), content, be16(serial))
  const packet = concat([0x79, 0x79], be16(inner.length + 2), inner)
  return concat(packet, be16(crc16X25(packet, 2)), [0x0d, 0x0a])
}

/** The same type and serial again. */
const answer = (type: string, serial: number) => packet(type, '', serial)

// 2026-05-17 11:59:58, nine satellites, latitude 54.687157, longitude 25.2798, 43 km/h, north, east, fix, 90°.
const fix = '1a05110b3b3a c9 05de0713 02b65498 2b 145a'
const position = {
  timestamp: 1779019198,
  'position.satellites': 9,
  'position.latitude': 54.6871572,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.direction': 90,
  'position.speed': 43,
}
const cell = '00f6 01 0bb8 002711'
const gsm = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 3000, 'gsm.cellid': 10001 }
const cell4g = '80f6 0001 00000bb8 0000000001312d01'
const gsm4g = { ...gsm, 'gsm.cellid': 20000001 }
const running = {
  'custom.armed': false,
  'engine.ignition.status': true,
  'battery.charging.status': true,
  'gnss.status': true,
  'engine.blocked.status': false,
}

const samples: readonly Sample[] = [
  {
    what: 'a login with model and time zone is answered with its type and serial',
    link: 'tcp',
    frame: packet('01', '0356307042441013 1001 0c80', 1),
    ident: '356307042441013',
    reply: hex('78780501 0001 d9dc 0d0a'),
  },
  {
    what: 'a heartbeat brings the status and is answered',
    frame: packet('13', '46 05 03 0002', 2),
    messages: [{ ...running, 'battery.level': 83, 'custom.rssi': 3, 'gsm.signal.level': 75 }],
    reply: answer('13', 2),
  },
  {
    what: 'a location in local time is moved to UTC by the zone of the login',
    frame: packet('12', `1a05110d3b3a c9 05de0713 02b65498 2b 145a ${cell} 000f4240`, 3),
    messages: [{ ...position, ...gsm, 'vehicle.mileage': 1000 }],
  },
  {
    what: 'a location in UTC with ignition, reason, memory flag and mileage needs no answer',
    frame: packet('22', `${fix} ${cell} 01 03 01 00002710`, 4),
    messages: [
      {
        ...position,
        ...gsm,
        'engine.ignition.status': true,
        'report.reason': 3,
        'message.buffered.status': true,
        'vehicle.mileage': 10,
      },
    ],
  },
  {
    what: 'a location south and west without a fix',
    frame: packet('22', `1a05110b3b3a 90 05de0713 02b65498 00 0800 ${cell} 00 00 00`, 5),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 0,
        'position.latitude': -54.6871572,
        'position.longitude': -25.2798,
        'position.valid': false,
        'position.direction': 0,
        'position.speed': 0,
        ...gsm,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'a location without any place keeps its time and cell',
    frame: packet('22', `1a05110b3b3a c0 00000000 00000000 00 0000 ${cell} 00 00 00`, 6),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 0,
        'position.valid': false,
        'position.direction': 0,
        'position.speed': 0,
        ...gsm,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'a location with a 4G cell',
    frame: packet('a0', `${fix} ${cell4g} 00 00 00`, 7),
    messages: [
      {
        ...position,
        ...gsm4g,
        'engine.ignition.status': false,
        'report.reason': 0,
        'message.buffered.status': false,
      },
    ],
  },
  {
    what: 'an alarm is answered, so that it is not sent again',
    frame: packet('26', `${fix} 09 ${cell} 46 06 04 02 02`, 8),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'battery.level': 100,
        'custom.rssi': 4,
        'gsm.signal.level': 100,
        'alarm.code': 2,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
      },
    ],
    reply: answer('26', 8),
  },
  {
    what: 'an alarm of a fence names the fence',
    frame: packet('27', `${fix} 09 ${cell} 46 06 04 05 02 03`, 9),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'battery.level': 100,
        'custom.rssi': 4,
        'gsm.signal.level': 100,
        'alarm.code': 5,
        'geofence.exit.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_exit',
        'geofence.id': 3,
      },
    ],
    reply: answer('27', 9),
  },
  {
    what: 'an alarm with a 4G cell and no fence',
    frame: packet('a4', `${fix} 11 ${cell4g} 46 06 04 01 02 ff`, 10),
    messages: [
      {
        ...position,
        ...gsm4g,
        ...running,
        'battery.level': 100,
        'custom.rssi': 4,
        'gsm.signal.level': 100,
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: answer('a4', 10),
  },
  {
    what: 'cells and access points',
    frame: packet(
      '2c',
      `1a05110b3b3a 00f6 01 0bb8 002711 50 0bb8 002712 40 ${'0000 000000 00'.repeat(5)} ff 01 a1b2c3d4e5f6 3c`,
      11,
    ),
    messages: [
      {
        timestamp: 1779019198,
        ...gsm,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 3000, cellid: 10001, rssi: 80 },
          { mcc: 246, mnc: 1, lac: 3000, cellid: 10002, rssi: 64 },
        ],
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }],
      },
    ],
  },
  {
    what: 'information: the supply voltage',
    frame: longPacket('94', hex('00 04d2'), 12),
    messages: [{ 'custom.information_kind': 0, 'external.powersource.voltage': 12.34 }],
  },
  {
    what: 'information: what is switched on, and that the engine is blocked',
    frame: longPacket('94', concat(hex('04'), ascii('ALM1=C5;DYD=02;')), 13),
    messages: [
      {
        'custom.information_kind': 4,
        'custom.alarm_1_status': 0xc5,
        'custom.engine_status': 2,
        'engine.blocked.status': true,
      },
    ],
  },
  {
    what: 'information: the card in the tracker',
    frame: longPacket('94', hex('0a 0356307042441013 0246010123456789 8937001234567890123f'), 14),
    messages: [
      {
        'custom.information_kind': 10,
        'device.imei': '356307042441013',
        'gsm.sim.imsi': '246010123456789',
        'gsm.sim.iccid': '8937001234567890123',
      },
    ],
  },
  {
    what: 'information: a card held to the reader',
    frame: longPacket('94', hex('1b 02 08 0a1b2c3d 35 03'), 15),
    messages: [{ 'custom.information_kind': 27, 'rfid.code': '0a1b2c3d' }],
  },
  {
    what: 'the answer to a command, with a place in it',
    frame: longPacket(
      '21',
      concat(
        hex('00000007 01'),
        ascii('Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58'),
      ),
      16,
    ),
    messages: [
      {
        'message.type': 'command.answer',
        'message.content':
          'Current position!Lat:N54.687157,Lon:W25.279800,Course:90.00,Speed:4.5,DateTime:2026-05-17  11:59:58',
        'position.latitude': 54.687157,
        'position.longitude': -25.2798,
        'position.direction': 90,
        'position.speed': 4.5,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'an answer in UTF-16',
    frame: longPacket('21', hex('00000000 02 004f006b0021'), 17),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'Ok!' }],
  },
  {
    what: 'an asset tracker sends fields: place, battery and a Bluetooth sensor',
    frame: longPacket(
      '70',
      hex(
        `0033 0012 6a09adbe 09 0070 05de0713 02b65498 2b 145a
         0018 0002 0192  007f 000e a1b2c3d4e5f6 7fff 5f ffce 01dc 07`,
      ),
      18,
    ),
    messages: [
      {
        timestamp: 1779019198,
        'position.satellites': 9,
        'position.altitude': 112,
        'position.speed': 43,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'battery.voltage': 4.02,
        'ble.sensor.id.1': 'a1b2c3d4e5f6',
        'ble.sensor.battery.level.1': 95,
        'ble.sensor.temperature.1': -5,
        'ble.sensor.humidity.1': 47.6,
        'custom.tag_1_status': 7,
      },
    ],
    reply: answer('70', 18),
  },
  {
    what: 'a camera reports harsh braking and the file it kept',
    frame: packet('95', '1a05110b3b3a 05de0713 02b65498 145a 91 0000 612e6d7034', 19),
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871572,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 90,
        'alarm.code': 145,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'custom.event_data': 0,
        'custom.event_files': 'a.mp4',
      },
    ],
    reply: answer('95', 19),
  },
  {
    what: 'a request for the time is answered with ours',
    frame: packet('8a', '', 20),
    reply: packet('8a', '1a05110c0000', 20),
  },
  {
    what: 'a request for an address is answered with the coordinates and the number that asked',
    frame: packet(
      '2a',
      `${fix} 2b33373036313233343536370000000000000000000000 0002`.replace('0000 0002', '00 0002'),
      21,
    ),
    reply: longPacket(
      '97',
      concat(
        be16(4 + 9 + 18 + 2 + 21 + 2),
        hex('00000000'),
        ascii('ADDRESS&&54.6871572,25.2798&&'),
        ascii('+37061234567'),
        new Uint8Array(9),
        ascii('##'),
      ),
      21,
    ),
  },
  {
    what: 'a packet with a wrong CRC, as clones send it, is taken and marked',
    frame: concat(packet('13', '46 05 03 0002', 22).subarray(0, -4), hex('0000 0d0a')),
    messages: [
      { ...running, 'battery.level': 83, 'custom.rssi': 3, 'gsm.signal.level': 75, 'message.checksum.status': false },
    ],
    reply: answer('13', 22),
  },
  {
    what: 'a packet nobody has explained is answered and gives no message',
    frame: packet('5e', '0102', 23),
    reply: answer('5e', 23),
  },
  {
    what: 'access points and cells of a clone, without length and CRC',
    frame: hex('7878 01 69 260517115958 a1b2c3d4e5f6 3c 01 00f6 01 0bb8 2711 32 0d0a'),
    messages: [{ timestamp: 1779019198, 'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }], ...gsm }],
  },
  {
    what: 'a location with supply, fuel, a temperature below zero and mileage',
    frame: packet('12', `1a05110d3b3a c9 05de0713 02b65498 2b 145a ${cell} 46 04d2 1f 01 0064 85 000003e8`, 30),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'external.powersource.voltage': 12.34,
        'custom.rssi': 31,
        'alarm.code': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'custom.oil': 100,
        'sensor.temperature.1': -5,
        'vehicle.mileage': 10,
      },
    ],
  },
  {
    what: 'a location with a card and the seconds of driving',
    frame: packet('12', `1a05110d3b3a c9 05de0713 02b65498 2b 145a ${cell} 000f4240 04 31323334 01 02 003c`, 31),
    messages: [
      {
        ...position,
        ...gsm,
        'vehicle.mileage': 1000,
        'rfid.code': '1234',
        'alarm.event': true,
        'alarm.type': 'general',
        'custom.card_status': 2,
        'custom.driving_time': 60,
      },
    ],
  },
  {
    what: 'a location with switches and a temperature',
    frame: packet('12', `1a05110d3b3a c9 05de0713 02b65498 2b 145a ${cell} d205`, 32),
    messages: [{ ...position, ...gsm, 'engine.ignition.status': true, 'din.2': true, 'sensor.temperature.1': -5 }],
  },
  {
    what: 'a location with altitude',
    frame: packet('31', `${fix} 00f6 0001 0bb8 00002711 01 03 00 000003e8 0070`, 33),
    messages: [
      {
        ...position,
        ...gsm,
        'engine.ignition.status': true,
        'report.reason': 3,
        'message.buffered.status': false,
        'vehicle.mileage': 1,
        'position.altitude': 112,
      },
    ],
  },
  {
    what: 'a location with temperature and humidity',
    frame: packet('22', `${fix} 00f6 01 0bb8 00002711 01 00 00 000003e8 0000003c 87d0 1388`, 34),
    messages: [
      {
        ...position,
        ...gsm,
        'engine.ignition.status': true,
        'report.reason': 0,
        'message.buffered.status': false,
        'vehicle.mileage': 1,
        'custom.driving_time': 60,
        'sensor.temperature.1': -20,
        'sensor.humidity.1': 50,
      },
    ],
  },
  {
    what: 'a location with a driver, supply, battery and running hours',
    frame: packet('36', `${fix} 00f6 01 0bb8 00002711 01 00 00 000003e8 04d2 29 00003c c3000001453f9201`, 35),
    messages: [
      {
        ...position,
        ...gsm,
        'engine.ignition.status': true,
        'report.reason': 0,
        'message.buffered.status': false,
        'vehicle.mileage': 1,
        'external.powersource.voltage': 12.34,
        'battery.voltage': 4.1,
        'engine.motorhours': 1,
        'rfid.code': 'c3000001453f9201',
      },
    ],
    reply: answer('36', 35),
  },
  {
    what: 'a location with the kind of its network, and fields',
    frame: packet('38', `${fix} 02 01 03 ${cell4g} 0050 0027 02 04d2 003b 02 00fa`, 36),
    messages: [
      {
        ...position,
        ...gsm4g,
        'report.reason': 2,
        'message.buffered.status': true,
        'external.powersource.voltage': 12.34,
        'position.accuracy': 2.5,
      },
    ],
    reply: answer('38', 36),
  },
  {
    what: 'an alarm with a code beyond a byte, and fields',
    frame: packet('39', `${fix} 00 ${cell} 32 46 64 04 07 11 006a 01 5f`, 37),
    messages: [
      {
        ...position,
        ...gsm,
        ...running,
        'custom.rssi': 4,
        'gsm.signal.level': 100,
        'alarm.code': 0x107,
        'gsm.jamming.alarm.status': true,
        'alarm.event': true,
        'alarm.type': 'jamming',
        'battery.level': 95,
      },
    ],
    reply: answer('39', 37),
  },
  {
    what: 'an alarm with long cells, supply, mileage and hours',
    frame: packet(
      'a2',
      `${fix} 00f6 01 00000bb8 0000000001312d01 04 46 04d2 06 04 2c 02 000003e8 00000e10 1122334455667788 0003`,
      38,
    ),
    messages: [
      {
        ...position,
        ...gsm4g,
        ...running,
        'external.powersource.voltage': 12.34,
        'battery.level': 100,
        'custom.rssi': 4,
        'gsm.signal.level': 100,
        'alarm.code': 0x2c,
        'crash.event': true,
        'alarm.event': true,
        'alarm.type': 'crash',
        'vehicle.mileage': 1,
        'engine.motorhours': 1,
        din: 3,
      },
    ],
    reply: answer('a2', 38),
  },
  {
    what: 'an alarm with cells and access points instead of a position',
    frame: packet('a9', '1a05110b3b3a 00f6 01 00 01 0bb8 002711 50 ff 01 a1b2c3d4e5f6 3c 0e 02', 39),
    messages: [
      {
        timestamp: 1779019198,
        ...gsm,
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: 60 }],
        'alarm.code': 14,
        'power.low.alarm': true,
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_power,low_battery',
      },
    ],
    reply: answer('a9', 39),
  },
  {
    what: 'a heartbeat with battery, supply and a thermometer',
    frame: packet('13', '46 2494 03 01 4b 04 04d2 00 0000 ff38', 40),
    messages: [
      {
        ...running,
        'position.satellites': 13,
        'custom.rssi': 20,
        'alarm.code': 3,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'vibration',
        'battery.level': 75,
        'custom.mode': 4,
        'external.powersource.voltage': 12.34,
        'sensor.temperature.1': -20,
      },
    ],
    reply: answer('13', 40),
  },
  {
    what: 'the battery of an electric scooter',
    frame: packet(
      '40',
      `1122334455667788 6a09ae3e 50 0bb8 4e 0fa0 62 0ba5 0064 c350 000a ${'0e10'.repeat(14)} 0001 0002
       ${'31'.repeat(16)} 0003 ${'41'.repeat(16)} 00000001 00000002 00000000`,
      41,
    ),
    messages: [
      {
        timestamp: 1779019326,
        'custom.relative_capacity': 80,
        'custom.remaining_capacity': 3000,
        'custom.absolute_capacity': 78,
        'custom.full_capacity': 4000,
        'custom.battery_health': 98,
        'battery.temperature': 25,
        'custom.current': 100,
        'battery.voltage': 50,
        'custom.cycle_index': 10,
        ...Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`custom.battery_cell_${index + 1}`, 3.6])),
        'custom.current_charge_interval': 1,
        'custom.max_charge_interval': 2,
        'custom.barcode': '1111111111111111',
        'custom.battery_version': 3,
        'custom.manufacturer': 'AAAAAAAAAAAAAAAA',
        'custom.battery_status': 1,
        'custom.controller_status': 2,
        'custom.controller_fault': 0,
      },
    ],
    reply: answer('40', 41),
  },
  {
    what: 'values of the engine as text',
    frame: longPacket('8c', concat(hex('1a05110b3b3a 01'), ascii('2d=2134,36=186A0,99=64'), new Uint8Array(12)), 42),
    messages: [
      {
        timestamp: 1779019198,
        'engine.ignition.status': true,
        'can.engine.coolant.temperature': 85,
        'can.engine.rpm': 1000,
        'custom.obd_99': 1,
      },
    ],
    reply: answer('8c', 42),
  },
  {
    what: 'someone came to a beacon',
    frame: packet('b2', `1a05110b3b3a c4 a1b2c3d4e5f6 ${'11'.repeat(16)} 0001 0002 012c 04`, 43),
    messages: [
      {
        timestamp: 1779019198,
        'ble.rssi': -60,
        'custom.tag_mac': 'a1b2c3d4e5f6',
        'custom.tag_uuid': '11'.repeat(16),
        'custom.tag_major': 1,
        'custom.tag_minor': 2,
        'custom.tag_battery': 3,
        'custom.clock': 1,
      },
    ],
    reply: answer('b2', 43),
  },
  {
    what: 'states, and the devices around a tracker',
    frame: longPacket('f1', hex('6a09ae3e 0001 01 02 0002 01 01 0007 01 01 000b 02 00fa 0063 03 010203'), 44),
    messages: [
      {
        timestamp: 1779019326,
        'movement.status': true,
        'custom.armed': true,
        'battery.charging.status': true,
        'battery.temperature': 25,
        'custom.status.99': 0x010203,
      },
    ],
    reply: answer('f1', 44),
  },
  {
    what: 'a Bluetooth device and a battery outside',
    frame: longPacket(
      'f2',
      hex('6a09ae3e 000a 000c 01 a1b2c3d4e5f6 02 03 04 0506 000c 0a 5a 01 0009 000000000000'),
      45,
    ),
    messages: [
      {
        timestamp: 1779019326,
        'custom.mac': 'a1b2c3d4e5f6',
        'event.enum': 2,
        'custom.event_data': 3,
        'custom.data_type': 4,
        'custom.data_details': '0506',
        'custom.external_battery_level': 90,
        'custom.external_battery_charge': true,
        'custom.external_battery_cycles': 9,
      },
    ],
    reply: answer('f2', 45),
  },
  {
    what: 'fuel, temperature and humidity as information',
    frame: longPacket('94', concat([0x0d], ascii('!AIOIL,02,002.720,-29.500,524J,0100,003.400,0,00,93')), 46),
    messages: [
      {
        'custom.information_kind': 0x0d,
        'custom.fuel_sensor': 'AIOIL,02,002.720,-29.500,524J,0100,003.400,0,00,93',
        'custom.fuel_sensor_02_level': 2.72,
        'sensor.temperature.1': -29.5,
        'fuel.volume': 3.4,
      },
    ],
  },
  {
    what: 'temperature and humidity as information',
    frame: longPacket('94', hex('1e ffffff38 000001f4'), 47),
    messages: [{ 'custom.information_kind': 0x1e, 'sensor.temperature.1': -20, 'sensor.humidity.1': 50 }],
  },
  {
    what: 'the kind of network as information',
    frame: longPacket('94', hex('0b 01'), 48),
    messages: [{ 'custom.information_kind': 0x0b, 'gsm.network.type': '4G' }],
  },
  {
    what: 'the card of the tracker as an answer',
    frame: packet('15', `1f 00000000 ${'3c49434349443a'}${'3839'.repeat(10)}`, 49),
    messages: [{ 'gsm.sim.iccid': '89'.repeat(10) }],
  },
  {
    what: 'a person asked for the place',
    frame: packet('1a', `${fix} ${'2b33373036313233343536370000000000000000'.padEnd(42, '0')}`, 50),
    messages: [position],
    reply: longPacket(
      '97',
      concat(
        be16(4 + 9 + 18 + 2 + 21 + 2),
        hex('00000000'),
        ascii('ADDRESS&&54.6871572,25.2798&&'),
        ascii('+37061234567'),
        new Uint8Array(9),
        ascii('##'),
      ),
      50,
    ),
  },
  { what: 'a stray line end is skipped', frame: hex('0d') },
]

export default samples
