/** The units of all accounts with an open stream, kept in memory so that a moving unit needs no query. */
import type { Context } from '#kernel/context.ts'
import { listUnitOwners } from '#tracking/units/actions.ts'

interface Home {
  readonly accountId: number
  readonly appId: string
}

export function liveUnits(ctx: Pick<Context, 'db'>) {
  const homes = new Map<number, Home>()
  const accounts = new Map<number, Set<number>>()

  function drop(unitId: number): void {
    const home = homes.get(unitId)
    if (!home) return
    homes.delete(unitId)
    accounts.get(home.accountId)?.delete(unitId)
  }

  /** Reads one unit, or all units of these accounts, from the database now. */
  async function ask(accountIds: readonly number[], unitId?: number): Promise<void> {
    if (accountIds.length === 0) return
    const found = await listUnitOwners(ctx, accountIds, unitId === undefined ? undefined : [unitId])
    const here = new Set(found.map(({ id }) => id))
    const before = unitId === undefined ? accountIds.flatMap((account) => [...(accounts.get(account) ?? [])]) : [unitId]
    for (const id of before) if (!here.has(id)) drop(id)
    for (const { id, accountId, appId } of found) {
      const own = accounts.get(accountId)
      if (!own) continue
      if (homes.get(id)?.accountId !== accountId) drop(id)
      homes.set(id, { accountId, appId })
      own.add(id)
    }
  }

  return {
    has: (unitId: number): boolean => homes.has(unitId),
    ids: (): Iterable<number> => homes.keys(),
    homeOf: (unitId: number): Home | undefined => homes.get(unitId),
    of: (accountId: number): number[] => [...(accounts.get(accountId) ?? [])],
    async learn(accountId: number): Promise<void> {
      if (!accounts.has(accountId)) accounts.set(accountId, new Set())
      await ask([accountId])
    },
    forget(accountId: number): void {
      for (const id of accounts.get(accountId) ?? []) homes.delete(id)
      accounts.delete(accountId)
    },
    look: (unitId?: number): Promise<void> => ask([...accounts.keys()], unitId),
  }
}
