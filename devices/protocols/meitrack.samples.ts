import { ascii, concat, hex, le16 } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '869999001234567'

/** `$$` for the tracker's packets, `@@` for ours. */
const packet = (head: string, words: string | Uint8Array) => {
  const body = concat(ascii(`,${ident},`), typeof words === 'string' ? ascii(words) : words, ascii('*'))
  const bytes = concat(ascii(`${head}${body.length + 4}`), body)
  return concat(bytes, ascii(`${sum8(bytes).toString(16).toUpperCase().padStart(2, '0')}\r\n`))
}
const sent = (words: string | Uint8Array) => packet('$$Q', words)
const reply = (words: string) => packet('@@Q', words)
const binary = (command: string, data: string) => sent(concat(ascii(`${command},`), hex(data)))

const place = '54.687157,25.279800,260517115958,A,11,21,43,90,0.9,112,1520700,433836'
const position = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.satellites': 11,
  'custom.rssi': 21,
  'gsm.signal.dbm': -71,
  'position.speed': 43,
  'position.direction': 90,
  'position.hdop': 0.9,
  'position.altitude': 112,
  'vehicle.mileage': 1520.7,
  'custom.run_time': 433836,
}
const cell = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 0x1a2b, 'gsm.cellid': 0xc3d4e }

