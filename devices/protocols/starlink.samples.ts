import { ascii, hex } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '861000000000047'
const line = (words: string) => ascii(`$${words}*${sum8(ascii(words)).toString(16).toUpperCase().padStart(2, '0')}\r\n`)
const told = (format: string) => ({ settings: { format } })

// 2026-05-17 11:59:58 UTC, two seconds after the fix.
const when = '260517115958,01,260517115956'
const start = { timestamp: 1779019198, 'event.enum': 1, 'position.timestamp': 1779019196 }
const where = {
  'position.latitude': 54.6871567,
  'position.longitude': 25.2798,
  'position.valid': true,
}
const place = '+5441.2294,+02516.7880'

// A protocol buffer: field 9 is 3058, among fields of all kinds.
const sensor = btoa(
  String.fromCharCode(...hex('0802 1a06d2567108639e 384f 48f217 28a904 150000803f 110000000000000000')),
)

const samples: readonly Sample[] = [
  {
    what: 'a report of a tracker whose template we do not know: what every usual one begins with',
    link: 'tcp',
    frame: line(`SLU${ident},06,85,${when},${place},020.0,090,000082.505,5070,50473,12.1,03.5`),
    ident,
    messages: [
      {
        'record.seqnum': 85,
        ...start,
        'position.speed': 37.04,
        'position.direction': 90,
        'vehicle.mileage': 82.505,
        ...where,
      },
    ],
  },
  {
    what: 'a report without a fix',
    frame: line(`SLU${ident},06,86,260517115958,16,,,,,,000000,1`),
    ident,
    messages: [
      { 'record.seqnum': 86, timestamp: 1779019198, 'event.enum': 16, 'vehicle.mileage': 0, 'position.valid': false },
    ],
  },
  {
    what: "the maker's whole template, with the ignition and a card that was shown",
    frame: line(
      `SLU${ident},06,89,260517115958,20,260517115956,${place},020.0,090,000082.505,1,0,0,0,0,1,0,0,10006,263,12.1,03.5,,1,1,A1B2C3,0000`,
    ),
    ident,
    messages: [
      {
        'record.seqnum': 89,
        ...start,
        'event.enum': 20,
        'position.speed': 37.04,
        'position.direction': 90,
        'vehicle.mileage': 82.505,
        'din.1': true,
        'din.2': false,
        'din.3': false,
        'din.4': false,
        'dout.1': false,
        'dout.2': true,
        'dout.3': false,
        'dout.4': false,
        'gsm.lac': 10006,
        'gsm.cellid': 263,
        'external.powersource.voltage': 12.1,
        'battery.voltage': 3.5,
        'engine.ignition.status': true,
        'custom.engine': true,
        'driver.id': 'A1B2C3',
        ...where,
      },
    ],
  },
  {
    what: 'the vehicle is towed',
    frame: line(`SLU${ident},06,90,260517115958,26,,,,,,000000,1`),
    ident,
    messages: [
      {
        'record.seqnum': 90,
        timestamp: 1779019198,
        'event.enum': 26,
        'vehicle.mileage': 0,
        'towing.event': true,
        'alarm.event': true,
        'alarm.type': 'towing',
        'position.valid': false,
      },
    ],
  },
  {
    what: 'a line of another template keeps its number and no more',
    frame: line(`SLU${ident},06,87,${ident},${when},${place},54`),
    ident,
    messages: [{ 'record.seqnum': 87, 'position.valid': false }],
  },
  {
    what: 'all that a template names',
    unit: told(
      '#IMEI#,#EDT#,#EID#,#PDT#,#LAT#,#LONG#,#SPDK#,#IGNL#,#HEAD#,#ALT#,#SATU#,#CSS#,#VIN#,#VBAT#,#BATC#,#IN2#,#OUT1#,#LAC#,#CID#,#TVI#,#EDSC#,#DRV#',
    ),
    frame: line(
      `SLU${ident},06,88,${ident},${when},${place},54,1,174,112,11,75,13.094,04.039,98,1,0,10006,263,29.0,Location,7`,
    ),
    ident,
    messages: [
      {
        'record.seqnum': 88,
        'device.imei': ident,
        ...start,
        'position.speed': 54,
        'engine.ignition.status': true,
        'position.direction': 174,
        'position.altitude': 112,
        'position.satellites': 11,
        'gsm.signal.level': 75,
        'external.powersource.voltage': 13.094,
        'battery.voltage': 4.039,
        'battery.level': 98,
        'din.2': true,
        'dout.1': false,
        'gsm.lac': 10006,
        'gsm.cellid': 263,
        'device.temperature': 29,
        'message.content': 'Location',
        'custom.drv': '7',
        ...where,
      },
    ],
  },
  {
    what: 'wireless sensors, the second cut short, the third no base64',
    unit: told('#EDT#,#TI1#,#TS1#,#TV1#,#TH1#,#TD1#,#TD2#,#TD3#'),
    frame: line(`SLU${ident},06,89,260517115958,D2567108639E,1,30.2,55.3,${sensor},${sensor.slice(0, 8)},?`),
    ident,
    messages: [
      {
        'record.seqnum': 89,
        timestamp: 1779019198,
        'ble.sensor.id.1': 'D2567108639E',
        'custom.sensor1_state': 1,
        'ble.sensor.temperature.1': 30.2,
        'ble.sensor.humidity.1': 55.3,
        'ble.sensor.battery.voltage.1': 3.058,
        'position.valid': false,
      },
    ],
  },
  { what: 'a line of another type names its tracker', frame: line(`SLU${ident},01,90,hello`), ident },
  {
    what: 'a wrong sum is noted; the id of an older tracker',
    frame: ascii('$SLU068328,06,55,260517115958,16,,,,,,000000*00\r\n'),
    ident: '068328',
    messages: [
      {
        'record.seqnum': 55,
        timestamp: 1779019198,
        'event.enum': 16,
        'vehicle.mileage': 0,
        'position.valid': false,
        'message.checksum.status': false,
      },
    ],
  },
  { what: 'a stray line end', frame: ascii('\n') },
]

export default samples
