/** How many plain positions one core decodes, protocol by protocol. */
import { receivedAt } from '../../../devices/sample.ts'
import type { Bench, Options, Report, Say, Table } from '../bench.ts'
import { format, median } from '../compare.ts'
import { type PlainPosition, plainPositions } from './frames.ts'

export const decodeBench: Bench = {
  name: 'decode',
  summary: 'Frames of a plain position decoded per second and core, for each supported protocol.',
  run,
}

const aim = 100_000
const framesPerLook = 1_000
/** Per round of one protocol. The rounds of all protocols alternate, in one process as in the gateway. */
const sliceSecondsMax = 1

const notes = [
  'A frame is cut from the stream and decoded as in the gateway: `frame`, then `decode`, with its checksum ' +
    'verified, its values named and scaled, and its answer built. All protocols run in one process, in turns. The ' +
    "basis is the process's user CPU time, which hardly depends on other load on the machine; each figure is the " +
    'median of its rounds. Frames come from a simulated drive of 500 positions if there is an encoder, otherwise ' +
    "from the protocol's sample that is a single position with a speed and as few other values as possible.",
]

interface Result {
  readonly position: PlainPosition
  readonly rates: readonly number[]
}

async function run({ rounds, roundSeconds }: Options, say: Say): Promise<Report> {
  const slice = Math.min(roundSeconds, sliceSecondsMax)
  const results = (await plainPositions()).map((position) => ({ position, rates: [] as number[] }))
  for (const { position } of results) rate(position, slice / 2)
  for (let round = 1; round <= rounds; round++) {
    for (const { position, rates } of results) rates.push(rate(position, slice))
    say(`  round ${round} of ${rounds}: ${results.map(tell).join(', ')}`)
    // Lets signals through.
    await new Promise(setImmediate)
  }
  const slowest = results.toSorted((a, b) => median(a.rates) - median(b.rates))[0]!
  const isMet = median(slowest.rates) >= aim
  return {
    notes,
    tables: [tableOf(results)],
    verdict:
      `${isMet ? 'met:' : 'MISSED:'} the slowest of ${results.length} protocols, ${slowest.position.protocol.name}, ` +
      `decodes ${format(median(slowest.rates))} frames per second and core (aim ${format(aim)})`,
  }
}

/** Frames per second of user CPU time. */
function rate({ decoder, state, frames }: PlainPosition, seconds: number): number {
  const before = process.cpuUsage()
  // Wall time bounds the round on a machine that gives us little of its cores.
  const until = performance.now() + seconds * 5000
  let done = 0
  for (;;) {
    for (let at = 0; at < framesPerLook; at++) {
      const frame = frames[at % frames.length]!
      decoder.frame(frame, state)
      decoder.decode(frame, state, receivedAt)
    }
    done += framesPerLook
    const used = process.cpuUsage(before).user / 1e6
    if (used >= seconds || performance.now() > until) return done / used
  }
}

const tell = ({ position, rates }: Result) => `${position.protocol.name} ${format(rates.at(-1)!)}`

const tableOf = (results: readonly Result[]): Table => ({
  title: 'Plain positions per second and core',
  head: ['protocol', 'frames/s (lowest–highest)', 'aim', 'µs a frame', 'bytes', 'values', 'frames from'],
  rows: results.map(({ position, rates }) => {
    const { protocol, decoder, state, frames, source } = position
    const [message] = decoder.decode(frames[0]!, state, receivedAt).messages ?? []
    return [
      protocol.title,
      `**${format(median(rates))}** (${format(Math.min(...rates))}–${format(Math.max(...rates))})`,
      `≥ ${format(aim)}`,
      format(1e6 / median(rates)),
      String(frames[0]!.length),
      String(Object.keys(message ?? {}).length),
      source,
    ]
  }),
})
