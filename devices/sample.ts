/**
 * What the tests of a protocol are written in: a conversation, frame by frame, with everything expected of each.
 * `every-protocol.test.ts` runs the conversation and then mutates its frames.
 */
import type { Message } from './message.ts'
import type { KnownUnit, Link } from './protocol.ts'

export interface Sample {
  /** A sentence for the list of tests: "a login is accepted". */
  readonly what: string
  /** Opens a new connection; otherwise the sample continues the previous one. */
  readonly link?: Link
  readonly unit?: KnownUnit
  /** Exactly one frame. */
  readonly frame: Uint8Array
  /** If absent, the frame must have none of it. */
  readonly ident?: string
  readonly password?: string
  readonly messages?: readonly Message[]
  readonly reply?: Uint8Array
  readonly nack?: Uint8Array
  readonly refusal?: Uint8Array
}

/** When all samples arrive. */
export const receivedAt = new Date('2026-05-17T12:00:00Z')

/**
 * The samples of a protocol: `samples` in its decoder's file if they are few, otherwise `<name>.samples.ts` next to it.
 */
export async function samplesOf(protocol: string): Promise<readonly Sample[]> {
  const own: { readonly samples?: readonly Sample[] } = await import(`./protocols/${protocol}.ts`)
  return own.samples ?? (await import(`./protocols/${protocol}.samples.ts`)).default
}
