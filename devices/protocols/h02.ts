/**
 * H02 of SinoTrack and the many makers that build the same tracker: lines of text and, to save traffic, binary frames.
 * Sources: "TQ GPRS transport protocol" (SinoTrack), "H02 protocol EN", "GPS Tracker Platform Communication Protocol"
 * V1.0.5 (HuaSunTek).
 *
 *   text     *HQ,<id>,<kind>,<fields>#      two letters of the maker; kinds in h02/text.ts
 *   binary   $ or X, id in BCD, a position   32 bytes, or more with the network; layout in h02/binary.ts
 *
 * A command is *HQ,<id>,<word>,<our time>,<parameters>#: S20 cuts and restores the engine, S71 with 22 sets the
 * interval, R1 restarts, D1 requests positions by interval and number. It is confirmed with V4. There is no checksum. A
 * position V1 is confirmed with V4 and our time, a heartbeat is echoed; neither is required. A binary frame has neither
 * a length nor a terminator. Trackers send it in one piece, so it ends where the bytes end or the next one begins; once
 * its length is known, it is kept for the connection.
 */
import { ascii, checkedLength, mayStartWith } from '../bytes/bytes.ts'
import { opensJointech } from '../families/jointech.ts'
import { type Command, defineDecoder, ProtocolError, type Recognition } from '../protocol.ts'
import { binaryLength, looksBinary, readBinary } from './h02/binary.ts'
import { readText } from './h02/text.ts'

interface State {
  /** Length of the binary frames of this connection, 0 until one has arrived. */
  readonly size: number
  /** What a command begins with: the maker and the id, as in the text frames. */
  readonly head?: string
}

const frameBytesMax = 1024
const star = 0x2a
const hash = 0x23
const dollar = 0x24
const letterX = 0x58

export default defineDecoder<State>({
  frameBytesMax,
  start: () => ({ size: 0 }),

  recognise(bytes) {
    if (bytes[0] === star) return recogniseText(bytes)
    return bytes[0] === dollar && !opensJointech(bytes) ? looksBinary(bytes) : 'no'
  },

  frame(buffer, state) {
    switch (buffer[0]) {
      case star: {
        const end = buffer.indexOf(hash) + 1
        return checkedLength(end === 0 ? buffer.length : end, frameBytesMax) && end
      }
      case dollar:
      case letterX:
        return binaryLength(buffer, state.size)
      default:
        return isSkipped(buffer[0], state) ? 1 : refuse()
    }
  },

  decode(frame, state, receivedAt) {
    switch (frame[0]) {
      case star:
        return readText(frame, receivedAt, state)
      case dollar:
      case letterX: {
        const { ident, message } = readBinary(frame)
        return { ident, messages: [message], state: { head: `*HQ,${ident}`, ...state, size: frame.length } }
      }
      default:
        return frame.length <= 1 && isSkipped(frame[0], state) ? {} : refuse()
    }
  },

  commands: {
    position: 'plain',
    interval: 'plain',
    reboot: 'plain',
    'engine.stop': 'plain',
    'engine.resume': 'plain',
    text: 'plain',
  },

  encode(command, { head }) {
    if (!head) return undefined
    if (command.kind === 'text') return command.text ? ascii(`${head},${command.text}#`) : undefined
    const [word, ...parameters] = commandWords(command)
    if (!word) return undefined
    const time = (command.at ?? new Date(0)).toISOString()
    const digits = time.slice(11, 13) + time.slice(14, 16) + time.slice(17, 19)
    return ascii(`${[head, word, digits, ...parameters].join(',')}#`)
  },
})

function commandWords({ kind, seconds }: Command): readonly (string | number)[] {
  switch (kind) {
    case 'position':
      return ['D1', 1, 1]
    case 'interval':
      return ['S71', 22, seconds ?? 0]
    case 'reboot':
      return ['R1']
    case 'engine.stop':
      return ['S20', 1, 1]
    case 'engine.resume':
      return ['S20', 1, 0]
    default:
      return []
  }
}

function refuse(): never {
  throw new ProtocolError('neither a text nor a binary frame')
}

/** Line ends, and the rest of a binary frame that came in two pieces before its length was known. */
const isSkipped = (byte: number | undefined, state: State): boolean => byte === 10 || byte === 13 || state.size > 0

const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122

function recogniseText(bytes: Uint8Array): Recognition {
  const letters = bytes.subarray(1, 3)
  if (!letters.every(isLetter) || !mayStartWith(bytes.subarray(3), [0x2c])) return 'no'
  // EasyTrack, which has other fields.
  if (letters[0] === 0x45 && letters[1] === 0x54) return 'no'
  return bytes.length > 3 ? 'yes' : 'more'
}
