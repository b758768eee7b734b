/** Binary packets with a length field: where it is, and what it does not count. */
import { checkedLength, mayStartWith } from '../bytes/bytes.ts'
import { ProtocolError } from '../protocol.ts'

export interface Prefixed {
  readonly start: readonly number[]
  /** Offset and size of the length field. */
  readonly at: number
  readonly size: 1 | 2 | 4
  readonly isLittle?: boolean
  /** Bytes of the packet that its length does not count. */
  readonly plus: number
  readonly max: number
}

/** Length of the packet, or 0 to wait for more. */
export const prefixed =
  ({ start, at, size, isLittle = false, plus, max }: Prefixed) =>
  (buffer: Uint8Array): number => {
    if (!mayStartWith(buffer, start)) throw new ProtocolError('a packet begins otherwise')
    if (buffer.length < at + size) return 0
    let length = 0
    for (let index = 0; index < size; index++)
      length = length * 256 + buffer[at + (isLittle ? size - 1 - index : index)]!
    const whole = checkedLength(length + plus, max)
    if (whole < at + size) throw new ProtocolError('a packet shorter than its head')
    return buffer.length >= whole ? whole : 0
  }
