/** What callers may try with units. */
import fc from 'fast-check'
import {
  accountAt,
  app,
  given,
  hwId,
  ident,
  idOf,
  named,
  optional,
  type Pick,
  pick,
  type Try,
  tryOf,
  unitAt,
} from './pools.ts'
import * as units from './units.ts'

interface NewUnit {
  readonly at: Pick
  readonly isOwnApp: boolean
  readonly app: string
  readonly ident: string
  readonly hwId: number
  readonly name: string
}

const create = tryOf<NewUnit>(
  9,
  'create a unit',
  {
    at: pick,
    isOwnApp: fc.constantFrom(true, true, true, true, false),
    app,
    ident,
    hwId: fc.constantFrom(101, 101, 201, 301, 999_999),
    name: fc.constantFrom('Van', 'Van', 'Van', 'x'.repeat(100), ''),
  },
  (state, token, args) => {
    const account = accountAt(state, token, args.at)
    const chosen = (args.isOwnApp && account?.apps[0]) || args.app
    const input = { app: chosen, name: args.name, hwId: args.hwId, ident: named(state, args.ident) }
    const body = { name: args.name, ident: input.ident, hw_id: args.hwId, app_id: chosen, account_id: idOf(account) }
    return {
      request: { method: 'POST', path: '/units', body },
      rule: () => units.createUnit(state, token, account, input),
    }
  },
)

const read = tryOf<{ at: Pick }>(2, 'read a unit', { at: pick }, (state, token, { at }) => {
  const unit = unitAt(state, token, at)
  return { request: { method: 'GET', path: `/units/${idOf(unit)}` }, rule: () => units.readUnit(state, token, unit) }
})

interface UnitChange {
  readonly at: Pick
  readonly ident?: string | undefined
  readonly hwId?: number | undefined
  readonly description?: string | undefined
}

const change = tryOf<UnitChange>(
  3,
  'change a unit',
  {
    at: pick,
    ident: optional(ident),
    hwId: optional(hwId),
    description: optional(fc.constantFrom('', 'Red', 'x'.repeat(101))),
  },
  (state, token, { at, ident: text, hwId: hw, description }) => {
    const unit = unitAt(state, token, at)
    const wanted = given({ ident: text === undefined ? undefined : named(state, text), hw_id: hw, description })
    return {
      request: { method: 'PATCH', path: `/units/${idOf(unit)}`, body: wanted },
      rule: () => units.changeUnit(state, token, unit, wanted),
    }
  },
)

const remove = tryOf<{ at: Pick }>(2, 'delete a unit', { at: pick }, (state, token, { at }) => {
  const unit = unitAt(state, token, at)
  return {
    request: { method: 'DELETE', path: `/units/${idOf(unit)}` },
    rule: () => units.deleteUnit(state, token, unit),
  }
})

const look = tryOf<{ at: Pick; part: units.Part }>(
  2,
  'look into a unit',
  { at: pick, part: fc.constantFrom('messages', 'telemetry', 'channel') },
  (state, token, { at, part }) => {
    const unit = unitAt(state, token, at)
    return {
      request: { method: 'GET', path: `/units/${idOf(unit)}/${part}` },
      rule: () => units.lookInto(state, token, unit, part),
    }
  },
)

export const unitTries: readonly Try[] = [create, read, change, remove, look]
