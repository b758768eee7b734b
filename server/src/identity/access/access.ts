/**
 * Who controls what: one table for all kinds of accounts. Every ownership check ends here (docs/decisions/0029). Pure.
 */
import type { AppId } from '#kernel/applications.ts'
import { forbidden } from '#kernel/errors.ts'
import { type Account, isActivated, isManagedAccount } from './account.ts'

/** Unclaimed: an owned application whose client has not activated it yet. */
export type Holding = 'managed' | 'unclaimed' | 'owned'
/** A dealer with its access token, the account's client, or a dealer inside the client's application. */
export const callerKinds = ['dealer', 'client', 'service', 'service_as_user'] as const
export type CallerKind = (typeof callerKinds)[number]
export type Operation = keyof typeof rules
type Rule = 'yes' | 'no' | 'with support access'
type Row = readonly [managed: Rule, unclaimed: Rule, owned: Rule]

const column: Readonly<Record<Holding, number>> = { managed: 0, unclaimed: 1, owned: 2 }

/** Operations of a dealer from outside the client's application. */
const byDealer = (...dealer: Row) => ({ dealer })
/** Operations inside the client's application; `service` and `service_as_user` only where given. */
const inside = (rows: { service?: Row; service_as_user?: Row } = {}) => ({
  client: ['yes', 'no', 'yes'] as const,
  ...rows,
})
const service = ['yes', 'no', 'with support access'] as const
const asUser = ['yes', 'no', 'no'] as const

const rules = {
  'accounts.activate': byDealer('yes', 'no', 'no'),
  'accounts.block': byDealer('yes', 'no', 'no'),
  'accounts.remove': byDealer('yes', 'yes', 'no'),
  // An owned account is detached, not deleted.
  'accounts.detach': byDealer('no', 'no', 'yes'),
  // Otherwise the subscription would run before anyone can use it.
  'subscriptions.buy': byDealer('no', 'no', 'yes'),
  'users.change': byDealer('yes', 'yes', 'no'),
  'users.set-password': byDealer('yes', 'no', 'no'),
  // All people of the account, not only the one user that dealers manage.
  'users.view-people': byDealer('yes', 'yes', 'no'),
  'users.enter': byDealer('yes', 'no', 'with support access'),
  'users.enter-as-user': byDealer('yes', 'no', 'no'),
  'units.change': byDealer('yes', 'yes', 'no'),
  'units.remove': byDealer('yes', 'yes', 'no'),
  'units.read-messages': byDealer('yes', 'yes', 'no'),
  'units.read-telemetry': byDealer('yes', 'yes', 'with support access'),
  'units.read-channel': byDealer('yes', 'yes', 'with support access'),
  // A public link shows positions even after support access has ended.
  'units.share': byDealer('yes', 'yes', 'no'),
  // The owner of a vehicle commands it; a dealer with support access may see the commands it set up.
  'units.command': byDealer('yes', 'yes', 'no'),
  'units.read-commands': byDealer('yes', 'yes', 'with support access'),
  // To be inside at all: who am I, and sign out.
  'client.enter': inside({ service, service_as_user: asUser }),
  // The account's units with their latest values, and everything arranged around them.
  'client.view': inside({ service, service_as_user: asUser }),
  'client.view-bills': inside({ service, service_as_user: asUser }),
  // Which of the dealer's people opened the application, and what they viewed.
  'client.view-visits': inside({ service, service_as_user: asUser }),
  // Only the owner sees where its vehicles have been, even while it grants support access.
  'client.read-messages': inside({ service: asUser, service_as_user: asUser }),
  // Events and notifications: everyone who may read them may acknowledge them.
  'client.acknowledge': inside({ service: asUser, service_as_user: asUser }),
  // What the client's application hides: where trackers connect, and modules that the plan does not have.
  'client.view-hidden': { service },
  'client.read-commands': inside({ service, service_as_user: asUser }),
  'client.command': inside({ service: asUser, service_as_user: asUser }),
  // Groups and similar: how items are shown, not the items themselves.
  'client.arrange': inside({ service, service_as_user: asUser }),
  // Only the client's people say which trips were business or private.
  'client.keep-logbook': inside(),
  'client.close-logbook': inside(),
  // Only those who may see positions may share them.
  'client.share': inside({ service: asUser, service_as_user: asUser }),
  'client.set-service-mode': inside(),
  // The owner of the account owns its units, even with support access: a dealer cannot change them from outside either.
  'client.manage-units': { client: ['no', 'no', 'yes'] as const },
  // An owner spends its own money; a managed account has what its dealer gives it.
  'client.buy': { client: ['no', 'no', 'yes'] as const },
  // The client's card, and what may be charged to it: no one can consent on the client's behalf.
  'client.collect': inside(),
  // A managed account is deleted by its dealer.
  'client.erase': { client: ['no', 'no', 'yes'] as const },
  // Password, email, two-factor authentication, sessions, language.
  'client.manage-self': inside(),
  // The account as a whole: its export, and who owns it.
  'client.manage-account': inside(),
  // Who else has access, and what was done.
  'client.manage-people': inside(),
} as const satisfies Record<string, Partial<Record<CallerKind, Row>>>

