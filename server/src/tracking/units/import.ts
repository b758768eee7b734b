/** Many units at once. Each row is judged as if it came alone, one after the other; all are written together. */

import { unitQuotaName } from '#billing/plans/plan.ts'
import { recordChanges } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { type OutgoingEvent, recordEvents } from '#kernel/outgoing-events/actions.ts'
import { nearCount } from '#kernel/outgoing-events/event.ts'
import type { NewUnit } from './actions.ts'
import { countForeign } from './foreign.ts'
import * as store from './import-store.ts'
import type { NewUnitRow } from './store.ts'
import {
  hardwareByTitle,
  hardwareProblems,
  identOf,
  identProblems,
  identTaken,
  spreadsheetProblems,
  technologyOfNew,
  typeOfNew,
} from './unit.ts'

/** The hardware is named by its id or, as in spreadsheets, by its title. */
export type ImportedUnit = Omit<NewUnit, 'hwId'> & ({ readonly hwId: number } | { readonly model: string })

/** A row of the wrong shape is refused for that alone; one of the right shape may have forbidden values. */
export type ImportRow =
  | { readonly shape: readonly Problem[] }
  | { readonly unit: ImportedUnit; readonly values: readonly Problem[] }

/** What became of a row: the unit's id (null in a dry run), or why there is none. */
export type ImportResult = { readonly id: number | null } | { readonly problems: readonly Problem[] }

/** Of two imports that race for an ident one sees it only when it writes; it then judges all its rows anew. */
class IdentTaken extends Error {
  /** As PostgreSQL calls it when a transaction is to be repeated. */
  readonly code = '40001'
}

export interface ImportOptions {
  readonly isDryRun: boolean
  /** A wrong check digit of an IMEI refuses its row. */
  readonly checksDigits: boolean
}

export async function importUnits(
  caller: Call,
  rows: readonly ImportRow[],
  { isDryRun, checksDigits }: ImportOptions,
): Promise<ImportResult[]> {
  caller.validate()
  const idents = rows.flatMap((row) => ('unit' in row ? [identOf(row.unit.ident)] : []))
  await countForeign(caller, idents, isDryRun)
  return inTransaction(caller, async (call) => {
    const homes = await findHomes(call, rows, isDryRun)
    const taken = new Set(await store.listTaken(call.db, idents))
    const results = rows.map((row) => validate(call, row, homes, taken, checksDigits))
    const added = results.flatMap((result) => ('row' in result ? [result.row] : []))
    if (!isDryRun && added.length > 0) await add(call, added, [...homes.values()])
    return results.map((result) => ('row' in result ? { id: isDryRun ? null : result.row.id } : result))
  })
}

const keyOf = (accountId: number, app: string) => `${accountId} ${app}`

/** A home and how much of its quota is used, counted on while rows are judged. */
interface Home extends store.ImportHome {
  readonly usedBefore: number
  used: number
}

async function findHomes(call: Call, rows: readonly ImportRow[], isDryRun: boolean): Promise<Map<string, Home>> {
  const places = new Map<string, store.Place>()
  for (const row of rows) {
    if (!('unit' in row) || !Number.isSafeInteger(row.unit.accountId)) continue
    const { accountId, appId } = row.unit
    const app = call.apps.find((known) => known === appId) ?? null
    places.set(keyOf(accountId, app ?? ''), { accountId, app, quotaName: app === null ? 'unit' : unitQuotaName(app) })
  }
  const found = await store.findHomes(call.db, call, [...places.values()], call.clock.now(), !isDryRun)
  return new Map(
    found.map((home) => [keyOf(home.accountId, home.app ?? ''), { ...home, usedBefore: home.used, used: home.used }]),
  )
}

/** In the order of judgement of a single creation. What passes has its place and its ident for the rows that follow. */
function validate(
  call: Call,
  row: ImportRow,
  homes: ReadonlyMap<string, Home>,
  taken: Set<string>,
  checksDigits: boolean,
): { readonly row: NewUnitRow } | { readonly problems: readonly Problem[] } {
  if ('shape' in row) return { problems: row.shape }
  const { unit, values } = row
  const app = call.apps.find((known) => known === unit.appId) ?? null
  const home = homes.get(keyOf(unit.accountId, app ?? ''))
  if (!home) return { problems: [{ code: 'NOT_FOUND', message: 'This account does not exist.' }] }
  const ident = identOf(unit.ident)
  const hardware = 'hwId' in unit ? unit.hwId : hardwareByTitle(unit.model)
  const problems = [
    ...identProblems(ident),
    ...spreadsheetProblems(
      { name: unit.name, ident, hwId: typeof hardware === 'number' ? hardware : undefined },
      checksDigits,
    ),
    ...(typeof hardware === 'number' ? hardwareProblems(hardware) : [invalidField('model', hardware)]),
    ...(app !== null && home.regApps.includes(app) ? [] : [notOfAccount]),
  ]
  const all = [...values, ...problems.filter(({ field }) => !values.some((value) => value.field === field))]
  if (all.length > 0 || app === null || typeof hardware !== 'number') return { problems: all }
  if (home.used >= home.quota) {
    const message = `The account has all ${home.quota} units that its plan allows.`
    return { problems: [{ code: 'QUOTA_EXCEEDED', message }] }
  }
  if (taken.has(ident)) return { problems: [{ code: 'CONFLICT', message: identTaken, field: 'ident' }] }
  home.used += 1
  taken.add(ident)
  return {
    row: {
      id: randomId(),
      dealerId: call.dealer,
      accountId: unit.accountId,
      appId: app,
      name: unit.name,
      ident,
      description: unit.description ?? '',
      hwId: hardware,
      type: typeOfNew(app),
      technology: technologyOfNew(app),
      category: null,
      createdAt: call.clock.now(),
    },
  }
}

const notOfAccount = invalidField('app_id', 'app_id must be an application of the account.')

async function add(call: Call, rows: readonly NewUnitRow[], homes: readonly Home[]): Promise<void> {
  if ((await store.insertAll(call.db, rows)) < rows.length) throw new IdentTaken('An ident was taken meanwhile.')
  const grown = homes.filter(({ used, usedBefore }) => used > usedBefore)
  await store.setUsed(call.db, grown)
  await recordChanges(
    call,
    rows.map((row) => ({ dealer: call.dealer, action: 'units.create', subject: row.id, after: row })),
  )
  await recordEvents(call, [...rows.map(created), ...grown.flatMap(filled)])
}

const created = ({ dealerId, accountId, id, appId, hwId }: NewUnitRow): OutgoingEvent => ({
  dealer: dealerId,
  account: accountId,
  type: 'unit.created',
  data: { account_id: accountId, unit_id: id, app_id: appId, hw_id: hwId },
})

/** What single creations would have told on the way. */
function filled(home: Home): readonly OutgoingEvent[] {
  const { dealerId: dealer, accountId: account, app, quotaName, quota, used, usedBefore } = home
  const near = nearCount(quota)
  const told = (type: 'quota.near' | 'quota.exceeded', at: number): OutgoingEvent => ({
    dealer,
    account,
    type,
    data: { account_id: account, app_id: app as string, quota: quotaName, used: at, limit: quota },
  })
  return [
    ...(near < quota && usedBefore < near && used >= near ? [told('quota.near', near)] : []),
    ...(usedBefore < quota && used >= quota ? [told('quota.exceeded', used)] : []),
  ]
}
