/** What the gateway gives to the writer, and what the writer promises. */
import type { Message } from '@waymark/devices'
import type { Telemetry } from '../message.ts'

export interface ReportingUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly deviceTypeId: number
  readonly protocolId: number
  /** The account whose live readers want to see the unit move. Absent: they find its positions within seconds. */
  readonly owner?: { readonly account: number } | undefined
  /** The account whose beacons it reports (beacons/writer.ts). Absent: not a beacon gateway. */
  readonly beaconOwner?: { readonly dealer: number; readonly account: number } | undefined
}

export interface Delivery {
  readonly unit: ReportingUnit
  readonly messages: readonly Message[]
  /** Absent: the messages were derived from another unit's frame. */
  readonly frame?: Uint8Array
  /** Values that become the latest ones, whatever the messages contain and however old they are. */
  readonly latest?: Telemetry
  readonly peer: string
  /** Earlier frames that are needed to decode the frame again. Stored with it, under its time. */
  readonly openers?: readonly Uint8Array[]
}

/** How many messages were new. The others had been stored before. */
export type Appended = number | 'quarantined'

export interface Writer {
  /** Resolves when the messages are committed (or were stored already); rejects when they could not be stored. */
  append(delivery: Delivery): Promise<Appended>
  /** Messages that wait; beyond the limit the gateway stops reading. */
  readonly waiting: () => number
  readonly isFull: () => boolean
  /** So many messages wait that each unit is limited to its allowance. */
  readonly isBusy: () => boolean
  /** The tracker has disconnected: its cached state may be dropped. */
  release(unitId: number): void
  close(): Promise<void>
}

export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** A delivery with the time of its arrival, and its messages dated. */
export interface Received {
  readonly delivery: Delivery
  readonly serverTime: number
  readonly messages: readonly Message[]
}
