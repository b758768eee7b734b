/** Which applications of an account have space for more units, and for how many. Pure. */
import type { Plan } from '../../types.ts'

type Quota = Pick<Plan, 'app_id' | 'quotas' | 'usage'>

export interface Room {
  readonly apps: readonly string[]
  readonly left: number
  readonly most: number
}

const mostIn = ({ quotas }: Quota) => quotas.unit ?? 0
const leftIn = (plan: Quota) => Math.max(0, mostIn(plan) - (plan.usage.unit ?? 0))
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

export const roomIn = (plans: readonly Quota[]): Room => ({
  apps: plans.filter((plan) => leftIn(plan) > 0).map(({ app_id }) => app_id),
  left: sum(plans.map(leftIn)),
  most: sum(plans.map(mostIn)),
})