export const operations = Object.keys(rules) as readonly Operation[]

export type Holder = Pick<Account, 'type' | 'ack' | 'serviceApps' | 'blocked'>

export const holdingOf = (account: Pick<Holder, 'type' | 'ack'>): Holding =>
  isManagedAccount(account) ? 'managed' : isActivated(account) ? 'owned' : 'unclaimed'

const ruleOf = (operation: Operation, account: Holder, caller: CallerKind): Rule =>
  (rules[operation] as Partial<Record<CallerKind, Row>>)[caller]?.[column[holdingOf(account)]] ?? 'no'

/** For every application: a client, and a dealer in a support session, needs an active, unblocked account. */
const isShutOut = (operation: Operation, account: Holder, caller: CallerKind): boolean =>
  (caller === 'client' && (account.blocked || !isActivated(account))) ||
  ((caller === 'service_as_user' || operation === 'users.enter-as-user') && account.blocked)

export function mayDo(operation: Operation, account: Holder, app?: AppId, caller: CallerKind = 'dealer'): boolean {
  if (isShutOut(operation, account, caller)) return false
  const rule = ruleOf(operation, account, caller)
  return rule === 'yes' || (rule === 'with support access' && app !== undefined && account.serviceApps.includes(app))
}

const reasons: Readonly<Record<Holding, string>> = {
  managed: 'Only accounts that belong to their client allow this. Choose an account of consumer_app or pet_app.',
  unclaimed: 'The client must activate this account first. Send the client the activation link.',
  owned: 'This account belongs to its client. Ask the client to do this.',
}

function reasonOf(operation: Operation, account: Holder, caller: CallerKind): string {
  if (isShutOut(operation, account, caller)) {
    return account.blocked
      ? 'The account is blocked. Unblock it first.'
      : 'The account is not activated yet. Use the activation link.'
  }
  if (ruleOf(operation, account, caller) === 'with support access') {
    return 'This account belongs to its client, who has not turned on support access. Ask the client to turn it on.'
  }
  if (caller === 'client') return 'Only the dealer of this account can do this. Ask the dealer.'
  return caller === 'dealer' ? reasons[holdingOf(account)] : 'Only the client can do this. Ask the client.'
}

export function requireAccess(operation: Operation, account: Holder, app?: AppId, caller: CallerKind = 'dealer'): void {
  if (!mayDo(operation, account, app, caller)) forbidden(reasonOf(operation, account, caller))
}

export interface Refused {
  readonly operation: string
  readonly why: string
}

/** Everything this caller cannot do with the account now, each with its reason: the whole table at once. */
export const refusedTo = (account: Holder, apps: readonly AppId[], caller: CallerKind): readonly Refused[] =>
  operations
    .filter((operation) => caller in rules[operation] && !apps.some((app) => mayDo(operation, account, app, caller)))
    .map((operation) => ({ operation, why: reasonOf(operation, account, caller) }))
