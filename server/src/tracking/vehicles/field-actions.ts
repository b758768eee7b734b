/** Fields that dealers and clients add to vehicles (docs/decisions/0140). */
import { recordChange } from '#kernel/audit/actions.ts'
import type { Call, Context } from '#kernel/context.ts'
import { lockAccount, lockDealer } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import * as store from './field-store.ts'
import {
  type FieldFacts,
  fieldProblems,
  fieldsMax,
  type GivenValue,
  type OwnField,
  storedValue,
  valueProblem,
} from './own-field.ts'

type Caller = Call & { readonly account?: number }

const countedBy = ({ dealer, account }: Caller): store.Counted => ({
  dealer,
  ...(account !== undefined && { account }),
})

/** For a client, its dealer's fields and its own. */
export const listFields = (call: Caller): Promise<OwnField[]> => store.list(call.db, countedBy(call))

export const readField = async (call: Caller, id: string): Promise<OwnField> =>
  (await store.find(call.db, countedBy(call), id)) ?? notFound('field')

const hold = ({ db, dealer, account }: Caller) =>
  account === undefined ? lockDealer(db, dealer) : lockAccount(db, account)

async function requireFreeName(call: Caller, name: string, id?: string): Promise<void> {
  const isTaken = (await listFields(call)).some((one) => one.id !== id && one.name.toLowerCase() === name.toLowerCase())
  if (isTaken) conflict('A field with this name exists. Choose another name.', 'name')
}

/** A field belongs to all vehicles, including those outside a person's access list. */
function requireAll({ sight }: Caller): void {
  if (sight?.unitIds) {
    forbidden('You see only some of the units. Ask an owner of your account to change the fields of vehicles.')
  }
}

/** A client sees its dealer's fields and cannot change them. */
async function ownField(call: Caller, id: string): Promise<OwnField> {
  const field = await readField(call, id)
  if (call.account !== undefined && field.owner === 'provider') {
    conflict('Your provider defines this field. Ask your provider to change it.')
  }
  return field
}

export const addField = (caller: Caller, facts: FieldFacts): Promise<OwnField> =>
  inTransaction(caller, async (call) => {
    requireAll(call)
    call.validate(fieldProblems(facts))
    await hold(call)
    const owner = call.account === undefined ? 'provider' : 'client'
    if ((await listFields(call)).filter((one) => one.owner === owner).length >= fieldsMax) {
      conflict(`There are ${fieldsMax} fields, the maximum. Delete one first.`)
    }
    await requireFreeName(call, facts.name)
    const now = call.clock.now()
    const made: OwnField = { id: uuidv7(now), owner, ...facts, values: 0, createdAt: now, updatedAt: now }
    const { account } = call
    await store.insert(
      call.db,
      account === undefined ? { dealerId: call.dealer, accountId: null } : { dealerId: null, accountId: account },
      made,
    )
    await recordChange(call, { action: 'own-fields.create', subject: made.id, after: made })
    return made
  })

/** Its type stays: existing values would become invalid. */
export const changeField = (caller: Caller, id: string, change: Partial<Omit<FieldFacts, 'type'>>): Promise<OwnField> =>
  inTransaction(caller, async (call) => {
    await hold(call)
    const before = await ownField(call, id)
    requireAll(call)
    const after = { ...before, ...change, updatedAt: call.clock.now() }
    call.validate(fieldProblems(after))
    if (change.name !== undefined) await requireFreeName(call, change.name, id)
    await store.save(call.db, id, after, after.updatedAt)
    const gone = before.choices.filter((one) => !after.choices.includes(one))
    const chosen = gone.length === 0 ? 0 : await store.countChosen(call.db, id, gone)
    if (chosen > 0) {
      const many = chosen === 1 ? 'One vehicle has' : `${chosen} vehicles have`
      conflict(`${many} a choice that you leave out. Change the vehicles first.`, 'choices')
    }
    await recordChange(call, { action: 'own-fields.change', subject: id, before, after })
    return after
  })

/** Deletes the values of all vehicles too. */
export const removeField = (caller: Caller, id: string): Promise<OwnField> =>
  inTransaction(caller, async (call) => {
    await hold(call)
    const before = await ownField(call, id)
    requireAll(call)
    await store.remove(call.db, id)
    await recordChange(call, { action: 'own-fields.remove', subject: id, before })
    return before
  })

export interface CheckedValue {
  readonly fieldId: string
  readonly value: string | null
}

/** Locks fields until the values are written. */
export async function takeFields(call: Caller, given: readonly GivenValue[]): Promise<OwnField[]> {
  if (given.length === 0) return []
  await store.holdFields(call.db, [...new Set(given.map(({ fieldId }) => fieldId))])
  return listFields(call)
}

export async function takeValues(call: Caller, given: readonly GivenValue[]) {
  const checked = checkValues(await takeFields(call, given), given)
  if (checked.problems.some(({ code }) => code === 'NOT_FOUND')) notFound('field')
  return checked
}

/** The given values of fields, in their stored form. */
export function checkValues(
  fields: readonly OwnField[],
  given: readonly GivenValue[],
): { readonly values: readonly CheckedValue[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const values = given.flatMap(({ fieldId, value }, index): CheckedValue[] => {
    const field = fields.find(({ id }) => id === fieldId)
    if (!field) {
      problems.push({ code: 'NOT_FOUND', message: 'This field does not exist.', field: `fields.${index}.field_id` })
      return []
    }
    if (given.findIndex((one) => one.fieldId === fieldId) < index) {
      problems.push(invalidField(`fields.${index}.field_id`, 'fields names this field twice. Name each field once.'))
      return []
    }
    if (value === null) return [{ fieldId, value }]
    const stored = storedValue(field, value)
    if (stored === undefined) problems.push(valueProblem(`fields.${index}.value`, field))
    return stored === undefined ? [] : [{ fieldId, value: stored }]
  })
  return { values, problems }
}

/** In the transaction that has locked them. */
export async function setValues({ db }: Pick<Call, 'db'>, values: readonly store.StoredValue[]): Promise<void> {
  if (values.length > 0) await store.saveValues(db, values)
}

/** An account that leaves its dealer loses the dealer's fields, and keeps its own. */
export const forgetDealerValues = (ctx: Pick<Context, 'db'>, accountId: number): Promise<void> =>
  store.removeOfDealer(ctx.db, accountId)
