/** What reads each protocol's bytes. A protocol without a line here is in the catalogue and not yet spoken. */
import type { Decoder, Link, Recognition } from '../protocol.ts'
import atrack from './atrack.ts'
import calamp from './calamp.ts'
import castel from './castel.ts'
import cellocator from './cellocator.ts'
import eelink from './eelink.ts'
import egts from './egts.ts'
import galileo from './galileo.ts'
import gl200 from './gl200.ts'
import gps103 from './gps103.ts'
import gt06 from './gt06.ts'
import h02 from './h02.ts'
import { type Protocol, type ProtocolName, protocols } from './index.ts'
import jt808 from './jt808.ts'
import meiligao from './meiligao.ts'
import meitrack from './meitrack.ts'
import minifinder2 from './minifinder2.ts'
import navis from './navis.ts'
import osmand from './osmand.ts'
import ruptela from './ruptela.ts'
import suntech from './suntech.ts'
import t800x from './t800x.ts'
import teltonika from './teltonika.ts'
import tk103 from './tk103.ts'
import topin from './topin.ts'
import watch from './watch.ts'
import wialon from './wialon.ts'
import xexun from './xexun.ts'
import xexun2 from './xexun2.ts'

const decoders: Partial<Record<ProtocolName, Decoder>> = {
  atrack,
  calamp,
  castel,
  cellocator,
  eelink,
  egts,
  galileo,
  gl200,
  gps103,
  gt06,
  h02,
  jt808,
  meiligao,
  meitrack,
  minifinder2,
  navis,
  osmand,
  ruptela,
  suntech,
  t800x,
  teltonika,
  tk103,
  topin,
  watch,
  wialon,
  xexun,
  xexun2,
}

export const decoderByName = (name: ProtocolName): Decoder | undefined => decoders[name]

/** In the order of the list, which is also the order of precedence when a stranger's first bytes are weighed. */
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
