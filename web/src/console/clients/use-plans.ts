/** The dealer's plans by id: there are few, and they are requested once for every list that shows their names. */
import { useMemo } from 'react'
import type { ClientPlan } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'

export function usePlans(): { readonly plans: readonly ClientPlan[]; readonly byId: ReadonlyMap<string, ClientPlan> } {
  const { data } = useOperation('getClientPlans', {})
  return useMemo(() => ({ plans: data ?? [], byId: new Map((data ?? []).map((plan) => [plan.id, plan])) }), [data])
}
