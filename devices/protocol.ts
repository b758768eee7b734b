/**
 * The contract of a protocol: bytes in; messages, replies and the next state out. A decoder has no side effects, so the
 * gateway decides when a reply is sent, a test can assert every byte that we would send, and a stored frame can be
 * decoded again years later with the same result.
 */
import type { Message } from './message.ts'

/** How a frame arrived. A protocol with transport `both` is started as either. */
export type Link = 'tcp' | 'udp' | 'http'

/**
 * `yes`: these bytes are certainly mine. `no`: they cannot be mine. `more`: too few to decide. On the port for any
 * protocol the first `yes` in the order of the list wins, so a decoder with a common first byte asks for `more` until a
 * whole first packet identifies it.
 */
export type Recognition = 'yes' | 'no' | 'more'

/**
 * What the platform knows about the unit of a connection. Makers give one number two meanings on two models, and some
 * trackers use a template that only their owner knows; without these facts a decoder uses the maker's usual meaning.
 */
export interface KnownUnit {
  /** The model's title in our catalogue. */
  readonly model?: string
  /** The settings of the unit; settings.ts lists those of each protocol. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The tracker's own password, for commands that must contain it; never needed to decode what it sends. */
  readonly password?: string
}

/** Of protocols whose frames can be decoded one by one. */
export type NoState = Record<string, never>

export interface Decoded<State = NoState> {
  /** The device's own id, if this frame has it. The gateway keeps it for the frames that follow on the connection. */
  readonly ident?: string
  /** Of protocols that send one with the ident, empty if none was given; the gateway compares it with the unit's. */
  readonly password?: string
  readonly messages?: readonly Message[]
  /** Sent after the messages are stored, never before. */
  readonly reply?: Uint8Array
  /**
   * Sent instead of `reply` if the messages cannot be stored now. Without one the gateway waits or closes the
   * connection.
   */
  readonly nack?: Uint8Array
  /** Sent instead if no unit has this ident or the password is wrong; then the connection is closed. */
  readonly refusal?: Uint8Array
  /** Answers to our commands that are not among its messages; see `answersIn`. */
  readonly answers?: readonly CommandAnswer[]
  /** The state for the next frame; absent when it has not changed. */
  readonly state?: State
}

export const commandKinds = [
  'position',
  'interval',
  'reboot',
  'engine.stop',
  'engine.resume',
  'server',
  'text',
] as const
export type CommandKind = (typeof commandKinds)[number]

export interface Command {
  readonly kind: CommandKind
  /** For `text`: the command in the device's own syntax, without control characters. */
  readonly text?: string
  /** For `interval`: seconds between two positions. */
  readonly seconds?: number
  /** For `server`: a host name or an IPv4 address, and the port. */
  readonly host?: string
  readonly port?: number
  /** 1 to 65535, for protocols that return it with the answer. */
  readonly id?: number
  /** When it is sent, for formats that contain the time. */
  readonly at?: Date
}

/**
 * How the answer to a command is recognised. `numbered`: it has the number of the command. `plain`: it does not, so
 * only one command is sent at a time. `none`: the tracker does not report the result.
 */
export type AnswerStyle = 'numbered' | 'plain' | 'none'

export interface CommandAnswer {
  /** The number that was sent with the command, if the protocol returns it. */
  readonly id?: number
  readonly text: string
  /** The tracker reports that it did not execute the command. */
  readonly isRefusal?: boolean
}

/** The answers to commands in a frame: from the decoder, or from its messages of type `command.answer`. */
export function answersIn({ answers, messages = [] }: Decoded<unknown>): readonly CommandAnswer[] {
  if (answers) return answers
  let found: CommandAnswer[] | undefined
  for (const message of messages) {
    const type = message['message.type']
    if (type !== 'command.answer' && type !== 'command.refused') continue
    const number = message['custom.command_number']
    found ??= []
    found.push({
      text: String(message['message.content'] ?? ''),
      ...(typeof number === 'number' && number > 0 ? { id: number } : {}),
      ...(type === 'command.refused' ? { isRefusal: true } : {}),
    })
  }
  return found ?? none
}

const none: readonly CommandAnswer[] = []

export interface Decoder<State = unknown> {
  /**
   * The longest frame of this protocol; a peer that announces or sends more is disconnected. Default `frameBytesMax`.
   */
  readonly frameBytesMax?: number
  /**
   * The messages depend on the unit's model or settings. As `decode` is pure, the gateway decodes the frame with the
   * ident again once it has found the unit.
   */
  readonly readsUnit?: boolean

  /** The state of a new connection. Over UDP every datagram starts over, so that no peer can make us keep state. */
  start(link: Link): State

  /** Checks the first bytes of a connection, or a whole datagram. */
  recognise(firstBytes: Uint8Array, link: 'tcp' | 'udp'): Recognition

  /**
   * Length of the first complete frame, or 0 to wait for more; the buffer is never empty. Bytes to skip (pings, stray
   * line ends) are a frame too and decode to nothing. Throws ProtocolError as soon as the bytes cannot become a frame
   * of an allowed length. It gets the state because some protocols announce the length of their records once per
   * connection. Never called over UDP, where a datagram is a frame. Over HTTP the frame is the whole request as sent
   * and the reply the whole response.
   */
  frame(buffer: Uint8Array, state: State): number

  /**
   * Also accepts a frame without its line end. Time is an argument, for formats that send no date. Throws ProtocolError
   * if the bytes cannot be this protocol; unknown kinds of messages are not an error.
   */
  decode(frame: Uint8Array, state: State, receivedAt: Date, unit?: KnownUnit): Decoded<State>

  /** The commands that it can encode. Absent: none. */
  readonly commands?: Readonly<Partial<Record<CommandKind, AnswerStyle>>>

  /**
   * Undefined if it cannot be encoded: an unknown command, a text that is too long, a tracker that has not identified
   * itself.
   */
  encode?(command: Command, state: State, unit?: KnownUnit): Uint8Array | undefined
}

/** Enough for a tracker that sends its whole memory; protocols with photos need more and say so. */
export const frameBytesMax = 4096

/** These bytes cannot be this protocol. The gateway closes the connection. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** For states without required fields. */
export type Startable<State, D extends Pick<Decoder<State>, 'start'>> = Omit<D, 'start'> &
  (NoState extends State ? Partial<Pick<D, 'start'>> : Pick<D, 'start'>)

/** Adds the compiler's check to the literal; a decoder needs nothing else. */
export const defineDecoder = <State = NoState>(decoder: Startable<State, Decoder<State>>): Decoder<State> =>
  ({ start: () => ({}), ...decoder }) as Decoder<State>
