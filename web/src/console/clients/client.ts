/** The state of a client and its dates, from what the API returns. Pure. */
import type { Account, ClientPlan, User } from '../../api/generated.ts'
import type { Tone } from '../blocks/StateBadge.tsx'
import { type Moment, momentsOf } from '../blocks/timeline.ts'

/** What the tabs and actions of a client's page need. */
export interface ClientProps {
  readonly account: Account
  readonly plan: ClientPlan | undefined
  readonly users: readonly User[]
}

/** The same for an action that opens a dialog. */
export interface ActProps extends ClientProps {
  close(): void
}

export type ClientState = 'inactive' | 'active' | 'notice' | 'overdue' | 'blocked' | 'scheduled'

export const toneOf: Readonly<Record<ClientState, Tone>> = {
  inactive: 'waiting',
  active: 'good',
  notice: 'warning',
  overdue: 'warning',
  blocked: 'bad',
  scheduled: 'warning',
}

type Plan = Pick<ClientPlan, 'id' | 'client_payment_lifecycle'>
type Paying = Pick<Account, 'ack' | 'blocked' | 'blocked_at' | 'client_payment_lifecycle' | 'tariff_plans'>

/** 10: a managed account. */
export const isManaged = ({ type }: Pick<Account, 'type'>): boolean => type === 10
export const isActivated = ({ ack }: Pick<Account, 'ack'>): boolean => ack > 0
/** An owned account cannot be changed by the dealer after its activation. */
export const isOwned = (account: Pick<Account, 'type' | 'ack'>): boolean => !isManaged(account) && isActivated(account)

export const planIdOf = ({ tariff_plans }: Pick<Account, 'tariff_plans'>): string | undefined =>
  Object.values(tariff_plans)[0]

/** The account's own offsets, if it has any, otherwise the plan's. */
export function datesOf(account: Paying, plan: Plan | undefined) {
  const own = account.client_payment_lifecycle
  const lifecycle = own?.use_fleet_lifecycle ? own : plan?.client_payment_lifecycle
  return {
    dueAt: own?.payment_expected_at ?? null,
    notifyDays: lifecycle?.payment_notify_offset ?? null,
    blockDays: lifecycle?.block_offset ?? null,
    blockedAt: account.blocked ? null : (account.blocked_at ?? null),
  }
}

export const momentsOfClient = (account: Paying, plan: Plan | undefined): readonly Moment[] =>
  momentsOf(datesOf(account, plan))

const day = 86_400

export function stateOf(account: Paying, plan: Plan | undefined, now: number): ClientState {
  if (account.ack === 0) return 'inactive'
  if (account.blocked) return 'blocked'
  const { dueAt, notifyDays, blockedAt } = datesOf(account, plan)
  if (dueAt !== null && dueAt < now) return 'overdue'
  if (blockedAt !== null) return 'scheduled'
  if (dueAt !== null && notifyDays !== null && dueAt - notifyDays * day <= now) return 'notice'
  return 'active'
}
