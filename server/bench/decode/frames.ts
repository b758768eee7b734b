/** Frames with a plain position for each protocol: from the simulated trackers, or else from the protocol's samples. */
import { type Decoder, decoderByName, type Link, type Protocol, type ProtocolName, spoken } from '@waymark/devices'
import { city } from '#entry/simulation/city.ts'
import { encoderOf } from '#entry/simulation/encoders.ts'
import { vehicleIn } from '#entry/simulation/vehicle.ts'
import { receivedAt, samplesOf } from '../../../devices/sample.ts'

export interface PlainPosition {
  readonly protocol: Protocol
  readonly decoder: Decoder
  readonly link: Link
  /** The state of a connection on which the frames may arrive. */
  readonly state: unknown
  readonly frames: readonly Buffer[]
  readonly source: string
}

const framesPerVehicle = 500
const ident = '356307042441013'

export async function plainPositions(): Promise<PlainPosition[]> {
  const found: PlainPosition[] = []
  for (const protocol of spoken) {
    const one = fromVehicle(protocol) ?? (await fromSamples(protocol))
    if (one) found.push(one)
  }
  for (const one of found) check(one)
  return found
}

/** Many different frames, so that nothing is fast only because it is always the same. */
function fromVehicle(protocol: Protocol): PlainPosition | undefined {
  const encoder = encoderOf(protocol.name as ProtocolName)
  if (!encoder) return undefined
  const decoder = decoderByName(encoder.protocol)!
  let state: unknown = decoder.start('tcp')
  if (encoder.login) state = decoder.decode(encoder.login(ident).bytes, state, receivedAt).state ?? state
  const begin = receivedAt.getTime() / 1000 - framesPerVehicle * 10
  const vehicle = vehicleIn(city(), 'bench', begin)
  const frames = Array.from({ length: framesPerVehicle }, (_, serial) => {
    const { bytes } = encoder.report(ident, [{ ...vehicle.advanceTo(begin + serial * 10), serial }])
    // Some send a heartbeat after the position.
    return bytes.subarray(0, decoder.frame(bytes, state))
  })
  return { protocol, decoder, link: 'tcp', state, frames, source: 'a simulated drive' }
}

/** Undefined: no sample is a single position. */
async function fromSamples(protocol: Protocol): Promise<PlainPosition | undefined> {
  const decoder = decoderByName(protocol.name as ProtocolName)!
  const candidates: { values: number; position: PlainPosition }[] = []
  let link: Link = 'tcp'
  let state: unknown
  for (const sample of await samplesOf(protocol.name)) {
    if (sample.link) {
      link = sample.link
      state = decoder.start(link)
    }
    const [message, ...more] = sample.messages ?? []
    const isPlain = message?.['position.latitude'] !== undefined
    // Datagrams only if there is nothing else: the network delimits them.
    const isCut = link !== 'udp' || protocol.transport === 'udp'
    if (isPlain && more.length === 0 && !sample.unit && isCut) {
      const source = `the sample “${sample.what}”`
      const position = { protocol, decoder, link, state, frames: [Buffer.from(sample.frame)], source }
      candidates.push({ values: Object.keys(message).length, position })
    }
    state = decoder.decode(sample.frame, state, receivedAt, sample.unit).state ?? state
  }
  return candidates.toSorted((a, b) => a.values - b.values)[0]?.position
}

function check({ protocol, decoder, link, state, frames }: PlainPosition): void {
  for (const frame of frames) {
    const { messages } = decoder.decode(frame, state, receivedAt)
    const isPosition = messages?.length === 1 && messages[0]!['position.latitude'] !== undefined
    const isWhole = link === 'udp' || decoder.frame(frame, state) === frame.length
    if (!isPosition || !isWhole) {
      throw new Error(`A frame of ${protocol.name} is not a plain position: ${frame.toString('hex')}`)
    }
  }
}
