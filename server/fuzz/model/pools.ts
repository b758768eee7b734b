/** Values from small pools, so that callers get in each other's way. */
import fc from 'fast-check'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import type { Asked, Move } from './lists.ts'
import type { Account, App, Plan, State, Token, Unit } from './state.ts'

export interface Attempt {
  readonly name: string
  readonly args: object
  readonly move: (state: State) => Move
}

/** A number that picks an item: any that ever existed, of any dealer, or none. */
export type Pick = number
export const pick: fc.Arbitrary<Pick> = fc.nat({ max: 1_000_000 })

/** Mostly the caller's own, preferring new ones; sometimes anyone's, and sometimes none. */
function picked<T>(things: readonly T[], isOwn: (thing: T) => boolean, at: Pick): T | undefined {
  const own = things.filter(isOwn)
  const pool = at % 4 === 0 || own.length === 0 ? things : at % 4 === 1 ? own : own.slice(-3)
  return at % 31 === 0 ? undefined : pool[Math.floor(at / 4) % Math.max(pool.length, 1)]
}

export const missing = { number: 999_999_999_999, uuid: '019a8f0e-5d3c-7b1a-9c64-2f1d5e8a7b30' }
export const accountAt = (state: State, { dealer }: Token, at: Pick) =>
  picked(state.accounts, (one) => one.dealer === dealer && !state.gone.has(one), at)
/** An account that can be blocked and billed: mostly an activated managed one. */
export const leverAt = (state: State, token: Token, at: Pick) =>
  (at % 3 > 0 &&
    picked(
      state.accounts,
      (one) => one.dealer === token.dealer && one.isManaged && one.ack > 0 && !state.gone.has(one),
      at,
    )) ||
  accountAt(state, token, at)
export const planAt = (state: State, { dealer }: Token, at: Pick, app?: App) =>
  picked(
    state.plans,
    (one) => one.dealer === dealer && (app === undefined || one.app === app) && !state.gone.has(one),
    at,
  )
export const unitAt = (state: State, { dealer }: Token, at: Pick) =>
  picked(state.units, (one) => one.account.dealer === dealer && !state.gone.has(one), at)
export const idOf = (thing: Account | Unit | undefined) => thing?.id ?? missing.number
export const uuidOf = (plan: Plan | undefined) => plan?.id ?? missing.uuid

const apps = [consumerApp, petApp, fleetApp, tagsApp]
export const unknownApp = '00000000-0000-7000-8000-000000000000'
export const app = fc.constantFrom(...apps, ...apps, unknownApp)
export const ownedApps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom<string[]>([consumerApp], [petApp], [consumerApp, petApp], [petApp, consumerApp, petApp]),
  },
  { weight: 1, arbitrary: fc.array(app, { maxLength: 3 }) },
)
export const managedApps = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string[]>([fleetApp], [fleetApp], [tagsApp]) },
  { weight: 1, arbitrary: fc.array(app, { minLength: 1, maxLength: 2 }) },
)
export const userName = fc.constantFrom('anna', 'ANNA', 'Bert', 'bert', 'carla', 'Dora', 'élan', 'ÉLAN', 'emil', 'x')
export const title = fc.constantFrom('North depot', 'abcd', 'abc', 'x'.repeat(50), 'x'.repeat(51), '😀😀😀😀', '😀😀')
export const ident = fc.constantFrom('100', '101', '102', '103', ' 104 ', 'a b', '', 'ABC', 'abc')
export const hwId = fc.constantFrom(101, 102, 201, 301, 999_999, 0, -1)
export const unitFilter = { app_id: fc.constantFrom(consumerApp, fleetApp), ack_active: fc.boolean() }
export const days = fc.constantFrom(0, 3, 10, 11, -1)
/** Relative to now; milliseconds by mistake; never. */
export const moment = fc.constantFrom(0, 1, 3_600, 86_400, -1, -86_400, 'milliseconds', null)
export const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

export const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

export const timeAt = (state: State, at: number | string | null) =>
  typeof at === 'number' ? state.now + at : at === null ? null : state.now * 1000

export type Rule<A> = (state: State, token: Token, args: A) => Asked

/** A name or ident of this run. Surrounding white space stays around the whole; a text that is too short stays so. */
export const named = (state: State, text: string) =>
  text.trim().length < 2 ? text : text.replace(text.trim(), `${text.trim()}-${state.nonce}`)

/** Something a caller may try: its input, the request and the expected answer. */
export interface Try {
  readonly weight: number
  readonly name: string
  readonly args: fc.Arbitrary<object>
  readonly rule: Rule<never>
  /** The dialect that has it; both if undefined. */
  readonly dialect: Token['dialect'] | undefined
}

export const tryOf = <A extends object>(
  weight: number,
  name: string,
  args: { [K in keyof A]: fc.Arbitrary<A[K]> },
  rule: Rule<A>,
  dialect?: Token['dialect'],
): Try => ({ weight, name, args: fc.record(args), rule: rule as Rule<never>, dialect })
