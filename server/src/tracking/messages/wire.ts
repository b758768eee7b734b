/** A frame as a dealer is shown it who looks into a tracker. */
import Type from 'typebox'
import { Nullable } from '#kernel/api/fields.ts'
import type { ExplainedFrame } from './traffic.ts'

const Anything = Type.Unsafe<object>({ type: 'object' })

const RangeShape = Type.Object({
  from: Type.Integer({ description: 'The first byte, counted from 0.' }),
  to: Type.Integer({ description: 'The byte behind the last.' }),
  message: Nullable(Type.Integer({ description: 'Which of the messages it says something of, from 0.' })),
  fields: Type.Array(Type.String(), {
    description:
      'Parameters that depend on these bytes. Or `frame`: marks, lengths and checksums; `ident`, `password`: what the ' +
      'tracker says of itself; `reply`: repeated in the answer; `session`: kept for the frames that follow. Empty: ' +
      'nothing depends on them.',
  }),
})

export const FrameShape = Type.Object(
  {
    received_at: Type.Number({ description: 'Seconds with fraction.' }),
    peer: Nullable(Type.String({ description: 'Where it came from, when its messages are still stored.' })),
    protocol: Nullable(Type.String()),
    kind: Type.String({ description: '`data`, or `login`: without a message, but needed to read the next' }),
    bytes: Type.Integer(),
    hex: Nullable(
      Type.String({ description: 'As it was received. Passwords are starred (2a); null where they cannot be found.' }),
    ),
    messages: Type.Array(Anything, { description: 'What it decodes to today.' }),
    error: Nullable(Type.String({ description: 'Why it cannot be read today.' })),
    ranges: Nullable(
      Type.Array(RangeShape, {
        description:
          'Which bytes say what, without gaps, up to byte 1024; null when the frame cannot be read, or explaining all ' +
          'frames of this answer would take too long: ask for fewer.',
      }),
    ),
  },
  { title: 'Frame' },
)

export const frameToWire = (frame: ExplainedFrame) => ({
  received_at: frame.serverTime,
  peer: frame.peer ?? null,
  protocol: frame.protocol ?? null,
  kind: frame.isOpener ? 'login' : 'data',
  bytes: frame.bytes.length,
  hex: shownHex(frame),
  messages: [...frame.messages],
  error: frame.error ?? null,
  ranges:
    frame.ranges?.map(({ from, to, message, fields }) => ({
      from,
      to,
      message: message ?? null,
      fields: [...fields],
    })) ?? null,
})

/** A tracker's password is never shown, also not in what it said. */
function shownHex({ bytes, password }: ExplainedFrame): string | null {
  const given = Buffer.from(bytes)
  if (!password) return given.toString('hex')
  const secret = Buffer.from(password)
  if (!given.includes(secret)) return null
  for (let at = given.indexOf(secret); at >= 0; at = given.indexOf(secret)) given.fill('*', at, at + secret.length)
  return given.toString('hex')
}
