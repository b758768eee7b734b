import { ascii, concat, hex, le16, le32 } from '../bytes/bytes.ts'
import { sum8, xor8 } from '../bytes/checksum.ts'
import { receivedAt, type Sample } from '../sample.ts'

const ident = '861000000000013'
// The same, as u64.
const imei = '0dd0262f130f0300'

const record = (kind: number, data: Uint8Array, time = 1779019198) => {
  const body = concat(le32(time), data)
  return concat([kind], le16(data.length), body, [sum8(body)])
}
const pack = (number: number, ...records: readonly Uint8Array[]) => concat([0x5b, number], ...records, [0x5d])
const accepted = (number: number) => Uint8Array.from([0x7b, 0, number, 0x7d])
const line = (words: string) => ascii(`$${words}*${xor8(ascii(words)).toString(16).toUpperCase().padStart(2, '0')}\r\n`)
const now = le32(receivedAt.getTime() / 1000)
const timed = Uint8Array.from([0x7b, 4, 0, sum8(Uint8Array.from(now)), ...now, 0x7d])

// 54.6875° 25.28125°, course 90, 110 m, seven and five satellites, 20 knots.
const place = hex('03 00c05a42 04 0040ca41 05 2d 0b 75 14')
const where = {
  'position.direction': 90,
  'position.altitude': 110,
  'position.satellites': 12,
  'position.speed': 37.04,
  'position.latitude': 54.6875,
  'position.longitude': 25.28125,
  'position.valid': true,
  timestamp: 1779019198,
}

const samples: readonly Sample[] = [
  {
    what: 'a login of the first version is accepted',
    link: 'tcp',
    frame: hex(`ff22 ${imei}`),
    ident,
    reply: accepted(0),
  },
  {
    what: 'a package of values: position, voltages, cell, bus',
    frame: pack(
      1,
      record(
        1,
        concat(
          place,
          hex('01 b50f 5d6c 08 01 f600 18 34 d83b0500 35 79b72001 39 ce030000 97 db000000 47 4e000000 fa 37010000'),
        ),
      ),
      record(1, hex('01 b50f 5d6c')),
    ),
    messages: [
      {
        'escort.lls.value.1': 78,
        'escort.lls.temperature.1': -10,
        ...where,
        'battery.voltage': 4.021,
        'external.powersource.voltage': 27.741,
        'gsm.mnc': 1,
        'gsm.mcc': 246,
        'custom.rssi': 24,
        'can.engine.motorhours': 3430,
        'can.vehicle.mileage': 189213.37,
        'can.engine.rpm': 974,
        'position.hdop': 2.19,

        'custom.param.250': 311,
      },
      {
        'battery.voltage': 4.021,
        'external.powersource.voltage': 27.741,
        'position.valid': false,
        timestamp: 1779019198,
      },
    ],
    reply: accepted(1),
  },
  {
    what: 'inputs, a key, thermometers, fuel probes and more of the bus',
    frame: pack(
      3,
      record(
        1,
        concat(
          place,
          hex(`02 39300000 06 01030500 07 4e3d2b1a 09 01000000 1e b80b0000 29 2efb0000 36 e8030000 37 c3010000
               3a 58000000 3b 2b000000 3d 88130000 43 c8000000 45 2d190000 48 9001f401 64 a0860100`),
        ),
      ),
    ),
    messages: [
      {
        ...where,
        'driver.id': '12345',
        'engine.ignition.status': true,
        'custom.call_button': true,
        din: 5,
        'gsm.cellid': 0x3d4e,
        'gsm.lac': 0x1a2b,
        'custom.status': 1,
        'ain.1': 3,
        'sensor.temperature.2': -12.34,
        'can.fuel.consumed': 100,
        'can.fuel.level': 45.1,
        'can.engine.temperature': 88,
        'can.vehicle.speed': 43,
        'can.axle.weight.2': 5000,
        'can.adblue.level': 20,
        'can.engine.load.level': 45,
        'can.throttle.level': 25,
        'custom.motion_status': 0,
        'escort.lls.value.2': 400,
        'escort.lls.temperature.2': 40,
        'custom.tachograph_odometer': 1000,
      },
    ],
    reply: accepted(3),
  },
  {
    what: 'a record whose sum is wrong says so',
    frame: pack(2, concat(record(1, place).subarray(0, -1), [0])),
    messages: [{ ...where, 'message.checksum.status': false }],
    reply: accepted(2),
  },
  {
    what: 'a record whose sum is wrong, of a tracker that is trusted',
    unit: { settings: { checksum: 'ignore' } },
    frame: pack(3, concat(record(1, place).subarray(0, -1), [0])),
    messages: [where],
    reply: accepted(3),
  },
  {
    what: 'a text, a file and nothing at all in one package',
    frame: pack(4, record(3, ascii('ready')), record(4, hex('ffd8ffe0')), record(0, hex(''))),
    messages: [{ 'message.content': 'ready', timestamp: 1779019198 }],
    reply: accepted(4),
  },
  { what: 'a heartbeat is answered', frame: hex('5bfd005d'), reply: accepted(0xfd) },
  { what: 'a later login is answered with the time', link: 'tcp', frame: hex(`ff23 ${imei}`), ident, reply: timed },
  { what: 'a package without records', frame: hex('5b055d'), reply: accepted(5) },
  {
    what: 'a longer login',
    link: 'tcp',
    frame: hex(`ff24 ${imei} 0102030405060708`),
    ident,
    reply: timed,
  },
  {
    what: 'a line of an old tracker',
    link: 'tcp',
    frame: line(
      'AV,V4,85164,20709,1148,418,-1,0,1,192,0,0,0,0,1,9,112.0,20.1,115958,5441.2294N,02516.7880E,20.0,90.5,170526,0,0,32767,',
    ),
    ident: '85164',
    messages: [
      {
        'record.seqnum': 20709,
        'external.powersource.voltage': 11.48,
        'battery.voltage': 4.18,
        din: 192,
        'position.satellites': 9,
        'position.altitude': 112,
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 37.04,
        'position.direction': 90.5,
      },
    ],
  },
  {
    what: 'a line of another tracker that has no date yet and a wrong sum',
    frame: ascii(
      '$AV,V3,85165,3,1148,418,-1,0,1,193,0,0,0,0,0,0,000023,0000.0000N,00000.0000E,0.0,0.0,060180,0*00\r\n',
    ),
    ident: '85165',
    messages: [
      {
        'record.seqnum': 3,
        'external.powersource.voltage': 11.48,
        'battery.voltage': 4.18,
        din: 193,
        'position.satellites': 0,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'a line about the tracker itself has no record',
    frame: line('AV,V3DI,85165,4,-1,19,0008C56A,000879AC,0C000002,861000000000013,89370000000000000000,'),
  },
  { what: 'a stray line end', frame: ascii('\n') },
]

export default samples
