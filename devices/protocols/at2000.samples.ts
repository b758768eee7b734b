import { hex } from '../bytes/bytes.ts'
import type { Message } from '../message.ts'
import type { Sample } from '../sample.ts'

const accepted = hex('0000000100000000000000000000000000000000000000000000000000000000')

/** A record of a long track, a second after the one before it. */
const later = (number: number): Message => ({
  'record.seqnum': number,
  timestamp: 1779019198 + number,
  'position.latitude': -54.6875,
  'position.longitude': -25.28125,
  'position.valid': true,
  'position.altitude': 1,
  'position.speed': 0,
  'position.direction': 180,
  'custom.geofence_event': 1,
  'custom.io_event': 2048,
  'custom.geofence_state': 3,
  'custom.io_state': 1024,
  'custom.adc_1': 246,
  'custom.adc_2': 12,
  'external.powersource.voltage': 12.5,
  'gsm.mcc': 246,
  'gsm.mnc': 2,
  'gsm.cellid': 4660,
  'custom.rssi': 2,
  'custom.profile': 2,
  'custom.battery_code': 5,
  'sensor.temperature.1': -10,
  'position.satellites': 9,
})

const samples: readonly Sample[] = [
  {
    what: 'a login is answered with a request',
    link: 'tcp',
    frame: hex(
      '01012f0000000000000000000000000000383634353034303331393136393135a1a2a3a4a5a6a7a8a9aaabacadaeafb0e3a4900549af40a0726c454d47f28582',
    ),
    ident: '864504031916915',
    reply: hex('000000010000000000000000000000000000000000000000000000000000000088000000000000000000000000000000'),
  },
  {
    what: 'a track of one record',
    frame: hex(
      '893f0000000000000000000000000000842abe6e41feffa0a31c361aa08fbe9d9fe9addaed7d6318942ad78b57394084e48a821be7aee636971a6531c7d859fcd801fd1efe87dbb92b1f661d56e4f681',
    ),
    messages: [
      {
        'record.seqnum': 1,
        timestamp: 1779019198,
        'position.latitude': 54.6875,
        'position.longitude': 25.28125,
        'position.valid': true,
        'position.altitude': 112.5,
        'position.speed': 43.25,
        'position.direction': 90,
        'custom.geofence_event': 1,
        'custom.io_event': 2048,
        'custom.geofence_state': 3,
        'custom.io_state': 1024,
        'custom.adc_1': 246,
        'custom.adc_2': 12,
        'external.powersource.voltage': 12.5,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.cellid': 4660,
        'custom.rssi': 2,
        'custom.profile': 2,
        'custom.battery_code': 5,
        'sensor.temperature.1': -10,
        'position.satellites': 9,
      },
    ],
    reply: accepted,
  },
  {
    what: 'a record without a fix',
    frame: hex(
      '893f0000000000000000000000000000ba7818bbcf39b309c67e8062549708f676e49f406e8116273cc763509eaa3dea2f765d94c40e3206125a6acdb58d2b9f1c100d89a86ea37e4a0f3b3d03ec137e',
    ),
    messages: [
      {
        'record.seqnum': 1,
        timestamp: 1779019199,
        'position.valid': false,
        'position.altitude': 0,
        'position.speed': 0,
        'position.direction': 0,
        'custom.geofence_event': 1,
        'custom.io_event': 2048,
        'custom.geofence_state': 3,
        'custom.io_state': 1024,
        'custom.adc_1': 246,
        'custom.adc_2': 12,
        'external.powersource.voltage': 0,
        'custom.rssi': 2,
        'custom.profile': 2,
        'custom.battery_code': 5,
      },
    ],
    reply: accepted,
  },
  {
    what: 'an empty track',
    frame: hex('89000000000000000000000000000000'),
    reply: accepted,
  },
  {
    what: 'the first piece of a long track',
    frame: hex(
      '893702000000000000000000000000000eb00bf73330c270cd15e8b1b7134217918b124aa9604475c7e375d6106917d2fd001fc788b536315f6b72e9ddd35da2750c475d7098a9906856dd45cae08ecc2df36527c76ec575cb69e54880e4bc385b5776267ddcbbe4d14e0629501f263d7537466584d81a787491f66ea465ea2cc8489d7c3f5b0f29497818df4e748202784173ff5a1233166a82ba1c881cdd78713b82f846e9946d6fc3b95254ef7587dff4f9c7368f9603e6e935e0719303e48bee6b5f41fe378a53a50600f42b9561e791297f0f90caca1e98eb96f7a5a5bf0ddc5b7b6bf2b60cbedc8ceceb715ba078dbb69f065e4df77fc21b094796d10f137d2340de3b7055b92c9eab7554f302c71da2368a4fcc5f854bb714f373c4bd14b13cdd76de3b25ebef3d6e524f5d3ad5af4675aca6820e0de58d26b025d1445812bfb8cb95ed3af4ae1e8b2c3676e83945f35440f4eec226537495f9915c5ea234d2271b97a622ae6b790f0c906a3c38c49ca19716bc9ea9b351d41426c520abe741ddb3e1fc10f89bbc5e374009b64aa9d8b69a22122f347b21469113b2d4485d1a567c93ce969ecd75274c5427975e5b0a6f7210688ec127b7c948b6dd4a592b2b5704ab0c7708717e1204c56adad39f65c17ab7b22de3d03ffcc70b289969c3ac89efc69c0dcc10349e3a4d3171',
    ),
    messages: [later(2), later(3), later(4), later(5), later(6), later(7), later(8)],
    reply: accepted,
  },
  {
    what: 'its end',
    frame: hex(
      'e76163ab98683bd19b85e42c23c58de4a291e362e6911b7ed31caf0d6372390648ff8a1ce964914e30327e00c9a8cfc13982474969b3b9e40084369acf73d3a3c05e4889c7f28438b31fdf85c5653f4a3980a641a60be7c0b9cbd9ee4f9ef759',
    ),
    messages: [later(9), later(10)],
    reply: accepted,
  },
  {
    what: 'the end of the session',
    frame: hex('0c000000000000000000000000000000'),
    reply: accepted,
  },
  {
    what: 'an acknowledgement is not acknowledged',
    frame: hex('0001000000000000000000000000000000000000000000000000000000000000'),
  },
]

export default samples
