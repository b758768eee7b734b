import { ascii, be16, concat, hex } from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '356961075931165'
const imei = '000144a77a21281d'

const packet = (data: string, letter = '50') => {
  const rest = hex(`01af ${imei} ${data}`)
  const body = concat(be16(rest.length), rest)
  return concat(hex(`40${letter}`), be16(crc16Arc(body)), body)
}
const lines = (text: string) => {
  const rest = `,989,${ident},${text}`
  const body = `,${rest.length}${rest}`
  return ascii(`@P,${crc16Arc(ascii(body)).toString(16).toUpperCase().padStart(4, '0')}${body}`)
}
const reply = hex(`fe02 ${imei} 01af`)
const textReply = hex(`fe02 ${imei} 03dd`)

// 2026-05-17 11:59:58 UTC three times, 25.2798 E, 54.687157 N, 90°, report 2, 123.4 km, HDOP 0.9, input 1, 43 km/h.
const time = '6a09adbe'
const times = `${time} ${time} ${time}`
const place = '0181bd38 034275b5 005a 02 000004d2 0009 01 002b 00 0bb8'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.direction': 90,
  'position.speed': 43,
  'position.hdop': 0.9,
  'vehicle.mileage': 123.4,
  'event.enum': 2,
  din: 1,
  dout: 0,
  'ain.1': 3,
}
const form = Buffer.from('%CI%MV%BV%GQ%CN%ET%AT%VN\0').toString('hex')
const custom = '0085 0029 1f 0004bbf4 fff6 000000fd 575657 00'
const customValues = {
  'external.powersource.voltage': 13.3,
  'battery.voltage': 4.1,
  'custom.rssi': 31,
  'gsm.operator.code': '310260',
  'gsm.mcc': 310,
  'gsm.mnc': 260,
  'can.engine.coolant.temperature': -10,
  'position.altitude': 253,
  'vehicle.vin': 'WVW',
}
const line = `1779019198,1779019198,1779019198,25279800,54687157,90,2,1234,9,1,43,0,3000,,2000,2000`

