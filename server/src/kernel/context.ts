import type { Addresses } from './addresses.ts'
import type { AppId } from './applications.ts'
import type { Cards } from './card-processor.ts'
import type { Config } from './config/config.ts'
import type { Db } from './db/transaction.ts'
import type { Problem } from './errors.ts'
import type { Log } from './log.ts'
import type { MapFiles } from './map-file/map-files.ts'
import type { Meters } from './meters.ts'
import type { Outbound } from './outbound.ts'
import type { Pressure } from './pressure.ts'
import type { Viewing } from './private-time.ts'
import type { Sight } from './sight.ts'
import type { Site, Sites } from './sites.ts'
import type { Slices } from './slices/leases.ts'
import type { Clock } from './time/clock.ts'
import type { Traces } from './traces.ts'
import type { Vault } from './vault.ts'

/** What the outside world gives us, made once in main.ts. Functions take the part they need. */
export interface Context {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
  readonly vault: Vault
  readonly log: Log
  readonly meters: Meters
  readonly traces: Traces
  readonly cards: Cards<Context>
  /** To addresses that dealers give us. */
  readonly outbound: Outbound
  /** To those that clients give us: anybody may be one, so what is open to dealers is not open to them. */
  readonly clientOutbound: Outbound
  /** The part of the work that falls to this node. */
  readonly slices: Slices
  /** Of the trackers that this node acknowledges. */
  readonly pressure: Pressure
  /** The operator's files with streets. */
  readonly maps: MapFiles
  readonly addresses: Addresses
  /** Domains of dealers. */
  readonly sites: Sites
}

/** Who acts, for the audit log. */
export interface Actor {
  readonly kind: 'token' | 'staff' | 'operator' | 'job' | 'client' | 'processor' | 'visitor'
  /**
   * The id of the access token or of the person of the dealer's team; the operator's command or person; the job's name,
   * the user's id, the event's, what the visitor holds.
   */
  readonly id: string
  readonly address: string | null
  readonly requestId: string | null
  /** The account inside which it is done: its owners can read what was. */
  readonly account?: number
}

/** A context in which somebody changes something. */
export interface ActorContext extends Context {
  readonly actor: Actor
}

/** Told now and then by work that takes its time: how much of how much is done. */
export type Progress = (done: number, total: number) => void

/** One request of a dealer. */
export interface Call extends ActorContext, Viewing {
  readonly dealer: number
  /** The applications this caller may see; items of other applications do not exist for it. */
  readonly apps: readonly AppId[]
  /** What the access list of a client's person leaves of its account; null or absent: everything. */
  readonly sight?: Sight | null
  /** Units whose term has ended, for a client: what they report is not for it. */
  readonly expired?: readonly number[]
  /**
   * Refuses forbidden values of the body, together with the problems the action found itself.
   * The action says when: after the item was found and the caller may touch it (docs/decisions/0006).
   */
  validate(problems?: readonly Problem[]): void
  /** The access token was given the right to see secrets whole. */
  readonly mayReadSecrets?: boolean
  /** A person whose role may not see positions. */
  readonly isWithoutPositions?: boolean
  /** A person whose role may not change what clients pay for. */
  readonly isWithoutBills?: boolean
  /** The same for every try of one request with an Idempotency-Key, in rows whose work is staged. */
  readonly operationId?: string
  /** Somebody follows the work while it goes on. */
  readonly progress?: Progress
}

/** A request of somebody who has no account with us: who pays, who activates. The link in the request is the key. */
export interface PublicCall extends ActorContext, Pick<Call, 'validate'> {
  /** The dealer's own domain that it came to; for clients of other dealers there is nothing behind it. */
  readonly site?: Site | undefined
}

/** Whether what belongs to this dealer is served where the request came to. */
export const isServedAt = (site: Site | undefined, dealer: number): boolean => !site || site.dealer === dealer

/** The same request, once it is known which user it is of. */
export const asClient = <C extends ActorContext>(call: C, userId: string, account: number): C => ({
  ...call,
  actor: { ...call.actor, kind: 'client', id: userId, account },
})

/** What a caller can see: its dealer's items, in the applications it knows, as far as its access list goes. Part of every question a store is asked. */
export type Scope = Pick<Call, 'dealer' | 'apps' | 'sight' | 'expired' | 'viewer'>
