import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const ident = '864504031916915'
// 2026-05-17 11:59:58 UTC, 10 knots, 90.5°.
const sentence = 'GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 18.52,
  'position.direction': 90.5,
}
const rest = {
  'position.satellites': 10,
  'position.altitude': 41.1,
  'battery.voltage': 4.28,
  'battery.low.status': false,
  'external.powersource.status': true,
  'gsm.mcc': 234,
  'gsm.mnc': 15,
  'gsm.lac': 0x62,
  'gsm.cellid': 0xb7d5,
}

const samples: readonly Sample[] = [
  {
    what: 'a full line, with the ignition',
    link: 'tcp',
    frame: ascii(
      `260517115958,+37060000000,${sentence},F,ACCStart, imei:${ident},10,41.1,F:4.28V,1,135,19824,234,15,0062,B7D5\n`,
    ),
    ident,
    messages: [
      {
        ...position,
        'custom.serial': '260517115958',
        'phone.number.1': '+37060000000',
        'custom.signal': 'F',
        'engine.ignition.status': true,
        ...rest,
      },
    ],
  },
  {
    what: 'an alarm, a low battery, analogue inputs and a mileage',
    frame: ascii(
      `260517115958,,${sentence},F,help me!, imei:${ident},10,41.1,L:3.50V/ADC1=0.20V/ADC2=1.50V,1,135,19824,234,15,0062,B7D5,6.21km\n`,
    ),
    ident,
    messages: [
      {
        ...position,
        'custom.serial': '260517115958',
        'custom.signal': 'F',
        ...rest,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'battery.voltage': 3.5,
        'battery.low.status': true,
        'ain.1': 0.2,
        'ain.2': 1.5,
        'vehicle.mileage': 6.21,
      },
    ],
  },
  {
    what: 'no sentence: the cell and the battery are kept',
    frame: ascii(`,+37060000000,,L,ACC OFF, imei:${ident},,,F:4.28V,1,52,11565,234,15,0062,B7D5\n`),
    ident,
    messages: [
      {
        'position.valid': false,
        'engine.ignition.status': false,
        'battery.voltage': 4.28,
        'battery.low.status': false,
        'external.powersource.status': true,
        'gsm.mcc': 234,
        'gsm.mnc': 15,
        'gsm.lac': 0x62,
        'gsm.cellid': 0xb7d5,
      },
    ],
  },
  { what: 'line ends are skipped', frame: ascii('\r') },
  {
    what: 'a short line',
    link: 'tcp',
    frame: ascii(`${sentence},F,,imei:${ident},\n`),
    ident,
    messages: [{ ...position, 'custom.signal': 'F' }],
  },
  {
    what: 'a line broken after its sum',
    frame: ascii(`${sentence}\n,L,imei:${ident},\n`),
    ident,
    messages: [{ ...position, 'custom.signal': 'L' }],
  },
  {
    what: 'a receiver that never had a fix',
    frame: ascii(`GNRMC,.000,A,0.000000,S,0.0000,W,0.00,0.00,,00,0000.0,A*55,L,,imei:${ident},\n`),
    ident,
    messages: [{ 'custom.signal': 'L', 'position.valid': false, 'position.speed': 0, 'position.direction': 0 }],
  },
]

export default samples
