import { ascii, concat, hex, le16, le32, toHex } from '../bytes/bytes.ts'
import { sum8 } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

const ident = '861000000000039'
const imei = '27d0262f130f0300'
const epoch = 1_199_145_600
// 2026-05-17 11:59:58 UTC, one turn of the ticks later than they can count.
const moment = 1779019198
const ticks = ((moment - epoch) / 2) % 2 ** 28

const sealed = (bytes: Uint8Array) => concat(bytes, [sum8(bytes)])
const block = (service: number, key: number, ...structures: readonly Uint8Array[]) => {
  const body = concat([service, key], ...structures)
  return concat(le16(body.length), body)
}
const packet = (...blocks: readonly Uint8Array[]) => sealed(concat(hex(imei), ...blocks))
const structure = (kind: number, fields: string, at = ticks) => {
  const body = concat(le32(((at << 4) | kind) >>> 0), hex(fields))
  return concat([body.length], body)
}
const confirmed = (key: string) => sealed(hex(`${imei} 0200 19 ${key}`))

// 25.28125° 54.6875°, 43 km/h, HDOP 1, twelve satellites, course 90, 112 m, 25 m since the last.
const place = '0040ca41 00c05a42 2b 1c 2d 7000 0000c841'
const where = {
  'position.latitude': 54.6875,
  'position.longitude': 25.28125,
  'position.valid': true,
  'position.speed': 43,
  'position.satellites': 12,
  'position.hdop': 1,
  'position.direction': 90,
  'position.altitude': 112,
  'segment.vehicle.mileage': 0.025,
}
const cell = 'f600 01 1627 0701 00 3b'
const cells = { 'gsm.mcc': 246, 'gsm.mnc': 1, 'gsm.lac': 10006, 'gsm.cellid': 263 }
const bus = '4c5a da bb810200 41 8728 15750100 42294603 77'

const samples: readonly Sample[] = [
  { what: 'a greeting is not answered', link: 'tcp', frame: ascii('#BCE#\r\n') },
  {
    what: 'stored structures are confirmed: a position, inputs, a cell, and an event',
    frame: packet(block(0xa5, 0x82, structure(7, `0b40 ${place} f880 a32f ${cell}`), structure(6, '6f07 43435230'))),
    ident,
    messages: [
      { ...where, din: 0x80f8, 'custom.adc_2': 12195, ...cells, timestamp: moment },
      { 'custom.event': '6f07', 'position.valid': false, timestamp: moment },
    ],
    reply: confirmed('02'),
  },
  {
    what: 'values of the bus and of thermometers, after four masks; a structure without a position',
    frame: packet(
      block(
        0xa5,
        0x19,
        structure(
          7,
          `0ac0 ff80 4080 0501 f880 a32f ${cell} ${bus} 0000000000000000 00000000 00000000
           de0b 7a3fdb0a00000000 ca0a 4ee5dc0a00000000 00000000000000000000 00000000000000000000`,
        ),
      ),
    ),
    ident,
    messages: [
      {
        'position.valid': false,
        din: 0x80f8,
        'custom.adc_2': 12195,
        ...cells,
        'can.vehicle.speed': 90.3,
        'can.throttle.pedal.level': 87.2,
        'can.fuel.consumed': 82141.5,
        'custom.fuel_level': 65,
        'can.engine.rpm': 1296.88,
        'can.engine.motorhours': 4775.45,
        'can.vehicle.mileage': 274648.65,
        'can.engine.coolant.temperature': 79,
        'sensor.temperature.1': 30.8,
        'custom.sensor_1': '7a3fdb0a00000000',
        'sensor.temperature.2': 3.2,
        'custom.sensor_2': '4ee5dc0a00000000',
        timestamp: moment,
      },
    ],
    reply: confirmed('19'),
  },
  {
    what: 'an undocumented field is kept as it is',
    frame: packet(
      block(
        0xa5,
        0x01,
        structure(7, `0344 ${place} f880 01020304 ${cell}`),
        structure(7, `0340 ${place} f880 ${cell}`),
      ),
    ),
    ident,
    messages: [
      { ...where, din: 0x80f8, 'custom.mask_1_10': '01020304', ...cells, timestamp: moment },
      { ...where, din: 0x80f8, ...cells, timestamp: moment },
    ],
    reply: confirmed('01'),
  },
  {
    what: 'a driver, fuel probes, forces, cards, engine load and the mileage',
    frame: packet(
      block(
        0xa5,
        0x02,
        structure(
          7,
          `0280 0082 c082 4006 d102  32  393000 0000000000 1e0b  9001 15 f401 fb  0a 14 1e
           ${toHex(ascii('D123456789012345'))} ${toHex(ascii('D223456789012345'))} 40420f00`,
        ),
      ),
    ),
    ident,
    messages: [
      {
        'position.valid': false,
        din: 0x02d1,
        'can.engine.load.level': 50,
        'sensor.temperature.1': 11.6,
        'escort.lls.value.1': 400,
        'escort.lls.temperature.1': 21,
        'escort.lls.value.2': 500,
        'escort.lls.temperature.2': -5,
        'custom.max_acceleration': 0.2,
        'custom.max_braking': 0.4,
        'custom.max_cornering': 0.6,
        'driver.id': 'D123456789012345',
        'custom.driver_2_id': 'D223456789012345',
        'vehicle.mileage': 1000,
        timestamp: moment,
      },
    ],
    reply: confirmed('02'),
  },
  {
    what: 'structures sent by time are not answered, those after them in the same packet are',
    frame: packet(block(0xa0, 0, structure(7, '0200 d102')), block(0xa5, 0x83, structure(7, '0200 d102'))),
    ident,
    messages: [
      { 'position.valid': false, din: 0x02d1, timestamp: moment },
      { 'position.valid': false, din: 0x02d1, timestamp: moment },
    ],
    reply: confirmed('03'),
  },
  { what: 'a block of another service is left', frame: packet(block(0xc1, 0x0b, hex('ff'))), ident },
  {
    what: 'a tracker that begins without a greeting, with ticks from before the turn',
    link: 'tcp',
    frame: packet(block(0xa5, 0x80, structure(7, '0200 d102', 194733830))),
    ident,
    messages: [{ 'position.valid': false, din: 0x02d1, timestamp: 1588613260 }],
    reply: confirmed('00'),
  },
]

export default samples
