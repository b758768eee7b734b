/**
 * What a protocol's tests are written in: a conversation, frame by frame, with all we expect of each. Beside every
 * decoder stands `<name>.samples.ts`; `every-protocol.test.ts` holds the conversation and then tortures its frames.
 */
import type { Message } from './message.ts'
import type { KnownUnit, Link } from './protocol.ts'

export interface Sample {
  /** A sentence for the list of tests: "a login is accepted". */
  readonly what: string
  /** Opens a new connection; without it the sample continues the one before. */
  readonly link?: Link
  readonly unit?: KnownUnit
  /** Exactly one frame. */
  readonly frame: Uint8Array
  /** Absent means: the frame must have none of it. */
  readonly ident?: string
  readonly password?: string
  readonly messages?: readonly Message[]
  readonly reply?: Uint8Array
  readonly nack?: Uint8Array
  readonly refusal?: Uint8Array
}

/** When all samples arrive. */
export const receivedAt = new Date('2026-05-17T12:00:00Z')
