/** Everything that callers may try, and how every run begins. */
import fc from 'fast-check'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import type * as accounts from './accounts.ts'
import { guarded } from './expected.ts'
import type { Move } from './lists.ts'
import * as lists from './lists.ts'
import { type Attempt, type Try, tryOf, unitFilter } from './pools.ts'
import type { State, Token } from './state.ts'
import { accountTries } from './try-accounts.ts'
import { planTries } from './try-plans.ts'
import { unitTries } from './try-units.ts'
import type * as units from './units.ts'

const listTries: readonly Try[] = [
  tryOf<{ filter: accounts.AccountFilter; isCount: boolean }>(
    3,
    'list or count accounts',
    { filter: fc.record({ ...unitFilter, blocked: fc.boolean() }, { requiredKeys: [] }), isCount: fc.boolean() },
    (state, token, { filter, isCount }) =>
      isCount ? lists.accountCount(state, token, filter) : lists.accountList(state, token, filter),
  ),
  tryOf<{ filter: units.UnitFilter; isCount: boolean }>(
    2,
    'list or count units',
    { filter: fc.record(unitFilter, { requiredKeys: [] }), isCount: fc.boolean() },
    (state, token, { filter, isCount }) =>
      isCount ? lists.unitCount(state, token, filter) : lists.unitList(state, token, filter),
  ),
  tryOf<Record<never, never>>(1, 'list users', {}, lists.userList),
  tryOf<Record<never, never>>(1, 'list plans', {}, lists.planList),
]

const tries: readonly Try[] = [...accountTries, ...unitTries, ...planTries, ...listTries]

function moveOf({ rule }: Try, state: State, token: Token, args: object): Move {
  const { request, rule: validate, isList } = rule(state, token, args as never)
  return {
    token,
    request,
    expected: guarded(state, token, request.method !== 'GET', validate),
    ...(isList && { isList }),
  }
}

function tokenAt(state: State, { dialect }: Try, who: number): Token {
  const speakers = state.tokens.filter((token) => dialect === undefined || token.dialect === dialect)
  const writers = speakers.filter(({ isReader }) => !isReader)
  const pool = who % 10 === 0 ? speakers : writers
  return pool[Math.floor(who / 10) % pool.length] as Token
}

export const attempts: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Attempt> }[] = tries.map(
  (one) => ({
    weight: one.weight,
    arbitrary: fc.record({ who: fc.nat({ max: 999 }), args: one.args }).map(({ who, args }) => ({
      name: one.name,
      args: { who, ...args },
      move: (state) => moveOf(one, state, tokenAt(state, one, who), args),
    })),
  }),
)

/** Picks among the caller's own: the first of all, the second newest. */
const first = 1
const second = 6
const plan = (app: string, founder: string) => ({
  ...{ founder, isOwnApp: true, app, unit: 2, storage: 10240, modules: ['geofence'] },
})
const fleetPlan = plan(fleetApp, '019a0000-0000-7000-8000-000000000101')
const tagsPlan = plan(tagsApp, '019a0000-0000-7000-8000-000000000201')

/** What exists when a run begins, so that requests can conflict. It is compared like the rest. */
export const opening: readonly ((state: State) => Move)[] = (
  [
    ['first provider', 'create a plan', fleetPlan],
    ['first provider', 'create a plan', tagsPlan],
    ['second partner', 'create a plan', fleetPlan],
    ['first provider', 'set the automation of a plan', { at: first, period: 1, notify: 3, block: 5, viaPost: false }],
    ['first provider', 'create a managed account', { apps: [tagsApp], name: 'tags', plan: first }],
    ['first partner', 'create a managed account', { apps: [fleetApp], name: 'fleet', plan: first }],
    ['first provider', 'activate an account', { at: second }],
    ['second partner', 'create a managed account', { apps: [fleetApp], name: 'other', plan: first }],
    ['first partner', 'create an owned account', { apps: [consumerApp, petApp], name: 'family' }],
    ['second provider', 'create an owned account', { apps: [consumerApp], name: 'foreign' }],
  ] as const
).map(([who, name, args]) => (state) => {
  const one = tries.find((candidate) => candidate.name === name) as Try
  return moveOf(one, state, state.tokens.find((token) => token.name === who) as Token, args)
})
