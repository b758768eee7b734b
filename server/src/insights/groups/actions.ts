import { requireNoAction } from '#identity/sessions/acting-rules.ts'
import type { ClientCall } from '#identity/sessions/call.ts'
import { recordChange, recorded } from '#kernel/audit/actions.ts'
import type { ActorContext } from '#kernel/context.ts'
import { brokenRule } from '#kernel/db/connect.ts'
import { lockAccount } from '#kernel/db/locks.ts'
import { inTransaction } from '#kernel/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound, type Problem } from '#kernel/errors.ts'
import { uuidv7 } from '#kernel/ids.ts'
import { requireOwnUnits } from '#tracking/units/actions.ts'
import { type Group, groupsMax } from './group.ts'
import type { Scope } from './scope.ts'
import * as store from './store.ts'

export const listGroups = (call: ClientCall): Promise<Group[]> => store.list(call.db, call.account, call)

export const readGroup = async (call: ClientCall, id: string): Promise<Group> =>
  (await store.find(call.db, call.account, call, id)) ?? notFound('group')

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

/**
 * A person with an access list cannot change what also concerns units outside it. A group may get other units, so it
 * must be on the list itself.
 */
export function requireReach({ sight }: ClientCall, { isForAll, unitIds, groupIds }: Scope): void {
  if (!sight?.unitIds) return
  const isWithin =
    !isForAll &&
    unitIds.every((id) => sight.unitIds?.includes(id)) &&
    groupIds.every((id) => sight.groupIds?.includes(id))
  if (!isWithin) {
    forbidden('You see only some of the units. Choose your own units or groups, or ask an owner of your account.')
  }
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
      call.validate(emptyProblems(call, unitIds))
      if ((await store.countLocked(call.db, call.account)) >= groupsMax) {
        conflict(`There are ${groupsMax} groups, the maximum. Delete one first.`)
      }
      const now = call.clock.now()
      const id = uuidv7(now)
      await store.insert(call.db, { id, accountId: call.account, name, unitIds, createdAt: now, updatedAt: now })
      await store.setUnits(call.db, id, call, unitIds)
      return recorded(call, 'groups.create', undefined, await readGroup(call, id))
    }),
  )

/** A group without units would be on nobody's list. */
const emptyProblems = ({ sight }: ClientCall, unitIds: readonly number[] | undefined): Problem[] =>
  sight?.unitIds && unitIds?.length === 0
    ? [invalidField('unit_ids', 'unit_ids must name a unit: you see only groups with units of yours.')]
    : []

/** With all of its units, including those that the caller does not see. */
async function requireReachOf(call: ClientCall, id: string): Promise<void> {
  if (!call.sight?.unitIds) return
  const { unitIds } = (await store.find(call.db, call.account, { apps: call.apps }, id)) ?? notFound('group')
  requireReach(call, { isForAll: false, unitIds, groupIds: [] })
}

export interface GroupChange {
  readonly name?: string
  readonly unitIds?: readonly number[]
}

export const changeGroup = (caller: ClientCall, id: string, { name, unitIds }: GroupChange): Promise<Group> =>
  nameIsFree(() =>
    inTransaction(caller, async (call) => {
      await lockAccount(call.db, call.account)
      const before = await readGroup(call, id)
      await requireReachOf(call, id)
      if (unitIds) await requireOwnUnits(call, unitIds)
      call.validate(call.sight?.groupIds?.includes(id) ? [] : emptyProblems(call, unitIds))
      if (unitIds) await requireNoAction(call, { group: id })
      await store.save(call.db, id, name ?? before.name, call.clock.now())
      if (unitIds) await store.setUnits(call.db, id, call, unitIds)
      return recorded(call, 'groups.change', before, await readGroup(call, id))
    }),
  )

export const removeGroup = (caller: ClientCall, id: string): Promise<void> =>
  inTransaction(caller, async (call) => {
    await lockAccount(call.db, call.account)
    const before = await readGroup(call, id)
    await requireReachOf(call, id)
    await requireNoAction(call, { group: id })
    await store.remove(call.db, id)
    await recordChange(call, { action: 'groups.remove', subject: id, before })
  })

/** By a rule: into this group and out of all others. Undefined: the group was deleted. */
export const moveUnit = (
  acting: ActorContext,
  { dealer, account, unitId }: { readonly dealer: number; readonly account: number; readonly unitId: number },
  id: string,
): Promise<Pick<Group, 'id' | 'name'> | undefined> =>
  inTransaction(acting, async (ctx) => {
    await lockAccount(ctx.db, account)
    const group = await store.findOwn(ctx.db, account, id)
    if (!group) return undefined
    const before = await store.groupsOf(ctx.db, unitId)
    if (before.length === 1 && before[0] === id) return group
    await store.moveUnit(ctx.db, id, unitId, ctx.clock.now())
    await recordChange(ctx, {
      ...{ dealer, action: 'groups.change', subject: id },
      ...{ before: { unit_id: unitId, group_ids: before }, after: { unit_id: unitId, group_ids: [id] } },
    })
    return group
  })
