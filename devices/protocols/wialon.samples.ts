import { ascii, concat } from '../bytes/bytes.ts'
import { crc16Arc } from '../bytes/checksum.ts'
import type { Sample } from '../sample.ts'

/** A line of version 2, with its checksum. */
const checked = (type: string, body: string) =>
  ascii(`#${type}#${body}${crc16Arc(ascii(body)).toString(16).toUpperCase()}\r\n`)
const line = (text: string) => ascii(`${text}\r\n`)

const place = '170526;115958;5441.22942;N;02516.788;E;43;90;112;9'
const position = {
  timestamp: 1779019198,
  'position.latitude': 54.687157,
  'position.longitude': 25.2798,
  'position.speed': 43,
  'position.direction': 90,
  'position.altitude': 112,
  'position.satellites': 9,
}

const samples: readonly Sample[] = [
  {
    what: 'a login of version 1 with a password',
    link: 'tcp',
    frame: line('#L#356307042441013;secret'),
    ident: '356307042441013',
    password: 'secret',
    reply: line('#AL#1'),
    refusal: line('#AL#0'),
  },
  { what: 'a ping is answered', frame: line('#P#'), reply: line('#AP#') },
  {
    what: 'a short record',
    frame: line(`#SD#${place}`),
    messages: [position],
    reply: line('#ASD#1'),
    nack: line('#ASD#-1'),
  },
  {
    what: 'a record with inputs, outputs, analogue inputs, a key and parameters',
    frame: line(`#D#${place};0.9;5;2;14.77,0.02,3.6;AB45DF01145;fuel:2:45.8,hw:3:V4.5,count1:1:564,SOS:1:1`),
    messages: [
      {
        ...position,
        'position.hdop': 0.9,
        din: 5,
        dout: 2,
        'ain.1': 14.77,
        'ain.2': 0.02,
        'ain.3': 3.6,
        'ibutton.code': 'AB45DF01145',
        'custom.fuel': 45.8,
        'custom.hw': 'V4.5',
        'custom.count1': 564,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: line('#AD#1'),
    nack: line('#AD#-1'),
  },
  {
    what: 'a record without position and time, with its cells',
    frame: line(
      '#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;mcc1:1:246,mnc1:1:01,lac1:1:3000,cell_id1:1:10001,mcc2:1:246,motion:3:false',
    ),
    messages: [
      {
        'position.valid': false,
        'custom.motion': false,
        'gsm.mcc': 246,
        'gsm.mnc': 1,
        'gsm.lac': 3000,
        'gsm.cellid': 10001,
        'custom.mcc2': 246,
      },
    ],
    reply: line('#AD#1'),
    nack: line('#AD#-1'),
  },
  {
    what: 'names with one meaning for all senders, and an analogue reading that is no voltage',
    frame: line(`#D#${place};NA;NA;NA;-2.5,4;NA;accuracy:2:12.5,bat:1:87,temp:1:-4,BAT:3:low`),
    messages: [
      {
        ...position,
        'custom.adc_1': -2.5,
        'ain.2': 4,
        'position.accuracy': 12.5,
        'battery.level': 87,
        'device.temperature': -4,
        'custom.bat': 'low',
      },
    ],
    reply: line('#AD#1'),
    nack: line('#AD#-1'),
  },
  {
    what: 'the black box, of which a broken record is not counted',
    frame: line(`#B#${place}|170526;115959;NA;NA;NA;NA;0;;NA;0|170526;115959;1`),
    messages: [
      { ...position, 'message.buffered.status': true },
      {
        timestamp: 1779019199,
        'position.valid': false,
        'position.speed': 0,
        'position.satellites': 0,
        'message.buffered.status': true,
      },
    ],
    reply: line('#AB#2'),
    nack: line('#AB#0'),
  },
  {
    what: 'a text of the driver, in any script',
    frame: line('#M#Заканчиваю смену'),
    messages: [{ 'driver.message': 'Заканчиваю смену', 'message.content': 'Заканчиваю смену' }],
    reply: line('#AM#1'),
    nack: line('#AM#0'),
  },
  { what: 'a record with too few fields', frame: line('#D#170526;115958;NA'), reply: line('#AD#-1') },
  {
    what: 'a record with an impossible time',
    frame: line(`#D#${place.replace('115958', '256060')}`),
    reply: line('#AD#0'),
  },
  { what: 'a record with a wrong position', frame: line(`#SD#${place.replace('5441', 'x')}`), reply: line('#ASD#10') },
  { what: 'a record with a wrong speed', frame: line(`#SD#${place.replace('43', 'fast')}`), reply: line('#ASD#11') },
  { what: 'a record with wrong satellites', frame: line(`#D#${place};x`), reply: line('#AD#12') },
  { what: 'a record with wrong inputs', frame: line(`#D#${place};1;x`), reply: line('#AD#13') },
  { what: 'a record with a wrong analogue input', frame: line(`#D#${place};1;1;1;4,x`), reply: line('#AD#14') },
  {
    what: 'a block of a photo is not received',
    frame: concat(line('#I#4;0;9;170526;115958;cab.jpg'), [0xff, 0xd8, 0x0a, 0x23]),
    reply: line('#AI#0;0'),
  },
  {
    what: 'an announced tachograph file is not received',
    frame: line('#IT#170526;115958;7;42;9'),
    reply: line('#AIT#0'),
  },
  {
    what: 'a block of a tachograph file is not received',
    frame: concat(line('#T#42;2;3'), [10, 10]),
    reply: line('#AT#3;0'),
  },
  { what: 'a line of a type to come gives nothing', frame: line('#ZZ#1') },
  {
    what: 'a login of version 2 with a checksum and no password',
    link: 'tcp',
    frame: checked('L', '2.0;356307042441013;NA;'),
    ident: '356307042441013',
    password: '',
    reply: line('#AL#1'),
    refusal: line('#AL#0'),
  },
  {
    what: 'a record of version 2',
    frame: checked('D', `${place};0.9;NA;NA;;NA;name with blanks:3:x y;`),
    messages: [{ ...position, 'position.hdop': 0.9, 'custom.name_with_blanks': 'x y' }],
    reply: line('#AD#1'),
    nack: line('#AD#-1'),
  },
  { what: 'a record with a wrong checksum', frame: line(`#D#${place};0.9;NA;NA;;NA;;0001`), reply: line('#AD#16') },
  { what: 'a short record with a wrong checksum', frame: line(`#SD#${place};0001`), reply: line('#ASD#13') },
  {
    what: 'a wrong checksum passes for a unit whose checksum is ignored',
    unit: { settings: { checksum: 'ignore' } },
    frame: line(`#SD#${place};0001`),
    messages: [position],
    reply: line('#ASD#1'),
    nack: line('#ASD#-1'),
  },
  {
    what: 'the black box of version 2',
    frame: checked('B', `${place}|${place}|`),
    messages: [
      { ...position, 'message.buffered.status': true },
      { ...position, 'message.buffered.status': true },
    ],
    reply: line('#AB#2'),
    nack: line('#AB#0'),
  },
  { what: 'the black box with a wrong checksum', frame: line(`#B#${place}|0001`), reply: line('#AB#') },
  {
    what: 'a text of version 2',
    frame: checked('M', 'on my way;'),
    messages: [{ 'driver.message': 'on my way', 'message.content': 'on my way' }],
    reply: line('#AM#1'),
    nack: line('#AM#0'),
  },
  { what: 'a text with a wrong checksum', frame: line('#M#on my way;0001'), reply: line('#AM#01') },
  { what: 'a stray line end is skipped', frame: ascii('\n') },
  {
    what: 'a login with a wrong checksum',
    link: 'tcp',
    frame: line('#L#2.0;356307042441013;NA;0001'),
    reply: line('#AL#10'),
  },
  {
    what: 'a datagram says who it is from',
    link: 'udp',
    frame: concat(ascii('2.0;356307042441013'), checked('SD', `${place};`)),
    ident: '356307042441013',
    messages: [position],
    reply: line('#ASD#1'),
    nack: line('#ASD#-1'),
  },
]

export default samples
