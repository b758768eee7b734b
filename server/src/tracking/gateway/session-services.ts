/** The parts of the gateway that a session depends on, and the types they share. */
import type { CommandAnswer, Decoded, KnownUnit, Protocol, SettingValues } from '@waymark/devices'
import type { Log } from '#kernel/runtime/log.ts'
import type { Clock } from '#kernel/time/clock.ts'
import type { ConnectionInfo } from '../connections/connections.ts'
import type { Writer } from '../messages/writing/delivery.ts'
import type { Allowance } from './limits.ts'
import type { CommandSender } from './listeners/dispatch.ts'
import type { MonitoredWriter } from './store-health.ts'
import type { NetworkTrust } from './trust/network-trust.ts'

export interface AdmittedUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly deviceTypeId: number
  readonly protocolId: number
  readonly model: string
  /** Settings for a tracker that does not follow the protocol. */
  readonly settings?: SettingValues | undefined
  /** Whether its last known connection used TLS. */
  readonly tls: boolean
  /** The unit changed while it was looked up: look it up again with the next frame. */
  readonly isOutdated?: boolean
  /** The peer has presented the unit's password, so it is the unit's own tracker. */
  readonly isProven?: boolean
  /** The networks known for its tracker at the time of the lookup. */
  readonly trust?: NetworkTrust | undefined
  readonly owner?: { readonly dealer: number; readonly account: number }
  /** The account whose beacons it reports, if it is a beacon gateway. */
  readonly beaconOwner?: { readonly dealer: number; readonly account: number }
}

/** In the form that a decoder gets. */
export const knownOf = ({ model, settings }: AdmittedUnit): KnownUnit => (settings ? { model, settings } : { model })

interface UnknownDevice {
  readonly ident: string
  readonly protocol: Protocol
  readonly address: string
  readonly frame: Uint8Array
  readonly preview: Decoded<unknown>['messages']
}

export interface PeerAddress {
  readonly address: string
  readonly isDatagram: boolean
}

export interface SessionServices {
  readonly writer: Writer
  readonly turnAway: MonitoredWriter['turnAway']
  /** A frame from which nothing is stored. */
  rejected(protocol: Protocol | undefined, reason: 'malformed' | 'unknown_device'): void
  readonly clock: Clock
  readonly log: Log
  /**
   * The unit with this ident, if its model uses this protocol and the password is right. 'blocked': nothing was checked,
   * because its network has sent too many unknown idents or passwords. The peer gets the same answer as for an unknown ident.
   */
  admit(
    ident: string,
    protocol: Protocol,
    password: string | undefined,
    from: PeerAddress,
  ): Promise<AdmittedUnit | 'blocked' | undefined>
  /** Resolves when the device is recorded, so that it can be found as soon as it was rejected; never rejects. */
  reportUnknownDevice(device: UnknownDevice): Promise<void>
  /** A frame names a unit, but its checksum is wrong and nothing is stored. */
  doubted(unit: AdmittedUnit, protocol: Protocol, address: string): void
  allowanceOf(unitId: number): Allowance
  /**
   * A unit has one connection: the previous one is closed. The claimant is told when the unit may have changed or been
   * deleted.
   */
  claimConnection(unit: AdmittedUnit, transport: Transport, claimant: Claimant): void
  /** Commands can reach the unit's tracker: over the connection of this transport, or for a short time by datagram. */
  registerSender(unit: AdmittedUnit, sender: CommandSender, transport?: Transport): void
  answered(unitId: number, answers: readonly CommandAnswer[]): void
  /** True if this transport held the claim, which leaves the unit without a connection. */
  releaseConnection(unit: Pick<AdmittedUnit, 'id' | 'protocolId'>, transport: Transport): boolean
}

export interface Claimant {
  /** The next frame looks the unit up again. */
  recheck(): void
}

export interface Transport {
  readonly isTls: boolean
  /** Absent if there is no socket. */
  readonly connection?: ConnectionInfo
  send(bytes: Uint8Array): void
  /** Ends the conversation after everything sent has left. */
  close(reason: string): void
  /** The peer has identified itself. */
  identified(): void
  pause(): void
  resume(): void
}
