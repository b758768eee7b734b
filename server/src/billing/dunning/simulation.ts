/** The time machine: the same rules applied to future time on a copy. Nothing is written. Pure. */
import { type MilestoneKind, milestonesAhead, type Payer, pay, type Rules } from './dunning.ts'

/** The assumed behaviour of clients: no one pays, or everyone pays on the day. */
export const paymentHabits = ['none', 'on_time'] as const
export type PaymentHabit = (typeof paymentHabits)[number]

export interface SimulatedStep {
  readonly kind: MilestoneKind | 'unblock' | 'payment'
  readonly at: Date
}

interface SimulationWindow {
  readonly now: Date
  readonly until: Date
  readonly habit: PaymentHabit
}

/** Everything that would happen to one account, in order. An overdue step happens now. */
export function simulate(
  payer: Payer,
  rules: Rules,
  reached: ReadonlySet<MilestoneKind>,
  { now, until, habit }: SimulationWindow,
): readonly SimulatedStep[] {
  const steps: SimulatedStep[] = []
  let current = payer
  let seen = reached
  for (;;) {
    const ahead = milestonesAhead(current, rules, seen)
    const due = current.paymentExpectedAt
    const isPaid = habit === 'on_time' && due !== null
    for (const { kind, at } of ahead) {
      const then = at > now ? at : now
      if (then > until) break
      // A client that pays on the day is not blocked for it.
      if (kind === 'block' && (current.blocked || isPaid)) continue
      steps.push({ kind, at: then })
      if (kind === 'block') current = { ...current, blocked: true, blockedBy: 'automation' }
    }
    const paidAt = isPaid && due > now ? due : now
    if (!isPaid || paidAt > until) return steps
    const after = pay(current, rules, paidAt)
    steps.push({ kind: 'payment', at: paidAt })
    if (current.blocked && !after.blocked) steps.push({ kind: 'unblock', at: paidAt })
    if (after.paymentExpectedAt === null) return steps
    current = after
    seen = new Set()
  }
}