/** Latitude, longitude and time of the same position, little-endian. */
const where = 'b5754203 38bd8101 3e6a9c31'
const fixed = `${where} 01 0b 15 2b00 5a00 0900 7000 3c341700 ac9e0600 f600 0100 2b1a 4e3d`
const one = '01 23 05 01 06 0b 07 15 14 01 15 05 fe69 60'
const two = '08 2b00 09 5a00 0a 0900 0b f6ff 19 9d01 1a 9105'
const four = '02 b5754203 03 38bd8101 04 3e6a9c31 0c 3c341700 0d ac9e0600 1c 01000000'
/** None left, one record, its length. */
const tagged = (groups: string) => {
  const bytes = hex(groups)
  return concat(ascii('CCE,'), hex('00000000 0100'), le16(bytes.length), bytes)
}

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with 1',
    link: 'tcp',
    frame: packet('$$z', 'AAC,1'),
    ident,
    reply: packet('@@z', 'AAC,1'),
  },
  {
    what: 'a record with voltages in hundredths, fuel and a temperature below zero',
    frame: sent(
      `AAA,35,${place},246|1|1A2B|000C3D4E,0501,0080|0000|0000|01A6|0571,00000001,,3,1068,02FB2E|0A0A92,360,511`,
    ),
    ident,
    messages: [
      {
        'event.enum': 35,
        ...position,
        ...cell,
        din: 5,
        dout: 1,
        'ain.1': 1.28,
        'ain.2': 0,
        'ain.3': 0,
        'battery.voltage': 4.22,
        'external.powersource.voltage': 13.93,
        'custom.event_data': '00000001',
        'fuel.level': 42,
        'sensor.temperature.2': -12.34,
        'sensor.temperature.10': 27.06,
        'custom.acceleration_max': 360,
        'custom.braking_max': 511,
      },
    ],
  },
  {
    what: 'a card of a driver, and voltages as a converter of twelve bits read them',
    frame: sent(`AAA,37,${place},246|1|1A2B|000C3D4E,0000,0003|0003|0000|08D4|03E8,006380DF,,1,0008`),
    ident,
    messages: [
      {
        'event.enum': 37,
        ...position,
        ...cell,
        din: 0,
        dout: 0,
        'custom.adc_1': 3,
        'custom.adc_2': 3,
        'custom.adc_3': 0,
        'battery.voltage': 3.642,
        'external.powersource.voltage': 12.891,
        'rfid.code': '006380DF',
        'fuel.level': 0.08,
      },
    ],
  },
  {
    what: 'power was cut, without a fix; a converter of ten bits',
    frame: sent(
      'AAA,23,54.687157,25.279800,260517115958,V,0,99,0,0,0,132,1520700,433836,246|1|1A2B|0C3D4E,0000,000D|000C||028C|,',
    ),
    ident,
    messages: [
      {
        'event.enum': 23,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        ...position,
        ...cell,
        'position.valid': false,
        'position.satellites': 0,
        'custom.rssi': 99,
        'position.speed': 0,
        'position.direction': 0,
        'position.hdop': 0,
        'position.altitude': 132,
        din: 0,
        dout: 0,
        'custom.adc_1': 13,
        'custom.adc_2': 12,
        'battery.voltage': 3.82,
      },
    ].map(({ 'gsm.signal.dbm': _, ...message }) => message),
  },
  {
    what: 'a record with volts, a wrong checksum is marked',
    frame: concat(sent(`AAA,35,${place},000|00||,0000,4.33|12.96|1.92|2.72|2.69,`).subarray(0, -4), ascii('ZZ\r\n')),
    ident,
    messages: [
      {
        'event.enum': 35,
        ...position,
        din: 0,
        dout: 0,
        'ain.1': 4.33,
        'ain.2': 12.96,
        'ain.3': 1.92,
        'battery.voltage': 2.72,
        'external.powersource.voltage': 2.69,
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'a record that waits for its confirmation is confirmed',
    frame: sent(`AFF,0004,35,${place},246|1|1A2B|0C3D4E,0000,|||01A6|0000,`),
    ident,
    messages: [
      {
        'event.enum': 35,
        ...position,
        ...cell,
        din: 0,
        dout: 0,
        'battery.voltage': 4.22,
        'external.powersource.voltage': 0,
      },
    ],
    reply: reply('AFF,1'),
  },
  {
    what: 'a unit that keeps its events gets them confirmed',
    unit: { settings: { confirm_events: true } },
    frame: sent(`AAA,35,${place}`),
    ident,
    messages: [{ 'event.enum': 35, ...position }],
    reply: reply('AFF,1'),
  },
  {
    what: 'two binary records may be erased when they are stored',
    frame: binary(
      'CCC',
      `0201 3400 02000000 23 ${fixed} 05 01 0300 a101 c204 00000000 01 ${fixed} 00 00 0000 a101 0000 00000000`,
    ),
    ident,
    messages: [
      {
        'event.enum': 35,
        ...position,
        ...cell,
        'gsm.cellid': 0x3d4e,
        din: 5,
        dout: 1,
        'custom.adc_1': 3,
        'battery.voltage': 4.17,
        'external.powersource.voltage': 12.18,
      },
      {
        'event.enum': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        ...position,
        ...cell,
        'gsm.cellid': 0x3d4e,
        din: 0,
        dout: 0,
        'custom.adc_1': 0,
        'battery.voltage': 4.17,
        'external.powersource.voltage': 0,
      },
    ],
    reply: reply('CCC,2'),
  },
  {
    what: 'a record with ids: cell, access points, thermometers, batteries, network and a picture',
    frame: sent(
      tagged(
        `1b00 07 ${one} 06 ${two} 06 ${four} 08
         0e 0c f6000100 2b1a 4e3d0c00 a0ff
         1d 08 112233445566 ceff  1e 08 aabbccddeeff b0ff
         2b 03 00 2efb  2a 03 00 3421
         fea8 07 024d 0258 0000 00
         4b 05 01 01 02 3247
         fe31 07 02 07 612e6a7067`,
      ),
    ),
    ident,
    messages: [
      {
        'event.enum': 35,
        ...position,
        ...cell,
        'position.altitude': -10,
        'gsm.signal.dbm': -96,
        din: 5,
        dout: 1,
        'battery.level': 77,
        'battery.voltage': 4.13,
        'external.powersource.voltage': 14.25,
        'custom.param.28': 1,
        'wifi.points': [
          { mac: '112233445566', rssi: -50 },
          { mac: 'aabbccddeeff', rssi: -80 },
        ],
        'sensor.temperature.2': -12.34,
        'battery.level.1': 77,
        'battery.level.2': 88,
        'gsm.network.type': '2G',
        'custom.alarm_protocol': 2,
        'custom.alarm_type': 7,
        'custom.image': 'a.jpg',
      },
    ],
  },
  {
    what: 'a record without a position, with neighbouring cells, a wireless thermometer and more of the vehicle',
    frame: sent(
      tagged(
        `0b00 03 97 19 9d 40 05 00 02 98 2c01 9f 5000 02 25 39300000 a2 f4010000 03
         0e 0c f6000100 2b1a 4e3d0c00 a0ff  0f 0c f6000100 2b1a 4f3d0c00 9cff
         fe73 15 01 02 5431 a1b2c3d4e5f6 5a 8015 002d 0000 0000 0000 0000`,
      ),
    ),
    ident,
    messages: [
      {
        'can.throttle.level': 25,
        'can.fuel.level': 64,
        'position.valid': false,
        'can.fuel.consumed': 300,
        'custom.temp_1': 80,
        'rfid.code': '12345',
        'custom.fuel_consumption': 5,
        ...cell,
        'gsm.signal.dbm': -96,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 0x1a2b, cellid: 0xc3d4e, dbm: -96 },
          { mcc: 246, mnc: 1, lac: 0x1a2b, cellid: 0xc3d4f, dbm: -100 },
        ],
        'ble.beacons': [{ id: 'a1b2c3d4e5f6', name: 'T1', 'battery.level': 90, temperature: 21.5, humidity: 45 }],
      },
    ],
  },
  {
    what: 'the older form of fuel and temperatures, a tired driver and a taximeter',
    frame: sent(
      `AAA,135,${place},246|1|1A2B|000C3D4E,0501,0080|0000|0000|01A6|0571,,,1,2A32,011A0C|02FB32,6,,x,,,,A0|260517115000|260517115958|4200|1250|T7|60`,
    ),
    ident,
    messages: [
      {
        'event.enum': 135,
        'fatigue.alarm': true,
        'alarm.event': true,
        'alarm.type': 'fatigue',
        ...position,
        ...cell,
        din: 5,
        dout: 1,
        'ain.1': 1.28,
        'ain.2': 0,
        'ain.3': 0,
        'battery.voltage': 4.22,
        'external.powersource.voltage': 13.93,
        'fuel.level': 42.5,
        'sensor.temperature.1': 26.12,
        'sensor.temperature.2': -5.5,
        'custom.temp_data': 'x',
        'custom.taximeter_on': true,
        'custom.taximeter_state': 'A0',
        'custom.taximeter_start': '260517115000',
        'custom.taximeter_end': '260517115958',
        'custom.taximeter_distance': 4200,
        'custom.taximeter_fare': 1250,
        'custom.taximeter_trip': 'T7',
        'custom.taximeter_wait': '60',
      },
    ],
  },
  {
    what: 'a record with values of the vehicle, a lock and a driver',
    frame: sent(
      tagged(
        '0a00 02 05 00 47 02 04 40 8200 91 2800 99 ef04 9c 5200 06 02 b5754203 03 38bd8101 04 3e6a9c31 9b d0623e02 a0 e8030000 fef4 a3d50900 01 25 04 006380df',
      ),
    ),
    ident,
    messages: [
      {
        'event.enum': 130,
        'harsh.acceleration.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_acceleration',
        timestamp: 1779019198,
        'position.valid': false,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'lock.status': true,
        'custom.lock': true,
        'can.vehicle.speed': 40,
        'can.engine.rpm': 1263,
        'can.engine.coolant.temperature': 82,
        'can.vehicle.mileage': 37642.96,
        'can.fuel.consumed': 1,
        'engine.motorhours': 10741.9167,
        'rfid.code': '006380df',
      },
    ],
  },
  {
    what: 'the answer to a command',
    frame: sent('C01,OK'),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': 'C01,OK' }],
  },
  { what: 'a photo is not asked for', frame: sent('D03,OK'), ident },
  { what: 'a stray line end says nothing', frame: ascii('\n') },
  {
    what: 'a datagram is read like a packet',
    link: 'udp',
    frame: sent(`AAA,35,${place}`),
    ident,
    messages: [{ 'event.enum': 35, ...position }],
  },
]

export default samples
