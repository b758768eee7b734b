/**
 * TT8850, in text over TCP: the reports of Queclink after a head of their own.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   00 04,<mask>,<0 live, 1 from memory>,GT<type>,[version],<imei>,<name>,…as in gl200…,<sent yyyymmddhhmmss>,<count>$
 *
 * No replies.
 */
import { checkedLength, latin1 } from '../bytes/bytes.ts'
import { integer } from '../bytes/text.ts'
import { digits, hexDigits, opening } from '../families/opening.ts'
import type { Message } from '../message.ts'
import { defineDecoder, ProtocolError } from '../protocol.ts'
import { splitReport } from './gl200/report.ts'
import { readReport } from './gl200/reports.ts'

const frameBytesMax = 1024
const dollar = 0x24
/** Its first firmware left the version out. */
const oldestVersion = '020000'

export default defineDecoder({
  frameBytesMax,
  recognise: opening('\u0000\u0004,', hexDigits(4), ',', digits(1), ',GT'),

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    const size = buffer.indexOf(dollar) + 1
    checkedLength(size === 0 ? buffer.length : size, frameBytesMax)
    return size
  },

  decode(frame) {
    const text = latin1(frame)
      .replace(/[$\s]+$/, '')
      .trimStart()
    if (text === '') return {}
    const [, , memory, type, version, ...fields] = text.split(',')
    if (!type?.startsWith('GT')) throw new ProtocolError('not a report')
    const head = memory === '1' ? '+BUFF' : '+RESP'
    const report = splitReport([`${head}:${type}`, version || oldestVersion, ...fields].join(','))
    const level = batteryOf(report.fields[report.to - 1])
    return { ident: report.ident, messages: readReport(report).map((message) => ({ ...message, ...level })) }
  },
})

/** The last field before the time of sending, in all reports. */
const batteryOf = (text: string | undefined): Message => {
  const level = integer(text)
  return level !== undefined && level >= 0 && level <= 100 ? { 'battery.level': level } : {}
}
