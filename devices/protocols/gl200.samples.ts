import { ascii, be16, concat, hex } from '../bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '869999001234567'
const sack = (text: string) => ascii(`+SACK:${text}$`)

/** Accuracy, speed, azimuth, altitude, longitude, latitude, UTC time, cell. */
const place = '1,43.5,90,112.4,25.279800,54.687157,20260517115958,0246,0001,1A2B,0C3D4E'
const cell = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 0x1a2b, 'gsm.cellid': 0xc3d4e }
const fixedAt = 1779019198
const sentAt = 1779019200
const movement = { 'position.speed': 43.5, 'position.direction': 90, 'position.altitude': 112.4 }
const where = { 'position.latitude': 54.687157, 'position.longitude': 25.2798 }
const position = { timestamp: fixedAt, 'position.valid': true, 'position.hdop': 1, ...where, ...movement, ...cell }
/** The same place as the last one known. */
const stale = `0${place.slice(1)}`
const lastKnown = {
  timestamp: sentAt,
  'position.timestamp': fixedAt,
  'position.valid': false,
  ...where,
  ...movement,
  ...cell,
}
const report = (text: string, header = 'RESP') => ascii(`+${header}:${text},20260517120000,00A7$`)
const reply = sack('00A7')
const seqnum = { 'record.seqnum': 0xa7 }

/** Device type, versions and the IMEI with two digits a byte. */
const hexHead = '45 0102 0209 56 63 63 00 0c 22 38 07'
const hexPlace = '01 002b05 005a 0070 0181bd38 034275b5 07ea05110b3b3a 0246 0001 1a2b 3d4e 00'
const hexEnd = '07ea05110c0000 00a7 1234 0d0a'
const hexPosition = { ...position, 'position.altitude': 112, 'gsm.cellid': 0x3d4e }
const hexReport = (header: string, type: string, mask: string, body: string) => {
  const rest = hex(body)
  return concat(ascii(header), hex(type), hex(mask), be16(11 + rest.length), rest)
}

const hexState = {
  'battery.level': 100,
  'external.powersource.voltage': 12.88,
  'custom.motion_state': '22',
  'engine.ignition.status': true,
  'movement.status': true,
  'position.satellites': 11,
}
const track = { 'message.type': 'RSP', 'event.enum': 0x64, ...hexState, 'position.valid': true }

