/** What callers may try with accounts and their users. */
import fc from 'fast-check'
import * as accounts from './accounts.ts'
import {
  accountAt,
  app,
  days,
  given,
  idOf,
  leverAt,
  managedApps,
  missing,
  moment,
  named,
  optional,
  ownedApps,
  type Pick,
  pick,
  planAt,
  type Try,
  timeAt,
  title,
  tryOf,
  userName,
  uuidOf,
} from './pools.ts'
import type { State, Token } from './state.ts'

function ofAccount(state: State, token: Token, at: Pick, method: string, path = '', body?: object) {
  const account = /^.set-/.test(path) ? leverAt(state, token, at) : accountAt(state, token, at)
  return { account, request: { method, path: `/accounts/${idOf(account)}${path}`, ...(body && { body }) } }
}

function ofUser(state: State, token: Token, at: Pick, method: string, path = '', body?: object) {
  const account = accountAt(state, token, at)
  const id = account?.user.id ?? missing.uuid
  return { account, request: { method, path: `/users/${id}${path}`, ...(body && { body }) } }
}

const create = tryOf<{ apps: string[]; name: string; title?: string | undefined }>(
  4,
  'create an owned account',
  { apps: ownedApps, name: userName, title: optional(title) },
  (state, token, args) => {
    const input = { apps: args.apps, name: named(state, args.name), ...given({ title: args.title }) }
    const user = { name: input.name, login_key: 'secret' }
    const body = { reg_apps: args.apps, user, ...given({ title: args.title }) }
    return {
      request: { method: 'POST', path: '/accounts', body },
      rule: () => accounts.createOwned(state, token, input),
    }
  },
)

const createManaged = tryOf<{ apps: string[]; name: string; title?: string | undefined; plan: Pick }>(
  6,
  'create a managed account',
  { apps: managedApps, name: userName, title: optional(title), plan: pick },
  (state, token, args) => {
    const plan = planAt(state, token, args.plan, args.apps[0])
    const input = { apps: args.apps, name: named(state, args.name), ...given({ title: args.title }) }
    const tariffPlans = { [args.apps[0] as string]: uuidOf(plan) }
    const user = { name: input.name, login_key: 'secret' }
    const body = { reg_apps: args.apps, tariff_plans: tariffPlans, user, ...given({ title: args.title }) }
    return {
      request: { method: 'POST', path: '/accounts/managed', body },
      rule: () => accounts.createManaged(state, token, input, plan),
    }
  },
)

const read = tryOf<{ at: Pick }>(2, 'read an account', { at: pick }, (state, token, { at }) => {
  const { account, request } = ofAccount(state, token, at, 'GET')
  return { request, rule: () => accounts.readAccount(state, token, account) }
})

const change = tryOf<{
  at: Pick
  title?: string | undefined
  description?: string | undefined
  apps?: string[] | undefined
}>(
  3,
  'change an account',
  { at: pick, title: optional(title), description: optional(fc.constantFrom('', 'New')), apps: optional(ownedApps) },
  (state, token, { at, apps, ...texts }) => {
    const { account, request } = ofAccount(state, token, at, 'PATCH', '', given({ ...texts, reg_apps: apps }))
    return { request, rule: () => accounts.changeAccount(state, token, account, given({ ...texts, apps })) }
  },
)

const remove = tryOf<{ at: Pick }>(1, 'delete an account', { at: pick }, (state, token, { at }) => {
  const { account, request } = ofAccount(state, token, at, 'DELETE')
  return { request, rule: () => accounts.deleteAccount(state, token, account) }
})

const activate = tryOf<{ at: Pick }>(
  4,
  'activate an account',
  { at: pick },
  (state, token, { at }) => {
    const { account, request } = ofAccount(state, token, at, 'PUT', '/activate')
    return { request, rule: () => accounts.activate(state, token, account) }
  },
  'provider',
)

const block = tryOf<{ at: Pick; blocked: boolean }>(
  3,
  'block or unblock',
  { at: pick, blocked: fc.boolean() },
  (state, token, { at, blocked }) => {
    const { account, request } = ofAccount(state, token, at, 'PATCH', '/set-blocked', { blocked })
    return { request, rule: () => accounts.setBlocked(state, token, account, blocked) }
  },
)

const blockAt = tryOf<{ at: Pick; when: number | string | null }>(
  4,
  'block at a time',
  { at: pick, when: moment },
  (state, token, { at, when }) => {
    const time = timeAt(state, when)
    const { account, request } = ofAccount(state, token, at, 'PATCH', '/set-blocked-at', { blocked_at: time })
    return { request, rule: () => accounts.setBlockedAt(state, token, account, time) }
  },
)

