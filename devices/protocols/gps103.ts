/**
 * GPS103 of Coban (TK102, TK103, GPS103, GPS303 and their copies), in text.
 * Sources: "GPRS data protocol" for GPS102/103/104 and "GPRS PROTOCOL" (2014-12-12), Shenzhen Coban Electronics.
 *
 *   login        ##,imei:<imei>,A;                     → LOAD
 *   heartbeat    <imei>;                               → ON
 *   report       imei:<imei>,<keyword>,<fields>;       → **,imei:<imei>,E; to an SOS call, else nothing
 *
 * A frame ends with a semicolon, with firmware of others also with a star or a line end. There is no checksum, no
 * refusal and no negative answer. Reports carry the local time and mostly UTC as well; their difference is kept for
 * the reports without. Not supported: photos, which come in pieces under the keywords vt and vr.
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { checkedIdent, isDigits } from '../bytes/text.ts'
import { finish } from '../message.ts'
import { type Command, type Decoded, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { type Report, readObd, readReport } from './gps103/report.ts'

interface State {
  readonly ident?: string
  /** Local time minus UTC. */
  readonly offsetSeconds: number
}

const frameBytesMax = 2048
const login = '##,imei:'
const beginnings = [login, 'imei:']
const ends = new Set([0x3b, 0x2a, 0x0d, 0x0a])

export default defineDecoder<State>({
  frameBytesMax,
  start: () => ({ offsetSeconds: 0 }),

  recognise(bytes) {
    const start = latin1(bytes.subarray(0, 16))
    if (start.startsWith('imei:')) return recogniseReport(latin1(bytes.subarray(5, 21)))
    if (start.startsWith(login)) return 'yes'
    return beginnings.some((beginning) => beginning.startsWith(start)) ? 'more' : recogniseHeartbeat(start)
  },

  frame(buffer) {
    for (let at = 0; at < buffer.length && at < frameBytesMax; at++) if (ends.has(buffer[at]!)) return at + 1
    return checkedLength(buffer.length, frameBytesMax - 1) && 0
  },

  decode(frame, state) {
    let size = frame.length
    while (size > 0 && (ends.has(frame[size - 1]!) || frame[size - 1] === 0x20)) size--
    return size === 0 ? {} : readLine(latin1(frame.subarray(0, size)), state)
  },

  /** It says that it has cut or restored the engine (jt, kt); other commands it answers with its next report. */
  commands: { position: 'none', interval: 'none', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'none' },

  encode(command, { ident }) {
    const text = commandText(command)
    return text === undefined || ident === undefined ? undefined : ascii(`**,imei:${ident},${text};`)
  },
})

/** A Sanav begins as a report does and names a sentence after the IMEI: `imei:…rmc:`. */
function recogniseReport(text: string): Recognition {
  const behind = text.search(/\D/)
  if (behind < 0) return text.length < 16 ? 'more' : 'yes'
  return text[behind] === 'r' ? 'no' : 'yes'
}

/** An IMEI and a semicolon, or a report without one between, from a tracker whose connection broke off before. */
function recogniseHeartbeat(start: string): Recognition {
  const digits = start.slice(0, 15)
  if (!isDigits(digits)) return 'no'
  if (start.length < 16) return 'more'
  return start[15] === ';' || start[15] === 'i' ? 'yes' : 'no'
}

function readLine(line: string, state: State): Decoded<State> {
  if (isDigits(line)) return { ...identified(line, state), reply: ascii('ON') }
  // A heartbeat may come before a report without anything between them.
  const at = line.indexOf('imei:')
  if (at < 0) throw new ProtocolError('neither a heartbeat nor a report')
  const fields = line.slice(at + 5).split(',')
  const keyword = fields[1] ?? ''
  if (line[0] === '#') return { ...identified(fields[0]!, state), ...(keyword === 'A' ? { reply: ascii('LOAD') } : {}) }
  const report = keyword === 'OBD' ? readObd(fields, state.offsetSeconds) : readReport(fields, state.offsetSeconds)
  const message = report && finish(report.into)
  return {
    ...identified(fields[0]!, state, report),
    ...(message ? { messages: [message] } : {}),
    ...(keyword === 'jt' || keyword === 'kt' ? { answers: [{ text: keyword }] } : {}),
    ...(keyword === 'help me' ? { reply: ascii(`**,imei:${fields[0]},E;`) } : {}),
  }
}

function identified(imei: string, state: State, report?: Report): { ident: string; state?: State } {
  const ident = checkedIdent(imei)
  const offsetSeconds = report?.offsetSeconds ?? state.offsetSeconds
  if (ident === state.ident && offsetSeconds === state.offsetSeconds) return { ident }
  return { ident, state: { ident, offsetSeconds } }
}

/** Two digits and a unit; what does not fit is rounded up to the next larger unit. */
function interval(seconds: number): string {
  const [value, unit] = seconds < 100 ? [seconds, 's'] : seconds < 6000 ? [seconds / 60, 'm'] : [seconds / 3600, 'h']
  return `${String(Math.min(Math.ceil(Number(value)), 99)).padStart(2, '0')}${unit}`
}

function commandText(command: Command): string | undefined {
  switch (command.kind) {
    case 'text':
      return command.text
    case 'engine.stop':
      return 'J'
    case 'engine.resume':
      return 'K'
    case 'position':
      return 'B'
    case 'interval':
      return `C,${interval(command.seconds ?? 0)}`
    default:
      return undefined
  }
}
