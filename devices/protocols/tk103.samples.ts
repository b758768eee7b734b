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
    frame: ascii(`(${ident}BR00000009V0000.0000N00000.0000E000.00012059900000000L00000000)`),
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
    frame: ascii(`(${ident}BQ81,ALARM,1,143,260517A5441.2294N02516.7880E43.0115958090.0000,01000000)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'alarm.code': 1,
        'custom.alarm_value': 143,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
      },
    ],
  },
  {
    what: 'OBD values one behind the other',
    frame: ascii(`(${ident}BQ86,0,057a0c1f400d320f3c1005dc118000010007e500423778,260517115958,01000000)`),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'can.engine.coolant.temperature': 82,
        'can.engine.rpm': 2000,
        'can.vehicle.speed': 50,
        'can.intake.air.temperature': 20,
        'custom.mass_air_flow': 15,
        'can.throttle.level': 50.2,
        'can.battery.voltage': 14.2,
        ...driving,
      },
    ],
  },
  {
    what: 'cells in pairs, with the state',
    frame: ascii(`(${ident}BZ00,246,002,1a2b,3c4d,1a2b,3c4e,01000000)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 0x1a2b, cellid: 0x3c4d },
          { mcc: 246, mnc: 2, lac: 0x1a2b, cellid: 0x3c4e },
        ],
        ...driving,
      },
    ],
  },
  {
    what: 'cells with their signal',
    frame: ascii(`(${ident}BZ00,246,002,1a2b,3c4d,43,1a2b,3c4e,36)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 0x1a2b,
        'gsm.cellid': 0x3c4d,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 0x1a2b, cellid: 0x3c4d },
          { mcc: 246, mnc: 2, lac: 0x1a2b, cellid: 0x3c4e },
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
      `(${ident}BS5190:01F4000074CC0320,91:0FA0030F3C0500A0,92:4201410100000000,93:0001011000004E20,94:0D01000002000000)`,
    ),
    ident,
    messages: [
      {
        'battery.voltage': 50,
        'battery.current': -10,
        'battery.level': 80,
        'custom.cell_voltage_max': 4,
        'custom.cell_voltage_min': 3.9,
        'battery.temperature': 26,
        'custom.battery_temperature_min': 25,
        'battery.charging.status': false,
        'custom.charging_switch': true,
        'custom.discharging_switch': true,
        'custom.capacity_left': 20,
      },
    ],
  },
  {
    what: 'the dialect with commas: a place with altitude and satellites',
    frame: ascii(`(${imei},DW30,${separated},112.50,7,0)`),
    ident: imei,
    messages: [{ ...position, 'position.altitude': 112.5, 'position.satellites': 7 }],
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
    frame: ascii(`(${imei},DW55,246,2,6700,15437,1,A1:B2:C3:D4:E5:F6*-65*11,170526,115958)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'wifi.points': [{ mac: 'a1b2c3d4e5f6', rssi: -65 }],
        'engine.ignition.status': true,
      },
    ],
  },
  {
    what: 'its battery and supply',
    frame: ascii(`(${imei},ZC20,170526,115958,6,412,128,0)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'custom.battery_code': 6,
        'battery.level': 100,
        'battery.voltage': 4.12,
        'external.powersource.voltage': 12.8,
      },
    ],
  },
  {
    what: 'its answer in free text, which may hold parentheses',
    frame: ascii(`(${imei},ZC03,170526,115958,$1) Battery: 80%,\r\n(2) Alarm: On$)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'message.type': 'command.answer',
        'message.content': '1) Battery: 80%,  (2) Alarm: On',
      },
    ],
  },
  {
    what: 'its SOS with access points and a cell',
    frame: ascii(`(${imei},DW5E,246,2,6700,15437,0,170526,115958)`),
    ident: imei,
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
  },
  {
    what: 'its supply is low',
    frame: ascii(`(${imei},DW40,${separated})`),
    ident: imei,
    messages: [{ ...position, 'power.low.alarm': true, 'alarm.event': true, 'alarm.type': 'low_power' }],
  },
  {
    what: 'harsh braking, with switches and an open door',
    frame: ascii(`(${ident}BQ81,ALARM,4,32,${place}01F80000L00000000)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'custom.io_state': '01F80000',
        'din.2': true,
        'custom.panic': true,
        'dout.2': true,
        'engine.blocked.status': true,
        'door.open.status': true,
        'alarm.code': 4,
        'custom.alarm_value': 32,
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
      },
    ],
  },
  {
    what: 'cells in braces and the mileage',
    frame: ascii(`(${ident}BZ10${imei},{246,2,6700,15437}\n{246,2,6700,15438},000003E8)`),
    ident,
    messages: [
      {
        'position.valid': false,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 6700,
        'gsm.cellid': 15437,
        'gsm.cells': [
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15437 },
          { mcc: 246, mnc: 2, lac: 6700, cellid: 15438 },
        ],
        'vehicle.mileage': 1,
      },
    ],
  },
  {
    what: 'the battery of an electric vehicle in one frame',
    frame: ascii(
      `(${ident}BS50A55A01${'02'}${'100E'}${'040E'}${'0000'.repeat(22)}00${'6400'}${'8813'}55000100000007000000000000000002414243443C3C3C3C3C${'E803'}${'10270000'})`,
    ),
    ident,
    messages: [
      {
        'battery.voltage.1': 3.6,
        'battery.voltage.2': 3.588,
        'battery.charging.status': true,
        'custom.current': 10,
        'battery.voltage': 50,
        'battery.level': 85,
        'custom.battery_overheat': 0,
        'custom.charge_protection': 1,
        'custom.discharge_protection': 0,
        'custom.drop_line': 0,
        'custom.balanced': 0,
        'custom.cycles': 7,
        'custom.fault_alarm': 0,
        'custom.power_temp': 25,
        'custom.equilibrium_temp': 26,
        'custom.battery_temp_1': 27,
        'custom.battery_temp_2': 28,
        'custom.calibration_capacity': 10,
        'custom.discharge_capacity': 10000,
      },
    ],
  },
  { what: 'a command we do not know brings the id', frame: ascii(`(${ident}BX99)`), ident },
  {
    what: 'a battery of another maker is passed on as it came',
    frame: ascii(`(${ident}BS50,017A,0064)`),
    ident,
    messages: [{ 'custom.battery_data': ',017A,0064' }],
  },
  {
    what: 'an old tracker puts the time in front and its number behind the handshake',
    link: 'tcp',
    frame: ascii('(260517115950BP00000012345678901HSO)'),
    ident: '012345678901',
    reply: ascii('(260517115950AP01HSO)'),
  },
  {
    what: 'its positions belong to the connection',
    frame: ascii(`(260517115958BR00${place}01000000L00000000)`),
    ident: '012345678901',
    messages: [{ ...position, ...driving }],
  },
  {
    what: 'a datagram of a tracker with an IMEI and no comma behind it',
    link: 'udp',
    frame: ascii(`(${imei}BP02,G,2,${place},7)`),
    ident: imei,
    messages: [position],
  },
]

export default samples
