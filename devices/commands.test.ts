/** What is sent for each command and how its answer is recognised, protocol by protocol. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ascii, hex, latin1, toHex } from './bytes/bytes.ts'
import {
  answersIn,
  type Command,
  type CommandAnswer,
  decoderByName,
  type KnownUnit,
  type ProtocolName,
} from './index.ts'
import { receivedAt } from './sample.ts'

const imei = '356307042441013'
const server = { kind: 'server', host: 'track.example.com', port: 5027 } as const
const at = new Date('2026-05-17T09:08:07Z')

/** What each tracker sends first, so that commands can be addressed to it. */
const openers: Partial<Record<ProtocolName, Uint8Array>> = {
  h02: ascii('*HQ,4106012736,V1,224434,A,1827.3855,N,06705.7577,W,000.00,000,100715,FBFFFFFF#'),
  gps103: ascii(`##,imei:${imei},A;`),
  tk103: ascii('(000012345678BP00HSO)'),
  watch: ascii('[3G*8800000021*0002*LK]'),
  jt808: hex('7e 0002 0000 013800138000 0007 af 7e'),
  meitrack: ascii(`$$A28,${imei},AAC,1*9F\r\n`),
  eseal: ascii('##S,eSeal,2000431,100,3.1.0,Startup OK,1,120,60,E##\r\n'),
}

const stateOf = (name: ProtocolName): unknown => {
  const decoder = decoderByName(name)!
  const fresh = decoder.start('tcp')
  const opener = openers[name]
  return (opener && decoder.decode(opener, fresh, receivedAt, { settings: { checksum: 'ignore' } }).state) ?? fresh
}

type Row = readonly [protocol: ProtocolName, command: Command, sent: string, unit?: KnownUnit]

/** Text as it is, binary as hex. */
const rows: readonly Row[] = [
  ['teltonika', { kind: 'position' }, '000000000000000e0c010500000006676574677073010000ccd7'],
  ['gl200', { kind: 'position' }, 'AT+GTRTO=gv300,1,,,,,,FFFF$', { model: 'GV300' }],
  ['gl200', { kind: 'reboot' }, 'AT+GTRTO=secret,3,,,,,,FFFF$', { model: 'GV300', password: 'secret' }],
  ['h02', { kind: 'engine.stop', at }, '*HQ,4106012736,S20,090807,1,1#'],
  ['h02', { kind: 'engine.resume', at }, '*HQ,4106012736,S20,090807,1,0#'],
  ['h02', { kind: 'interval', seconds: 60, at }, '*HQ,4106012736,S71,090807,22,60#'],
  ['h02', { kind: 'reboot', at }, '*HQ,4106012736,R1,090807#'],
  ['h02', { kind: 'position', at }, '*HQ,4106012736,D1,090807,1,1#'],
  ['h02', { kind: 'text', text: 'SCF,090807,0,0', at }, '*HQ,4106012736,SCF,090807,0,0#'],
  ['gps103', { kind: 'interval', seconds: 30 }, `**,imei:${imei},C,30s;`],
  ['gps103', { kind: 'interval', seconds: 601 }, `**,imei:${imei},C,11m;`],
  ['gps103', { kind: 'interval', seconds: 86_400 }, `**,imei:${imei},C,24h;`],
  ['tk103', { kind: 'reboot' }, '(000012345678AT00)'],
  ['watch', { kind: 'interval', seconds: 600 }, '[3G*8800000021*000A*UPLOAD,600]'],
  ['watch', server, '[3G*8800000021*0019*IP,track.example.com,5027]'],
  // The example in the maker's support article: gsminfo with the password "summer".
  ['ruptela', { kind: 'text', text: 'gsminfo' }, '000f6c73756d6d65722067736d696e666fe76d', { password: 'summer' }],
  ['jt808', { kind: 'position', id: 258 }, '7e8201000001380013800001022a7e'],
  ['jt808', { kind: 'interval', seconds: 30, id: 5 }, '7e8103000a01380013800000050100000029040000001e157e'],
  ['xexun', { kind: 'engine.stop' }, 'powercar123456 11'],
  ['xexun', { kind: 'engine.resume' }, 'powercar4321 00', { password: '4321' }],
  ['meitrack', { kind: 'interval', seconds: 60 }, `@@A27,${imei},A12,6*AD\r\n`],
  // As in the maker's manual for the MT-01.
  ['maestro', { kind: 'engine.stop' }, 'SG551,0'],
  ['maestro', { kind: 'text', text: 'SG533' }, 'SG533'],
  ['adm', { kind: 'text', text: 'OUT 1' }, 'OUT 1\r\n'],
  ['cityeasy', { kind: 'position' }, '5353000e00040000000b2d520d0a'],
  ['cityeasy', { kind: 'interval', seconds: 60 }, '535300100005003c0000000b95a00d0a'],
  ['eseal', { kind: 'text', text: 'RC-Unlock' }, '##S,eSeal,2000431,100,3.1.0,RC-Unlock,E##\r\n'],
  ['granit', { kind: 'reboot' }, 'BB+RESET*7E\r\n'],
  ['noran', { kind: 'engine.stop' }, `\r\n*KW\0D\0\x02${'\0'.repeat(7)}*KW,000,007,000000,0#${'\0'.repeat(29)}\r\n`],
  ['jt600', { kind: 'engine.stop' }, '(S07,0)'],
  ['jt600', { kind: 'text', text: 'P22,1' }, '(P22,1)'],
  ['huasheng', { kind: 'interval', seconds: 192, id: 7 }, 'c000000012aa040000000000070002000600dbdcc0'],
  ['huasheng', { kind: 'engine.stop' }, 'c00000000daa1600000000000101c0'],
  ['intellitrac', { kind: 'text', text: '$ST+TEST=0000' }, '$ST+TEST=0000\r\n'],
]

