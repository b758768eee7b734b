import { readTraffic } from '#tracking/messages/frames/redecode.ts'
import type { Replayed } from '#tracking/messages/live/replay.ts'
import { command, optional, required } from '../command.ts'
import { harmless, moment } from '../print.ts'
import { count, duration, id } from '../values.ts'

export const trafficCommands = [
  command({
    name: 'traffic',
    about: "Shows a unit's raw frames in hex, and what each decodes to. Frames are kept for 7 days.",
    options: {
      unit: required(id, 'The unit.'),
      since: optional(duration, 'How far back, for example 2d. Default: 1h.', 3600),
      limit: optional(count(100_000), 'Number of frames, newest first. Default: 50.', 50),
    },
    async run(tool, { unit, since, limit }) {
      const { ctx } = await tool.open()
      const from = new Date(ctx.clock.now().getTime() - since * 1000)
      return (await readTraffic(ctx, unit, from)).slice(-limit).map(shown)
    },
    show: (frames) => (frames.length === 0 ? 'No frames.' : frames.map(inWords).join('\n')),
  }),
]

const shown = (frame: Replayed) => ({
  received_at: frame.serverTime,
  protocol: frame.protocol ?? null,
  bytes: frame.bytes.length,
  hex: Buffer.from(frame.bytes).toString('hex'),
  /** `login`: no message, but needed to read the next; `repeat`: its messages had been stored or are gone. */
  kind: frame.isOpener ? 'login' : frame.stored.length === 0 ? 'repeat' : 'messages',
  stored: frame.stored.length,
  error: frame.error ?? null,
  messages: frame.messages,
})

const hexPerLine = 96

function inWords(frame: ReturnType<typeof shown>): string {
  const lines = frame.hex.match(new RegExp(`.{1,${hexPerLine}}`, 'g')) ?? []
  const said = frame.messages.map((message) => `  → ${harmless(JSON.stringify(message))}`)
  return [
    `${moment(frame.received_at)}  ${frame.protocol ?? 'unknown'}, ${frame.bytes} bytes, ${frame.kind}`,
    ...lines.map((line) => `  ${line}`),
    ...said,
    ...(frame.error === null ? [] : [`  cannot be decoded: ${frame.error}`]),
    '',
  ].join('\n')
}
