/** Client plans: what a dealer offers its clients, within the limits of a provider plan. Pure. */

import { type AppId, fleetApp, tagsApp } from '#kernel/applications.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import type { Lifecycle } from '../dunning/dunning.ts'
import { modulesOf } from './modules.ts'

export const quotaNames = {
  [fleetApp]: ['unit', 'geofence', 'unit_storage'],
  [tagsApp]: ['sensor', 'gateway', 'asset', 'geofence', 'unit_storage'],
} as const satisfies Partial<Record<AppId, readonly string[]>>

export type ManagedAppId = keyof typeof quotaNames
export type Quotas = Readonly<Record<string, number>>

export interface Limit {
  readonly default: number
  readonly max: number
  readonly min: number
  readonly step: number
}

/** How much a plan allows one unit; null: no limit. */
export interface UnitLimits {
  readonly unitExtraFields: number | null
  readonly unitNotifySettings: number | null
}

export const noUnitLimits: UnitLimits = { unitExtraFields: null, unitNotifySettings: null }

export interface ClientPlan extends UnitLimits {
  readonly id: string
  readonly dealerId: number
  readonly appId: AppId
  readonly providerPlanId: string
  readonly name: string
  readonly description: string | null
  readonly quotas: Quotas
  readonly modules: readonly string[]
  readonly lifecycle: Lifecycle | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ProviderPlan {
  readonly id: string
  readonly appId: AppId
  readonly name: string
  readonly status: 'active' | 'archived' | 'new' | 'expired' | 'deprecated'
  readonly type: 'managed' | 'trial'
  readonly description: string | null
  readonly price: number
  readonly currency: string
  readonly period: string
  readonly limits: Readonly<Record<string, Limit>>
  readonly modules: readonly string[]
  readonly timeBegin: Date
}

export const mayFound = (plan: ProviderPlan): boolean => plan.status === 'active' || plan.status === 'new'

/** Storage is sold in steps of 10 MiB, whatever a provider plan says. */
const storage = { min: 10240, max: 204800, step: 10240 }

export function quotaProblems(app: ManagedAppId, quotas: Quotas, provider: ProviderPlan): Problem[] {
  const names: readonly string[] = quotaNames[app]
  const unknown = Object.keys(quotas).filter((name) => !names.includes(name))
  return [
    ...unknown.map(
      (name): Problem => ({
        code: 'INVALID_PAYLOAD',
        field: `quotas.${name}`,
        message: `quotas.${name} is not known in this application.`,
      }),
    ),
    ...names.flatMap((name) => quotaProblem(name, quotas[name], provider.limits[name])),
  ]
}

function quotaProblem(name: string, value: number | undefined, limit: Limit | undefined): Problem[] {
  const field = `quotas.${name}`
  if (value === undefined) return [{ code: 'INVALID_PAYLOAD', field, message: `${field} is required.` }]
  const min = Math.max(limit?.min ?? 0, name === 'unit_storage' ? storage.min : 0)
  const max = Math.min(limit?.max ?? 0, name === 'unit_storage' ? storage.max : Number.MAX_SAFE_INTEGER)
  const step = name === 'unit_storage' ? storage.step : (limit?.step ?? 1)
  const isOnStep =
    Number.isInteger(value) && (name === 'unit_storage' ? value % step === 0 : (value - min) % step === 0)
  if (value >= min && value <= max && isOnStep) return []
  return [invalidField(field, `${field} must be ${min} to ${max}${step > 1 ? ` in steps of ${step}` : ''}.`)]
}

/**
 * Checks the limits of a provider plan: every quota of the application and no other, each a range that fits its steps.
 */
export function limitsProblems(app: ManagedAppId, limits: Readonly<Record<string, Limit>>): Problem[] {
  const names: readonly string[] = quotaNames[app]
  const unknown = Object.keys(limits).filter((name) => !names.includes(name))
  return [
    ...unknown.map((name) => invalidField(`limits.${name}`, `limits.${name} is not known in this application.`)),
    ...names.flatMap((name) => {
      const field = `limits.${name}`
      const limit = limits[name]
      if (!limit) return [invalidField(field, `${field} is required in this application.`)]
      const { min, max, step, default: initial } = limit
      if (min > initial || initial > max) {
        return [invalidField(field, `${field}: default must lie between min and max.`)]
      }
      if (name === 'unit_storage' && (min < storage.min || max > storage.max || step !== storage.step)) {
        return [invalidField(field, `${field} must be ${storage.min} to ${storage.max} in steps of ${storage.step}.`)]
      }
      return (max - min) % step === 0 && (initial - min) % step === 0
        ? []
        : [invalidField(field, `${field}: default and max must be reached from min in steps of ${step}.`)]
    }),
  ]
}

/** People write `notifications`; answers use `notification`. */
export const moduleName = (given: string): string => (given === 'notifications' ? 'notification' : given)

export function moduleProblems(app: ManagedAppId, given: readonly string[], provider: ProviderPlan): Problem[] {
  const known = modulesOf(app)
  const chosen = given.map(moduleName)
  return chosen.flatMap((name, index) => {
    const field = `modules.${index}`
    const module = known.find((candidate) => candidate.name === name)
    if (!module) return [invalidField(field, `${field}: there is no module ${given[index]} in this application.`)]
    if (!module.isDefault && !provider.modules.includes(name)) {
      return [invalidField(field, `${field}: the provider plan ${provider.name} does not include ${name}.`)]
    }
    const missing = module.dependsOn.filter((needed) => !chosen.includes(needed))
    return missing.map((needed) => invalidField(field, `${field}: ${name} needs the module ${needed}.`))
  })
}

/** In the order of the catalogue, each once, with those that are always enabled. */
export const completeModules = (app: ManagedAppId, given: readonly string[]): readonly string[] => {
  const chosen = new Set(given.map(moduleName))
  return modulesOf(app)
    .filter((module) => module.isDefault || chosen.has(module.name))
    .map((module) => module.name)
}

/** The quota that units created by the dealer count towards. */
export const unitQuotaName = (app: AppId): 'gateway' | 'unit' => (app === tagsApp ? 'gateway' : 'unit')

/** All quotas that units of an application count towards. */
export const unitQuotaNames = (app: AppId): readonly string[] =>
  app === tagsApp ? ['gateway', 'sensor', 'asset'] : ['unit']
