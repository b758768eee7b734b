import { ascii, concat, hex, le16, toHex } from '../bytes/bytes.ts'
import { crc16Modbus } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '356307042441013'
const imei = `03 ${toHex(ascii(ident))} 04 3200`

const packet = (body: string, kind = 0x01, waiting = 0) => {
  const bytes = hex(body)
  const head = concat([kind], le16(bytes.length | waiting), bytes)
  return concat(head, le16(crc16Modbus(head)))
}
const broken = (frame: Uint8Array) => concat(frame.subarray(0, -1), [frame.at(-1)! ^ 1])
/** A packet is answered with its own CRC. */
const taken = (frame: Uint8Array) => ({ frame, reply: concat([0x02], frame.subarray(-2)) })

/** Call and position of the terminal, then the given part. */
const iridium = (part: string) => {
  const body = hex(
    `01 001c 00000007 ${toHex(ascii(ident))} 00 00000000 6a09adbe 03 000b 00 36 a0f0 19 411c 00000003 ${part}`,
  )
  return concat([0x01], [body.length >> 8, body.length & 0xff], body)
}

// 2026-05-17 11:59:58 UTC; eleven satellites.
const time = '20 bead096a'
const place = '30 0b b5754203 38bd8101'
const position = {
  timestamp: 1779019198,
  'position.valid': true,
  'position.satellites': 11,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
}

