import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a position with the cell',
    link: 'tcp',
    frame: ascii(
      '864504031916915,CMD-T,A,DATE:260517,TIME:115958,LAT:54.6871567N,LOT:025.2798000E,Speed:043.0,0-1-0-0-52-31,000,24602-1073-1DF5#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'CMD-T',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'battery.level': 52,
        'custom.rssi': 31,
        'custom.inputs': '0-1-0-0',
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 4211,
        'gsm.cellid': 7669,
      },
    ],
  },
  {
    what: 'a position and nothing else',
    frame: ascii(
      '864504031916915,CMD-T,A,DATE:260517,TIME:115958,LAT:54.6871567N,LON:025.2798000E,Speed:043.0,061-19#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'CMD-T',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'battery.level': 61,
        'custom.rssi': 19,
      },
    ],
  },
  {
    what: 'altitude, HDOP and cells of a newer kind',
    frame: ascii(
      '864504031916915,CMD-T,A,DATE:260517,TIME:115958,LAT:54.6871567S,LON:025.2798000W,Speed:000.0,095-70,59.5,00.90,246~02~513770~421~3150~-98~-9~-68~6,>#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'CMD-T',
        timestamp: 1779019198,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 0,
        'battery.level': 95,
        'custom.rssi': 70,
        'position.altitude': 59.5,
        'position.hdop': 0.9,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'custom.cells': '246~02~513770~421~3150~-98~-9~-68~6',
      },
    ],
  },
  {
    what: 'access points and beacons',
    frame: ascii(
      '864504031916915,CMD-F,V,DATE:260517,TIME:115958,LAT:54.6871567N,LON:025.2798000E,Speed:051.4,077-24,01.00,WIFI:{84-a0-6e-94-42-5e&-47,b2-22-7a-56-5a-2a&-48},BLE:{1f-cf-4d-3c-61-bf&-91}#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'CMD-F',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': false,
        'position.speed': 51.4,
        'battery.level': 77,
        'custom.rssi': 24,
        'position.hdop': 1,
        'wifi.points': [
          { mac: '84:a0:6e:94:42:5e', rssi: -47 },
          { mac: 'b2:22:7a:56:5a:2a', rssi: -48 },
        ],
        'ble.beacons': [{ id: '1fcf4d3c61bf', rssi: -91 }],
      },
    ],
  },
  {
    what: 'an SOS call',
    frame: ascii(
      '864504031916915,CMD-KEY,A,DATE:260517,TIME:115958,LAT:54.6871567N,LOT:025.2798000E,Speed:000.0,61-19,#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'CMD-KEY',
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 0,
        'battery.level': 61,
        'custom.rssi': 19,
      },
    ],
  },
  {
    what: 'a zone was left',
    frame: ascii(
      '864504031916915,ALM-B2,A,DATE:260517,TIME:115958,LAT:54.6871567N,LOT:025.2798000E,Speed:000.0,61-19,#',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'ALM-B2',
        'geofence.exit.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_exit',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 0,
        'battery.level': 61,
        'custom.rssi': 19,
      },
    ],
  },
  {
    what: 'a heartbeat',
    frame: ascii('864504031916915,CMD-X#'),
    ident: '864504031916915',
  },
]

export default samples
