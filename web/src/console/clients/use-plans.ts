/** The dealer's plans by their ids: a handful, asked once for whatever list shows their names. */
import { useMemo } from 'react'
import type { ClientPlan } from '../../api/generated.ts'
import { useOperation } from '../../api/queries.ts'

export function usePlans(): { readonly plans: readonly ClientPlan[]; readonly byId: ReadonlyMap<string, ClientPlan> } {
  const { data } = useOperation('getClientPlans', {})
  return useMemo(() => ({ plans: data ?? [], byId: new Map((data ?? []).map((plan) => [plan.id, plan])) }), [data])
}
