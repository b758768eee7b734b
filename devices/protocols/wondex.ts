/**
 * Wondex and TK5000 (VT300, VT10, TT5000), in text over TCP and UDP.
 * Source: recorded traffic and public implementations; we have no document from the maker (docs/protocols.md).
 *
 *   <id>,yyyymmddhhmmss,longitude,latitude,km/h,course,metres,satellites,event[,3.90V][,km],inputs,analogue 1,analogue 2,outputs\r\n
 *   D0D7, u16, u32le id          heartbeat → itself
 *   $OK:…  $ERR:…  $MSG:…        answers to $WP+<command>=<password>
 */
import { ascii, reader, u32le } from '../bytes/bytes.ts'
import { checkedIdent, decimal, isDigits } from '../bytes/text.ts'
import { putFields } from '../families/fields.ts'
import { defineLines, told } from '../families/lines.ts'
import { lonLatOf, lonLatSize, putLonLat } from '../families/lonlat.ts'
import { opening } from '../families/opening.ts'
import { type Draft, draft, put } from '../message.ts'
import { type Command, defineDecoder } from '../protocol.ts'

const lines = defineLines({
  opening: opening('\u00d0\u00d7'),

  read({ text }) {
    const into = draft()
    const answer = /^\$(OK|ERR|MSG):/.exec(text)
    if (answer) {
      put(into, 'message.type', answer[1] === 'ERR' ? 'command.refused' : 'command.answer')
      put(into, 'message.content', text)
      return told(undefined, into)
    }
    const [ident = '', ...fields] = text.replace(/^\D{1,8}/, '').split(',')
    if (!isDigits(ident) || fields.length < lonLatSize) return {}
    putStates(into, putLonLat(into, fields))
    return told(checkedIdent(ident), into)
  },

  commands: { position: 'plain', reboot: 'plain', text: 'plain' },

  encode(command, _state, unit) {
    const order = orderOf(command, unit?.password ?? '0000')
    return order ? ascii(`${order}\r\n`) : undefined
  },
})

function orderOf({ kind, text }: Command, password: string): string | undefined {
  if (kind === 'position') return `$WP+GETLOCATION=${password}`
  if (kind === 'reboot') return `$WP+REBOOT=${password}`
  return kind === 'text' ? text : undefined
}

const heartbeat = 0xd0
const heartbeatBytes = 8

export default defineDecoder({
  ...lines,
  recognise: (bytes, link) => (bytes[0] === heartbeat ? lines.recognise(bytes, link) : lonLatOf('wondex')(bytes, link)),
  frame(buffer, state) {
    if (buffer[0] !== heartbeat) return lines.frame(buffer, state)
    return buffer.length < heartbeatBytes ? 0 : heartbeatBytes
  },
  decode(frame, ...rest) {
    if (frame[0] !== heartbeat) return lines.decode(frame, ...rest)
    return { ident: String(u32le(reader(frame, 4))), reply: frame.slice() }
  },
})

/** The voltage and the mileage may be missing; they are known by their letter and their point. */
function putStates(into: Draft, fields: readonly string[]): void {
  let at = 0
  if (fields[at]?.endsWith('V')) put(into, 'battery.voltage', decimal(fields[at++]!.slice(0, -1)))
  if (fields[at]?.includes('.')) put(into, 'vehicle.mileage', decimal(fields[at++]))
  putFields(into, fields.slice(at), ['din', 'ain.1', 'ain.2', 'dout'])
}