const samples: readonly Sample[] = [
  {
    what: 'a keep-alive is answered with itself',
    link: 'tcp',
    frame: hex(`fe02 ${imei} 0001`),
    ident,
    reply: hex(`fe02 ${imei} 0001`),
  },
  {
    what: 'two plain records, one with a driver, a temperature and a text',
    frame: packet(`${times} ${place} 00 07d0 07d0 00  ${times} ${place} 414200 00eb ffec 686900`),
    ident,
    messages: [
      position,
      {
        ...position,
        'driver.id': 'AB',
        'sensor.temperature.1': 23.5,
        'sensor.temperature.2': -2,
        'message.content': 'hi',
      },
    ],
    reply,
  },
  {
    what: 'custom fields by the form in the packet',
    frame: packet(
      `${times} ${place} 00 07d0 07d0 00 ${form} ${custom} ${times} ${place} 00 07d0 07d0 00 ${form} ${custom}`,
    ),
    ident,
    messages: [
      { ...position, ...customValues },
      { ...position, ...customValues },
    ],
    reply,
  },
  {
    what: 'after an undocumented field the next record is found by its times',
    frame: packet(`${times} ${place} 00 07d0 07d0 00 25434925513900 11223344 ${times} ${place} 00 07d0 07d0 00`),
    ident,
    messages: [position, position],
    reply,
  },
  {
    what: 'dates of seven bytes, and no fix',
    frame: packet(
      '07ea05110b3b3a 07ea05110b3b3a 07ea05110b3b3a 00000000 00000000 0000 02 00000000 03de 00 0000 00 0000 00 07d0 07d0 00',
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.direction': 0,
        'position.speed': 0,
        'vehicle.mileage': 0,
        'event.enum': 2,
        din: 0,
        dout: 0,
        'ain.1': 0,
      },
    ],
    reply,
  },
  { what: 'a picture is acknowledged and not kept', frame: packet('ffd8ffe0', '52'), ident, reply },
  {
    what: 'a wrong CRC is not answered',
    frame: concat(hex('4050 0000'), packet(`${times} ${place} 00 07d0 07d0 00`).subarray(4)),
  },
  {
    what: 'the answer to a command',
    frame: ascii('$OK\r\n'),
    messages: [{ 'message.type': 'command.answer', 'message.content': '$OK' }],
  },
  {
    what: 'what a tracker says of itself',
    frame: ascii(`$INFO=${ident},AX7,Rev.1.09,${ident},310260123456789,89012600000000000001,133,41,11,1,23,1,0\r\n`),
    ident,
    messages: [
      {
        'message.type': 'command.answer',
        'message.content': `$INFO=${ident},AX7,Rev.1.09,${ident},310260123456789,89012600000000000001,133,41,11,1,23,1,0`,
        'device.model': 'AX7',
        'device.firmware.version': 'Rev.1.09',
        'device.imei': ident,
        'gsm.sim.imsi': '310260123456789',
        'gsm.sim.iccid': '89012600000000000001',
        'external.powersource.voltage': 13.3,
        'battery.voltage': 4.1,
        'position.satellites': 11,
        'custom.rssi': 23,
      },
    ],
  },
  {
    what: 'text with harsh driving, ignition, buses of trucks and a list of beacons',
    frame: lines(
      `${line},\u001a,%CI%HA%HB%MT%IN0%DT%EH%JO5%JO11%JH3%JL2%ZO7%BC,0,1,1,1,1,125,100,130,2000,200,3,2:232:A1B2C3D4E5F60BB8FFFBC4\r\n`,
    ),
    ident,
    messages: [
      {
        ...position,
        'custom.harsh_acceleration': 0,
        'custom.harsh_braking': 1,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        'movement.status': true,
        'engine.ignition.status': true,
        'message.buffered.status': true,
        'engine.motorhours': 12.5,
        'can.fuel.level': 40,
        'can.engine.coolant.temperature': 90,
        'can.axle.weight.1': 1000,
        'can.engine.motorhours': 10,
        'custom.zo7': 3,
        'ble.beacons': [{ id: 'a1b2c3d4e5f6', rssi: -60, 'battery.voltage': 3, temperature: -5 }],
      },
    ],
    reply: textReply,
  },
  {
    what: 'text with custom fields, and one without',
    link: 'tcp',
    frame: lines(`${line},\u001a,%CI%MV%BV%XS,133,41,7\r\n${line},\u001a,1575,0\r\n`),
    ident,
    messages: [
      { ...position, 'external.powersource.voltage': 13.3, 'battery.voltage': 4.1, 'custom.xs': 7 },
      { ...position, 'custom.values': ',1575,0' },
    ],
    reply: textReply,
  },
  {
    what: 'a beacon, by the form the owner knows',
    unit: { settings: { form: '%BC' } },
    frame: lines(`${line},\u001a,0DE0CD9F8F1F40FE092D0BA0C5F0\r\n`),
    ident,
    messages: [
      {
        ...position,
        'ble.sensor.id.1': 'e0cd9f8f1f40',
        'ble.sensor.temperature.1': 23.49,
        'ble.sensor.battery.voltage.1': 2.976,
        'ble.beacons': [{ id: 'e0cd9f8f1f40', rssi: -59, 'battery.voltage': 2.976, temperature: 23.49 }],
      },
    ],
    reply: textReply,
  },
  {
    what: 'text with a wrong checksum is taken and marked',
    frame: concat(
      ascii('@P,0000'),
      lines(
        `20260517115958,20260517115958,20260517115958,25279800,54687157,90,2,123.4,9,1,43,0,3000,,2000,2000\r\n`,
      ).subarray(7),
    ),
    ident,
    messages: [{ ...position, 'message.checksum.status': false }],
    reply: textReply,
  },
  {
    what: 'a datagram',
    link: 'udp',
    frame: packet(`${times} ${place} 00 07d0 07d0 00`),
    ident,
    messages: [position],
    reply,
  },
]

export default samples
