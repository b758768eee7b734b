/**
 * The contract of a protocol: bytes in; messages, answers and the next state out. A decoder never touches the world,
 * so the gateway decides when an answer leaves, a test can assert every byte we would send, and a stored frame can be
 * decoded again years later with the same result.
 */
import type { Message } from './message.ts'

/** What a frame came over. A protocol of transport `both` is started as either. */
export type Link = 'tcp' | 'udp' | 'http'

/**
 * `yes`: these are surely mine. `no`: cannot be mine. `more`: too few to tell. On the port that takes any protocol the
 * first `yes` in the order of the list wins, so a decoder with a common first byte asks for `more` until a whole first
 * packet tells it apart.
 */
export type Recognition = 'yes' | 'no' | 'more'

/**
 * What the platform knows of the unit behind a connection. Makers give one number two meanings on two models, and some
 * trackers send by a template only their owner knows; without these facts a decoder takes the maker's usual meaning.
 */
export interface KnownUnit {
  /** The model's title in our catalogue. */
  readonly model?: string
  /** What is set for the unit; settings.ts lists what each protocol knows. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The tracker's own password, for commands that must carry it; never needed to read what it sends. */
  readonly password?: string
}

/** Of protocols whose frames can be read one by one. */
export type NoState = Record<string, never>

export interface Decoded<State = NoState> {
  /** The device's own id, when this frame says it. The gateway keeps it for the frames that follow on the connection. */
  readonly ident?: string
  /** From the protocols that send one with the ident, empty when none was given; the gateway compares it with the unit's. */
  readonly password?: string
  readonly messages?: readonly Message[]
  /** Sent after the messages are stored, never before. */
  readonly reply?: Uint8Array
  /** Sent instead of `reply` when the store cannot take the messages now. Without one the gateway waits or closes. */
  readonly nack?: Uint8Array
  /** Sent instead when no unit has this ident or the password is wrong; then the connection is closed. */
  readonly refusal?: Uint8Array
  /** Answers to commands of ours that its messages do not tell of themselves; see `answersIn`. */
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
  /** For `text`: the command in the device's own language, without control characters. */
  readonly text?: string
  /** For `interval`: seconds between two positions. */
  readonly seconds?: number
  /** For `server`: a host name or an IPv4 address, and the port. */
  readonly host?: string
  readonly port?: number
  /** 1 to 65535, for protocols that send it back with the answer. */
  readonly id?: number
  /** When it leaves, for the formats that write it down. */
  readonly at?: Date
}

/**
 * How the answer to a command is known. `numbered`: it carries the number of the command. `plain`: it does not, so one
 * command waits for the answer to another. `none`: the tracker does not say whether it obeyed.
 */
export type AnswerStyle = 'numbered' | 'plain' | 'none'

export interface CommandAnswer {
  /** The number that went out with the command, where the protocol sends it back. */
  readonly id?: number
  readonly text: string
  /** The tracker says that it did not do it. */
  readonly isRefusal?: boolean
}

/** What a frame says to commands: told by the decoder, or by its messages of type `command.answer`. */
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
  /** The longest frame this protocol can have; a peer that announces or sends more is cut off. Default `frameBytesMax`. */
  readonly frameBytesMax?: number
  /**
   * The messages depend on the unit's model or settings. As `decode` is pure, the gateway decodes the frame that brought
   * the ident once more when it has found the unit.
   */
  readonly readsUnit?: boolean

  /** A connection that has said nothing yet. Over UDP every datagram starts over, so no peer can make us keep state. */
  start(link: Link): State

  /** Looks at the first bytes of a connection, or at a whole datagram. */
  recognise(firstBytes: Uint8Array, link: 'tcp' | 'udp'): Recognition

  /**
   * Length of the first whole frame, 0 to wait for more; the buffer is never empty. What is to be skipped (pings, stray line ends) is a frame too
   * and decodes to nothing. Throws ProtocolError as soon as the bytes cannot become a frame of allowed length. It sees
   * the state because some protocols announce the length of their records once per connection. Never called over UDP:
   * there a datagram is a frame. Over HTTP the frame is the whole request as sent and the reply the whole response.
   */
  frame(buffer: Uint8Array, state: State): number

  /**
   * Also takes a frame whose line end has been cut off. Time is an argument, for the formats that send no date.
   * Throws ProtocolError when the bytes cannot be this protocol; unknown kinds of message are not an error.
   */
  decode(frame: Uint8Array, state: State, receivedAt: Date, unit?: KnownUnit): Decoded<State>

  /** The commands it has words for. Absent: it takes none. */
  readonly commands?: Readonly<Partial<Record<CommandKind, AnswerStyle>>>

  /** Undefined when it cannot be said: no such command, a text too long, a tracker that has not said who it is. */
  encode?(command: Command, state: State, unit?: KnownUnit): Uint8Array | undefined
}

/** Enough for a tracker that empties its memory; photos need more and say so. */
export const frameBytesMax = 4096

/** These bytes cannot be this protocol. The gateway closes the connection. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

/** A state without required fields begins empty. */
export type Startable<State, D extends Pick<Decoder<State>, 'start'>> = Omit<D, 'start'> &
  (NoState extends State ? Partial<Pick<D, 'start'>> : Pick<D, 'start'>)

/** Gives the literal its types and the compiler's check; a decoder needs nothing else. */
export const defineDecoder = <State = NoState>(decoder: Startable<State, Decoder<State>>): Decoder<State> =>
  ({ start: () => ({}), ...decoder }) as Decoder<State>
