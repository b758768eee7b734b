/** What a session asks of the rest of the gateway, and what it is given. */
import type { CommandAnswer, Decoded, Protocol } from '@waymark/devices'
import type { Log } from '#kernel/log.ts'
import type { Clock } from '#kernel/time/clock.ts'
import type { Line } from '../connections/connections.ts'
import type { Writer } from '../messages/writer.ts'
import type { Mouth } from './dispatch.ts'
import type { Allowance } from './limits.ts'
import type { Whereabouts } from './trust.ts'

export interface AdmittedUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly deviceTypeId: number
  readonly protocolId: number
  readonly model: string
  /** Whether its last connection used TLS, as far as is known. */
  readonly tls: boolean
  /** It has shown the unit's password: it is no other's. */
  readonly isProven?: boolean
  /** Where its tracker was known to be when it was looked up. */
  readonly whereabouts?: Whereabouts | undefined
  readonly home?: { readonly dealer: number; readonly account: number }
  /** The account whose tags it hears, if it is a gateway for tags. */
  readonly hearsFor?: { readonly dealer: number; readonly account: number }
}

export interface Stranger {
  readonly ident: string
  readonly protocol: Protocol
  readonly address: string
  readonly frame: Uint8Array
  readonly preview: Decoded<unknown>['messages']
}

/** Where a peer speaks from. */
export interface From {
  readonly address: string
  readonly isDatagram: boolean
}

/** What a session asks of the rest of the gateway. */
export interface House {
  readonly writer: Writer
  readonly clock: Clock
  readonly log: Log
  /**
   * The unit with this ident, if it speaks this protocol and the password is right. 'shut': it was not looked at, for too
   * many unknown idents came from its network. The peer is answered as if it were unknown.
   */
  admit(
    ident: string,
    protocol: Protocol,
    password: string | undefined,
    from: From,
  ): Promise<AdmittedUnit | 'shut' | undefined>
  /** Resolves when it is noted, so that whoever was refused can be looked up at once; never rejects. */
  receiveStranger(stranger: Stranger): Promise<void>
  allowanceOf(unitId: number): Allowance
  /**
   * A unit has one conversation: whoever held the seat before is let go. `recheck` is called when the unit may have
   * changed or gone.
   */
  takeSeat(unit: AdmittedUnit, outlet: Outlet, recheck: () => void): void
  /** The unit's tracker can be told something: over the connection of this outlet, or for a while by datagram. */
  hear(unit: AdmittedUnit, mouth: Mouth, outlet?: Outlet): void
  answered(unitId: number, answers: readonly CommandAnswer[]): void
  /** True if it held the seat, and so nobody else has the unit now. */
  leaveSeat(unitId: number, outlet: Outlet): boolean
}

export interface Outlet {
  readonly isTls: boolean
  /** Absent where there is no socket. */
  readonly line?: Line
  send(bytes: Uint8Array): void
  /** Ends the conversation after what was sent has left. */
  close(reason: string): void
  /** The peer has said who it is. */
  identified(): void
  pause(): void
  resume(): void
}
