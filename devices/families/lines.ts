/**
 * Text protocols: a line ends with a terminator, and a function reads what comes before it. A new protocol of this
 * family is that function, mostly a table of fields, and the opening that identifies it.
 */
import { checkedLength, indexOf, latin1 } from '../bytes/bytes.ts'
import { type Draft, finish } from '../message.ts'
import { type Decoded, type Decoder, defineDecoder, type KnownUnit, type NoState, type Startable } from '../protocol.ts'
import type { Opening } from './opening.ts'

interface Line<State> {
  /** Without its terminator and surrounding spaces. */
  readonly text: string
  readonly state: State
  readonly receivedAt: Date
  readonly unit: KnownUnit | undefined
}

export interface Lines<State> extends Pick<Decoder<State>, 'start' | 'commands' | 'encode' | 'readsUnit'> {
  readonly opening: Opening
  /** The one or two characters that end a line; a line feed unless the protocol differs. */
  readonly end?: string
  /** How the next line begins, for firmware that sends no terminators; such a line waits for the next. */
  readonly next?: string
  readonly frameBytesMax?: number
  read(line: Line<State>): Decoded<State>
}

/** Between lines: spaces, line ends and the NULs of careless firmware. */
const isBlank = (byte: number) => byte === 10 || byte === 13 || byte === 32 || byte === 0

export function defineLines<State = NoState>({
  opening,
  end = '\n',
  next,
  read,
  ...rest
}: Startable<State, Lines<State>>): Decoder<State> {
  const [first, second] = [...end].map((letter) => letter.charCodeAt(0))
  const { frameBytesMax = 1024 } = rest
  return defineDecoder<State>({
    ...rest,
    frameBytesMax,
    recognise: opening,
    frame(buffer) {
      if (isBlank(buffer[0]!)) return 1
      const at = indexOf(buffer, first!, second)
      const length = at < 0 ? 0 : at + end.length
      const begins = next === undefined ? -1 : latin1(length > 0 ? buffer.subarray(0, length) : buffer).indexOf(next, 1)
      const whole = begins < 0 ? length : begins
      checkedLength(whole || buffer.length, frameBytesMax)
      return whole
    },
    decode(frame, state, receivedAt, unit) {
      let [from, to] = [0, frame.length]
      while (to > from && (isBlank(frame[to - 1]!) || frame[to - 1] === first || frame[to - 1] === second)) to--
      while (from < to && isBlank(frame[from]!)) from++
      return from === to ? {} : read({ text: latin1(frame.subarray(from, to)), state, receivedAt, unit })
    },
  } as Startable<State, Decoder<State>>)
}

/** The result of a line that names its tracker: its ident, and a message unless it is empty. */
export function told<State = NoState>(ident: string | undefined, into: Draft): Decoded<State> {
  const message = finish(into)
  return { ...(ident === undefined ? {} : { ident }), ...(message ? { messages: [message] } : {}) }
}
