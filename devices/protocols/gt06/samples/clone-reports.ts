/** What clones report besides positions: heartbeats, batteries, the engine, devices around them. */
import { ascii, concat, hex } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import { answer, longPacket, packet, running } from './packets.ts'

export const cloneReports: readonly Sample[] = [
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
]
