/**
 * `node devices/bin/mutate.ts` sends mutated frames to every decoder and reports the results. A decoder may return
 * messages or a ProtocolError; anything else, a slow frame or growing memory is a fault. The tests do the same with
 * fewer frames.
 */
import { parseArgs } from 'node:util'
import { concat, toHex } from '../bytes/bytes.ts'
import { decoderByName, ProtocolError, spoken } from '../index.ts'
import type { Link } from '../protocol.ts'
import type { ProtocolName } from '../protocols/index.ts'
import { receivedAt, samplesOf } from '../sample.ts'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '1000000' },
    protocol: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  console.log('node devices/bin/mutate.ts [--frames 1000000] [--protocol <name>]… [--seed 1]')
  process.exit(0)
}

let seed = Number(values.seed) >>> 0
const random = (below: number) => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
  return (seed >>> 8) % below
}

/**
 * Bytes flipped, cut out, doubled or taken from another sample: what bad connections, clones and attackers do to a
 * frame.
 */
function mutated(frame: Uint8Array, other: Uint8Array): Uint8Array {
  switch (random(6)) {
    case 0:
      return frame.slice(0, random(frame.length + 1))
    case 1:
      return concat(frame.subarray(0, random(frame.length)), other.subarray(random(other.length)))
    case 2: {
      const at = random(frame.length)
      return concat(frame.subarray(0, at), frame.subarray(at + 1 + random(8)))
    }
    default: {
      const bytes = frame.slice()
      for (let count = 1 + random(6); count > 0; count--) bytes[random(bytes.length)] = random(256)
      return bytes
    }
  }
}

const wanted = Number(values.frames)
const cell = (value: string | number) => String(value).padStart(12)
console.log(['protocol'.padEnd(14), ...['frames', 'messages', 'refused', 'slowest ms', 'heap MiB'].map(cell)].join(''))
for (const { name } of spoken) {
  if (values.protocol && !values.protocol.includes(name)) continue
  const decoder = decoderByName(name as ProtocolName)!
  const samples = await samplesOf(name)
  const count = { messages: 0, refused: 0 }
  let slowest = 0
  let state: unknown
  let link: Link = 'tcp'
  for (let done = 0; done < wanted; done++) {
    const sample = samples[done % samples.length]!
    if (sample.link) {
      link = sample.link
      state = decoder.start(link)
    }
    const frame = done < samples.length ? sample.frame : mutated(sample.frame, samples[random(samples.length)]!.frame)
    const unit = done % 2 === 0 ? sample.unit : { ...sample.unit, settings: { checksum: 'ignore' } }
    const began = performance.now()
    try {
      if (link !== 'udp' && frame.length > 0) decoder.frame(frame, state)
      const decoded = decoder.decode(frame, state, receivedAt, unit)
      state = decoded.state ?? state
      count.messages += decoded.messages?.length ?? 0
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw new Error(`${name}: ${toHex(frame)}`, { cause: error })
      count.refused++
    }
    slowest = Math.max(slowest, performance.now() - began)
  }
  const heap = (process.memoryUsage().heapUsed / 1048576).toFixed(0)
  console.log(
    [name.padEnd(14), ...[wanted, count.messages, count.refused, slowest.toFixed(1), heap].map(cell)].join(''),
  )
}
