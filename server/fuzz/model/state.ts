/** The state of a small, slow and obvious Waymark. */
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import type { Caller } from '#testing/api.ts'

export type App = string

export interface Dealer {
  readonly id: number
  isApproved: boolean
  isVerified: boolean
  company: { name: string; about: string; updated: number; readonly created: number }
  pending: { name?: string; about?: string } | undefined
}

export interface Account {
  readonly id: number
  readonly dealer: Dealer
  readonly isManaged: boolean
  readonly created: number
  readonly user: User
  plan: Plan | undefined
  title: string
  description: string
  apps: App[]
  serviceApps: App[]
  ack: number
  blocked: boolean
  blockedAt: number | null
  due: number | null
  notifyOffset: number | null
  blockOffset: number | null
  useOwn: boolean
  /** Due dates that automation has processed. */
  readonly blockedFor: Set<number>
  updated: number
  readonly subscriptions: Map<App, Subscription>
  /** All that ever existed, in the order of creation. */
  readonly given: Subscription[]
}

export interface Subscription {
  readonly id: string
  readonly app: App
  readonly plan: string
  readonly until: number
}

export interface User {
  readonly id: string
  readonly accountId: number
  name: string
  description: string | null
  lang: string | null
  enabled: boolean
}

export interface Plan {
  readonly id: string
  readonly dealer: Dealer
  readonly app: App
  readonly founder: string
  readonly name: string
  readonly quotas: Readonly<Record<string, number>>
  readonly modules: readonly string[]
  readonly created: number
  updated: number
  lifecycle: Lifecycle | null
}

export interface Lifecycle {
  readonly payment_period: number | null
  readonly payment_notify_offset: number
  readonly block_offset: number
}

export interface Unit {
  readonly id: number
  readonly account: Account
  readonly app: App
  readonly created: number
  name: string
  ident: string
  description: string
  hwId: number
  updated: number
}

/** A token and its state. */
export interface Token {
  readonly name: string
  readonly dealer: Dealer
  readonly dialect: 'provider' | 'partner'
  readonly isReader: boolean
  caller: Caller
  tokenId: string
  expires: number
  isRevoked: boolean
}

export interface State {
  now: number
  /** Makes names of this run differ from all others: names and idents are unique in the installation. */
  readonly nonce: string
  readonly dealers: readonly Dealer[]
  readonly tokens: readonly Token[]
  /** Including deleted ones, so that their ids are requested again. */
  readonly accounts: Account[]
  readonly plans: Plan[]
  readonly units: Unit[]
  readonly gone: Set<object>
}

export const appsOf: Readonly<Record<'provider' | 'partner', readonly App[]>> = {
  provider: [consumerApp, fleetApp, tagsApp],
  partner: [consumerApp, petApp, fleetApp],
}
export const isManagedApp = (app: App): boolean => app === fleetApp || app === tagsApp
export const isOwnedApp = (app: App): boolean => app === consumerApp || app === petApp

export const here = <T extends object>(state: State, things: readonly T[]): T[] =>
  things.filter((thing) => !state.gone.has(thing))

export const shares = (some: readonly App[], others: readonly App[]) => some.some((app) => others.includes(app))

export const seesAccount = (token: Token, account: Account) =>
  account.dealer === token.dealer && shares(account.apps, appsOf[token.dialect])
export const seesPlan = (token: Token, plan: Plan) =>
  plan.dealer === token.dealer && appsOf[token.dialect].includes(plan.app)
export const seesUnit = (token: Token, unit: Unit) =>
  unit.account.dealer === token.dealer && appsOf[token.dialect].includes(unit.app)

export const isClientsOwn = (account: Account) => !account.isManaged && account.ack > 0

export const activeSubscription = (state: State, account: Account, app: App) => {
  const subscription = account.subscriptions.get(app)
  return subscription && subscription.until > state.now ? subscription : undefined
}

/** The seeds, written a second time. */
export const founders: Readonly<Record<string, Founder>> = {
  '019a0000-0000-7000-8000-000000000101': { app: fleetApp, isTrial: false, units: 70, storage: 204800, has: 'starter' },
  '019a0000-0000-7000-8000-000000000104': { app: fleetApp, isTrial: false, units: 10000, storage: 204800, has: 'all' },
  '019a0000-0000-7000-8000-000000000105': { app: fleetApp, isTrial: true, units: 5, storage: 10240, has: 'all' },
  '019a0000-0000-7000-8000-000000000106': {
    app: fleetApp,
    isTrial: false,
    units: 50,
    storage: 204800,
    has: 'starter',
    isRetired: true,
  },
  '019a0000-0000-7000-8000-000000000201': { app: tagsApp, isTrial: false, units: 100, storage: 204800, has: 'all' },
  '019a0000-0000-7000-8000-000000000202': { app: tagsApp, isTrial: true, units: 2, storage: 10240, has: 'all' },
}

export interface Founder {
  readonly app: App
  readonly isTrial: boolean
  /** The maximum of units (fleet_app) or gateways (tags_app). */
  readonly units: number
  readonly storage: number
  readonly has: 'starter' | 'all'
  readonly isRetired?: boolean
}

/** Units, geofences, users, triggers of the subscription plans. */
export const subscriptionLimits: Readonly<
  Record<string, { unit: number; geofence: number; user: number; triggers: number }>
> = {
  [`${consumerApp} free`]: { unit: 5, geofence: 5, user: 1, triggers: 10 },
  [`${petApp} free`]: { unit: 5, geofence: 5, user: 1, triggers: 10 },
  [`${consumerApp} basic`]: { unit: 10, geofence: 20, user: 3, triggers: 50 },
  [`${petApp} basic`]: { unit: 10, geofence: 20, user: 3, triggers: 50 },
  [`${fleetApp} free`]: { unit: 5, geofence: 10, user: 5, triggers: 50 },
  [`${tagsApp} free`]: { unit: 2, geofence: 10, user: 5, triggers: 50 },
}

export const limitsOf = (state: State, account: Account, app: App) =>
  subscriptionLimits[`${app} ${activeSubscription(state, account, app)?.plan ?? 'free'}`]!

export const unitQuota = (state: State, account: Account, app: App): number =>
  account.plan ? (account.plan.quotas[app === tagsApp ? 'gateway' : 'unit'] ?? 0) : limitsOf(state, account, app).unit
