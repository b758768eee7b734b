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
  /** When its card is charged next; null: never. */
  readonly renewAt: Date | null
  readonly data: object
}

export const isActiveAt = (subscription: Subscription, now: Date): boolean =>
  subscription.active && subscription.expiresAt > now

/** Only owned applications are sold by subscription. */
export const hasPremium = (app: string): boolean => isOwned(app)

/** The plan that comes with an account created as promo. */
export const promoPlan = 'premium'
/** The end of a promotion that has not begun. */
export const notBegun = new Date(0)

/** A client who bought is notified this long before the end. */
export const reminderMs = 7 * 86_400_000

/** The card is charged this long before the end, and daily until then if that fails. */
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

/** The limits per unit, if the plan has them. */
export const unitLimitsIn = ({
  unitExtraFields,
  unitNotifySettings,
}: UnitLimits): Readonly<Record<string, number>> => ({
  ...(unitExtraFields !== null && { unit_extra_fields: unitExtraFields }),
  ...(unitNotifySettings !== null && { unit_notify_settings: unitNotifySettings }),
})

/** Whether this plan renews at its end. */
export const isRenewing = (current: Subscription | undefined, plan: string): boolean =>
  current !== undefined && current.plan === plan && current.autoRenew

/** Bought time is added to what is left of the same plan; another plan is replaced at once. */
export const endOfBought = (current: Subscription | undefined, plan: string, months: number, now: Date): Date =>
  addMonths(current?.plan === plan ? current.expiresAt : now, months)