const samples: readonly Sample[] = [
  {
    what: 'the head packet says who is there',
    link: 'tcp',
    ...taken(packet(`01 82 02 12 ${imei}`, 0x01, 0x8000)),
    ident,
  },
  {
    what: 'two records: a tag that was there before begins the second',
    ...taken(
      packet(
        `04 3200 10 0501 ${time} ${place} 33 ae01 8403 34 7000 35 09 40 0102 41 7c36 42 a00f 43 f4 45 0100 46 0200 50 b80b
         04 3200 10 0401 ${time} 30 f0 00000000 00000000 33 0000 0000`,
      ),
    ),
    messages: [
      {
        'record.seqnum': 261,
        ...position,
        'position.speed': 43,
        'position.direction': 90,
        'position.altitude': 112,
        'position.hdop': 0.9,
        'custom.status': 0x0201,
        'movement.status': true,
        'battery.low.status': false,
        'gnss.antenna.cut.status': false,
        'engine.ignition.status': true,
        'alarm.mode.status': false,
        'external.powersource.voltage': 13.948,
        'battery.voltage': 4,
        'device.temperature': -12,
        dout: 1,
        'dout.1': true,
        'dout.2': false,
        'dout.3': false,
        'dout.4': false,
        din: 2,
        'din.1': false,
        'din.2': true,
        'din.3': false,
        'din.4': false,
        'ain.1': 3,
      },
      {
        'record.seqnum': 260,
        timestamp: 1779019198,
        'position.valid': false,
        'position.satellites': 0,
        'position.speed': 0,
        'position.direction': 0,
      },
    ],
  },
  {
    what: 'sensors, keys and the bus',
    ...taken(
      packet(
        `${time} 44 01080300 47 01020304 48 0500 58 0900 60 6400 63 c800 15 70 01 14 71 02 80 80 03 ec 80 88 15 8a 16
         90 0d0c0b0a d3 ffffffff a0 07 b0 0100 c0 f1030000 c1 b1 78 802f c2 88641800 c3 01000000 c4 08 d4 87d61200 d5 05
         d6 4100 db 02000000 e2 03000000 ea 02 beef f0 04000000 5a 0a000000 5d 010203 21 e703`,
      ),
    ),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'custom.acceleration_x': 1,
        'custom.acceleration_y': 194,
        'custom.acceleration_z': 0,
        'custom.eco_acceleration': 0.01,
        'custom.eco_braking': 0.02,
        'custom.eco_cornering': 0.03,
        'custom.eco_bump': 0.04,
        'custom.extended_status': 5,
        'custom.rs232_0': 9,
        'escort.lls.value.1': 100,
        'escort.lls.value.4': 200,
        'escort.lls.temperature.4': 21,
        'sensor.temperature.1': 20,
        'sensor.temperature.9': -20,
        'sensor.humidity.9': 50.2,
        'custom.rs232_temperature_0': 21,
        'escort.lls.temperature.1': 22,
        'ibutton.code': '0a0b0c0d',
        'custom.can8bitr15': 7,
        'custom.can16bitr5': 1,
        'can.fuel.consumed': 504.5,
        'can.fuel.level': 70.8,
        'can.engine.coolant.temperature': 80,
        'can.engine.rpm': 1520,
        'can.vehicle.mileage': 7993.0,
        'custom.can_b1': 1,
        'custom.can8bitr0': 8,
        'vehicle.mileage': 1234.567,
        'custom.ibutton_state': 5,
        'custom.can16bitr0': 65,
        'custom.can32bitr0': 2,
        'custom.user_data_0': 3,
        'custom.user_data': 'beef',
        'custom.can32bitr5': 4,
        'custom.refill': 10,
        'custom.dosimeter': '010203',
        'custom.milliseconds': 999,
      },
    ],
  },
  {
    what: 'extended tags: registers of a bus, a beacon, the serving cell; an unknown one ends them',
    ...taken(
      packet(`${time} fe 2200 0100 07000000 2200 08000000 8100 4e3d 8200 1200 8300 f600 8400 0300 8500 c5 ff00 01`),
    ),
    messages: [
      {
        timestamp: 1779019198,
        'custom.modbus_0': 7,
        'custom.bluetooth_1': 8,
        'custom.rssi': -59,
        'gsm.mcc': 246,
        'gsm.mnc': 3,
        'gsm.lac': 18,
        'gsm.cellid': 15694,
        'custom.extended_tags_from_255': '01',
        'position.valid': false,
      },
    ],
  },
  {
    what: 'the answer to a command',
    ...taken(packet(`${imei} e0 07000000 e1 04 ${toHex(ascii('OK 1'))}`)),
    messages: [{ 'custom.command_number': 7, 'message.type': 'command.answer', 'message.content': 'OK 1' }],
  },
  {
    what: 'a position from the network is distinguished from one of the receiver',
    ...taken(packet(`${time} 30 20 b5754203 38bd8101`)),
    messages: [{ ...position, 'position.valid': false, 'position.satellites': 0, 'custom.position_source': 'network' }],
  },
  {
    what: 'a tag newer than our list ends the reading, and what was before it stays',
    ...taken(packet(`${time} ${place} f9 01000000 ec 01 02`)),
    messages: [{ ...position, 'custom.can32bitr14': 1 }],
  },
  { what: 'a piece of a picture is answered and left', ...taken(packet('00 ffd8ffe0', 0x07)) },
  {
    what: 'a compressed packet: position and time in bits, tags before their values',
    ...taken(packet('2cfd2f923f41e6e38200 02 41 43 7c36 f4', 0x08)),
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': true,
        'position.latitude': 54.6871948,
        'position.longitude': 25.2797985,
        'alarm.event': true,
        'alarm.type': 'general',
        'external.powersource.voltage': 13.948,
        'device.temperature': -12,
      },
    ],
  },
  {
    what: 'a packet through Iridium, with the position the satellite saw and the tags of a record',
    frame: iridium(`02 0012 ${time} ${place} 41 7c36`),
    ident,
    messages: [
      {
        'record.seqnum': 7,
        'custom.session_state': 0,
        ...position,
        'position.accuracy': 3000,
        'external.powersource.voltage': 13.948,
      },
    ],
  },
  { what: 'a wrong CRC is not answered, so that the packet comes again', frame: broken(packet(`${time} ${place}`)) },
  {
    what: 'a wrong CRC passes for a unit whose checksum is ignored',
    unit: { settings: { checksum: 'ignore' } },
    ...taken(broken(packet(`${time} ${place}`))),
    messages: [position],
  },
  {
    what: 'a terminal without hardware and firmware in its head packet',
    link: 'tcp',
    ...taken(packet(`${imei} ${time} ${place}`)),
    ident,
    messages: [position],
  },
]

export default samples