interface Automation {
  readonly at: Pick
  readonly due?: number | string | null | undefined
  readonly notify?: number | undefined
  readonly block?: number | null | undefined
  readonly own?: boolean | undefined
}

const automate = tryOf<Automation>(
  2,
  'set the automation of an account',
  {
    at: pick,
    due: optional(moment),
    notify: optional(days),
    block: optional(fc.option(days)),
    own: optional(fc.boolean()),
  },
  (state, token, { at, due, notify, block: blockOffset, own }) => {
    const wanted = given({
      payment_expected_at: due === undefined ? undefined : timeAt(state, due),
      payment_notify_offset: notify,
      block_offset: blockOffset,
      use_fleet_lifecycle: own,
    }) as accounts.AccountAutomation
    const { account, request } = ofAccount(state, token, at, 'PATCH', '/set-payment-lifecycle', wanted)
    return { request, rule: () => accounts.setAutomation(state, token, account, wanted) }
  },
  'provider',
)

const changePlan = tryOf<{ at: Pick; plan: Pick; isOwnApp: boolean; app: string; viaPost: boolean }>(
  3,
  'change the plan of an account',
  { at: pick, plan: pick, isOwnApp: fc.constantFrom(true, true, false), app, viaPost: fc.boolean() },
  (state, token, args) => {
    const chosen = (args.isOwnApp && accountAt(state, token, args.at)?.apps[0]) || args.app
    const plan = planAt(state, token, args.plan, chosen)
    const body = { tariff_plan_id: uuidOf(plan), app_id: chosen }
    const method = args.viaPost ? 'POST' : 'PUT'
    const { account, request } = ofAccount(state, token, args.at, method, '/client-plan', body)
    return { request, rule: () => accounts.changePlan(state, token, account, chosen, plan) }
  },
)

const limits = tryOf<{ at: Pick; app: string }>(2, 'read limits', { at: pick, app }, (state, token, args) => {
  const { account, request } = ofAccount(state, token, args.at, 'GET', `/limits?app_id=${args.app}`)
  return { request, rule: () => accounts.readLimits(state, token, account, args.app) }
})

const subscriptions = tryOf<{ at: Pick }>(1, 'read subscriptions', { at: pick }, (state, token, { at }) => {
  const { account, request } = ofAccount(state, token, at, 'GET', '/subscriptions')
  return { request, rule: () => accounts.readSubscriptions(state, token, account) }
})

interface UserChange {
  readonly at: Pick
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly lang?: string | undefined
  readonly key?: string | undefined
}

const changeUser = tryOf<UserChange>(
  3,
  'change a user',
  {
    at: pick,
    name: optional(userName),
    description: optional(fc.constantFrom('', 'He')),
    lang: optional(fc.constantFrom('en', 'x')),
    key: optional(fc.constantFrom('new-key', 'abc')),
  },
  (state, token, { at, name, key, ...texts }) => {
    const wanted = given({ ...texts, login_key: key, name: name && named(state, name) })
    const { account, request } = ofUser(state, token, at, 'PATCH', '', wanted)
    return { request, rule: () => accounts.changeUser(state, token, account, wanted) }
  },
)

const password = fc.constantFrom('a good password', 'a good password', 'short')
const setPassword = tryOf<{ at: Pick; first: string; second: string }>(
  1,
  'set a password',
  { at: pick, first: password, second: password },
  (state, token, { at, first, second }) => {
    const body = { new_password: first, repeat_password: second }
    const { account, request } = ofUser(state, token, at, 'PUT', '/password', body)
    return { request, rule: () => accounts.setPassword(state, token, account, first, second) }
  },
)

const enter = tryOf<{ at: Pick; isOwnApp: boolean; app: string; asUser: boolean }>(
  3,
  'enter an account',
  { at: pick, isOwnApp: fc.boolean(), app, asUser: fc.boolean() },
  (state, token, args) => {
    const chosen = (args.isOwnApp && accountAt(state, token, args.at)?.apps[0]) || args.app
    const query = args.asUser ? '?token_type=service_as_user' : ''
    const { account, request } = ofUser(state, token, args.at, 'PUT', `/appToken/${chosen}${query}`)
    return { request, rule: () => accounts.enter(state, token, account, chosen, args.asUser) }
  },
)

export const accountTries: readonly Try[] = [
  ...[create, createManaged, read, change, remove, activate, block, blockAt, automate, changePlan, limits],
  ...[subscriptions, changeUser, setPassword, enter],
]