describe('commands', () => {
  for (const [name, command, sent, unit] of rows) {
    test(`${name} says ${command.kind}${unit?.password ? ' with the password of its unit' : ''}: ${sent.trim()}`, () => {
      const bytes = decoderByName(name)!.encode!(command, stateOf(name), unit)!
      assert.equal(/^[0-9a-f]+$/.test(sent) ? toHex(bytes) : latin1(bytes), sent)
    })
  }

  const wordsIn = (name: ProtocolName, command: Command, unit?: KnownUnit) =>
    latin1(decoderByName(name)!.encode!(command, stateOf(name), unit) ?? new Uint8Array())

  test('Teltonika sets interval and server by parameter number, but not on an old model', () => {
    assert.match(wordsIn('teltonika', { kind: 'interval', seconds: 45 }), /setparam 10050:45;10055:45/)
    assert.match(wordsIn('teltonika', server, { model: 'FMB920' }), /setparam 2004:track.example.com;2005:5027/)
    for (const model of ['FM1100', 'GH5200']) assert.equal(wordsIn('teltonika', server, { model }), '')
  })

  test('GT06 sets a server by name or by address', () => {
    assert.match(wordsIn('gt06', server), /SERVER,1,track.example.com,5027,0#/)
    assert.match(wordsIn('gt06', { ...server, host: '192.0.2.7' }), /SERVER,0,192.0.2.7,5027,0#/)
    assert.match(wordsIn('gt06', { kind: 'interval', seconds: 20 }), /TIMER,20,20#/)
  })

  test('JT/T 808 sets the server in one parameter since 2019, in two before', () => {
    const host = '\0\0\0\x13\x11track.example.com'
    assert.ok(wordsIn('jt808', server).includes(`${host}\0\0\0\x18\x04\0\0\x13\xa3`))
    const decoder = decoderByName('jt808')!
    const opener = hex('7e 0002 4000 01 00000000013800138000 0007 00 7e')
    const { state } = decoder.decode(opener, decoder.start('tcp'), receivedAt, { settings: { checksum: 'ignore' } })
    assert.ok(latin1(decoder.encode!(server, state)!).includes('\0\0\0\x13\x16track.example.com:5027'))
  })

  test('characters that a protocol cannot encode, and texts that are too long, are not sent', () => {
    assert.equal(wordsIn('jt808', { kind: 'text', text: 'żółw' }), '')
    assert.equal(wordsIn('jt808', { kind: 'text', text: 'x'.repeat(1023) }), '')
    assert.equal(wordsIn('ruptela', { kind: 'text', text: 'x'.repeat(161) }), '')
    assert.equal(wordsIn('gt06', { kind: 'text', text: 'x'.repeat(300) }), '')
  })

  test('nothing is sent to a Teltonika over UDP, because its maker describes commands over TCP only', () => {
    const decoder = decoderByName('teltonika')!
    assert.equal(decoder.encode!({ kind: 'position' }, decoder.start('udp')), undefined)
  })
})

type Heard = readonly [protocol: ProtocolName, what: string, frame: Uint8Array, answers: readonly CommandAnswer[]]

const heard: readonly Heard[] = [
  [
    'teltonika',
    'codec 12',
    hex(
      '00000000000000370C01060000002F4449313A31204449323A30204449333A302041494E313A302041494E323A313639323420444F313A3020444F323A3101000066E3',
    ),
    [{ text: 'DI1:1 DI2:0 DI3:0 AIN1:0 AIN2:16924 DO1:0 DO2:1' }],
  ],
  [
    'gt06',
    'packet 15 with the number',
    hex('7878 12 15 0a 00000007 4f4b2144454d 0002 0001 0000 0d0a'),
    [{ id: 7, text: 'OK!DEM' }],
  ],
  ['gt06', 'packet 21 with the number', hex('7979 000b 21 00000102 01 4f4b 0001 0000 0d0a'), [{ id: 258, text: 'OK' }]],
  ['gt06', 'packet 21 without one', hex('7979 000b 21 00000000 01 4f4b 0001 0000 0d0a'), [{ text: 'OK' }]],
  ['jt808', 'done', hex('7e 0001 0005 013800138000 0009 0102 8105 00 25 7e'), [{ id: 258, text: 'done' }]],
  [
    'jt808',
    'not supported',
    hex('7e 0001 0005 013800138000 0009 0102 8105 03 26 7e'),
    [{ id: 258, text: 'not supported', isRefusal: true }],
  ],
  [
    'gps103',
    'the engine is cut',
    ascii(`imei:${imei},jt,0809231429,13554900601,F,062947.294,A,2234.4026,N,11354.3277,E,0.00,;`),
    [{ text: 'jt' }],
  ],
  ['wialon', 'received', ascii('#AM#1\r\n'), [{ text: 'received' }]],
  ['wialon', 'refused', ascii('#AM#0\r\n'), [{ text: 'refused with 0', isRefusal: true }]],
  ['watch', 'its word', ascii('[3G*8800000021*0005*RESET]'), [{ text: 'RESET' }]],
  ['watch', 'a keep-alive is none', ascii('[3G*8800000021*0002*LK]'), []],
  ['meitrack', 'OK', ascii(`$$D28,${imei},C01,OK*00\r\n`), [{ text: 'C01,OK' }]],
  ['maestro', 'GPS and network', ascii(`@${imei},533,GPS:1,BE:1,SC:0,FC:0!`), [{ text: '533,GPS:1,BE:1,SC:0,FC:0' }]],
  ['suntech', 'Res', ascii('ST300CMD;Res;100850000;010;Reboot\r'), [{ text: '010;Reboot' }]],
  [
    'h02',
    'V4',
    ascii('*HQ,4106012736,V4,S20,DONE,090807,090809,A,1827.3855,N,06705.7577,W,000.00,000,170526,FBFFFFFF#'),
    [{ text: 'S20,DONE' }],
  ],
  ['eseal', 'its word', ascii('##S,eSeal,2000431,100,3.1.0,RC-Unlock ACK,,E##\r\n'), [{ text: 'RC-Unlock ACK' }]],
  ['jt600', 'in parentheses', ascii('(3301210003,S07,1)'), [{ text: 'S07,1' }]],
  ['intellitrac', 'OK', ascii('$OK:TRACKING\r\n'), [{ text: '$OK:TRACKING', isRefusal: false }]],
  ['intellitrac', 'ERR', ascii('$ERR:7\r\n'), [{ text: '$ERR:7', isRefusal: true }]],
]

describe('answers to commands', () => {
  for (const [name, what, frame, answers] of heard) {
    test(`${name}: ${what}`, () => {
      const decoder = decoderByName(name)!
      const unit = { settings: { checksum: 'ignore' } }
      assert.deepEqual(answersIn(decoder.decode(frame, decoder.start('tcp'), receivedAt, unit)), answers)
    })
  }
})
