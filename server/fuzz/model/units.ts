/** The expected results of requests for units. */
import { modelById } from '@waymark/devices'
import type { AccountFilter } from './accounts.ts'
import {
  accountOf,
  conflict,
  type Expected,
  forbidden,
  invalid,
  isBetween,
  notFound,
  problemIf,
  refusal,
  shown,
  usedApps,
} from './expected.ts'
import {
  type Account,
  type App,
  appsOf,
  here,
  isClientsOwn,
  type State,
  seesUnit,
  type Token,
  type Unit,
  unitQuota,
} from './state.ts'
import { unitView } from './views.ts'

export interface NewUnit {
  readonly app: App
  readonly name: string
  readonly ident: string
  readonly hwId: number
}

const identProblems = (ident: string) => problemIf(!/^[^\s]{1,64}$/.test(ident.trim()), 'ident')
const isIdentTaken = (state: State, ident: string, except?: Unit) =>
  here(state, state.units).some((unit) => unit !== except && unit.ident === ident)

export function createUnit(state: State, token: Token, account: Account | undefined, input: NewUnit): Expected {
  if (!accountOf(state, token, account)) return notFound
  const { app, name, hwId } = input
  const ident = input.ident.trim()
  const wrong = invalid([
    ...problemIf(!isBetween(name, 1, 100), 'name'),
    ...identProblems(ident),
    ...problemIf(modelById(hwId) === undefined, 'hw_id'),
    ...problemIf(!account.apps.includes(app) || !appsOf[token.dialect].includes(app), 'app_id'),
  ])
  if (wrong) return wrong
  const used = usedApps(state, account).filter((one) => one === app).length
  if (used >= unitQuota(state, account, app)) return refusal(409, 'QUOTA_EXCEEDED')
  if (isIdentTaken(state, ident)) return { ...conflict, fields: ['ident'] }
  return {
    status: 201,
    payload: (actual) => {
      const unit: Unit = {
        ...{ id: actual.id, account, app, name, ident, hwId, description: '', created: state.now, updated: state.now },
      }
      state.units.push(unit)
      return unitView(token, unit)
    },
  }
}

const unitOf = (state: State, token: Token, unit: Unit | undefined): unit is Unit =>
  unit !== undefined && !state.gone.has(unit) && seesUnit(token, unit)

export const readUnit = (state: State, token: Token, unit: Unit | undefined): Expected =>
  unitOf(state, token, unit) ? shown(200, () => unitView(token, unit)) : notFound

export function changeUnit(
  state: State,
  token: Token,
  unit: Unit | undefined,
  change: { name?: string; ident?: string; hw_id?: number; description?: string },
): Expected {
  if (!unitOf(state, token, unit)) return notFound
  if (isClientsOwn(unit.account)) return forbidden
  const { name, hw_id: hwId, description } = change
  const ident = change.ident?.trim()
  const wrong = invalid([
    ...problemIf(name !== undefined && !isBetween(name, 1, 100), 'name'),
    ...(ident === undefined ? [] : identProblems(ident)),
    ...problemIf(hwId !== undefined && modelById(hwId) === undefined, 'hw_id'),
    ...problemIf(description !== undefined && !isBetween(description, 0, 100), 'description'),
  ])
  if (wrong) return wrong
  if (ident !== undefined && isIdentTaken(state, ident, unit)) return { ...conflict, fields: ['ident'] }
  return shown(
    200,
    () => unitView(token, unit),
    () => {
      Object.assign(unit, {
        ...{ name: name ?? unit.name, ident: ident ?? unit.ident, hwId: hwId ?? unit.hwId },
        ...{ description: description ?? unit.description },
        ...(Object.keys(change).length > 0 && { updated: state.now }),
      })
    },
  )
}

export function deleteUnit(state: State, token: Token, unit: Unit | undefined): Expected {
  if (!unitOf(state, token, unit)) return notFound
  if (isClientsOwn(unit.account)) return forbidden
  return shown(
    200,
    () => unit.id,
    () => void state.gone.add(unit),
  )
}

export type Part = 'messages' | 'telemetry' | 'channel'

export function lookInto(state: State, token: Token, unit: Unit | undefined, part: Part): Expected {
  if (!unitOf(state, token, unit)) return notFound
  const isOpen = part !== 'messages' && unit.account.serviceApps.includes(unit.app)
  if (isClientsOwn(unit.account) && !isOpen) return forbidden
  if (part === 'channel') return { status: 200 }
  return shown(200, () => (part === 'messages' ? [] : {}))
}

export type UnitFilter = Omit<AccountFilter, 'blocked'>

export const listUnits = (state: State, token: Token, filter: UnitFilter): Unit[] =>
  here(state, state.units)
    .filter((unit) => seesUnit(token, unit))
    .filter(({ app }) => filter.app_id === undefined || app === filter.app_id)
    .filter(({ account }) => filter.ack_active === undefined || account.ack > 0 === filter.ack_active)
