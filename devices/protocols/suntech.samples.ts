import { ascii, be16, concat, hex } from '../bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '100850123'
const universal = '0520000123'
const line = (text: string) => ascii(`${text}\r`)

const when = '20260517;11:59:58'
const where = '+54.687157;+025.279800;043.500;090.00'
const place = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.speed': 43.5,
  'position.direction': 90,
}
/** 11 satellites, a fix, 1520 m, 12.88 V, ignition and the third input. */
const vehicle = '11;1;1520700;12.88;100100'
const state = {
  'position.satellites': 11,
  'position.valid': true,
  'vehicle.mileage': 1520.7,
  'external.powersource.voltage': 12.88,
  'engine.ignition.status': true,
  'din.1': false,
  'din.2': false,
  'din.3': true,
  'dout.1': false,
  'dout.2': false,
}
const mapped = `52;1.0.2;0;${when};000C3D4E;246;01;1A2B;33;${where};11;1;00000101;00000001`
const mappedState = {
  ...place,
  'position.satellites': 11,
  'position.valid': true,
  'gsm.mcc': 246,
  'gsm.mnc': 1,
  'gsm.lac': 0x1a2b,
  'gsm.cellid': 0xc3d4e,
  'custom.rssi': 33,
  'engine.ignition.status': true,
  'din.1': false,
  'din.2': true,
  'din.3': false,
  'dout.1': true,
  'dout.2': false,
}
const binary = (type: number, own: string) => {
  const body = hex(
    `${universal} 3fffff 34 010002 00 1a0511 0b3b3a 000c3d4e 00f6 0001 1a2b 21 034275b5 8181bd38 10fe 2328 0b 01 05 01 ${own}`,
  )
  return concat([type], be16(body.length), body)
}
const binaryState = { ...mappedState, 'position.longitude': -25.2798 }
/** Id, model, software, time, cell, place, speed, course, fix in the north and west with 11 satellites, distance, voltage, I/O. */
const zip = (header: string, own: string) => {
  const body = hex(
    `${header} 1008501230 01 0141 1a05110b3b3a 2f1000 36687157 19279800 002b50 005a00 ab 0017343c 0c88 09 ${own}`,
  )
  return concat([2], be16(body.length), body, [3])
}
const zipState = { ...place, ...state, 'position.longitude': -25.2798, 'custom.cell': '2f1000' }

