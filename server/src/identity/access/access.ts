/** Who controls what: one table, from the rules of account kinds. Every check of ownership ends here (docs/decisions/0029). Pure. */
import type { AppId } from '#kernel/applications.ts'
import { forbidden } from '#kernel/errors.ts'
import { type Account, isActivated, isManagedAccount } from './account.ts'

/** Unclaimed: an owned application whose client has not activated it yet. */
export type Holding = 'managed' | 'unclaimed' | 'owned'
/** A dealer with its access token, the account's client, or a dealer inside the client's application. */
export const callerKinds = ['dealer', 'client', 'service', 'service_as_user'] as const
export type CallerKind = (typeof callerKinds)[number]
export type Operation = keyof typeof rules
type Rule = 'yes' | 'no' | 'in service mode'
type Row = readonly [managed: Rule, unclaimed: Rule, owned: Rule]

const column: Readonly<Record<Holding, number>> = { managed: 0, unclaimed: 1, owned: 2 }

/** What the dealer does from outside. */
const byDealer = (...dealer: Row) => ({ dealer })
/** What is done inside the client's application; `service` and `service_as_user` only where they are named. */
const inside = (rows: { service?: Row; service_as_user?: Row } = {}) => ({
  client: ['yes', 'no', 'yes'] as const,
  ...rows,
})
const service = ['yes', 'no', 'in service mode'] as const
const asUser = ['yes', 'no', 'no'] as const

const rules = {
  'accounts.activate': byDealer('yes', 'no', 'no'),
  'accounts.block': byDealer('yes', 'no', 'no'),
  'accounts.remove': byDealer('yes', 'yes', 'no'),
  // What belongs to its client is let go, not deleted.
  'accounts.detach': byDealer('no', 'no', 'yes'),
  // Its time would run before anybody is there to use it.
  'subscriptions.buy': byDealer('no', 'no', 'yes'),
  'users.change': byDealer('yes', 'yes', 'no'),
  'users.set-password': byDealer('yes', 'no', 'no'),
  // Everyone of the account, in addition to the one user that dealers manage.
  'users.view-people': byDealer('yes', 'yes', 'no'),
  'users.enter': byDealer('yes', 'no', 'in service mode'),
  'users.enter-as-user': byDealer('yes', 'no', 'no'),
  'units.change': byDealer('yes', 'yes', 'no'),
  'units.remove': byDealer('yes', 'yes', 'no'),
  'units.read-messages': byDealer('yes', 'yes', 'no'),
  'units.read-telemetry': byDealer('yes', 'yes', 'in service mode'),
  'units.read-channel': byDealer('yes', 'yes', 'in service mode'),
  // A public link shows positions, also when support access is over.
  'units.share': byDealer('yes', 'yes', 'no'),
  // The owner of a vehicle commands it; a dealer with support access may see the commands it set up.
  'units.command': byDealer('yes', 'yes', 'no'),
  'units.read-commands': byDealer('yes', 'yes', 'in service mode'),
  // To be inside at all: who one is, and the way out.
  'client.enter': inside({ service, service_as_user: asUser }),
  // The account's units with their latest values, and all that is arranged around them.
  'client.view': inside({ service, service_as_user: asUser }),
  'client.view-bills': inside({ service, service_as_user: asUser }),
  // Who of the dealer was here, and what was looked at.
  'client.view-visits': inside({ service, service_as_user: asUser }),
  // Where its vehicles have been is the owner's own business, also while the dealer is let in.
  'client.read-messages': inside({ service: asUser, service_as_user: asUser }),
  // Events and notifications: everybody who may read them.
  'client.acknowledge': inside({ service: asUser, service_as_user: asUser }),
  // What the client's application hides: where trackers connect, and modules that the plan does not have.
  'client.view-hidden': { service },
  'client.read-commands': inside({ service, service_as_user: asUser }),
  'client.command': inside({ service: asUser, service_as_user: asUser }),
  // Groups and the like: how what is there is shown, not what it is.
  'client.arrange': inside({ service, service_as_user: asUser }),
  // Whose trips were business or private: for the client's people alone.
  'client.keep-logbook': inside(),
  'client.close-logbook': inside(),
  // Only those who may see positions may share them.
  'client.share': inside({ service: asUser, service_as_user: asUser }),
  'client.set-service-mode': inside(),
  // Who owns the account owns its units. Support access is no way around that: a dealer cannot change them from outside either.
  'client.manage-units': { client: ['no', 'no', 'yes'] as const },
  // Its money is its own to spend; a managed account has what its dealer gives it.
  'client.buy': { client: ['no', 'no', 'yes'] as const },
  // Its card, and what may be charged to it: nobody can agree to that on the client's behalf.
  'client.collect': inside(),
  // A managed account is its dealer's to delete.
  'client.erase': { client: ['no', 'no', 'yes'] as const },
  // Password, e-mail, second factor, sessions, language.
  'client.manage-self': inside(),
  // The account as a whole: its export, and to whom it belongs.
  'client.manage-account': inside(),
  // Who else may enter, and what was done.
  'client.manage-people': inside(),
} as const satisfies Record<string, Partial<Record<CallerKind, Row>>>

export const operations = Object.keys(rules) as readonly Operation[]

export type Holder = Pick<Account, 'type' | 'ack' | 'serviceApps' | 'blocked'>

export const holdingOf = (account: Pick<Holder, 'type' | 'ack'>): Holding =>
  isManagedAccount(account) ? 'managed' : isActivated(account) ? 'owned' : 'unclaimed'

const ruleOf = (operation: Operation, account: Holder, caller: CallerKind): Rule =>
  (rules[operation] as Partial<Record<CallerKind, Row>>)[caller]?.[column[holdingOf(account)]] ?? 'no'

/** These get nothing in any application: a client, and a dealer visiting it, needs a running account. */
const isShutOut = (operation: Operation, account: Holder, caller: CallerKind): boolean =>
  (caller === 'client' && (account.blocked || !isActivated(account))) ||
  ((caller === 'service_as_user' || operation === 'users.enter-as-user') && account.blocked)

export function mayDo(operation: Operation, account: Holder, app?: AppId, caller: CallerKind = 'dealer'): boolean {
  if (isShutOut(operation, account, caller)) return false
  const rule = ruleOf(operation, account, caller)
  return rule === 'yes' || (rule === 'in service mode' && app !== undefined && account.serviceApps.includes(app))
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
  if (ruleOf(operation, account, caller) === 'in service mode') {
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

/** What this caller cannot do with the account as it is now, each with its reason: the table, told instead of asked. */
export const refusedTo = (account: Holder, apps: readonly AppId[], caller: CallerKind): readonly Refused[] =>
  operations
    .filter((operation) => caller in rules[operation] && !apps.some((app) => mayDo(operation, account, app, caller)))
    .map((operation) => ({ operation, why: reasonOf(operation, account, caller) }))
