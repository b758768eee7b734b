/** What an account is, and what may be done with it. Pure. */

import { type AppId, applicationName, fleetApp, isManaged, isOwned } from '#kernel/applications.ts'
import { conflict, invalidField, type Problem } from '#kernel/errors.ts'

export interface Account {
  readonly id: number
  readonly dealerId: number
  readonly clientPlanId: string | null
  readonly title: string
  readonly description: string
  /** 10: managed by the dealer. */
  readonly type: 10 | null
  readonly linkApp: AppId | null
  readonly regApps: readonly AppId[]
  /** Applications to which the client grants support access. */
  readonly serviceApps: readonly AppId[]
  /** When it was activated. */
  readonly ack: Date | null
  readonly isAttached: boolean
  readonly attachedAt: Date | null
  readonly addedAt: Date
  readonly blocked: boolean
  readonly blockedBy: 'person' | 'schedule' | 'automation' | null
  readonly blockedAt: Date | null
  /** Since when it is blocked, shown to its client. */
  readonly blockedSince: Date | null
  readonly paymentExpectedAt: Date | null
  readonly paymentNotifyOffset: number | null
  readonly blockOffset: number | null
  readonly useFleetLifecycle: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Active subscriptions by application. */
  readonly subscriptions: Readonly<Record<string, string>>
}

export const isActivated = (account: Pick<Account, 'ack'>): boolean => account.ack !== null
export const isManagedAccount = (account: Pick<Account, 'type'>): boolean => account.type === 10

/** Checks the applications of a new account against those that the caller knows. */
export function ownedAppProblems(regApps: readonly string[], known: readonly AppId[]): Problem[] {
  const choices = known.filter(isOwned)
  const isRight = regApps.length > 0 && regApps.every((app) => choices.includes(app as AppId))
  return isRight
    ? []
    : [invalidField('reg_apps', `reg_apps must hold ${choices.map(applicationName).join(' or ')} only.`)]
}

export function managedAppProblems(regApps: readonly string[], known: readonly AppId[]): Problem[] {
  const choices = known.filter(isManaged)
  const isRight = regApps.length === 1 && choices.includes(regApps[0] as AppId)
  return isRight
    ? []
    : [invalidField('reg_apps', `reg_apps must hold exactly one of ${choices.map(applicationName).join(', ')}.`)]
}

/**
 * What `reg_apps` becomes when a caller that knows only some applications sets it: the unknown ones stay where they are,
 * before or after the others. A managed account cannot become an owned one, or the reverse.
 */
export function switchApps(
  account: Account,
  wanted: readonly string[],
  known: readonly AppId[],
): readonly AppId[] | Problem[] {
  const unknownToCaller = account.regApps.filter((app) => !known.includes(app))
  const isUnknownFirst = account.regApps[0] === unknownToCaller[0]
  const result = new Set([...(isUnknownFirst ? unknownToCaller : []), ...(wanted as AppId[]), ...unknownToCaller])
  const isSameKind = wanted.every((app) => known.includes(app as AppId) && isManaged(app) === isManagedAccount(account))
  const isAllowed =
    wanted.length > 0 &&
    isSameKind &&
    (!isManagedAccount(account) || wanted.every((app) => account.regApps.includes(app as AppId)))
  return isAllowed ? [...result] : [invalidField('reg_apps', 'reg_apps cannot combine managed and owned applications.')]
}

/** Blocking is a means to get a client to pay; an account that no one has activated has no client yet. */
export function requireActivated(account: Pick<Account, 'ack'>, operation: keyof typeof activationNeeded): void {
  if (!isActivated(account)) conflict(activationNeeded[operation])
}

const onlyActivated = (act: string) =>
  `Only an activated account can ${act}. Activate it, or send its client the activation link.`

/** Operations that need an activated account, and the refusal without one. */
export const activationNeeded = {
  'accounts.block': onlyActivated('be blocked or unblocked'),
  'accounts.schedule-block': onlyActivated('be blocked'),
  'accounts.set-lifecycle': onlyActivated('have billing automation'),
  'bills.issue': onlyActivated('be billed'),
} as const

export function setBlocked(account: Account, blocked: boolean, now: Date): Account {
  requireActivated(account, 'accounts.block')
  return blocked
    ? { ...account, blocked, blockedBy: 'person', blockedSince: account.blockedSince ?? now, updatedAt: now }
    : { ...account, blocked, blockedBy: null, blockedAt: null, blockedSince: null, updatedAt: now }
}

export function scheduleBlock(account: Account, blockedAt: Date | null, now: Date): Account {
  requireActivated(account, 'accounts.schedule-block')
  return { ...account, blockedAt, updatedAt: now }
}

export interface AccountLifecycle {
  readonly paymentExpectedAt?: Date | null
  readonly paymentNotifyOffset?: number
  readonly blockOffset?: number | null
  readonly useFleetLifecycle?: boolean
}

export const lifecycleProblems = (account: Account): Problem[] =>
  account.regApps.includes(fleetApp)
    ? []
    : [{ code: 'FAILED_VALIDATION', message: 'Billing automation works only for accounts of fleet_app.' }]

export function setLifecycle(account: Account, change: AccountLifecycle, now: Date): Account {
  requireActivated(account, 'accounts.set-lifecycle')
  return { ...account, ...change, updatedAt: now }
}

export const setSupportAccess = (account: Account, app: AppId, isEnabled: boolean, now: Date): Account =>
  account.serviceApps.includes(app) === isEnabled
    ? account
    : {
        ...account,
        serviceApps: isEnabled ? [...account.serviceApps, app] : account.serviceApps.filter((one) => one !== app),
        updatedAt: now,
      }

/** Where an account is in its payment cycle, as counted on the dealer's dashboard. */
export const paymentStates = ['notice', 'overdue', 'blocked_soon'] as const
export type PaymentState = (typeof paymentStates)[number]

export interface AccountUse {
  readonly id: number
  /** Items in use, by quota. */
  readonly used: Readonly<Record<string, number>>
  /** What add-ons give in addition to the plan. */
  readonly booked: Readonly<Record<string, number>>
  readonly lastSeenAt: Date | null
}
