/**
 * Jointech: JT600 and its family, and the locks JT701 and JT704, over TCP.
 * Sources: Jointech's own parser of the JT701 for the long packets, P45 and WLNET; for the rest recorded traffic and public
 * implementations (docs/protocols.md).
 *
 *   $ id (5 BCD), kind, u16 length, records of 27 bytes, number        an id below 7000000000
 *   $ id (5 BCD), version, kind, u16 length, a record, number          the others
 *                 the lower half of the kind: 1 live, 2 alarm, 3 from memory
 *                 when the state asks for it → (P35), from version 19 on → (P69,0,<number>)
 *   (id,W01,…) (id,U01,…) to U03 → (S39)   (id,U06,…) an alarm → (S20)
 *   (id,P45,…) the lock was used → (P69,0,<number>)   (id,P22) asks for the time → (P22,ddmmyyhhmmss)   (id,P52,2,n) → the same
 *   (id,1,n,WLNET,5,2,<binary>) a sensor that the tracker detects → (P69,0,<number>)
 *   (id,@JT) (id,U04) heartbeats; others answer commands, which are (<words>)
 */
import { ascii, checkedLength, latin1 } from '../bytes/bytes.ts'
import { isLong, opensJointech } from '../families/jointech.ts'
import { anyOf, digits, except, opening } from '../families/opening.ts'
import { type Command, type Decoded, defineDecoder, ProtocolError } from '../protocol.ts'
import { readBinary } from './jt600/binary.ts'
import { readSensor } from './jt600/sensor.ts'
import { readText } from './jt600/text.ts'

const frameBytesMax = 2048
const dollar = 0x24
const open = 0x28
const close = 0x29
const headBytes = 10

export default defineDecoder({
  frameBytesMax,

  recognise(bytes) {
    if (bytes[0] !== dollar) return text(bytes)
    if (bytes.length < 16) return 'more'
    return opensJointech(bytes) ? 'yes' : 'no'
  },

  frame(buffer) {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    if (buffer[0] === open) {
      const end = buffer.indexOf(close) + 1
      return checkedLength(end || buffer.length, frameBytesMax) && end
    }
    if (buffer[0] !== dollar) throw new ProtocolError('a packet begins otherwise')
    if (buffer.length < headBytes) return 0
    const at = isLong(buffer) ? 8 : 7
    const whole = checkedLength(buffer[at]! * 256 + buffer[at + 1]! + headBytes, frameBytesMax)
    return buffer.length >= whole ? whole : 0
  },

  decode(frame, _state, receivedAt): Decoded {
    if (frame[0] === dollar) return readBinary(frame)
    if (frame[0] !== open) return {}
    const line = latin1(frame)
    return line.includes(',WLNET,') ? readSensor(frame, line) : readText(line, receivedAt)
  },

  commands: { reboot: 'plain', 'engine.stop': 'plain', 'engine.resume': 'plain', text: 'plain' },

  encode(command) {
    const words = wordsOf(command)
    return words === undefined ? undefined : ascii(`(${words})`)
  },
})

/** Ten digits: TK103 and the locks of JT/T 808 have more. */
const text = anyOf(
  opening('(', digits(10), ',', except(',)', 1, 8), ','),
  opening('(', digits(10), ',', except(',)', 1, 8), ')'),
)

function wordsOf({ kind, text }: Command): string | undefined {
  if (kind === 'engine.stop') return 'S07,0'
  if (kind === 'engine.resume') return 'S07,1'
  if (kind === 'reboot') return 'S17'
  return kind === 'text' ? text : undefined
}
