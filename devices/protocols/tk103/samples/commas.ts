/** The dialect with commas. */
import { ascii } from '../../../bytes/bytes.ts'
import type { Sample } from '../../../sample.ts'
import { driving, ident, imei, position, separated } from './place.ts'

export const commas: readonly Sample[] = [
  {
    what: 'the dialect with commas: a position with altitude and satellites',
    frame: ascii(`(${imei},DW30,${separated},112.50,7,0)`),
    ident: imei,
    messages: [{ ...position, 'position.altitude': 112.5, 'position.satellites': 7 }],
  },
  {
    what: 'its login, with state and mileage',
    frame: ascii(`(${ident},BP05,${separated},01000000,L000003E8)`),
    ident,
    messages: [
      {
        ...position,
        ...driving,
        'vehicle.mileage': 1,
        'din.2': false,
        'custom.panic': false,
        'dout.2': false,
        'custom.fuel': 0,
      },
    ],
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
]