const samples: readonly Sample[] = [
  {
    what: 'a keep-alive brings the ident and needs no answer',
    link: 'tcp',
    frame: line(`ST300ALV;${ident}`),
    ident,
  },
  {
    what: 'a status with meters, inputs, a driver and thermometers',
    frame: line(
      `ST300STT;${ident};07;564;${when};232e19;${where};${vehicle};1;9498;079324;4.3;1;1.25;0.00;0.00;01E04D44160000;1;2898E16006000058:-20.8;2861626006000039:+2.5;:`,
    ),
    ident,
    messages: [
      {
        'message.type': 'STT',
        ...place,
        ...state,
        'custom.cell': '232e19',
        'custom.mode': 1,
        'record.seqnum': 9498,
        'engine.motorhours': 1322.0667,
        'backup.battery.voltage': 4.3,
        'ain.1': 1.25,
        'ain.2': 0,
        'ain.3': 0,
        'driver.id': '01E04D44160000',
        'custom.sensor_id_1': '2898E16006000058',
        'sensor.temperature.1': -20.8,
        'custom.sensor_id_2': '2861626006000039',
        'sensor.temperature.2': 2.5,
      },
    ],
  },
  {
    what: 'a stored status with engine speed and nobody at the key reader',
    frame: line(`ST300STT;${ident};04;706;${when};cc719;${where};${vehicle};1;0337;000207;0.0;0;850;00000000000000;0`),
    ident,
    messages: [
      {
        'message.type': 'STT',
        ...place,
        ...state,
        'custom.cell': 'cc719',
        'custom.mode': 1,
        'record.seqnum': 337,
        'engine.motorhours': 3.45,
        'backup.battery.voltage': 0,
        'message.buffered.status': true,
        'engine.rpm': 850,
      },
    ],
  },
  {
    what: 'a status of ST600 with its cell, and the cell of ST300 at the end',
    frame: line(`ST600STT;${ident};20;419;${when};000c3d4e;246;1;1a2b;50;${where};${vehicle};1;0223;000003;0.0;1;0.50`),
    ident,
    messages: [
      {
        'message.type': 'STT',
        ...place,
        ...state,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0xc3d4e,
        'custom.rssi': 50,
        'custom.mode': 1,
        'record.seqnum': 223,
        'engine.motorhours': 0.05,
        'backup.battery.voltage': 0,
        'ain.1': 0.5,
      },
    ],
  },
  {
    what: 'an alert of power that was cut, and a cell at the end',
    frame: line(`ST300ALT;${ident};40;319;${when};54728;${where};${vehicle};41;003188;4.1;1;23675;246;5;-75;1351;1`),
    ident,
    messages: [
      {
        'message.type': 'ALT',
        ...place,
        ...state,
        'custom.cell': '54728',
        'event.enum': 41,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        'engine.motorhours': 53.1333,
        'backup.battery.voltage': 4.1,
        'gsm.mcc': 246,
        'gsm.mnc': 5,
        'gsm.lac': 1351,
        'gsm.cellid': 23675,
        'gsm.signal.dbm': -75,
      },
    ],
  },
  {
    what: 'an emergency by the button and an event, without a model and without meters',
    frame: line(`SA200EMG;${ident};042;${when};16d41;${where};${vehicle};1`),
    ident,
    messages: [
      {
        'message.type': 'EMG',
        ...place,
        ...state,
        'custom.cell': '16d41',
        'event.enum': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
  },
  {
    what: 'data of a fuel probe, with semicolons and a line end within',
    frame: line(
      `ST600UEX;${ident};20;568;${when};000c3d4e;246;20;1a2b;23;${where};${vehicle};44;t_0=1C;N_0=0419.0;t_1=22;N_1=0001.0;Q_D=09\r\n;76;113771;4.1;1`,
    ),
    ident,
    messages: [
      {
        'message.type': 'UEX',
        ...place,
        ...state,
        'gsm.mcc': 246,
        'gsm.mnc': 20,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0xc3d4e,
        'custom.rssi': 23,
        'sensor.temperature.1': 28,
        'custom.fuel_1': 0x419,
        'sensor.temperature.2': 34,
        'custom.fuel_2': 1,
        'custom.fuel': 1050,
        'engine.motorhours': 1896.1833,
        'backup.battery.voltage': 4.1,
      },
    ],
  },
  {
    what: 'a journey with its start, its end and its driver',
    frame: line(
      `ST300HTE;${ident};45;308;${when};1500;12.50;001354;0.0;1;0;1;1;0;-27.636632;-052.277933;-27.636675;-052.277947;000.000;002.296;0;01E04D44160000`,
    ),
    ident,
    messages: [
      {
        'message.type': 'HTE',
        timestamp: 1779019198,
        'vehicle.mileage': 1.5,
        'external.powersource.voltage': 12.5,
        'custom.start_latitude': -27.636632,
        'custom.start_longitude': -52.277933,
        'position.latitude': -27.636675,
        'position.longitude': -52.277947,
        'trip.status': false,
        'driver.id': '01E04D44160000',
      },
    ],
  },
  {
    what: 'a portable tracker with neighbouring cells, battery and temperature',
    frame: line(
      `ST419STT;${ident};306;41;04;30062;246;2;-65;5221;255;30061;246;2;5221;0;0;0;0;0;0;0;0;3.92;1;0185;1;00010000;26.1;1;${when};${where};6;1`,
    ),
    ident,
    messages: [
      {
        'custom.status': 1,
        'message.type': 'STT',
        ...place,
        'position.satellites': 6,
        'position.valid': true,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 5221,
        'gsm.cellid': 30062,
        'gsm.signal.dbm': -65,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 5221, cellid: 30062, dbm: -65 },
          { mcc: 246, mnc: 2, lac: 5221, cellid: 30061 },
        ],
        'battery.voltage': 3.92,
        'record.seqnum': 185,
        'device.temperature': 26.1,
      },
    ],
  },
  {
    what: 'a portable tracker without a fix',
    frame: line(`ST410STT;${ident};445;03;16531;246;10;-77;6011;7;0;0;0;0;0;0;3.86;0;0098;1;003;;;;;;;;;`),
    ident,
    messages: [
      {
        'custom.status': 1,
        'message.type': 'STT',
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 10,
        'gsm.lac': 6011,
        'gsm.cellid': 16531,
        'gsm.signal.dbm': -77,
        'battery.voltage': 3.86,
        'record.seqnum': 98,
      },
    ],
  },
  {
    what: 'a location of ST910 without a fix',
    frame: line(`ST910;Location;${ident};500;${when};${where};0;3.8;0;1;9159`),
    ident,
    messages: [
      {
        'message.type': 'Location',
        ...place,
        'position.valid': false,
        'battery.voltage': 3.8,
        'battery.charging.status': false,
        'record.seqnum': 9159,
      },
    ],
  },
  {
    what: 'an emergency of ST910 by motion',
    frame: line(`ST910;Emergency;${ident};500;${when};${where};1;7`),
    ident,
    messages: [
      {
        'message.type': 'Emergency',
        ...place,
        'position.valid': true,
        'event.enum': 7,
        'movement.event': true,
        'alarm.event': true,
        'alarm.type': 'movement',
      },
    ],
  },
  {
    what: 'the answer to a command',
    frame: line(`ST300CMD;Res;${ident};315;Reboot`),
    ident,
    messages: [{ 'message.type': 'command.answer', 'message.content': '315;Reboot' }],
  },
  { what: 'a line feed says nothing', frame: ascii('\n') },
  {
    what: 'a universal status with assigned values',
    link: 'tcp',
    frame: line(`STT;${universal};3FFFFF;${mapped};1;2;0006;4.1;12.92;103188`),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        'message.type': 'STT',
        ...mappedState,
        'custom.mode': 1,
        'report.reason': 2,
        'record.seqnum': 6,
        'backup.battery.voltage': 4.1,
        'external.powersource.voltage': 12.92,
        'custom.assign_3': '103188',
      },
    ],
  },
  {
    what: 'a universal status that leaves out the network',
    frame: line(`STT;${universal};3FF83F;52;1.0.2;1;${when};${where};11;1;00000101;00000001;1;2;0006`),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        'message.type': 'STT',
        ...place,
        'message.buffered.status': true,
        'position.satellites': 11,
        'position.valid': true,
        'engine.ignition.status': true,
        'din.1': false,
        'din.2': true,
        'din.3': false,
        'dout.1': true,
        'dout.2': false,
        'custom.mode': 1,
        'report.reason': 2,
        'record.seqnum': 6,
      },
    ],
  },
  {
    what: 'a universal alert with a map of assigned values',
    frame: line(`ALT;${universal};FFFFFF;${mapped};42;2;;;08E3800F;4.1;12.37;0;;;;4;;;;`),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        'message.type': 'ALT',
        ...mappedState,
        'event.enum': 42,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'custom.alert_modifier': 2,
        'backup.battery.voltage': 4.1,
        'external.powersource.voltage': 12.37,
        'custom.assign_3': '0',
        'custom.assign_7': '4',
      },
    ],
  },
  {
    what: 'a universal alert of a driver',
    frame: line(`ALT;${universal};3FFFFF;${mapped};59;0;1D00000113F3F801`),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        'message.type': 'ALT',
        ...mappedState,
        'event.enum': 59,
        'custom.alert_modifier': 0,
        'driver.id': '1D00000113F3F801',
      },
    ],
  },
  {
    what: 'a card of a reader in a universal report',
    frame: line(`UEX;${universal};3FFFFF;${mapped};20;GTSL|6|1|0|1234|1|\r\n;A7`),
    ident: universal,
    messages: [{ 'device.firmware.version': '1.0.2', 'message.type': 'UEX', ...mappedState, 'driver.id': '1234' }],
  },
  {
    what: 'beacons in sight',
    frame: line(`BLE;${universal};82;1.0.0;${when};+54.687157;+025.279800;1;-32;-100;33;AABBCCDDEEFF;12;18;52`),
    ident: universal,
    messages: [
      {
        'position.valid': true,
        'ble.beacons': [{ id: 'aabbccddeeff.18.52', rssi: -32 }],
        'message.type': 'BLE',
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'message.content': '1;-32;-100;33;AABBCCDDEEFF;12;18;52',
      },
    ],
  },
  {
    what: 'the answer to a universal command',
    frame: line(`RES;${universal};04;02;done`),
    ident: universal,
    messages: [{ 'message.type': 'command.answer', 'message.content': '04;02;done' }],
  },
  {
    what: 'a binary status',
    link: 'tcp',
    frame: binary(0x81, '01 02 0006 0029 050c 00010fb4'),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        ...binaryState,
        'custom.mode': 1,
        'report.reason': 2,
        'record.seqnum': 6,
        'backup.battery.voltage': 4.1,
        'external.powersource.voltage': 12.92,
        'custom.assigned': '00010fb4',
      },
    ],
  },
  {
    what: 'a binary alert of a driver',
    frame: binary(0x82, '3b 00 08 1d00000113f3f801'),
    ident: universal,
    messages: [
      {
        'device.firmware.version': '1.0.2',
        ...binaryState,
        'event.enum': 59,
        'custom.alert_modifier': 0,
        'driver.id': '1d00000113f3f801',
      },
    ],
  },
  {
    what: 'a zipped status',
    link: 'tcp',
    frame: zip('10', '01 2512 0001359c 0430 00'),
    ident,
    messages: [
      {
        ...zipState,
        'custom.mode': 1,
        'record.seqnum': 0x2512,
        'engine.motorhours': 1321,
        'backup.battery.voltage': 4.3,
        'message.buffered.status': true,
      },
    ],
  },
  {
    what: 'a zipped emergency and its alarm',
    frame: zip('11', '03 00000000 0430 01'),
    ident,
    messages: [
      {
        ...zipState,
        'event.enum': 3,
        'power.cut.alarm': true,
        'alarm.event': true,
        'alarm.type': 'power_cut',
        'engine.motorhours': 0,
        'backup.battery.voltage': 4.3,
      },
    ],
  },
  {
    what: 'zipped data of the serial port',
    frame: zip('16', '0005 68656c6c6f 14'),
    ident,
    messages: [{ ...zipState, 'custom.serial': 'hello' }],
  },
]

export default samples
