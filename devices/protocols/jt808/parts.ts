/**
 * Messages sent in several packages with consecutive serials. What is kept per connection is bounded: a message of more
 * than 32 packages or 32 KiB is not assembled.
 */
import { concat } from '../../bytes/bytes.ts'
import type { Packet } from './packet.ts'

export interface Parts {
  readonly id: number
  /** Serial of the first package. */
  readonly first: number
  readonly bodies: readonly (Uint8Array | undefined)[]
}

const packagesMax = 32
const bytesMax = 32_768

export const mayBeParts = (packet: Packet): boolean =>
  packet.packages > 1 && packet.packages <= packagesMax && packet.index >= 1 && packet.index <= packet.packages

/** Adds this package to the parts; those of another message are dropped. */
export function withPart(before: Parts | undefined, packet: Packet): Parts | undefined {
  const first = (packet.serial - packet.index + 1) & 0xffff
  const same = before && before.id === packet.id && before.first === first && before.bodies.length === packet.packages
  const bodies = same ? [...before.bodies] : new Array<Uint8Array | undefined>(packet.packages).fill(undefined)
  // A copy: the frame belongs to a buffer that is reused.
  bodies[packet.index - 1] = packet.body.slice()
  const bytes = bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0)
  return bytes > bytesMax ? undefined : { id: packet.id, first, bodies }
}

/** The whole body, when all packages have arrived. */
export function wholeBody({ bodies }: Parts): Uint8Array | undefined {
  return bodies.every((body) => body !== undefined) ? concat(...(bodies as readonly Uint8Array[])) : undefined
}
