/** What the API accepts in a plan, so that the form offers nothing that would be refused. Pure. */
import type { ClientPlan, Module, ProviderPlan } from '../../api/generated.ts'
import { words } from '../../shared/texts/console.ts'
import { locale } from '../../shared/texts/texts.ts'

export interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
  readonly start: number
}

/** Storage is sold in steps of ten megabytes in every provider plan. */
const storage = { min: 10_240, max: 204_800, step: 10_240 }

export function rangesOf({ features }: Pick<ProviderPlan, 'features'>): Readonly<Record<string, Range>> {
  return Object.fromEntries(
    Object.entries(features.limits).map(([name, limit]) => {
      const isStorage = name === 'unit_storage'
      const min = isStorage ? Math.max(limit.min, storage.min) : limit.min
      const max = isStorage ? Math.min(limit.max, storage.max) : limit.max
      const start = Math.min(max, Math.max(min, limit.default))
      return [name, { min, max, step: isStorage ? storage.step : limit.step, start }]
    }),
  )
}

/** Only these can be the basis of a plan. */
export const isOffered = ({ status }: Pick<ProviderPlan, 'status'>): boolean => status === 'active' || status === 'new'

/** Selecting a module selects what it needs; removing one removes what needs it. */
export function toggled(chosen: readonly string[], name: string, modules: readonly Module[]): readonly string[] {
  if (chosen.includes(name)) {
    const orphans = modules.filter(({ depended_on }) => depended_on.includes(name)).map((module) => module.name)
    return chosen.filter((one) => one !== name && !orphans.includes(one))
  }
  const needed = modules.find((module) => module.name === name)?.depended_on ?? []
  return [...new Set([...chosen, ...needed, name])]
}

export const quotaText = (name: string, value: number): string =>
  name === 'unit_storage' ? words.plans.megabytes(value / 1024) : value.toLocaleString(locale)

export const moduleTitle = (name: string): string => words.plans.modules[name]?.[0] ?? name

export function automationText({ client_payment_lifecycle: lifecycle }: ClientPlan): string {
  const { automation } = words.plans
  if (!lifecycle?.payment_period) return automation.none
  const { payment_period, payment_notify_offset, block_offset } = lifecycle
  return [
    automation.period(payment_period),
    automation.notice(payment_notify_offset),
    automation.block(block_offset),
  ].join(', ')
}

export const unitLimitNames = ['unit_extra_fields', 'unit_notify_settings'] as const
type UnitLimitName = (typeof unitLimitNames)[number]
export type UnitLimitValues = Readonly<Record<UnitLimitName, number | ''>>

/** An empty field means no limit. */
export const unitLimitsOf = (values: UnitLimitValues): Record<UnitLimitName, number | null> => ({
  unit_extra_fields: values.unit_extra_fields === '' ? null : values.unit_extra_fields,
  unit_notify_settings: values.unit_notify_settings === '' ? null : values.unit_notify_settings,
})
