/** The decoder of each protocol, and which protocol a connection's first bytes belong to. */

import type { Decoder, Link, Recognition } from './protocol.ts'
import { type Protocol, type ProtocolName, spoken } from './protocols/index.ts'
import { corrected } from './values/correction.ts'

const decoders: Partial<Record<string, Decoder>> = Object.fromEntries(
  await Promise.all(
    spoken.map(async ({ name }) => {
      const { default: decoder } = (await import(`./protocols/${name}.ts`)) as { default: Decoder }
      return [name, corrected(name, decoder)]
    }),
  ),
)

export const decoderByName = (name: ProtocolName): Decoder | undefined => decoders[name]

export const speaks = (protocol: Protocol, link: Link): boolean =>
  protocol.transport === link || (protocol.transport === 'both' && link !== 'http')

/**
 * Which protocol these first bytes belong to, on the port for any protocol. HTTP requests come on a TCP connection. The
 * first protocol that is sure wins; until then, any that needs more bytes keeps the connection waiting.
 */
export function recognise(firstBytes: Uint8Array, link: 'tcp' | 'udp'): Protocol | Exclude<Recognition, 'yes'> {
  let answer: Exclude<Recognition, 'yes'> = 'no'
  for (const protocol of spoken) {
    if (!speaks(protocol, link) && !(link === 'tcp' && protocol.transport === 'http')) continue
    const recognition = decoders[protocol.name]!.recognise(firstBytes, link)
    if (recognition === 'yes') return protocol
    if (recognition === 'more') answer = 'more'
  }
  return answer
}
