/** Whether a unit's reports came from its tracker, judged as for commands. */
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { peersBetween } from '../../messages/actions.ts'
import { addressOf } from '../listeners/listen.ts'
import { sourceNetworkOf } from '../lookup-limiter.ts'
import { holdMs, mayCommand, type NetworkTrust } from './network-trust.ts'

/**
 * True: every peer that reported at one of these device times, or shortly before, would get a command now. Otherwise a
 * peer that only knows the ident could send something that makes the real tracker's next message look like an event. A
 * unit whose network was never learnt trusts all, as it does with manual commands.
 */
export async function areTrusted(
  ctx: Pick<Context, 'db' | 'clock'>,
  unitId: number,
  times: readonly number[],
): Promise<boolean> {
  const { rows } = await sql<NetworkTrust>`
    select network, since, candidate, candidate_since, held_until from unit_networks where unit_id = ${unitId}`.execute(
    ctx.db,
  )
  const known = rows[0]
  if (!known) return true
  const now = ctx.clock.now()
  for (const to of times) {
    const peers = await peersBetween(ctx, unitId, { from: to - holdMs / 1000, to })
    if (!peers.every((peer) => mayCommand(known, sourceNetworkOf(addressOf(peer)), now))) return false
  }
  return true
}
