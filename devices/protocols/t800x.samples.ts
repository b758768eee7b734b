import { ascii, be16, concat, hex, toHex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'
const imei = '0356307042441013'

const packet = (family: string, type: string, body: string, serial = '0007') => {
  const rest = hex(`${serial} ${imei} ${body}`)
  return concat(hex(family + type), be16(5 + rest.length), rest)
}

// 2026-05-17 11:59:58 UTC; 112 m, longitude, latitude, 43.0 km/h, 90°.
const time = '260517115958'
const place = '0000e042 083eca41 a6bf5a42 0430 005a'
const where = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.altitude': 112,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2802887,
  'position.speed': 43,
  'position.direction': 90,
}
const settings = '003c 0384 1e 03e8 5a 2d'
const driving = { 'custom.rssi': 45, 'position.satellites': 11, 'vehicle.mileage': 1234.567, 'battery.level': 90 }
const lines = { 'custom.ac': false, 'din.3': false, 'din.4': false }
const wired = { 'engine.ignition.status': true, ...lines }
const outputs = { 'dout.1': true, 'dout.2': false, 'dout.3': false }
const answered = (family: string, type: string) => packet(family, type, '')

const samples: readonly Sample[] = [
  {
    what: 'a login of a vehicle tracker',
    link: 'tcp',
    frame: packet('2525', '01', '111111250350'),
    ident,
    reply: answered('2525', '01'),
  },
  { what: 'a heartbeat', frame: packet('2525', '03', ''), ident, reply: answered('2525', '03') },
  {
    what: 'a position',
    frame: packet('2525', '02', `${settings} 4b c000 05 1100 964080 012c ffff 00 00 0012d687 90 ${time} ${place} 1281`),
    ident,
    messages: [
      {
        ...driving,
        ...wired,
        ...outputs,
        'ain.1': 3,
        ...where,
        'external.powersource.voltage': 12.81,
        'record.seqnum': 7,
      },
    ],
    reply: answered('2525', '02'),
  },
  {
    what: 'a position with five inputs and two voltages',
    frame: packet(
      '2525',
      '13',
      `${settings} 4b 4000 05 07 0000 4100 0100 012c ffff ffff ffff ffff 00 00 0012d687 90 ${time} ${place} 0391 1297
       ffff 0000 001c ffffffffff`,
    ),
    ident,
    messages: [
      {
        ...driving,
        ...wired,
        dout: 1,
        'ain.1': 3,
        ...where,
        'battery.voltage': 3.91,
        'external.powersource.voltage': 12.97,
        'record.seqnum': 7,
      },
    ],
    reply: answered('2525', '13'),
  },
  {
    what: 'an alarm is answered with its code',
    frame: packet(
      '2525',
      '14',
      `${settings} 4b c000 05 07 0000 4100 0200 ffff ffff ffff ffff ffff 04 00 0012d687 90 ${time} ${place} 0391 1297`,
    ),
    ident,
    messages: [
      {
        ...driving,
        ...wired,
        dout: 2,
        ...where,
        'alarm.code': 4,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
        'battery.voltage': 3.91,
        'external.powersource.voltage': 12.97,
        'record.seqnum': 7,
      },
    ],
    reply: packet('2525', '14', '04'),
  },
  {
    what: 'the network',
    frame: packet(
      '2525',
      '11',
      `${time} 04 54003200 03 ${toHex(ascii('LTE'))} 02 ${toHex(ascii('B3'))} 0f ${toHex(ascii('246030000000001'))}
       14 ${toHex(ascii('89370030000000000012'))}`,
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'custom.operator': 'T2',
        'gsm.network.type': 'LTE',
        'custom.band': 'B3',
        'gsm.sim.imsi': '246030000000001',
        'gsm.sim.iccid': '89370030000000000012',
        'record.seqnum': 7,
      },
    ],
    reply: answered('2525', '11'),
  },
  {
    what: 'the answer to a command, in UTF-16',
    frame: packet('2525', '81', '01 4f004b00'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'OK', 'record.seqnum': 7 }],
  },
  {
    what: 'an old tracker without a fix names its cells, and wants the serial 1',
    link: 'tcp',
    frame: packet(
      '2323',
      '02',
      `${settings} 00 0000 05 0000 320000 012c ffff 00 00 0012d687 00 ${time} f600 0300 1200 31d4 1200 32d4 0000 0000`,
    ),
    ident,
    messages: [
      {
        ...driving,
        'position.satellites': 0,
        'engine.ignition.status': false,
        ...lines,
        ...outputs,
        'dout.1': false,
        'ain.1': 3,
        'battery.level': 100,
        timestamp: 1779019198,
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 3,
        'gsm.lac': 18,
        'gsm.cellid': 54321,
        'gsm.cells': [
          { mcc: 246, mnc: 3, lac: 18, cellid: 54321 },
          { mcc: 246, mnc: 3, lac: 18, cellid: 54322 },
        ],
        'record.seqnum': 7,
      },
    ],
    reply: packet('2323', '02', '', '0001'),
  },
  {
    what: 'an OBD tracker',
    link: 'tcp',
    frame: packet(
      '2626',
      '02',
      `${settings} 4b c000 05 01 0000 4080 00 00 0012d687 90 ${time} ${place} 1240 0430 4250 000003e8 000007d0 03b8 ff 65 7d 41 20 0f 50`,
    ),
    ident,
    messages: [
      {
        ...driving,
        ...wired,
        ...outputs,
        ...where,
        'external.powersource.voltage': 12.4,
        'can.vehicle.speed': 42.5,
        'can.fuel.consumed': 1,
        'custom.fuel_consumption': 2,
        'can.engine.rpm': 952,
        'custom.air_pressure': 101,
        'can.engine.coolant.temperature': 85,
        'can.intake.air.temperature': 25,
        'can.engine.load.level': 32,
        'can.throttle.level': 15,
        'can.fuel.level': 80,
        'record.seqnum': 7,
      },
    ],
    reply: answered('2626', '02'),
  },
  {
    what: 'what the driver did',
    frame: packet('2626', '05', `05 ${time} ${place} 0360 ${time} ${'ff'.repeat(16)} 0360`),
    ident,
    messages: [
      {
        'event.enum': 5,
        'harsh.acceleration.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_acceleration',
        ...where,
        'position.direction': 9,
        'can.engine.rpm': 864,
        'record.seqnum': 7,
      },
    ],
    reply: answered('2626', '05'),
  },
  {
    what: 'a sharp turn',
    frame: packet('2626', '06', `02 ${time} 0b 8000008100 ${place} 0360`),
    ident,
    messages: [
      {
        'event.enum': 2,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_cornering',
        'custom.acceleration': '8000008100',
        ...where,
        'position.direction': 9,
        'can.engine.rpm': 864,
        'record.seqnum': 7,
      },
    ],
    reply: answered('2626', '06'),
  },
  {
    what: 'an asset tracker',
    link: 'tcp',
    frame: packet('2727', '04', `cb 12 ${time} ${place} 8000 0081 00 90 f3 17 39 07 0012d687 82b4 012c`),
    ident,
    messages: [
      {
        'position.satellites': 11,
        ...where,
        'alarm.code': 0x12,
        'alarm.event': true,
        'alarm.type': 'general',
        'custom.acceleration': '8000008100',
        'battery.level': 90,
        'device.temperature': -13,
        'custom.light_sensor': 1.7,
        'battery.voltage': 3.9,
        'custom.solar_voltage': 0.7,
        'vehicle.mileage': 1234.567,
        'engine.ignition.status': true,
        'custom.rssi': 43,
        din: 0x82b4,
        'record.seqnum': 7,
      },
    ],
    reply: packet('2727', '04', '12'),
  },
  {
    what: 'a thermometer nearby',
    frame: packet('2727', '10', `${time} 00 0004 e6215130c50f ff 62 0a0c 1518 0001 45`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'engine.ignition.status': false,
        'custom.tag_kind': 4,
        'custom.tag_1_light_sensor': 1,
        'ble.sensor.id.1': 'e6215130c50f',
        'ble.sensor.battery.level.1': 98,
        'ble.sensor.temperature.1': 25.72,
        'ble.sensor.humidity.1': 54,
        'ble.beacons': [{ id: 'e6215130c50f', rssi: -59, 'battery.level': 98, temperature: 25.72, humidity: 54 }],
        'record.seqnum': 7,
      },
    ],
    reply: answered('2727', '10'),
  },
  {
    what: 'a tag of another kind',
    frame: packet('2727', '10', `${time} 00 0009 e6215130c50f 01`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'engine.ignition.status': false,
        'custom.tag_kind': 9,
        'custom.tag': 'e6215130c50f01',
        'record.seqnum': 7,
      },
    ],
    reply: answered('2727', '10'),
  },
  {
    what: 'a tire, a driver with a low battery, a door and a relay',
    frame: packet(
      '2727',
      '10',
      `${time} 01 0001 a1b2c3d4e501 b2 20 50 00 0003 a1b2c3d4e503 30 01 00 ${'00'.repeat(16)}
       0005 a1b2c3d4e505 64 62 87d0 01 45 0006 a1b2c3d4e506 64 01 45`,
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'engine.ignition.status': true,
        'custom.tag_kind': 6,
        'tire.pressure.1': 97.728,
        'tire.temperature.1': 25,
        'custom.tag_1_tire_status': 0,
        'ble.sensor.id.1': 'a1b2c3d4e501',
        'ble.sensor.battery.voltage.1': 3,
        'driver.id': 'a1b2c3d4e503',
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_battery',
        'ble.sensor.id.2': 'a1b2c3d4e503',
        'ble.sensor.battery.voltage.2': 3,
        'ble.sensor.magnet.status.3': true,
        'ble.sensor.id.3': 'a1b2c3d4e505',
        'ble.sensor.battery.voltage.3': 3,
        'ble.sensor.battery.level.3': 98,
        'ble.sensor.temperature.3': -20,
        'custom.tag_4_output': true,
        'ble.sensor.id.4': 'a1b2c3d4e506',
        'ble.sensor.battery.voltage.4': 3,
        'ble.beacons': [
          { id: 'a1b2c3d4e501', 'battery.voltage': 3 },
          { id: 'a1b2c3d4e503', 'battery.voltage': 3 },
          { id: 'a1b2c3d4e505', 'battery.voltage': 3, 'battery.level': 98, temperature: -20, rssi: -59 },
          { id: 'a1b2c3d4e506', 'battery.voltage': 3, rssi: -59 },
        ],
        'record.seqnum': 7,
      },
    ],
    reply: answered('2727', '10'),
  },
  {
    what: 'a datagram with two packets',
    link: 'udp',
    frame: concat(packet('2727', '01', '1016010207110111'), packet('2727', '03', '')),
    ident,
    reply: concat(answered('2727', '01'), answered('2727', '03')),
  },
]

export default samples
