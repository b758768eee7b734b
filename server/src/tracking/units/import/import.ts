/** Creates many units at once. Rows are validated one after the other, as if each came alone, and written together. */

import { modelById } from '@waymark/devices'
import { unitQuotaName } from '#billing/plans/plan.ts'
import { openCalendar, setTerms } from '#billing/usage/terms.ts'
import { paidUntilProblems } from '#billing/usage/unit-term.ts'
import { recordChanges } from '#kernel/audit/actions.ts'
import type { Call } from '#kernel/context.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { invalidField, type Problem } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { type OutgoingEvent, recordEvents } from '#kernel/outgoing-events/actions.ts'
import { nearCount } from '#kernel/outgoing-events/event.ts'
import type { Day } from '#kernel/time/day.ts'
import { type CheckedValue, checkValues, setValues, takeFields } from '../../vehicles/field-actions.ts'
import type { GivenValue, OwnField } from '../../vehicles/own-field.ts'
import type { NewUnit } from '../actions.ts'
import { countForeign } from '../foreign.ts'
import { settingsInCell } from '../settings/protocol-settings.ts'
import {
  hardwareByTitle,
  hardwareProblems,
  identOf,
  identProblems,
  identTaken,
  spreadsheetProblems,
  technologyOfNew,
  typeOfNew,
} from '../unit.ts'
import type { ImportedRow } from './import-store.ts'
import * as store from './import-store.ts'

/** The hardware is named by its id or, as in spreadsheets, by its title. */
type ImportedUnit = Omit<NewUnit, 'hwId'> & {
  readonly paidUntil: Day | null
  /** Protocol settings, as written in a cell. */
  readonly settings?: string
  /** Of the dealer's own fields. */
  readonly fields?: readonly GivenValue[]
} & ({ readonly hwId: number } | { readonly model: string })

/** A row of the wrong shape is refused for that alone; one of the right shape may have invalid values. */
export type ImportRow =
  | { readonly shape: readonly Problem[] }
  | { readonly unit: ImportedUnit; readonly values: readonly Problem[] }

/** The result of a row: the unit's id (null in a dry run), or why there is none. */
export type ImportResult = { readonly id: number | null } | { readonly problems: readonly Problem[] }

/** Of two imports that race for an ident, one notices only when it writes; it then validates all its rows again. */
class IdentTaken extends Error {
  /** PostgreSQL's code for a transaction that must be repeated. */
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
    const quotas = await findQuotas(call, rows, isDryRun)
    const taken = new Set(await store.listTaken(call.db, idents))
    const { today } = await openCalendar(call, call.dealer)
    const fields = await takeFields(
      call,
      rows.flatMap((row) => ('unit' in row ? (row.unit.fields ?? []) : [])),
    )
    const results = rows.map((row) => validate(call, row, quotas, taken, { checksDigits, today, fields }))
    const added = results.flatMap((result) => ('row' in result ? [result.row] : []))
    if (!isDryRun && added.length > 0) await add(call, added, [...quotas.values()])
    const terms = results.flatMap((result) =>
      'row' in result && result.paidUntil !== null ? [{ unitId: result.row.id, paidUntil: result.paidUntil }] : [],
    )
    if (!isDryRun && terms.length > 0) await setTerms(call, terms)
    const values = results.flatMap((result) =>
      'row' in result ? result.values.map((one) => ({ unitId: result.row.id, ...one })) : [],
    )
    if (!isDryRun) await setValues(call, values)
    return results.map((result) => ('row' in result ? { id: isDryRun ? null : result.row.id } : result))
  })
}

const keyOf = (accountId: number, app: string) => `${accountId} ${app}`

/** The quota of an account, counted up while rows are validated. */
interface RunningQuota extends store.ImportQuota {
  readonly usedBefore: number
  used: number
}

async function findQuotas(
  call: Call,
  rows: readonly ImportRow[],
  isDryRun: boolean,
): Promise<Map<string, RunningQuota>> {
  const targets = new Map<string, store.Target>()
  for (const row of rows) {
    if (!('unit' in row) || !Number.isSafeInteger(row.unit.accountId)) continue
    const { accountId, appId } = row.unit
    const app = call.apps.find((known) => known === appId) ?? null
    targets.set(keyOf(accountId, app ?? ''), { accountId, app, quotaName: app === null ? 'unit' : unitQuotaName(app) })
  }
  const found = await store.findQuotas(call.db, call, [...targets.values()], call.clock.now(), !isDryRun)
  return new Map(
    found.map((account) => [
      keyOf(account.accountId, account.app ?? ''),
      { ...account, usedBefore: account.used, used: account.used },
    ]),
  )
}