const samples: readonly Sample[] = [
  {
    what: 'a fixed report of a vehicle with satellites, voltages and inputs, acknowledged by its count',
    link: 'tcp',
    frame: report(`GTFRI,6E0202,${ident},van,12880,10,1,${place},01,11,1520.7,00120:30:36,5120,F48,,96,220501,,,`),
    ident,
    messages: [
      {
        'message.type': 'GTFRI',
        ...seqnum,
        ...position,
        'external.powersource.voltage': 12.88,
        'position.satellites': 11,
        'vehicle.mileage': 1520.7,
        'engine.motorhours': 120.51,
        'ain.1': 5.12,
        'fuel.level.2': 48,
        'battery.level': 96,
        'custom.motion_state': '22',
        'engine.ignition.status': true,
        'movement.status': true,
        din: 5,
        dout: 1,
      },
    ],
    reply,
  },
  {
    what: 'two places of a portable tracker from memory, the second the last one known',
    frame: report(`GTFRI,1A0401,${ident},,0,0,2,${place},12.5,${stale},12.5,87`, 'BUFF'),
    ident,
    messages: [
      { 'message.type': 'GTFRI', 'message.buffered.status': true, ...seqnum, ...position },
      {
        'message.type': 'GTFRI',
        'message.buffered.status': true,
        ...seqnum,
        ...lastKnown,
        'vehicle.mileage': 12.5,
        'battery.level': 87,
      },
    ],
    reply,
  },
  {
    what: 'a fixed report without a fix and without a cell keeps the battery',
    frame: report(`GTFRI,DE0114,${ident},,0,0,1,,,,,,,,,,,,18,0,,93,0,,`),
    ident,
    messages: [
      {
        'message.type': 'GTFRI',
        ...seqnum,
        timestamp: sentAt,
        'position.valid': false,
        'custom.rssi': 18,
        'gsm.signal.dbm': -77,
        'battery.level': 93,
        'custom.mode': 0,
      },
    ],
    reply,
  },
  {
    what: 'a large portable tracker with access points, battery voltage, movement and temperature',
    frame: report(
      `GTFRI,DE0114,${ident},,0,0,1,1,43.5,90,112.4,25.279800,54.687157,20260517115958,2,AABBCCDDEEFF,-61,,,,112233445566,-75,,,,0246,0001,1A2B,0C3D4E,18,0,3984,93,0,1,-4.5`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTFRI',
        ...seqnum,
        ...position,
        'wifi.points': [
          { mac: 'aabbccddeeff', rssi: -61 },
          { mac: '112233445566', rssi: -75 },
        ],
        'custom.rssi': 18,
        'gsm.signal.dbm': -77,
        'battery.voltage': 3.984,
        'battery.level': 93,
        'custom.mode': 0,
        'movement.status': true,
        'device.temperature': -4.5,
      },
    ],
    reply,
  },
  {
    what: 'light on a portable tracker',
    frame: report(`GTLSA,DE0114,${ident},,1,2,1,${place},18,0,3,93,0,0,21.5`),
    ident,
    messages: [
      {
        'message.type': 'GTLSA',
        ...seqnum,
        ...position,
        'message.content': '1,2,1',
        'custom.rssi': 18,
        'gsm.signal.dbm': -77,
        'custom.light_level': 3,
        'battery.level': 93,
        'custom.mode': 0,
        'movement.status': false,
        'device.temperature': 21.5,
      },
    ],
    reply,
  },
  {
    what: 'access points alone',
    frame: report(`GTWIF,DE0114,${ident},,2,AABBCCDDEEFF,-61,,,,112233445566,-75,,,,,,,,93`),
    ident,
    messages: [
      {
        'message.type': 'GTWIF',
        ...seqnum,
        timestamp: sentAt,
        'position.valid': false,
        'wifi.points': [
          { mac: 'aabbccddeeff', rssi: -61 },
          { mac: '112233445566', rssi: -75 },
        ],
        'battery.level': 93,
      },
    ],
    reply,
  },
  {
    what: 'a tired driver',
    frame: report(`GTDAR,DE0114,${ident},,1,4,,,${place},`),
    ident,
    messages: [
      {
        'message.type': 'GTDAR',
        ...seqnum,
        ...position,
        'custom.warning_type': 1,
        'custom.fatigue_degree': 4,
        'fatigue.alarm': true,
        'alarm.event': true,
        'alarm.type': 'fatigue',
      },
    ],
    reply,
  },
  {
    what: 'an alarm of a Bluetooth accessory',
    frame: report(`GTBAA,6E0C03,${ident},,FF,2,1,0A,001E,A1B2C3D4E5F6,1,3001,22,${place},`),
    ident,
    messages: [
      {
        'message.type': 'GTBAA',
        ...seqnum,
        ...position,
        'alarm.code': 10,
        'ble.sensor.id.1': 'A1B2C3D4E5F6',
        'custom.ble_connected_1': true,
        'ble.sensor.battery.voltage.1': 3.001,
        'ble.sensor.temperature.1': 22,
      },
    ],
    reply,
  },
  {
    what: 'braking in a turn',
    frame: report(`GTHBM,250C02,${ident},,,13,1,${place},00,6786.7`),
    ident,
    messages: [
      {
        'message.type': 'GTHBM',
        ...seqnum,
        ...position,
        'harsh.braking.event': true,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking,harsh_cornering',
        'vehicle.mileage': 6786.7,
      },
    ],
    reply,
  },
  {
    what: 'an input with a report of its own',
    frame: report(`GTLSW,DE0114,${ident},,0,1,${place},`),
    ident,
    messages: [{ 'message.type': 'GTLSW', ...seqnum, ...position, 'din.1': true }],
    reply,
  },
  {
    what: 'a report we do not know keeps what stands before the place',
    frame: report(`GTQXZ,DE0114,${ident},,7,,A1,${place},`),
    ident,
    messages: [{ 'message.type': 'GTQXZ', ...seqnum, ...position, 'message.content': '7,,A1' }],
    reply,
  },
  {
    what: 'an extended report with fuel probe, 1-wire thermometers below and above zero, fuel sensors and an accessory',
    frame: report(
      `GTERI,250C02,${ident},,0000011B,,10,1,${place},00,6786.7,,,,100,110000,1,0394,2,28E1743606000001,1,FF38,28E1743606000002,1,0190,1,4,40.5,81.0,1,00,6,4,0D1C099A,283F,cold box,AABBCCDDEEFF,1,3453,24,33,24.58,90`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTERI',
        ...seqnum,
        ...position,
        'vehicle.mileage': 6786.7,
        'battery.level': 100,
        'custom.motion_state': '11',
        'engine.ignition.status': false,
        'movement.status': false,
        din: 0,
        dout: 0,
        'custom.fuel': 0x394,
        'custom.sensor_id_1': '28E1743606000001',
        'sensor.temperature.1': -12.5,
        'custom.sensor_id_2': '28E1743606000002',
        'sensor.temperature.2': 25,
        'fuel.level.1': 40.5,
        'fuel.volume.1': 81,
        'custom.ble_name_1': 'cold box',
        'ble.sensor.id.1': 'AABBCCDDEEFF',
        'custom.ble_connected_1': true,
        'ble.sensor.battery.voltage.1': 3.453,
        'ble.sensor.temperature.1': 24.58,
        'ble.sensor.humidity.1': 33,
        'ble.sensor.battery.level.1': 90,
      },
    ],
    reply,
  },
  {
    what: 'an extended report of a GV200, which sends inputs and outputs instead of a status',
    frame: report(`GTERI,358803,${ident},,00000002,,10,1,${place},00,19273.0,,,12,,05,01,2,0`),
    ident,
    messages: [
      {
        'message.type': 'GTERI',
        ...seqnum,
        ...position,
        'vehicle.mileage': 19273,
        'ain.2': 0.012,
        din: 5,
        dout: 1,
      },
    ],
    reply,
  },
  {
    what: 'CAN values chosen by the mask, with its expansion',
    frame: report(
      `GTCAN,F1040C,${ident},,00,1,E00FFFFF,WARYXXX0000000001,2,H123456,800.5,1450,62,88,H11.5,P35.5,1810,24,300.5,250.1,50.4,12.3,7100,0E,0040,03,21,00008007,45,6100,7200,D123456,${stale},00`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTCAN',
        ...seqnum,
        ...lastKnown,
        'report.reason': 0,
        'custom.can_connected': true,
        'vehicle.vin': 'WARYXXX0000000001',
        'custom.can_ignition_key': 2,
        'can.engine.ignition.status': true,
        'can.vehicle.mileage': 12345.6,
        'can.fuel.consumed': 800.5,
        'can.engine.rpm': 1450,
        'can.vehicle.speed': 62,
        'can.engine.coolant.temperature': 88,
        'can.fuel.consumption.hour': 11.5,
        'can.fuel.level': 35.5,
        'custom.can_range': 181,
        'can.throttle.pedal.level': 24,
        'can.engine.motorhours': 300.5,
        'custom.can_driving_hours': 250.1,
        'custom.can_idle_hours': 50.4,
        'custom.can_idle_fuel': 12.3,
        'can.axle.weight.2': 7100,
        'custom.tachograph': '0E',
        'custom.can_indicators': 0x40,
        'can.handbrake.status': true,
        'custom.can_lights': '03',
        'door.open.status': true,
        'can.driver.door.status': true,
        'can.trunk.status': false,
        'can.hood.status': true,
        'can.adblue.level': 45,
        'can.axle.weight.1': 6100,
        'can.axle.weight.3': 7200,
        'driver.id': 'D123456',
      },
    ],
    reply,
  },
  {
    what: 'OBD values with fault codes; the VIN stands before the name',
    frame: report(
      `GTOBD,1F0109,${ident},WARYXXX0000000001,car,0,79FFFF,WARYXXX0000000001,1,13411,981B81C0,787,3,43,,921,463,1,2,0300C123,20,55,61,6,1286,${stale},00,5.5`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTOBD',
        'vehicle.vin': 'WARYXXX0000000001',
        ...seqnum,
        ...lastKnown,
        'report.reason': 0,
        'custom.obd_connected': true,
        'external.powersource.voltage': 13.411,
        'custom.obd_pids': '981B81C0',
        'can.engine.rpm': 787,
        'can.vehicle.speed': 3,
        'can.engine.coolant.temperature': 43,
        'custom.mileage_since_codes_cleared': 921,
        'can.dtc.mileage': 463,
        'fault.alarm': true,
        'can.dtc.number': 2,
        'can.dtc': 'P0300,U0123',
        'can.throttle.level': 20,
        'can.engine.load.level': 55,
        'can.fuel.level': 61,
        'custom.obd_protocol': 6,
        'can.vehicle.mileage': 1286,
        'vehicle.mileage': 5.5,
      },
    ],
    reply,
  },
  {
    what: 'the state of a vehicle',
    frame: report(
      `GTINF,6E0202,${ident},,11,89370000000000000001,21,0,1,12349,,4.15,1,1,0,0,20260517115958,0,120,250,0,01,02,+0200,0`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTINF',
        ...seqnum,
        timestamp: sentAt,
        'custom.motion_state': '11',
        'engine.ignition.status': false,
        'movement.status': false,
        'gsm.sim.iccid': '89370000000000000001',
        'custom.rssi': 21,
        'gsm.signal.dbm': -71,
        'external.powersource.status': true,
        'external.powersource.voltage': 12.349,
        'battery.voltage': 4.15,
        'battery.charging.status': true,
        'position.timestamp': fixedAt,
        'ain.1': 0.12,
        'ain.2': 0.25,
        'ain.3': 0,
        din: 1,
        dout: 2,
      },
    ],
    reply,
  },
  {
    what: 'the state of a portable tracker',
    frame: report(
      `GTINF,1A0800,${ident},,42,89370000000000000001,99,0,0,26.6,,3.90,0,1,0,0,0,20260517115958,69,1,-4.5,,`,
    ),
    ident,
    messages: [
      {
        'message.type': 'GTINF',
        ...seqnum,
        timestamp: sentAt,
        'custom.motion_state': '42',
        'movement.status': true,
        'gsm.sim.iccid': '89370000000000000001',
        'external.powersource.status': false,
        'vehicle.mileage': 26.6,
        'battery.voltage': 3.9,
        'battery.charging.status': false,
        'position.timestamp': fixedAt,
        'battery.level': 69,
        'device.temperature': -4.5,
      },
    ],
    reply,
  },
  {
    what: 'neighbouring cells, the serving one last',
    frame: report(`GTGSM,400201,${ident},FRI,0246,0001,003a,62a2,16,,,,,,,,0246,0001,003a,7489,17,`),
    ident,
    messages: [
      {
        'message.type': 'GTGSM',
        ...seqnum,
        timestamp: sentAt,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x3a,
        'gsm.cellid': 0x7489,
        'gsm.signal.dbm': -93,
        'gsm.cells': [
          { mcc: 246, mnc: 1, lac: 0x3a, cellid: 0x7489, dbm: -93 },
          { mcc: 246, mnc: 1, lac: 0x3a, cellid: 0x62a2, dbm: -94 },
        ],
      },
    ],
    reply,
  },
  {
    what: 'harsh cornering',
    frame: report(`GTHBM,0F0100,${ident},,,12,1,${place},00,2000.0`),
    ident,
    messages: [
      {
        'message.type': 'GTHBM',
        ...seqnum,
        ...position,
        'harsh.cornering.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_cornering',
        'vehicle.mileage': 2000,
      },
    ],
    reply,
  },
  {
    what: 'the second input of a vehicle was closed',
    frame: report(`GTDIS,270302,${ident},,,21,1,${place},00,1286.2`),
    ident,
    messages: [{ 'message.type': 'GTDIS', ...seqnum, ...position, 'din.2': true, 'vehicle.mileage': 1286.2 }],
    reply,
  },
  {
    what: 'a geofence was entered',
    frame: report(`GTGEO,1A0401,${ident},,3,1,1,${place},,55`),
    ident,
    messages: [
      {
        'message.type': 'GTGEO',
        ...seqnum,
        ...position,
        'geofence.id': 3,
        'geofence.enter.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_enter',
        'battery.level': 55,
      },
    ],
    reply,
  },
  {
    what: 'the ignition was switched off after 145 seconds, without a fix',
    frame: report(`GTIGF,500101,${ident},,145,0,,,,,,,0246,0001,1A2B,0C3D4E,00,,12.5`),
    ident,
    messages: [
      {
        'message.type': 'GTIGF',
        ...seqnum,
        timestamp: sentAt,
        'engine.ignition.status': false,
        'position.valid': false,
        ...cell,
        'vehicle.mileage': 12.5,
      },
    ],
    reply,
  },
  {
    what: 'a driver has shown a key',
    frame: report(`GTIDA,060228,${ident},,,01C68011010000C7,1,1,${place},00,34.9,,,,`),
    ident,
    messages: [
      {
        'message.type': 'GTIDA',
        ...seqnum,
        ...position,
        'driver.id': '01C68011010000C7',
        'vehicle.mileage': 34.9,
      },
    ],
    reply,
  },
  {
    what: 'a low battery',
    frame: report(`GTBPL,110100,${ident},,3.53,${stale},`),
    ident,
    messages: [
      {
        'message.type': 'GTBPL',
        ...seqnum,
        ...lastKnown,
        'battery.voltage': 3.53,
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_battery',
      },
    ],
    reply,
  },
  {
    what: 'what a device on the serial port said',
    frame: report(`GTDTT,410502,${ident},,,,1,4,68656c6c6f`),
    ident,
    messages: [{ 'message.type': 'GTDTT', ...seqnum, timestamp: sentAt, 'message.content': 'hello' }],
    reply,
  },
  {
    what: 'the answer to a command',
    frame: report(`GTRTO,1A0401,${ident},,0016`, 'ACK'),
    ident,
    messages: [{ 'message.type': 'command.answer', ...seqnum, timestamp: sentAt, 'message.content': 'GTRTO,0016' }],
    reply,
  },
  {
    what: 'a heartbeat is answered with its version and count',
    frame: ascii(`+ACK:GTHBD,1A0401,${ident},,20260517120000,11F0$`),
    ident,
    reply: sack('GTHBD,1A0401,11F0'),
  },
  {
    what: 'a report of a unit that must not be answered',
    unit: { settings: { acknowledge: false } },
    frame: report(`GTPNA,1A0401,${ident},`),
    ident,
    messages: [
      {
        'message.type': 'GTPNA',
        ...seqnum,
        timestamp: sentAt,
        'power.on.event': true,
        'alarm.event': true,
        'alarm.type': 'power_on',
      },
    ],
  },
  { what: 'a line end between reports says nothing', frame: ascii('\n') },
  {
    what: 'HEX: an event with its place behind fields of its own',
    frame: hexReport(
      '+EVT',
      '2d',
      '00fc1fbf',
      `${hexHead} 64 3250 22 0b 00 01 02 01 ${hexPlace} 000105 000005f007 000000 000000781e24 ${hexEnd}`,
    ),
    link: 'tcp',
    ident,
    messages: [
      {
        'message.type': 'EVT',
        'event.enum': 0x2d,
        ...hexState,
        ...hexPosition,
        'segment.vehicle.mileage': 1.5,
        'vehicle.mileage': 1520.7,
        'engine.motorhours': 120.51,
      },
    ],
    reply,
  },
  {
    what: 'HEX: two places from memory without voltages',
    frame: hexReport('+BSP', '0b', '000007bf', `${hexHead} 00 02 ${hexPlace} ${hexPlace} ${hexEnd}`),
    ident,
    messages: [
      { 'message.type': 'BSP', 'message.buffered.status': true, 'event.enum': 0x0b, ...hexPosition },
      { 'message.type': 'BSP', 'message.buffered.status': true, 'event.enum': 0x0b, ...hexPosition },
    ],
    reply,
  },
  {
    what: 'HEX: a compressed track with a second without a fix',
    frame: hexReport(
      '+RSP',
      '64',
      '00fc1fbf',
      `${hexHead} 64 3250 22 0b 0004 63665a 0181bd38 034275b5 6a09adbe a08084b7ec e0 bfffff100c 0246 0001 1a2b 3d4e 00 ${hexEnd}`,
    ),
    ident,
    messages: [
      { ...track, timestamp: fixedAt, ...where, 'position.speed': 43.5, 'position.direction': 90 },
      {
        ...track,
        timestamp: fixedAt + 1,
        'position.latitude': 54.687137,
        'position.longitude': 25.27995,
        'position.speed': 45.5,
        'position.direction': 91,
      },
      {
        ...track,
        timestamp: fixedAt + 3,
        'position.latitude': 54.687149,
        'position.longitude': 25.27992,
        'position.speed': 44.5,
        'position.direction': 90,
      },
    ],
    reply,
  },
  {
    what: 'HEX: a heartbeat',
    frame: concat(ascii('+HBD'), hex('ef 20 45 0102 0209 56 63 63 00 0c 22 38 07 07ea05110c0000 00a7 1234 0d0a')),
    ident,
    reply: sack('GTHBD,,00A7'),
  },
  {
    what: 'HEX: the confirmation of a command brings nothing',
    frame: concat(ascii('+ACK'), hex('01 7f 24 45 0102 01 08 7761790000000000 00ffff 07ea05110c0000 00a7 1234 0d0a')),
    reply,
  },
  {
    what: 'a binary report with a name and a place',
    link: 'tcp',
    frame: hex(
      `2b00 003e 00 0869999001234567 8203 0003 00 00
       27 6a09adc0 0189 50 02 02 04 74727563 52 16 29 0181bd38 034275b5 6a09adbe 00001600000010f505
       010f f8 24`,
    ),
    ident,
    messages: [
      {
        timestamp: sentAt,
        'record.seqnum': 0x189,
        'report.reason': 0x50,
        'event.enum': 2,
        'custom.data_2': '74727563',
        'custom.fix': 0x29,
        ...where,
        'position.valid': true,
        'position.timestamp': fixedAt,
        'position.speed': 0,
        'position.hdop': 2.2,
        'position.direction': 0,
        'position.altitude': 434.1,
        'position.satellites': 5,
      },
    ],
    reply: sack('010F'),
  },
  {
    what: 'a binary heartbeat',
    frame: hex('2b1018 0869999001234567 8203 0003 00 6a09adc0 10f2 14 24'),
    ident,
    reply: sack('GTHBD,,10F2'),
  },
  {
    what: 'a datagram is answered like a line',
    link: 'udp',
    frame: report(`GTSTT,060228,${ident},,21,${stale},00`),
    ident,
    messages: [
      {
        'message.type': 'GTSTT',
        ...seqnum,
        ...lastKnown,
        'custom.motion_state': '21',
        'engine.ignition.status': true,
        'movement.status': false,
      },
    ],
    reply,
  },
]

export default samples
