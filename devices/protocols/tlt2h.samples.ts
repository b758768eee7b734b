import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report with its battery',
    link: 'tcp',
    frame: ascii(
      '#864504031916915#MT710#0000#AUTO#1\r\n#4106#$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'AUTO',
        'device.model': 'MT710',
        'engine.ignition.status': true,
        'battery.voltage': 4.106,
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'line ends between reports',
    frame: ascii('\r'),
  },
  {
    what: 'inputs, and a cell without its network',
    frame: ascii(
      '#864504031916915#MT600+#0000#1#12#143#40#215#AUTOSTOP#1\r\n#25ee0dff$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'AUTOSTOP',
        'device.model': 'MT600+',
        'engine.ignition.status': false,
        'gsm.lac': 9710,
        'gsm.cellid': 3583,
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'door.open.status': true,
        'ain.1': 1.2,
        'external.powersource.voltage': 14.3,
        'battery.voltage': 4,
        'sensor.temperature.1': 21.5,
      },
    ],
  },
  {
    what: 'access points and the cell',
    frame: ascii(
      '#864504031916915#MT700#0000#TOWED#1\r\n#39#246,02,8CE6,A672$WIFI,115958.00,A,-74,3CA62F52615B,-82,A0E4CB83852D,,,170526*28\r\n##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'TOWED',
        'device.model': 'MT700',
        'towing.event': true,
        'alarm.event': true,
        'alarm.type': 'towing',
        'battery.voltage': 3.9,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 36070,
        'gsm.cellid': 42610,
        timestamp: 1779019198,
        'position.valid': false,
        'wifi.points': [
          { mac: '3c:a6:2f:52:61:5b', rssi: -74 },
          { mac: 'a0:e4:cb:83:85:2d', rssi: -82 },
        ],
      },
    ],
  },
  {
    what: 'two records, the second without a fix, and no model',
    frame: ascii(
      '#864504031916915##0000#SOS#2\r\n#072030fcf21$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n#36$GPRMC,,V,,,,,,,,,,A*5C\r\n##',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'SOS',
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'custom.cell': '072030fcf21',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
      {
        'message.type': 'SOS',
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'battery.voltage': 3.6,
        'position.valid': false,
      },
    ],
  },
  {
    what: 'over UDP',
    link: 'udp',
    frame: ascii(
      '#864504031916915#MT710#0000#BLP#1\r\n#31$GPRMC,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A*7A\r\n##\r\n',
    ),
    ident: '864504031916915',
    messages: [
      {
        'message.type': 'BLP',
        'device.model': 'MT710',
        'battery.low.alarm': true,
        'alarm.event': true,
        'alarm.type': 'low_battery',
        'battery.voltage': 3.1,
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
      },
    ],
  },
]

export default samples
