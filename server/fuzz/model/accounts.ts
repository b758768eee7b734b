/** The expected results, by the specifications and decisions, of requests for accounts and users. */
import { fleetApp } from '#kernel/applications.ts'
import {
  accountOf,
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
  usedApps,
} from './expected.ts'
import {
  type Account,
  type App,
  appsOf,
  here,
  isClientsOwn,
  isManagedApp,
  isOwnedApp,
  type Plan,
  type State,
  seesAccount,
  seesPlan,
  type Token,
  type User,
} from './state.ts'
import { accountView, extendedUserView, limitsView, subscriptionsView, userView } from './views.ts'

const isTaken = (state: State, name: string, except?: User) =>
  here(state, state.accounts).some(({ user }) => user !== except && user.name.toLowerCase() === name.toLowerCase())

export interface NewAccount {
  readonly apps: readonly App[]
  readonly name: string
  readonly title?: string
}

const newAccountProblems = ({ name, title }: NewAccount) => [
  ...problemIf(!isBetween(name, 4, 50), 'user.name'),
  ...problemIf(title !== undefined && !isBetween(title, 4, 50), 'title'),
]

const createdAs = (token: Token) => (token.dialect === 'provider' ? 201 : 200)

function created(state: State, token: Token, input: NewAccount, plan: Plan | undefined): Expected {
  if (isTaken(state, input.name)) return { ...conflict, fields: ['user.name'] }
  return {
    status: createdAs(token),
    payload: (actual) => {
      const user: User = {
        ...{ id: actual.user.id, accountId: actual.id, name: input.name },
        ...{ description: null, lang: null, enabled: false },
      }
      const account: Account = {
        ...{ id: actual.id, dealer: token.dealer, isManaged: plan !== undefined, created: state.now, user, plan },
        ...{
          title: input.title ?? String(actual.id),
          description: '',
          apps: [...new Set(input.apps)],
          serviceApps: [],
        },
        ...{ ack: 0, blocked: false, blockedAt: null, due: null, notifyOffset: null, blockOffset: null, useOwn: false },
        blockedFor: new Set<number>(),
        ...{ updated: state.now, subscriptions: new Map(), given: [] },
      }
      state.accounts.push(account)
      const isExtended = plan !== undefined && token.dialect === 'provider'
      return { ...accountView(state, token, account), user: isExtended ? extendedUserView(user) : userView(user) }
    },
  }
}

export function createOwned(state: State, token: Token, input: NewAccount): Expected {
  const offered = appsOf[token.dialect].filter((app) => isOwnedApp(app))
  const areRight = input.apps.length > 0 && input.apps.every((app) => offered.includes(app))
  return (
    invalid([...newAccountProblems(input), ...problemIf(!areRight, 'reg_apps')]) ??
    created(state, token, input, undefined)
  )
}

export function createManaged(state: State, token: Token, input: NewAccount, plan: Plan | undefined): Expected {
  if (standing(token) === 'none') return forbidden
  const app = input.apps[0] as App
  const isApp = input.apps.length === 1 && isManagedApp(app) && appsOf[token.dialect].includes(app)
  const isPlan = plan !== undefined && !state.gone.has(plan) && seesPlan(token, plan) && plan.app === app
  if (isApp && isPlan && !mayUse(token, plan.founder)) return forbidden
  const problems = [
    ...newAccountProblems(input),
    ...problemIf(!isApp, 'reg_apps'),
    ...problemIf(isApp && !isPlan, `tariff_plans.${app}`),
  ]
  return invalid(problems) ?? created(state, token, input, plan)
}

export const readAccount = (state: State, token: Token, account: Account | undefined): Expected =>
  accountOf(state, token, account) ? shown(200, () => accountView(state, token, account)) : notFound

export function changeAccount(
  state: State,
  token: Token,
  account: Account | undefined,
  change: { title?: string; description?: string; apps?: readonly App[] },
): Expected {
  if (!accountOf(state, token, account)) return notFound
  const { title, description, apps } = change
  const offered = appsOf[token.dialect]
  const areRight =
    apps === undefined ||
    (apps.length > 0 &&
      apps.every((app) => offered.includes(app) && isManagedApp(app) === account.isManaged) &&
      (!account.isManaged || apps.every((app) => account.apps.includes(app))))
  const problems = invalid([
    ...problemIf(title !== undefined && !isBetween(title, 4, 50), 'title'),
    ...problemIf(!areRight, 'reg_apps'),
  ])
  if (problems) return problems
  const unknown = account.apps.filter((app) => !offered.includes(app))
  // They stay where they are, before or after the others.
  const after = apps && [...new Set(unknown[0] === account.apps[0] ? [...unknown, ...apps] : [...apps, ...unknown])]
  const lost = after ? account.apps.filter((app) => !after.includes(app)) : []
  if (lost.some((app) => usedApps(state, account).includes(app))) return { ...conflict, fields: ['reg_apps'] }
  return shown(
    200,
    () => accountView(state, token, account),
    () => {
      account.title = title ?? account.title
      account.description = description ?? account.description
      account.apps = after ?? account.apps
      // Support access is granted per application, and ends with it.
      account.serviceApps = account.serviceApps.filter((app) => account.apps.includes(app))
      if (Object.values(change).some((value) => value !== undefined)) account.updated = state.now
    },
  )
}

