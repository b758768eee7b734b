/** Which protocols we speak, and which one a connection's first bytes belong to. */
import { corrected } from './correction.ts'
import type { Decoder, Link, Recognition } from './protocol.ts'
import * as written from './protocols/decoders.ts'
import { type Protocol, type ProtocolName, protocols } from './protocols/index.ts'

const decoders: Partial<Record<ProtocolName, Decoder>> = Object.fromEntries(
  Object.entries(written).map(([name, decoder]) => [name, corrected(name, decoder as Decoder)]),
)

export const decoderByName = (name: ProtocolName): Decoder | undefined => decoders[name]

/** In the order of the list, which is also the order of precedence in recognising first bytes. */
export const spoken: readonly Protocol[] = protocols.filter((protocol) => decoders[protocol.name] !== undefined)

export const speaks = (protocol: Protocol, link: Link): boolean =>
  protocol.transport === link || (protocol.transport === 'both' && link !== 'http')

/**
 * Whose first bytes these are, on the port that takes any protocol. Requests over HTTP come on a TCP connection. The
 * first that is sure wins; while nobody is, anyone who needs more keeps the connection waiting.
 */
export function recognise(firstBytes: Uint8Array, link: 'tcp' | 'udp'): Protocol | Exclude<Recognition, 'yes'> {
  let answer: Exclude<Recognition, 'yes'> = 'no'
  for (const protocol of spoken) {
    if (!speaks(protocol, link) && !(link === 'tcp' && protocol.transport === 'http')) continue
    const recognition = decoders[protocol.name as ProtocolName]!.recognise(firstBytes, link)
    if (recognition === 'yes') return protocol
    if (recognition === 'more') answer = 'more'
  }
  return answer
}
