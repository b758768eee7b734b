/**
 * Billing automation as a pure function: settings, payments, manual actions and time in; what happens out. Jobs apply
 * it, `explain` describes it, the time machine simulates it: all three use only this. Pure.
 */
import { addMonths } from '#kernel/time/clock.ts'

export const milestoneKinds = ['notice', 'due', 'block'] as const
export type MilestoneKind = (typeof milestoneKinds)[number]

export interface Lifecycle {
  /** Months; null: no automation. */
  readonly payment_period: number | null
  readonly payment_notify_offset: number
  readonly block_offset: number
}

export interface Milestone {
  readonly kind: MilestoneKind
  readonly at: Date
}

/** The rules of an account now. A day is 24 hours, a month a calendar month in UTC. */
export interface Rules {
  /** Months between payments; null: after a payment nothing more is due. */
  readonly periodMonths: number | null
  /** Null: no payment reminder. */
  readonly notifyDays: number | null
  /** Null: never block. */
  readonly blockDays: number | null
}

/** The fields of an account that dunning uses. */
export interface Payer {
  readonly ack: Date | null
  readonly paymentExpectedAt: Date | null
  readonly paymentNotifyOffset: number | null
  readonly blockOffset: number | null
  readonly useFleetLifecycle: boolean
  readonly blocked: boolean
  readonly blockedBy: 'person' | 'schedule' | 'automation' | null
  readonly blockedAt: Date | null
}

/**
 * The account's own offsets, or the plan's. The due date is always the account's. A plan without a period has no
 * automation, but an account's own offsets still apply to a due date that was set by hand.
 */
export function rulesOf(payer: Payer, plan: Lifecycle | null): Rules {
  const periodMonths = plan?.payment_period ?? null
  if (payer.useFleetLifecycle) {
    return { periodMonths, notifyDays: payer.paymentNotifyOffset, blockDays: payer.blockOffset }
  }
  if (plan === null || periodMonths === null) return { periodMonths, notifyDays: null, blockDays: null }
  return { periodMonths, notifyDays: plan.payment_notify_offset, blockDays: plan.block_offset }
}

const dayMs = 86_400_000
const daysAfter = (date: Date, days: number) => new Date(date.getTime() + days * dayMs)

/** The steps of a due date, in the order in which they happen. */
export function milestonesOf(due: Date, { notifyDays, blockDays }: Rules): readonly Milestone[] {
  return [
    ...(notifyDays === null ? [] : [{ kind: 'notice', at: daysAfter(due, -notifyDays) } as const]),
    { kind: 'due', at: due },
    ...(blockDays === null ? [] : [{ kind: 'block', at: daysAfter(due, blockDays) } as const]),
  ]
}

/** The steps that are still to come. `reached` holds those that have already happened. */
export function milestonesAhead(payer: Payer, rules: Rules, reached: ReadonlySet<MilestoneKind>): readonly Milestone[] {
  if (payer.ack === null || payer.paymentExpectedAt === null) return []
  return milestonesOf(payer.paymentExpectedAt, rules).filter(({ kind }) => !reached.has(kind))
}

/** What a block milestone does to an account. A blocked account keeps the reason it was blocked for. */
export const blockOutcome = (payer: Payer): 'blocked' | 'already blocked' =>
  payer.blocked ? 'already blocked' : 'blocked'

/**
 * The due date after a payment: one period after the old one, or from now on if that has already passed. Without a
 * period the due date was a one-time one and is settled.
 */
export function dueAfterPayment(due: Date, periodMonths: number | null, now: Date): Date | null {
  if (periodMonths === null) return null
  const next = addMonths(due, periodMonths)
  return next > now ? next : addMonths(now, periodMonths)
}

/** A payment lifts a block set by automation, never one that a person set or scheduled. */
const isLiftedByPayment = (payer: Payer): boolean => payer.blocked && payer.blockedBy === 'automation'

/** The account after a payment. */
export function pay<P extends Payer>(payer: P, rules: Rules, now: Date): P {
  const due = payer.paymentExpectedAt
  return {
    ...payer,
    paymentExpectedAt: due && dueAfterPayment(due, rules.periodMonths, now),
    ...(isLiftedByPayment(payer) && { blocked: false, blockedBy: null, blockedAt: null }),
  }
}

/** What happens to clients without a due date when their plan gets a payment period. */
export const dueStarts = ['from_today', 'from_activation', 'leave'] as const
export type DueStart = (typeof dueStarts)[number]

export interface FirstPeriod {
  /** Days before this belong to no period and are not charged. */
  readonly begins: Date
  readonly due: Date
}

/** Accounts with a due date or with their own settings keep them: only the plan's other clients begin. */
export const mayBegin = ({ ack, paymentExpectedAt, useFleetLifecycle }: Payer): boolean =>
  ack !== null && paymentExpectedAt === null && !useFleetLifecycle

/**
 * From today on, as if it were activated now. Or as if it had paid since its activation: the current period, due when
 * the next one begins. Each is counted from the activation itself, so that 31 January leads to 31 March and not to the
 * 28th.
 */
export function firstPeriodOf(ack: Date, months: number, start: Exclude<DueStart, 'leave'>, now: Date): FirstPeriod {
  if (start === 'from_today' || ack > now) return { begins: now, due: addMonths(now, months) }
  const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
  let count = Math.max(1, Math.floor((monthOf(now) - monthOf(ack)) / months))
  while (addMonths(ack, count * months) <= now) count += 1
  return { begins: addMonths(ack, (count - 1) * months), due: addMonths(ack, count * months) }
}

/** The account with its new due date; unchanged if nothing begins. */
export function begun<P extends Payer>(payer: P, months: number | null, start: DueStart, now: Date): P {
  if (start === 'leave' || months === null || !mayBegin(payer)) return payer
  return { ...payer, paymentExpectedAt: firstPeriodOf(payer.ack as Date, months, start, now).due }
}
