import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, recorded } from '#kernel/audit/actions.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { requireOwnUnits } from '#tracking/units/actions.ts'
import { requireReach } from '../groups/actions.ts'
import { defaultColour, type Label, labelsMax } from './label.ts'
import * as store from './store.ts'

export const listLabels = (call: ClientCall): Promise<Label[]> => store.list(call.db, call.account, call)

export const readLabel = async (call: ClientCall, id: string): Promise<Label> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('label')

async function nameIsFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenRule(error) === 'labels_name') conflict('A label with this name exists. Choose another name.', 'name')
    throw error
  }
}

export interface LabelChange {
  readonly name?: string | undefined
  readonly colour?: string | undefined
  readonly unitIds?: readonly number[] | undefined
}

export const createLabel = (caller: ClientCall, asked: LabelChange & { readonly name: string }): Promise<Label> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      const { name, colour = defaultColour, unitIds = [] } = asked
      await requireOwnUnits(call, unitIds)
      call.validate()
      if ((await store.countLocked(call.db, call.account)) >= labelsMax) {
        conflict(`There are ${labelsMax} labels, the maximum. Delete one first.`)
      }
      const now = call.clock.now()
      const id = uuidv7(now)
      await store.insert(call.db, { id, accountId: call.account, name, colour, createdAt: now, updatedAt: now })
      await store.setUnits(call.db, id, call, unitIds)
      return recorded(call, 'labels.create', undefined, await readLabel(call, id))
    }),
  )

export const changeLabel = (caller: ClientCall, id: string, change: LabelChange): Promise<Label> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const before = await readLabel(call, id)
      const { name = before.name, colour = before.colour, unitIds } = change
      if (unitIds) await requireOwnUnits(call, unitIds)
      call.validate()
      await store.save(call.db, { ...before, name, colour, updatedAt: call.clock.now() })
      if (unitIds) await store.setUnits(call.db, id, call, unitIds)
      return recorded(call, 'labels.change', before, await readLabel(call, id))
    }),
  )

export const removeLabel = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readLabel(call, id)
    const whole = (await store.find(call.db, call.account, { apps: call.apps }, id)) ?? before
    requireReach(call, { isForAll: false, unitIds: whole.unitIds, groupIds: [] })
    await store.remove(call.db, id)
    await recordChange(call, { action: 'labels.remove', subject: id, before })
  })

/** Puts exactly these labels on one of the client's units. */
export const labelUnit = (caller: ClientCall, unitId: number, labelIds: readonly string[]): Promise<void> =>
  inTransaction(caller, async (call) => {
    // Serialised, or the result would be a mixture of both.
    await lockAccount(call.db, call.account)
    await requireOwnUnits(call, [unitId])
    const known = await listLabels(call)
    if (labelIds.some((id) => !known.some((label) => label.id === id))) notFound('label')
    call.validate()
    await store.setLabels(call.db, unitId, labelIds)
    const before = known.filter(({ unitIds }) => unitIds.includes(unitId)).map(({ id }) => id)
    await recordChange(call, {
      action: 'units.label',
      subject: unitId,
      ...{ before: { labels: before }, after: { labels: labelIds } },
    })
  })
