/** What units and tags have in common when they are created: the ident must be free, and the quota decides. */
import type { AppId } from '#kernel/applications.ts'
import type { Call } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { conflict, invalidField, notFound, type Problem, Refusal, refuse } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'
import { requireWholeSight } from '#kernel/sight.ts'
import * as store from './store.ts'
import { identTaken, type TagType, type Unit } from './unit.ts'

/** Whether `validate` would accept these. */
export function isValid(call: Call, problems: readonly Problem[]): boolean {
  try {
    call.validate(problems)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Finds out why a unit could not be created, in the order of validation. Rarely called. */
export async function refuseUnit(
  call: Call,
  accountId: number,
  app: AppId | null,
  problems: readonly Problem[],
  now: Date,
  tag?: TagType,
): Promise<never> {
  const quota = (await store.findAccountQuota(call.db, call, accountId, app, now, tag)) ?? notFound('account')
  const isOfAccount = app !== null && quota.regApps.includes(app)
  call.validate([...problems, ...(isOfAccount ? [] : [tag === undefined ? notOfAccount : notOfTags])])
  return refuse(
    'QUOTA_EXCEEDED',
    `The account already has the ${quota.quota} ${tag ?? 'unit'}s that its plan allows. Delete one, or give the account a larger plan.`,
  )
}

/** Draws another random id if it is taken; inside a transaction the whole transaction is repeated instead. */
export async function insertUnit(
  call: Call,
  row: store.NewUnitRow,
  action = 'units.create',
): Promise<Unit | undefined> {
  requireWholeSight(call)
  const change = { dealer: call.dealer, action, subject: row.id, after: row }
  try {
    return await store.insert(call.db, call, row, call.actor, change)
  } catch (error) {
    if (brokenRule(error) !== 'units_pkey' || call.db.isTransaction) throw error
    return insertUnit(call, { ...row, id: randomId() }, action)
  }
}

const notOfAccount = invalidField('app_id', 'app_id must be an application of the account.')
const notOfTags = invalidField('account_id', 'account_id must be an account of tags_app.')

/** Idents are unique across the platform; the database decides a race. The answer does not reveal the owner. */
export async function identIsFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (/^units_(tag_)?ident_key$/.test(brokenRule(error) ?? '')) conflict(identTaken, 'ident')
    throw error
  }
}
