/** Lists and counts, which must agree with each other and with everything that happened. */
import * as accounts from './accounts.ts'
import { type Expected, guarded } from './expected.ts'
import * as plans from './plans.ts'
import type { State, Token } from './state.ts'
import * as units from './units.ts'
import { accountView, planView, unitView, userView } from './views.ts'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** One request and its expected result, once the state is known. */
export interface Move {
  readonly token: Token
  readonly request: Request
  readonly expected: Expected
  /** Lists come in the order of ids; everything else is compared as it is. */
  readonly isList?: boolean
}

export interface Asked {
  readonly request: Request
  readonly rule: () => Expected
  readonly isList?: boolean
}

type Look = (state: State, token: Token) => Asked

const get = (path: string, filter: object, payload: () => unknown, isList: boolean): Asked => ({
  request: { method: 'GET', path: `${path}${queryOf(filter)}` },
  rule: () => ({ status: 200, payload }),
  isList,
})

const queryOf = (filter: object) => {
  const query = new URLSearchParams(filter as Record<string, string>).toString()
  return query && `?${query}`
}

export const accountList = (state: State, token: Token, filter: accounts.AccountFilter = {}): Asked =>
  get(
    '/accounts',
    filter,
    () => accounts.listAccounts(state, token, filter).map((one) => accountView(state, token, one)),
    true,
  )

export const accountCount = (state: State, token: Token, filter: accounts.AccountFilter = {}): Asked =>
  get('/accounts/count', filter, () => accounts.listAccounts(state, token, filter).length, false)

export const unitList = (state: State, token: Token, filter: units.UnitFilter = {}): Asked =>
  get('/units', filter, () => units.listUnits(state, token, filter).map((one) => unitView(token, one)), true)

export const unitCount = (state: State, token: Token, filter: units.UnitFilter = {}): Asked =>
  get('/units/count', filter, () => ({ all: units.listUnits(state, token, filter).length, active: 0 }), false)

export const userList: Look = (state, token) =>
  get('/users', {}, () => accounts.listAccounts(state, token, {}).map(({ user }) => userView(user)), true)

export const planList: Look = (state, token) =>
  get('/client-plans', {}, () => plans.listPlans(state, token).map((plan) => planView(token, plan)), true)

const company: Look = (_state, token) => ({
  request: { method: 'GET', path: '/company' },
  rule: () => plans.readCompany(token),
})

/** Everything that a token can see, for the end of a run. */
export const everything = (state: State, token: Token): Move[] =>
  [accountList, accountCount, unitList, unitCount, userList, planList, company].map((look) => {
    const { request, rule, isList } = look(state, token)
    return { token, request, expected: guarded(state, token, false, rule), ...(isList && { isList }) }
  })
