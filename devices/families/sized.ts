/** Text packets with a length after two letters: `$$<length>,…`, as several makers in Shenzhen use them. */
import { checkedLength, latin1 } from '../bytes/bytes.ts'
import { integer } from '../bytes/text.ts'
import { ProtocolError } from '../protocol.ts'

export interface Sized {
  /** The first letters of a packet. */
  readonly start: string
  /** Letters between these and the length. */
  readonly skip: number
  /** Bytes after the comma that the length does not count. */
  readonly plus: number
  readonly max: number
}

const lengthMax = 5

/** Length of the packet, or 0 to wait for more; line ends before it are a frame. */
export const sized =
  ({ start, skip, plus, max }: Sized) =>
  (buffer: Uint8Array): number => {
    if (buffer[0] === 13 || buffer[0] === 10) return 1
    const from = start.length + skip
    const head = latin1(buffer.subarray(0, from + lengthMax + 1))
    if (!start.startsWith(head.slice(0, start.length))) throw new ProtocolError('a packet begins otherwise')
    const comma = head.indexOf(',', from)
    if (comma < 0 && head.length <= from + lengthMax) return 0
    const length = integer(head.slice(from, Math.max(comma, from)))
    if (length === undefined || length < 0) throw new ProtocolError('a packet without a length')
    const whole = checkedLength(comma + plus + length, max)
    return buffer.length >= whole ? whole : 0
  }
