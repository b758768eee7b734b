/** A frame as dealers see it when they inspect a tracker. */
import Type from 'typebox'
import { Nullable } from '#kernel/api/fields.ts'
import type { ExplainedFrame } from './frames/traffic.ts'

const Anything = Type.Unsafe<object>({ type: 'object' })

const RangeShape = Type.Object({
  from: Type.Integer({ description: 'The first byte, counted from 0.' }),
  to: Type.Integer({ description: 'The byte after the last one.' }),
  message: Nullable(Type.Integer({ description: 'Which message it belongs to, counted from 0.' })),
  fields: Type.Array(Type.String(), {
    description:
      'Parameters that depend on these bytes. Or `frame`: marks, lengths and checksums; `ident`, `password`: how the ' +
      'tracker identifies itself; `reply`: repeated in the answer; `session`: kept for the frames that follow. Empty: ' +
      'nothing depends on them.',
  }),
})

export const FrameShape = Type.Object(
  {
    received_at: Type.Number({ example: 1790000001.127, description: 'Seconds with fraction.' }),
    peer: Nullable(
      Type.String({
        example: '192.0.2.7:4711',
        description: 'Where it came from, when its messages are still stored.',
      }),
    ),
    protocol: Nullable(Type.String({ example: 'gt06' })),
    kind: Type.String({
      example: 'data',
      description: '`data`, or `login`: without a message, but needed to read the next',
    }),
    bytes: Type.Integer({ example: 15 }),
    hex: Nullable(
      Type.String({
        example: '78780a134605030002000284550d0a',
        description: 'As it was received. Passwords are masked with asterisks (2a); null where they cannot be found.',
      }),
    ),
    messages: Type.Array(Anything, {
      example: [{ 'engine.ignition.status': true, 'battery.level': 83.33, 'gsm.signal.level': 75 }],
      description: 'What it decodes to today.',
    }),
    error: Nullable(Type.String({ description: 'Why it cannot be read today.' })),
    ranges: Nullable(
      Type.Array(RangeShape, {
        example: [
          { from: 0, to: 4, message: null, fields: ['frame'] },
          { from: 4, to: 5, message: 0, fields: ['engine.ignition.status'] },
          { from: 5, to: 6, message: 0, fields: ['battery.level'] },
          { from: 6, to: 7, message: 0, fields: ['gsm.signal.level'] },
          { from: 7, to: 9, message: null, fields: [] },
          { from: 9, to: 11, message: null, fields: ['reply'] },
          { from: 11, to: 15, message: null, fields: ['frame'] },
        ],
        description:
          'What each byte means, without gaps, up to byte 1024. Null if the frame cannot be read, or if explaining ' +
          'all frames of this answer would take too long: request fewer.',
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

/** A tracker's password is never shown, not even in what it sent. */
function shownHex({ bytes, password }: ExplainedFrame): string | null {
  const given = Buffer.from(bytes)
  if (!password) return given.toString('hex')
  const secret = Buffer.from(password)
  if (!given.includes(secret)) return null
  for (let at = given.indexOf(secret); at >= 0; at = given.indexOf(secret)) given.fill('*', at, at + secret.length)
  return given.toString('hex')
}
