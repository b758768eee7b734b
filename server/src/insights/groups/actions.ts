import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange } from '#kernel/audit/actions.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, notFound } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { requireOwnUnits } from '#tracking/units/actions.ts'
import { type Group, groupsMax } from './group.ts'
import type { Scope } from './scope.ts'
import * as store from './store.ts'

export const listGroups = (call: ClientCall): Promise<Group[]> => store.list(call.db, call.account, call.apps)

export const readGroup = async (call: ClientCall, id: string): Promise<Group> =>
  (await store.find(call.db, call.account, call.apps, id)) ?? notFound('group')

export const unitsOfGroup = async (call: ClientCall, id: string): Promise<readonly number[]> =>
  (await readGroup(call, id)).unitIds

/** Given ids must belong to the client; a foreign id and a missing one get the same answer. */
export async function requireOwnScope(
  call: ClientCall,
  { unitIds = [], groupIds = [] }: Partial<Scope>,
): Promise<void> {
  await requireOwnUnits(call, unitIds)
  const groups = groupIds.length === 0 ? [] : await listGroups(call)
  if (groupIds.some((id) => !groups.some((group) => group.id === id))) notFound('group')
}

async function nameIsFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (brokenRule(error) === 'groups_name') conflict('A group with this name exists. Choose another name.', 'name')
    throw error
  }
}

export const createGroup = (caller: ClientCall, name: string, unitIds: readonly number[]): Promise<Group> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await requireOwnUnits(call, unitIds)
      call.validate()
      if ((await store.countLocked(call.db, call.account)) >= groupsMax) {
        conflict(`There are ${groupsMax} groups, the maximum. Delete one first.`)
      }
      const now = call.clock.now()
      const id = uuidv7(now)
      await store.insert(call.db, { id, accountId: call.account, name, unitIds, createdAt: now, updatedAt: now })
      await store.setUnits(call.db, id, call.apps, unitIds)
      return recorded(call, 'groups.create', undefined, await readGroup(call, id))
    }),
  )

export interface GroupChange {
  readonly name?: string
  readonly unitIds?: readonly number[]
}

export const changeGroup = (caller: ClientCall, id: string, { name, unitIds }: GroupChange): Promise<Group> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const before = await readGroup(call, id)
      if (unitIds) await requireOwnUnits(call, unitIds)
      call.validate()
      await store.save(call.db, id, name ?? before.name, call.clock.now())
      if (unitIds) await store.setUnits(call.db, id, call.apps, unitIds)
      return recorded(call, 'groups.change', before, await readGroup(call, id))
    }),
  )

export const removeGroup = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readGroup(call, id)
    await store.remove(call.db, id)
    await recordChange(call, { dealer: call.dealer, action: 'groups.remove', subject: id, before })
  })

async function recorded(call: ClientCall, action: string, before: Group | undefined, after: Group): Promise<Group> {
  await recordChange(call, { dealer: call.dealer, action, subject: after.id, before: before ?? null, after })
  return after
}
