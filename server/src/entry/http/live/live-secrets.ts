/** The private times of units with an open stream, cached so that a moving unit needs no query. */
import type { Context } from '#kernel/context.ts'
import { listStretches, type OwnedStretch, type Viewing } from '#kernel/private-time.ts'

/** Positions that arrive later than this after they were measured are not sent live where there were private trips. */
const reachSeconds = 31 * 86_400

export function liveSecrets(ctx: Pick<Context, 'db' | 'clock'>) {
  const known = new Map<number, readonly OwnedStretch[]>()
  return {
    /** Reads it from the database now. */
    async look(unitIds: readonly number[]): Promise<void> {
      const since = ctx.clock.now().getTime() / 1000 - reachSeconds
      const found = Map.groupBy(await listStretches(ctx.db, unitIds, since), ({ unitId }) => unitId)
      for (const id of unitIds) {
        const own = found.get(id)
        if (own) known.set(id, own)
        else known.delete(id)
      }
    },
    isHidden: ({ viewer }: Viewing, unitId: number, t: number): boolean =>
      known
        .get(unitId)
        ?.some(({ t0, t1, ownerId }) => t0 <= t && (t1 ?? t + 1) > t && (!viewer || ownerId !== viewer)) ?? false,
    clear: () => known.clear(),
  }
}
