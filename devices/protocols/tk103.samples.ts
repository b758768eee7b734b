import { ascii } from '../bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '000012345678'
const imei = '356307042441013'
// 2026-05-17 11:59:58 UTC in Vilnius, 43 km/h to the east.
const place = '260517A5441.2294N02516.7880E043.0115958090.00'
const separated = '170526,A,5441.2294N,02516.7880E,43.0,115958,90.00'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43,
  'position.direction': 90,
}
const driving = {
  'external.powersource.status': true,
  'engine.ignition.status': true,
  'custom.io_state': '01000000',
}

const samples: readonly Sample[] = [
  {
    what: 'a handshake is answered',
    link: 'tcp',
    frame: ascii(`(${ident}BP00000012345678HSO)`),
    ident,
    reply: ascii('(000012345678AP01HSO)'),
  },
  {
    what: 'a login with IMEI and place is answered',
    frame: ascii(`(${ident}BP05${imei}${place}01000000L00BC614E)`),
    ident,
    messages: [{ ...position, ...driving, 'vehicle.mileage': 12345.678, 'device.imei': imei }],
    reply: ascii('(000012345678AP05)'),
  },
  {
    what: 'a position with fuel and a temperature, line ends before it',
    frame: ascii(`\r\n(${ident}BR00${place}0000004FL00000000-017.7)`),
    ident,
    messages: [
      {
        ...position,
        'external.powersource.status': true,
        'engine.ignition.status': false,
        'custom.io_state': '0000004F',
        'custom.fuel': 79,
        'sensor.temperature.1': -17.7,
      },
    ],
  },
  {
    what: 'numbers filled with blanks, the supply cut, something unknown at the end',
    frame: ascii(`(${ident}BR00260517A5441.2294N 2516.7880E 43.0115958 90.0011000000L00000000T000)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'external.powersource.status': false,
        'custom.io_state': '11000000',
        'custom.extra': 'T000',
      },
    ],
  },
  {
    what: 'no fix and a clock that was never set',
    frame: ascii(`(${ident}BR00000007V0000.0000N00000.0000E000.00014039900000000L00000000)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 99,
        'external.powersource.status': true,
        'engine.ignition.status': false,
        'custom.io_state': '00000000',
      },
    ],
  },
  {
    what: 'an alarm is answered with its kind',
    frame: ascii(`(${ident}BO012${place}01000000L00000000)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'alarm.code': 2,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: ascii('(000012345678AS012)'),
  },
  {
    what: 'an alarm of a tracker with OBD, whose speed is short',
    frame: ascii(`(${ident}BQ81,ALARM,1,164,260517A5441.2294N02516.7880E43.0115958090.0000,01000000)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'alarm.code': 1,
        'custom.alarm_value': 164,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
      },
    ],
  },
  {
    what: 'OBD values one behind the other',
    frame: ascii(`(${ident}BQ86,0,05550c21b10d1d0f431008bd118000010007a100423932,260517115958,01000000)`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'can.engine.coolant.temperature': 45,
        'can.engine.rpm': 2156.25,
        'can.vehicle.speed': 29,
        'can.intake.air.temperature': 27,
        'custom.mass_air_flow': 22.37,
        'can.throttle.level': 50.2,
        'can.battery.voltage': 14.642,
        ...driving,
      },
    ],
  },
  {
    what: 'cells in pairs, with the state',
    frame: ascii(`(${ident}BZ00,246,002,3bf7,0425,3bf7,0bf5,01000000)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x3bf7,
        'gsm.cellid': 0x0425,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 0x3bf7, cellid: 0x0425 },
          { mcc: 246, mnc: 2, lac: 0x3bf7, cellid: 0x0bf5 },
        ],
        ...driving,
      },
    ],
  },
  {
    what: 'cells with their signal',
    frame: ascii(`(${ident}BZ00,246,002,36e6,932c,43,36e6,766b,36)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x36e6,
        'gsm.cellid': 0x932c,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 0x36e6, cellid: 0x932c },
          { mcc: 246, mnc: 2, lac: 0x36e6, cellid: 0x766b },
        ],
      },
    ],
  },
  {
    what: 'the number of the vehicle',
    frame: ascii(`(${ident}BV00WARYXXX0000000001)`),
    ident,
    messages: [{ 'vehicle.vin': 'WARYXXX0000000001' }],
  },
  {
    what: 'the management system of a battery that is being discharged',
    frame: ascii(
      `(${ident}BS5190:0215000074CC01DC,91:0EE8060EDC0A01DC,92:4201410100000000,93:00010127000037C8,94:0E01000002000000)`,
    ),
    ident,
    messages: [
      {
        'battery.voltage': 53.3,
        'battery.current': -10,
        'battery.level': 47.6,
        'custom.cell_voltage_max': 3.816,
        'custom.cell_voltage_min': 3.804,
        'battery.temperature': 26,
        'custom.battery_temperature_min': 25,
        'battery.charging.status': false,
        'custom.charging_switch': true,
        'custom.discharging_switch': true,
        'custom.capacity_left': 14.28,
      },
    ],
  },
  {
    what: 'the dialect with commas: a place with altitude and satellites',
    frame: ascii(`(${imei},DW30,${separated},595.20,7,0)`),
    ident: imei,
    messages: [{ ...position, 'position.altitude': 595.2, 'position.satellites': 7 }],
  },
  {
    what: 'its login, with state and mileage',
    frame: ascii(`(${ident},BP05,${separated},01000000,L000003E8)`),
    ident,
    messages: [{ ...position, ...driving, 'vehicle.mileage': 1 }],
    reply: ascii('(000012345678,AP05)'),
  },
  {
    what: 'its alarm: the supply was cut',
    frame: ascii(`(${imei},ZC13,${separated})`),
    ident: imei,
    messages: [{ ...position, 'power.cut.alarm': true, 'alarm.event': true, 'alarm.type': 'power_cut' }],
  },
  {
    what: 'its networks, because the ignition went on',
    frame: ascii(`(${imei},DW55,246,2,3215,43370,1,A1:B2:C3:D4:E5:F6*-65*11,170526,115958)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 3215,
        'gsm.cellid': 43370,
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: -65 }],
        'engine.ignition.status': true,
      },
    ],
  },
  {
    what: 'its battery and supply',
    frame: ascii(`(${imei},ZC20,170526,115958,6,421,112,0)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'custom.battery_code': 6,
        'battery.voltage': 4.21,
        'external.powersource.voltage': 11.2,
      },
    ],
  },
  {
    what: 'its answer in free text, which may hold parentheses',
    frame: ascii(`(${imei},ZC03,170526,115958,$1) Power: 95%,\r\n(2) Alert: Off$)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'message.type': 'command.answer',
        'message.content': '1) Power: 95%,  (2) Alert: Off',
      },
    ],
  },
  { what: 'a command we do not know brings the id', frame: ascii(`(${ident}BX99)`), ident },
  {
    what: 'a datagram of a tracker with an IMEI and no comma behind it',
    link: 'udp',
    frame: ascii(`(${imei}BP02,G,2,${place},7)`),
    ident: imei,
    messages: [position],
  },
]

export default samples
