/** Premium subscriptions of owned accounts, and the limits that follow. Pure. */
import { type AppId, isOwned } from '#kernel/applications.ts'
import { addMonths } from '#kernel/time/clock.ts'
import type { UnitLimits } from '../plans/plan.ts'

export interface Subscription {
  readonly id: string
  readonly accountId: number
  readonly appId: AppId
  readonly plan: string
  readonly type: string
  readonly active: boolean
  readonly expiresAt: Date
  readonly orderId: string
  readonly autoRenew: boolean
  /** When its card is charged next; null: it is not. */
  readonly renewAt: Date | null
  readonly data: object
}

export const isActiveAt = (subscription: Subscription, now: Date): boolean =>
  subscription.active && subscription.expiresAt > now

/** Only owned applications are sold by subscription. */
export const hasPremium = (app: string): boolean => isOwned(app)

/** The plan that comes with an account created as promo. */
export const promoPlan = 'premium'
/** When a promotion ends that has not begun. */
export const notBegun = new Date(0)

/** So long before its end a client who bought is told of it. */
export const reminderMs = 7 * 86_400_000

/** The card is charged so long before the end, and once a day again until then if that fails. */
const renewalMs = 3 * 86_400_000
const renewalRetryMs = 86_400_000

export const firstRenewal = ({ autoRenew, expiresAt }: Pick<Subscription, 'autoRenew' | 'expiresAt'>): Date | null =>
  autoRenew ? new Date(expiresAt.getTime() - renewalMs) : null

/** Null: that was the last attempt. */
export function nextRenewal({ expiresAt }: Pick<Subscription, 'expiresAt'>, now: Date): Date | null {
  const next = new Date(now.getTime() + renewalRetryMs)
  return next < expiresAt ? next : null
}

/** The limits in the data of a plan; the rest are switches. */
export const limitsIn = (data: object): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => typeof value === 'number'))

/** The same for one unit, where the plan has such limits. */
export const unitLimitsIn = ({
  unitExtraFields,
  unitNotifySettings,
}: UnitLimits): Readonly<Record<string, number>> => ({
  ...(unitExtraFields !== null && { unit_extra_fields: unitExtraFields }),
  ...(unitNotifySettings !== null && { unit_notify_settings: unitNotifySettings }),
})

/** Whether this plan renews itself at its end. */
export const isRenewing = (current: Subscription | undefined, plan: string): boolean =>
  current !== undefined && current.plan === plan && current.autoRenew

/** Bought time of the same plan is added to what is left; another plan takes its place at once. */
export const endOfBought = (current: Subscription | undefined, plan: string, months: number, now: Date): Date =>
  addMonths(current?.plan === plan ? current.expiresAt : now, months)
