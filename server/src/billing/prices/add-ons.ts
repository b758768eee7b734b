/** What add-ons give a client in addition to its plan, as far as the provider plan allows. Pure. */
import type { AppId } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { modulesOf } from '../plans/modules.ts'
import { type ClientPlan, type ProviderPlan, type Quotas, quotaNames } from '../plans/plan.ts'
import type { AddOn } from './price.ts'

/** A plan with the limits of the platform. */
export interface Offered extends Pick<ClientPlan, 'appId' | 'quotas' | 'modules'> {
  readonly limits: ProviderPlan['limits']
  readonly offered: readonly string[]
}

export interface Given {
  readonly quotas: Quotas
  readonly modules: readonly string[]
}

const extraOf = (addOns: readonly AddOn[], name: string): number =>
  addOns.reduce((sum, { quantity, quotas }) => sum + quantity * (quotas?.[name] ?? 0), 0)

/** Never more than the provider plan allows, and never less than the plan itself gives. */
export function givenBy({ quotas, modules, limits, offered }: Offered, addOns: readonly AddOn[]): Given {
  const raised = Object.entries(quotas).map(([name, planned]) => {
    const most = Math.max(planned, limits[name]?.max ?? planned)
    return [name, Math.min(planned + extraOf(addOns, name), most)]
  })
  const booked = addOns.flatMap((addOn) => addOn.modules ?? []).filter((name) => offered.includes(name))
  return { quotas: Object.fromEntries(raised), modules: [...new Set([...modules, ...booked])] }
}

/** Storage is per unit and sold in steps, so only the plan sets it. */
const raisable = (app: AppId): readonly string[] =>
  (quotaNames[app as keyof typeof quotaNames] ?? []).filter((name) => name !== 'unit_storage')

export function addOnProblems(addOns: readonly AddOn[], plan: Offered | undefined): Problem[] {
  return addOns.flatMap((addOn, index) => {
    const at = `add_ons.${index}`
    const names = Object.keys(addOn.quotas ?? {})
    const modules = addOn.modules ?? []
    if (names.length + modules.length === 0) return []
    if (!plan) return [invalidField(at, `${at}: this client has no plan, so it has no quotas or modules to add to.`)]
    return [
      ...names.flatMap((name) => quotaProblems(`${at}.quotas.${name}`, name, addOns, plan)),
      ...modules.flatMap((name, place) => moduleProblems(`${at}.modules.${place}`, name, addOns, plan)),
    ]
  })
}

function quotaProblems(field: string, name: string, addOns: readonly AddOn[], plan: Offered): Problem[] {
  if (!raisable(plan.appId).includes(name)) {
    return [invalidField(field, `${field} must be one of ${raisable(plan.appId).join(', ')}.`)]
  }
  const planned = plan.quotas[name] ?? 0
  const most = Math.max(0, (plan.limits[name]?.max ?? 0) - planned)
  if (extraOf(addOns, name) <= most) return []
  const sentence = `the add-ons of a client may add at most ${most} to the ${planned} of its plan, because the provider plan allows no more.`
  return [invalidField(field, `${field}: ${sentence}`)]
}

function moduleProblems(field: string, name: string, addOns: readonly AddOn[], plan: Offered): Problem[] {
  const module = modulesOf(plan.appId).find((one) => one.name === name)
  if (!module) return [invalidField(field, `${field}: there is no module ${name} in this application.`)]
  if (!module.isDefault && !plan.offered.includes(name)) {
    return [invalidField(field, `${field}: the provider plan does not include ${name}. Choose another module.`)]
  }
  const held = [...plan.modules, ...addOns.flatMap((one) => one.modules ?? [])]
  return module.dependsOn
    .filter((needed) => !held.includes(needed))
    .map((needed) => invalidField(field, `${field}: ${name} needs the module ${needed}. Add it too.`))
}
