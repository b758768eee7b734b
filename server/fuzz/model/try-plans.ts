/** What callers may try with client plans and the company profile. */
import fc from 'fast-check'
import { tagsApp } from '#kernel/applications.ts'
import * as plans from './plans.ts'
import { app, days, given, missing, optional, type Pick, pick, planAt, type Try, tryOf, uuidOf } from './pools.ts'
import { founders } from './state.ts'

interface NewPlan {
  readonly founder: string
  readonly isOwnApp: boolean
  readonly app: string
  readonly unit: number
  readonly storage: number
  readonly modules: string[]
}

const create = tryOf<NewPlan>(
  4,
  'create a plan',
  {
    founder: fc.constantFrom(...Object.keys(founders), missing.uuid),
    isOwnApp: fc.constantFrom(true, true, true, true, false),
    app,
    unit: fc.constantFrom(1, 1, 2, 3, 5, 71, 0),
    storage: fc.constantFrom(10240, 10240, 10240, 20480, 10241, 215040),
    modules: fc.oneof(
      fc.constantFrom<string[]>([], ['geofence'], ['notifications', 'geofence', 'geofence'], ['unit']),
      fc.subarray(['notification', 'extended_notification', 'statistics', 'report', 'nothing']),
    ),
  },
  (state, token, args) => {
    const chosen = (args.isOwnApp ? founders[args.founder]?.app : undefined) ?? args.app
    const rest = { geofence: 1, unit_storage: args.storage }
    const quotas: Record<string, number> =
      chosen === tagsApp ? { sensor: 1, gateway: args.unit, asset: 1, ...rest } : { unit: args.unit, ...rest }
    const input = { founder: args.founder, app: chosen, quotas, modules: args.modules }
    const body = { managed_plan_id: args.founder, app_id: chosen, name: 'Plan', quotas, modules: args.modules }
    return {
      request: { method: 'POST', path: '/client-plans', body },
      rule: () => plans.createPlan(state, token, input),
    }
  },
)

const read = tryOf<{ at: Pick }>(1, 'read a plan', { at: pick }, (state, token, { at }) => {
  const plan = planAt(state, token, at)
  const path = `/client-plans/${uuidOf(plan)}`
  return { request: { method: 'GET', path }, rule: () => plans.readPlan(state, token, plan) }
})

const remove = tryOf<{ at: Pick }>(1, 'delete a plan', { at: pick }, (state, token, { at }) => {
  const plan = planAt(state, token, at)
  const path = `/client-plans/${uuidOf(plan)}`
  return { request: { method: 'DELETE', path }, rule: () => plans.deletePlan(state, token, plan) }
})

const automate = tryOf<{ at: Pick; period: number | null; notify: number; block: number; viaPost: boolean }>(
  2,
  'set the automation of a plan',
  { at: pick, period: fc.constantFrom(1, 1, 12, 120, null, 0, 121), notify: days, block: days, viaPost: fc.boolean() },
  (state, token, { at, period, notify, block, viaPost }) => {
    const plan = planAt(state, token, at)
    const body = { payment_period: period, payment_notify_offset: notify, block_offset: block }
    const path = `/client-plans/${uuidOf(plan)}/payment-lifecycle`
    return {
      request: { method: viaPost ? 'POST' : 'PATCH', path, body },
      rule: () => plans.setPlanLifecycle(state, token, plan, body),
    }
  },
  'provider',
)

const readCompany = tryOf<Record<never, never>>(1, 'read the company', {}, (_state, token) => ({
  request: { method: 'GET', path: '/company' },
  rule: () => plans.readCompany(token),
}))

const changeCompany = tryOf<{ name?: string | undefined; about?: string | undefined }>(
  1,
  'change the company',
  { name: optional(fc.constantFrom('North', '')), about: optional(fc.constantFrom('', 'We install.')) },
  (state, token, { name, about }) => {
    const body = given({ name, marketing_info: about === undefined ? undefined : { about } })
    return {
      request: { method: 'PATCH', path: '/company', body },
      rule: () => plans.changeCompany(state, token, given({ name, about })),
    }
  },
)

export const planTries: readonly Try[] = [create, read, remove, automate, readCompany, changeCompany]