export function deleteAccount(state: State, token: Token, account: Account | undefined): Expected {
  if (!accountOf(state, token, account)) return notFound
  if (isClientsOwn(account)) return forbidden
  return shown(
    200,
    () => account.id,
    () => {
      state.gone.add(account)
      for (const unit of state.units) if (unit.account === account) state.gone.add(unit)
    },
  )
}

/** Calendar months in UTC; clamped to the end of a short month. */
function monthsLater(seconds: number, months: number): number {
  const date = new Date(seconds * 1000)
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), days)
  return first.getTime() / 1000 + (day - 1) * 86_400 + (seconds % 86_400)
}

export function activate(state: State, token: Token, account: Account | undefined): Expected {
  if (!accountOf(state, token, account)) return notFound
  if (!account.isManaged) return forbidden
  return shown(
    200,
    () => accountView(state, token, account),
    () => {
      if (account.ack > 0) return
      const period = account.plan?.lifecycle?.payment_period ?? null
      account.ack = state.now
      account.user.enabled = true
      account.updated = state.now
      if (period !== null) account.due = monthsLater(state.now, period)
    },
  )
}

/** What only an activated, managed account accepts. */
function levered(
  state: State,
  token: Token,
  account: Account | undefined,
  problems: string[],
  change: (account: Account) => void,
): Expected {
  if (!accountOf(state, token, account)) return notFound
  if (!account.isManaged) return forbidden
  const wrong = invalid(problems)
  if (wrong) return wrong
  if (account.ack === 0) return conflict
  return shown(
    200,
    () => accountView(state, token, account),
    () => {
      change(account)
      account.updated = state.now
    },
  )
}

export const setBlocked = (state: State, token: Token, account: Account | undefined, blocked: boolean): Expected =>
  levered(state, token, account, [], (one) => {
    one.blocked = blocked
    if (!blocked) one.blockedAt = null
  })

const isBadTime = (state: State, time: number | null | undefined) =>
  typeof time === 'number' && (time < state.now || time > 1e11)

export const setBlockedAt = (state: State, token: Token, account: Account | undefined, at: number | null): Expected =>
  scheduled(
    levered(state, token, account, problemIf(isBadTime(state, at), 'blocked_at'), (one) => {
      one.blockedAt = at
    }),
    at,
  )

/** Here the provider dialect shows a cancelled schedule as null; elsewhere it omits the field. */
const scheduled = (expected: Expected, at: number | null): Expected =>
  expected.payload
    ? { ...expected, payload: (actual) => ({ ...(expected.payload?.(actual) as object), blocked_at: at }) }
    : expected

export interface AccountAutomation {
  readonly payment_expected_at?: number | null
  readonly payment_notify_offset?: number
  readonly block_offset?: number | null
  readonly use_fleet_lifecycle?: boolean
}

export function setAutomation(
  state: State,
  token: Token,
  account: Account | undefined,
  change: AccountAutomation,
): Expected {
  if (Object.keys(change).length === 0) return refusal(400, 'INVALID_PAYLOAD', [''])
  if (!accountOf(state, token, account)) return notFound
  const wrong = invalid([
    ...problemIf(!account.apps.includes(fleetApp), ''),
    ...problemIf(isBadTime(state, change.payment_expected_at), 'payment_expected_at'),
    ...problemIf(!isOffset(change.payment_notify_offset), 'payment_notify_offset'),
    ...problemIf(!isOffset(change.block_offset), 'block_offset'),
  ])
  if (wrong) return wrong
  if (account.ack === 0) return conflict
  return shown(
    200,
    () => accountView(state, token, account),
    () => {
      if (change.payment_expected_at !== undefined) account.due = change.payment_expected_at
      if (change.payment_notify_offset !== undefined) account.notifyOffset = change.payment_notify_offset
      if (change.block_offset !== undefined) account.blockOffset = change.block_offset
      account.useOwn = change.use_fleet_lifecycle ?? account.useOwn
      account.updated = state.now
    },
  )
}

export function changePlan(
  state: State,
  token: Token,
  account: Account | undefined,
  app: App,
  plan: Plan | undefined,
): Expected {
  if (standing(token) === 'none') return forbidden
  if (!accountOf(state, token, account)) return notFound
  const isApp = account.apps.includes(app) && isManagedApp(app) && appsOf[token.dialect].includes(app)
  if (!isApp) return refusal(400, 'FAILED_VALIDATION', ['app_id'])
  const isPlan = plan !== undefined && !state.gone.has(plan) && seesPlan(token, plan) && plan.app === app
  if (!isPlan) return refusal(400, 'FAILED_VALIDATION', ['tariff_plan_id'])
  if (!mayUse(token, plan.founder)) return forbidden
  return shown(
    200,
    () => ({ account_id: account.id, tariff_plan_id: plan.id, app_id: app }),
    () => {
      account.plan = plan
      account.updated = state.now
    },
  )
}