interface GoodRow {
  readonly row: ImportedRow
  readonly paidUntil: Day | null
  readonly values: readonly CheckedValue[]
}

/** In the order in which a single creation is validated. An accepted row uses quota and ident for the following rows. */
function validate(
  call: Call,
  row: ImportRow,
  quotas: ReadonlyMap<string, RunningQuota>,
  taken: Set<string>,
  {
    checksDigits,
    today,
    fields,
  }: { readonly checksDigits: boolean; readonly today: Day; readonly fields: readonly OwnField[] },
): GoodRow | { readonly problems: readonly Problem[] } {
  if ('shape' in row) return { problems: row.shape }
  const { unit, values } = row
  const app = call.apps.find((known) => known === unit.appId) ?? null
  const account = quotas.get(keyOf(unit.accountId, app ?? ''))
  if (!account) return { problems: [{ code: 'NOT_FOUND', message: 'This account does not exist.' }] }
  const ident = identOf(unit.ident)
  const hardware = 'hwId' in unit ? unit.hwId : hardwareByTitle(unit.model)
  const protocol = typeof hardware === 'number' ? modelById(hardware)?.protocol : undefined
  const settings = unit.settings && protocol ? settingsInCell(protocol, unit.settings) : undefined
  const own = checkValues(fields, unit.fields ?? [])
  const problems = [
    ...identProblems(ident),
    ...(settings?.problems ?? []),
    ...spreadsheetProblems(
      { name: unit.name, ident, hwId: typeof hardware === 'number' ? hardware : undefined },
      checksDigits,
    ),
    ...(typeof hardware === 'number' ? hardwareProblems(hardware) : [invalidField('model', hardware)]),
    ...(app !== null && account.regApps.includes(app) ? [] : [notOfAccount]),
    ...termProblems(call, unit.paidUntil, account, today),
    ...own.problems,
  ]
  const all = [...values, ...problems.filter(({ field }) => !values.some((value) => value.field === field))]
  if (all.length > 0 || app === null || typeof hardware !== 'number') return { problems: all }
  if (account.used >= account.quota) {
    const message = `The account already has the ${account.quota} units that its plan allows.`
    return { problems: [{ code: 'QUOTA_EXCEEDED', message }] }
  }
  if (taken.has(ident)) return { problems: [{ code: 'CONFLICT', message: identTaken, field: 'ident' }] }
  account.used += 1
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
      protocolSettings: settings ? JSON.stringify(settings.values) : null,
    },
    paidUntil: unit.paidUntil,
    values: own.values,
  }
}

function termProblems(call: Call, paidUntil: Day | null, { type }: store.ImportQuota, today: Day): Problem[] {
  if (paidUntil === null) return []
  if (call.isWithoutBills) {
    return [{ code: 'FORBIDDEN', message: 'Your role cannot set paid_until. Leave it out.', field: 'paid_until' }]
  }
  if (type !== 10) {
    const message = 'paid_until is only for units of accounts you manage. Leave it out.'
    return [{ code: 'CONFLICT', message, field: 'paid_until' }]
  }
  return paidUntilProblems('paid_until', paidUntil, today)
}

const notOfAccount = invalidField('app_id', 'app_id must be an application of the account.')

async function add(call: Call, rows: readonly ImportedRow[], quotas: readonly RunningQuota[]): Promise<void> {
  if ((await store.insertAll(call.db, rows)) < rows.length) throw new IdentTaken('An ident was taken meanwhile.')
  const grown = quotas.filter(({ used, usedBefore }) => used > usedBefore)
  await store.setUsed(call.db, grown)
  await recordChanges(
    call,
    rows.map((row) => ({ dealer: call.dealer, action: 'units.create', subject: row.id, after: row })),
  )
  await recordEvents(call, [...rows.map(created), ...grown.flatMap(filled)])
}

const created = ({ dealerId, accountId, id, appId, hwId }: ImportedRow): OutgoingEvent => ({
  dealer: dealerId,
  account: accountId,
  type: 'unit.created',
  data: { account_id: accountId, unit_id: id, app_id: appId, hw_id: hwId },
})

/** The events that single creations would have recorded. */
function filled(running: RunningQuota): readonly OutgoingEvent[] {
  const { dealerId: dealer, accountId: account, app, quotaName, quota, used, usedBefore } = running
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
