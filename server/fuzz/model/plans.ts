/** The expected results of requests for client plans and the company profile. */
import { fleetApp, tagsApp } from '#kernel/applications.ts'
import {
  conflict,
  type Expected,
  forbidden,
  invalid,
  isBetween,
  isOffset,
  mayUse,
  notFound,
  problemIf,
  refusal,
  shown,
  standing,
} from './expected.ts'
import {
  type App,
  appsOf,
  founders,
  here,
  isManagedApp,
  type Lifecycle,
  type Plan,
  type State,
  seesPlan,
  type Token,
} from './state.ts'
import { companyView, planView } from './views.ts'

const starter = ['service_mode', 'tools', 'notification', 'unit_event', 'geofence', 'timeline', 'sharing']
const fleetModules = [...starter, 'command', 'google_maps', 'statistics', 'extended_notification', 'maintenance']
const tagsModules = ['geofence', 'report', 'building']
const defaults: Readonly<Record<App, readonly string[]>> = {
  [fleetApp]: ['account', 'unit', 'fuel'],
  [tagsApp]: ['account', 'unit', 'label', 'timeline', 'unit_event'],
}

export interface NewPlan {
  readonly founder: string
  readonly app: App
  readonly quotas: Readonly<Record<string, number>>
  readonly modules: readonly string[]
}

export function createPlan(state: State, token: Token, input: NewPlan): Expected {
  if (standing(token) === 'none') return forbidden
  const { app } = input
  if (!isManagedApp(app) || !appsOf[token.dialect].includes(app)) return refusal(400, 'FAILED_VALIDATION', ['app_id'])
  const founder = founders[input.founder]
  if (founder?.app !== app) return refusal(400, 'FAILED_VALIDATION', ['managed_plan_id'])
  if (!mayUse(token, input.founder)) return forbidden
  const wrong = invalid([...quotaProblems(input.quotas, founder), ...moduleProblems(input.modules, founder)])
  if (wrong) return wrong
  if (founder.isRetired) return conflict
  const chosen = new Set(input.modules.map((name) => (name === 'notifications' ? 'notification' : name)))
  const offered = app === fleetApp ? fleetModules : tagsModules
  return {
    status: 201,
    payload: (actual) => {
      const plan: Plan = {
        ...{ id: actual.id, dealer: token.dealer, app, founder: input.founder, name: 'Plan', quotas: input.quotas },
        modules: [...(defaults[app] ?? []), ...offered.filter((name) => chosen.has(name))],
        ...{ created: state.now, updated: state.now, lifecycle: null },
      }
      state.plans.push(plan)
      return planView(token, plan)
    },
  }
}

function quotaProblems(
  quotas: Readonly<Record<string, number>>,
  { app, units, storage }: { app: App; units: number; storage: number },
) {
  const isIn = (value = Number.NaN, min = 0, max = 0) => value >= min && value <= max
  const { unit, gateway, geofence, unit_storage: kept = Number.NaN } = quotas
  return [
    ...(app === fleetApp
      ? problemIf(!isIn(unit, 1, units), 'quotas.unit')
      : problemIf(!isIn(gateway, 1, units), 'quotas.gateway')),
    ...problemIf(!isIn(geofence, 0, 70), 'quotas.geofence'),
    ...problemIf(!isIn(kept, 10240, storage) || kept % 10240 !== 0, 'quotas.unit_storage'),
  ]
}

function moduleProblems(modules: readonly string[], { app, has }: { app: App; has: string }): string[] {
  const offered = app === tagsApp ? tagsModules : has === 'starter' ? starter : fleetModules
  const names = modules.map((name) => (name === 'notifications' ? 'notification' : name))
  return names.flatMap((name, index) => {
    const isThere = offered.includes(name) || (defaults[app] ?? []).includes(name)
    const isAlone = name === 'extended_notification' && !names.includes('notification')
    return problemIf(!isThere || isAlone, `modules.${index}`)
  })
}

const planOf = (state: State, token: Token, plan: Plan | undefined): plan is Plan =>
  plan !== undefined && !state.gone.has(plan) && seesPlan(token, plan)

export const readPlan = (state: State, token: Token, plan: Plan | undefined): Expected =>
  planOf(state, token, plan)
    ? shown(200, () => (token.dialect === 'partner' ? [planView(token, plan)] : planView(token, plan)))
    : notFound

export function deletePlan(state: State, token: Token, plan: Plan | undefined): Expected {
  if (!planOf(state, token, plan)) return notFound
  if (here(state, state.accounts).some((account) => account.plan === plan)) return conflict
  return shown(
    200,
    () => plan.id,
    () => void state.gone.add(plan),
  )
}

export function setPlanLifecycle(state: State, token: Token, plan: Plan | undefined, lifecycle: Lifecycle): Expected {
  if (!planOf(state, token, plan)) return notFound
  const { payment_period: period } = lifecycle
  const wrong = invalid([
    ...problemIf(period !== null && (period < 1 || period > 120), 'payment_period'),
    ...problemIf(!isOffset(lifecycle.payment_notify_offset), 'payment_notify_offset'),
    ...problemIf(!isOffset(lifecycle.block_offset), 'block_offset'),
  ])
  if (wrong) return wrong
  return shown(
    201,
    () => planView(token, plan),
    () => Object.assign(plan, { lifecycle, updated: state.now }),
  )
}

export const readCompany = (token: Token): Expected => shown(200, () => companyView(token))

export const changeCompany = (state: State, token: Token, change: { name?: string; about?: string }): Expected =>
  invalid(problemIf(change.name !== undefined && !isBetween(change.name, 1, 100), 'name')) ??
  shown(
    200,
    () => companyView(token),
    () => {
      if (Object.keys(change).length === 0) return
      token.dealer.pending = { ...token.dealer.pending, ...change }
      token.dealer.company.updated = state.now
    },
  )

export const listPlans = (state: State, token: Token): Plan[] =>
  here(state, state.plans).filter((plan) => seesPlan(token, plan))