export function readLimits(state: State, token: Token, account: Account | undefined, app: App): Expected {
  if (!accountOf(state, token, account)) return notFound
  const isApp = account.apps.includes(app) && appsOf[token.dialect].includes(app)
  return isApp ? shown(200, () => limitsView(state, account, app)) : refusal(400, 'FAILED_VALIDATION', ['app_id'])
}

export const readSubscriptions = (state: State, token: Token, account: Account | undefined): Expected =>
  accountOf(state, token, account) ? shown(200, () => subscriptionsView(state, token, account)) : notFound

/** `login_key` is never shown again, so its only trace is whether its length was valid. */
export function changeUser(
  state: State,
  token: Token,
  account: Account | undefined,
  change: { name?: string; description?: string; lang?: string; login_key?: string },
): Expected {
  if (!accountOf(state, token, account)) return notFound
  if (isClientsOwn(account)) return forbidden
  const { name, description, lang, login_key: key } = change
  const wrong = invalid([
    ...problemIf(name !== undefined && !isBetween(name, 4, 50), 'name'),
    ...problemIf(key !== undefined && !isBetween(key, 4, 50), 'login_key'),
    ...problemIf(lang !== undefined && !isBetween(lang, 2, 35), 'lang'),
  ])
  if (wrong) return wrong
  if (name !== undefined && isTaken(state, name, account.user)) return { ...conflict, fields: ['name'] }
  return shown(
    200,
    () => {
      const { email, ...rest } = userView(account.user)
      return token.dialect === 'provider' ? rest : { email, ...rest }
    },
    () => {
      Object.assign(account.user, { ...(name !== undefined && { name }), ...(lang !== undefined && { lang }) })
      account.user.description = description ?? account.user.description
    },
  )
}

export function setPassword(
  state: State,
  token: Token,
  account: Account | undefined,
  password: string,
  repeat: string,
): Expected {
  if (!accountOf(state, token, account)) return notFound
  if (!account.isManaged) return forbidden
  const wrong = invalid([
    ...problemIf(!isBetween(password, 8, 128), 'new_password'),
    ...problemIf(password !== repeat, 'repeat_password'),
  ])
  return wrong ?? shown(200, () => ({ ...userView(account.user), enabled: account.user.enabled }))
}

export function enter(state: State, token: Token, account: Account | undefined, app: App, asUser: boolean): Expected {
  if (!accountOf(state, token, account)) return notFound
  const isOpen = account.isManaged || (account.ack > 0 && account.serviceApps.includes(app))
  if (!isOpen) return forbidden
  const isApp = account.apps.includes(app) && appsOf[token.dialect].includes(app)
  const wrong = invalid([...problemIf(!isApp, 'app_id'), ...problemIf(asUser && isOwnedApp(app), 'token_type')])
  if (wrong) return wrong
  if (account.blocked && asUser) return forbidden
  const prefix = asUser ? 'service_as_user' : 'service'
  return {
    status: 200,
    payload: (actual) => ({
      ...{ id: actual.id, account_id: account.id, expire: (state.now + 3600) * 1000, ttl: 3600 },
      info: { prefix, type: actual.info.type, user_id: account.user.id, app_id: app },
      ...{ key: actual.key, url: actual.url },
    }),
  }
}

export interface AccountFilter {
  readonly app_id?: App
  readonly ack_active?: boolean
  readonly blocked?: boolean
}

export const listAccounts = (state: State, token: Token, filter: AccountFilter): Account[] =>
  here(state, state.accounts)
    .filter((account) => seesAccount(token, account))
    .filter(({ apps }) => filter.app_id === undefined || apps.includes(filter.app_id))
    .filter(({ ack }) => filter.ack_active === undefined || ack > 0 === filter.ack_active)
    .filter(({ blocked }) => filter.blocked === undefined || blocked === filter.blocked)

/** Advances time, and lets due work happen. */
export function advance(state: State, seconds: number): void {
  state.now += seconds
  for (const account of here(state, state.accounts)) {
    if (account.blockedAt !== null && account.blockedAt <= state.now) block(state, account)
    const { due } = account
    const days = blockDays(account)
    if (account.ack === 0 || due === null || days === null || due + days * 86_400 > state.now) continue
    // Once per due date: an account unblocked by a person stays so until it changes.
    if (!account.blockedFor.has(due)) block(state, account)
    account.blockedFor.add(due)
  }
}

function block(state: State, account: Account): void {
  if (account.blocked) return
  account.blocked = true
  account.updated = state.now
}

function blockDays({ useOwn, blockOffset, plan }: Account): number | null {
  if (useOwn) return blockOffset
  return plan?.lifecycle && plan.lifecycle.payment_period !== null ? plan.lifecycle.block_offset : null
}
