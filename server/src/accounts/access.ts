/** Who controls what: one table, from the rules of account kinds. Every check of ownership ends here. */
import type { AppId } from '../applications.ts'
import { forbidden } from '../errors.ts'
import { type Account, isActivated, isManagedAccount } from './account.ts'

/** Unclaimed: an owned application whose client has not activated it yet. */
export type Holding = 'managed' | 'unclaimed' | 'owned'
export type Operation = keyof typeof rules
type Rule = 'yes' | 'no' | 'in service mode'

const rules = {
  'accounts.activate': { managed: 'yes', unclaimed: 'no', owned: 'no' },
  'accounts.block': { managed: 'yes', unclaimed: 'no', owned: 'no' },
  'accounts.remove': { managed: 'yes', unclaimed: 'yes', owned: 'no' },
  'users.change': { managed: 'yes', unclaimed: 'yes', owned: 'no' },
  'users.set-password': { managed: 'yes', unclaimed: 'no', owned: 'no' },
  'users.enter': { managed: 'yes', unclaimed: 'no', owned: 'in service mode' },
  'units.change': { managed: 'yes', unclaimed: 'yes', owned: 'no' },
  'units.remove': { managed: 'yes', unclaimed: 'yes', owned: 'no' },
  'units.read-messages': { managed: 'yes', unclaimed: 'yes', owned: 'no' },
  'units.read-telemetry': { managed: 'yes', unclaimed: 'yes', owned: 'in service mode' },
  'units.read-channel': { managed: 'yes', unclaimed: 'yes', owned: 'in service mode' },
} as const satisfies Record<string, Record<Holding, Rule>>

export type Holder = Pick<Account, 'type' | 'ack' | 'serviceApps'>

export const holdingOf = (account: Holder): Holding =>
  isManagedAccount(account) ? 'managed' : isActivated(account) ? 'owned' : 'unclaimed'

export function mayDo(operation: Operation, account: Holder, app?: AppId): boolean {
  const rule: Rule = rules[operation][holdingOf(account)]
  return rule === 'yes' || (rule === 'in service mode' && app !== undefined && account.serviceApps.includes(app))
}

const reasons: Readonly<Record<Holding, string>> = {
  managed: 'This is not possible for a managed account.',
  unclaimed: 'This account is for its client to activate; until then the dealer cannot do this.',
  owned: 'This account belongs to its client, so the dealer cannot do this.',
}
const closed = 'This account belongs to its client, who has not enabled service mode.'

export function requireAccess(operation: Operation, account: Holder, app?: AppId): void {
  if (mayDo(operation, account, app)) return
  const holding = holdingOf(account)
  const rule: Rule = rules[operation][holding]
  forbidden(rule === 'in service mode' ? closed : reasons[holding])
}
