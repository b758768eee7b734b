import { ascii, concat, hex, le16, toHex } from '../bytes/bytes.ts'
import { crc16Xmodem } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '863921033865216'
const imei = `1001${toHex(ascii(ident))}`

const packet = (data: string, flags = '10', number = 0x0159) => {
  const body = hex(data)
  return concat(hex(`ab${flags}`), le16(body.length), le16(crc16Xmodem(body)), le16(number), body)
}
const reply = packet('7f0100', '00')

// 2026-05-17 11:59:58 UTC, GPS and moving, signal 14, battery 90 %.
const status = '0924 bead096a 0102705a'
const statusValues = {
  timestamp: 1779019198,
  'custom.status': 0x5a700201,
  'battery.charging.status': false,
  'message.buffered.status': false,
  'movement.status': true,
  'custom.rssi': 14,
  'battery.level': 90,
}
const gps = '1620 12999820 3064110f 2b00 5a00 7000 0900 87d61200 0b'
const place = {
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.valid': true,
  'position.speed': 43,
  'position.direction': 90,
  'position.altitude': 112,
  'position.hdop': 0.9,
  'vehicle.mileage': 1234.567,
  'position.satellites': 11,
}

const samples: readonly Sample[] = [
  {
    what: 'two records, the first with steps before it',
    link: 'tcp',
    frame: packet(`01 ${imei} 0930 bead096a 21010000 ${status} ${gps} ${status} 0f22 d8862519239337 d4286c074c2110`),
    ident,
    messages: [
      { ...statusValues, ...place, 'steps.counter': 289 },
      {
        ...statusValues,
        'wifi.points': [
          { rssi: -40, mac: '86:25:19:23:93:37' },
          { rssi: -44, mac: '28:6c:07:4c:21:10' },
        ],
        'position.valid': false,
      },
    ],
    reply,
  },
  {
    what: 'an alarm with cells',
    frame: packet(`01 ${imei} ${status} 0902 04100080 bead096a 0e21 ca0005 0b4a005cc3 0f4a0056c8`, '00'),
    ident,
    messages: [
      {
        ...statusValues,
        'alarm.code': 0x80001004,
        'fall.alarm': true,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'fall,sos',
        'custom.bark': true,
        'gsm.mcc': 202,
        'gsm.mnc': 5,
        'gsm.lac': 74,
        'gsm.cellid': 0xc35c,
        'gsm.cells': [
          { mcc: 202, mnc: 5, rssi: 11, lac: 74, cellid: 0xc35c },
          { mcc: 202, mnc: 5, rssi: 15, lac: 74, cellid: 0xc856 },
        ],
        'position.valid': false,
      },
    ],
  },
  {
    what: 'beacons with a position and in sight, and a cell of 4G',
    frame: packet(
      `01 ${imei} ${status} 172a c0 f6b4f2923100 c9 12999820 3064110f 4f6666696365 0b2c 01 d14699811df7 d6 00 64 0b29 ee00 01 0e e40c 6e23c900`,
    ),
    ident,
    messages: [
      {
        ...statusValues,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.description': 'Office',
        'ble.beacons': [
          { id: 'f6b4f2923100', rssi: -55 },
          { id: 'd14699811df7', rssi: -42, 'battery.level': 100 },
        ],
        'gsm.mcc': 238,
        'gsm.mnc': 1,
        'gsm.lac': 0x0ce4,
        'gsm.cellid': 0xc9236e,
      },
    ],
    reply,
  },
  {
    what: 'access points with names, a fixed beacon, barks, activity and the battery',
    frame: packet(
      `01 ${imei} ${status} 0d19 b618e829e7737004 484f4d45 1123 c69b531448e0 12999820 3064110f 4851 0937 bead096a 0c000000 0931 bead096a 0a000000 0414 5a 740e`,
    ),
    ident,
    messages: [
      {
        ...statusValues,
        'wifi.points': [{ rssi: -74, mac: '18:e8:29:e7:73:70', ssid: 'HOME' }],
        'ble.beacons': [{ id: 'c69b531448e0' }],
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.description': 'HQ',
        'custom.bark_count': 12,
        'custom.activity': 10,
        'battery.voltage': 3.7,
      },
    ],
    reply,
  },
  {
    what: 'a heartbeat with the battery',
    frame: packet(`03 ${imei} 0210 5a`),
    ident,
    messages: [{ 'message.type': 'service', 'custom.service': 16, 'battery.level': 90 }],
    reply,
  },
  {
    what: 'a request for the time is answered',
    frame: packet(`03 ${imei} 0112`),
    ident,
    messages: [{ 'message.type': 'service', 'custom.service': 18 }],
    reply: packet('03 05 12 c0ad096a', '00'),
  },
  {
    what: 'leaving a fence, a button, oxygen, a long network and a key we have no name for',
    frame: packet(`01 ${imei} ${status} 0502 10200000 0641 bead096a 62 0c2b f600 0100 c4 b80b 11270000 0277 05`),
    ident,
    messages: [
      {
        ...statusValues,
        'position.valid': false,
        'alarm.code': 0x2010,
        'geofence.exit.event': true,
        'alarm.event': true,
        'alarm.type': 'geofence_exit',
        'geofence.id': 1,
        'custom.button_1': true,
        'blood.oxygen.level': 98,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 3000,
        'gsm.cellid': 10001,
        'custom.param.119': '05',
      },
    ],
    reply,
  },
  {
    what: 'a call, a position indoors and a beacon with a name and a temperature',
    frame: packet(
      `01 ${imei} 0c25 bead096a 01 3c00 02 313132 1326 a1b2c3d4e5f6 12999820 3064110f 0900 7000
       122c 41 a1b2c3d4e5f7 c4 b0 5a 04 446f6f72 ff38`,
    ),
    ident,
    messages: [
      {
        timestamp: 1779019198,
        'custom.call_status': 1,
        'custom.call_duration': 60,
        'custom.call_result': 2,
        'phone.number.1': '112',
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.hdop': 0.9,
        'position.altitude': 112,
        'custom.description': 'Door',
        'ble.beacons': [
          { id: 'a1b2c3d4e5f6' },
          { id: 'a1b2c3d4e5f7', rssi: -60, 'battery.level': 90, temperature: -20 },
        ],
      },
    ],
    reply,
  },
  {
    what: 'settings with the SIM and the firmware',
    frame: packet(`02 0501 04051820 1003 ${toHex(ascii(ident))} 0504 38393436 041a 4d4630`, '00'),
    ident,
    messages: [
      {
        'message.type': 'settings',
        'custom.module_number': 0x04051820,
        'gsm.sim.iccid': '8946',
        'device.firmware.version': 'MF0',
      },
    ],
  },
  {
    what: 'settings with the battery and one we have no name for; a password is left out',
    frame: packet('02 0414 5a 0fa0 0142 0342 3132 03ee 0102', '00'),
    messages: [{ 'message.type': 'settings', 'battery.level': 90, 'battery.voltage': 4, 'custom.setting_238': '0102' }],
  },
  {
    what: 'the answer to a command',
    frame: packet('7f0100', '00'),
    messages: [{ 'message.type': 'command.answer', 'message.content': '0' }],
  },
  {
    what: 'the answer to a command in text',
    frame: packet('04 061f 00 74657374', '00'),
    messages: [{ 'message.type': 'command.answer', 'message.content': 'test' }],
  },
  { what: 'a wrong CRC is not answered', frame: concat(hex('ab10 0300 0000 0100'), hex('7f0100')) },
]

export default samples
