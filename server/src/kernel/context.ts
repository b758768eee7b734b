import type { AppId } from './applications.ts'
import type { Cards } from './card-processor.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/transaction.ts'
import type { Problem } from './errors.ts'
import type { Addresses } from './geo/addresses.ts'
import type { MapFiles } from './geo/map-file/map-files.ts'
import type { Outbound } from './network/outbound.ts'
import type { Site, Sites } from './network/sites.ts'
import type { Viewing } from './private-time.ts'
import type { Log } from './runtime/log.ts'
import type { Meters } from './runtime/meters.ts'
import type { Pressure } from './runtime/pressure.ts'
import type { Traces } from './runtime/traces.ts'
import type { Sight } from './sight.ts'
import type { Slices } from './slices/leases.ts'
import type { Clock } from './time/clock.ts'
import type { Vault } from './vault.ts'

/** Everything from the outside world, created once in main.ts. Functions take the part they need. */
export interface Context {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
  readonly vault: Vault
  readonly log: Log
  readonly meters: Meters
  readonly traces: Traces
  readonly cards: Cards<Context>
  /** Calls to addresses that dealers enter. */
  readonly outbound: Outbound
  /** Calls to addresses that clients enter: anyone can be a client, so what dealers may reach is closed to them. */
  readonly clientOutbound: Outbound
  /** The part of the work that belongs to this node. */
  readonly slices: Slices
  /** Counts messages of the trackers that this node acknowledges. */
  readonly pressure: Pressure
  /** The operator's maps with streets. */
  readonly maps: MapFiles
  readonly addresses: Addresses
  /** Domains of dealers. */
  readonly sites: Sites
}

/** The actor, for the audit log. */
export interface Actor {
  readonly kind: 'token' | 'staff' | 'operator' | 'job' | 'client' | 'processor' | 'visitor'
  /**
   * The id of the access token or of the person of the dealer's team; the operator's command or person; the job's name;
   * the id of the user or event; what the visitor holds.
   */
  readonly id: string
  readonly address: string | null
  readonly requestId: string | null
  /** The account inside which it is done: its owners can read it. */
  readonly account?: number
}

/** A context in which someone changes something. */
export interface ActorContext extends Context {
  readonly actor: Actor
}

/** Called now and then by long work: how much of how much is done. */
export type Progress = (done: number, total: number) => void

/** One request of a dealer. */
export interface Call extends ActorContext, Viewing {
  readonly dealer: number
  /** The applications this caller may see; for it, items of other applications do not exist. */
  readonly apps: readonly AppId[]
  /** What the access list of a client's person includes; null or absent: everything. */
  readonly sight?: Sight | null
  /** Units whose term has ended: their reports are hidden from the client. */
  readonly expired?: readonly number[]
  /**
   * Refuses forbidden values of the body, together with the problems the action found itself. The action calls it once
   * the item was found and the caller may change it (docs/decisions/0006).
   */
  validate(problems?: readonly Problem[]): void
  /** The access token has the right to see secrets in full. */
  readonly mayReadSecrets?: boolean
  /** A person whose role may not see positions. */
  readonly isWithoutPositions?: boolean
  /** A person whose role may not change what clients pay for. */
  readonly isWithoutBills?: boolean
  /** The same for every attempt of one request with an Idempotency-Key, in rows whose work is staged. */
  readonly operationId?: string
  /** Someone follows the progress of the work. */
  readonly progress?: Progress
}

/** A request by someone without an account: a payer, or a person who activates. The link in the request is the key. */
export interface PublicCall extends ActorContext, Pick<Call, 'validate'> {
  /** The dealer's own domain that it came to; it serves nothing to clients of other dealers. */
  readonly site?: Site | undefined
}

/** Whether what belongs to this dealer is served at the host of the request. */
export const isServedAt = (site: Site | undefined, dealer: number): boolean => !site || site.dealer === dealer

/** The same request, once its user is known. */
export const asClient = <C extends ActorContext>(call: C, userId: string, account: number): C => ({
  ...call,
  actor: { ...call.actor, kind: 'client', id: userId, account },
})

/**
 * What a caller can see: its dealer's items, in the applications it knows, within its access list. Part of every query
 * of a store.
 */
export type Scope = Pick<Call, 'dealer' | 'apps' | 'sight' | 'expired' | 'viewer'>
