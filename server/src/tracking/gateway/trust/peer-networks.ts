/**
 * Remembers the network of each unit's tracker, across restarts. Changes are written in batches. When another peer uses a
 * unit's ident, its dealer gets an event.
 */
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type WriteBehind, writeBehind } from '#kernel/db/write-behind.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { sourceNetworkOf } from '../lookup-limiter.ts'
import type { AdmittedUnit } from '../session-services.ts'
import { later, mayCommand, maySendPassword, type NetworkTrust, observed, proven, takenOver } from './network-trust.ts'

export interface PeerNetworks {
  /** A peer has used the unit's ident. `isTakeover`: another address used it a moment ago. */
  observe(unit: AdmittedUnit, address: string, isTakeover: boolean): void
  mayCommand(unitId: number, address: string): boolean
  maySendPassword(unitId: number, address: string, isDatagram: boolean): boolean
  close(): Promise<void>
}

const unitsMax = 200_000
/** Two peers that compete for a unit cause one event in this time. */
const reportEveryMs = 3_600_000

export function peerNetworks({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): PeerNetworks {
  const known = new Map<number, NetworkTrust>()
  const reported = new Map<number, number>()
  const writes: WriteBehind<readonly [number, NetworkTrust]> = writeBehind(
    (items) => save(db, items),
    (error) => log.warn({ err: error }, 'Failed to record the networks of trackers.'),
  )
  const underWay = new Set<Promise<void>>()

  function keep(unitId: number, before: NetworkTrust | undefined, now: NetworkTrust): void {
    if (now !== before) writes.add([unitId, now])
    if (now === known.get(unitId)) return
    known.delete(unitId)
    if (known.size >= unitsMax) known.delete(known.keys().next().value as number)
    known.set(unitId, now)
  }

  function report({ id, owner }: AdmittedUnit, reason: 'connection_taken' | 'network_changed'): void {
    const now = clock.now().getTime()
    log.warn({ unit: id, reason }, 'Another peer uses the ident of a unit; its commands are held.')
    if (!owner || Math.abs(now - (reported.get(id) ?? Number.NEGATIVE_INFINITY)) < reportEveryMs) return
    if (reported.size >= unitsMax) reported.clear()
    reported.set(id, now)
    const data = { account_id: owner.account, unit_id: id, reason }
    const work = recordEvent(
      { db, clock },
      { dealer: owner.dealer, account: owner.account, type: 'ident.conflict', data },
    )
      .then(() => {})
      .catch((error) => log.warn({ err: error }, 'Failed to record an ident conflict.'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  return {
    observe(unit, address, isTakeover) {
      const now = clock.now()
      const network = sourceNetworkOf(address)
      const before = later(known.get(unit.id), unit.trust)
      if (unit.isProven) return keep(unit.id, before, proven(before, network, now))
      const seen = observed(before, network, now)
      keep(unit.id, before, isTakeover ? takenOver(seen, now) : seen)
      if (isTakeover) report(unit, 'connection_taken')
      else if (before && seen.candidate !== null && seen !== before) report(unit, 'network_changed')
    },
    mayCommand(unitId, address) {
      const own = known.get(unitId)
      return own !== undefined && mayCommand(own, sourceNetworkOf(address), clock.now())
    },
    maySendPassword(unitId, address, isDatagram) {
      const own = known.get(unitId)
      return own !== undefined && maySendPassword(own, sourceNetworkOf(address), isDatagram, clock.now())
    },
    async close() {
      await writes.close()
      await Promise.all(underWay)
    },
  }
}

/** Keeps the last item of each unit and leaves out units that were deleted. */
async function save(db: Db, items: readonly (readonly [number, NetworkTrust])[]): Promise<void> {
  const last = [...new Map(items)].sort(([one], [other]) => one - other)
  const column = <K extends keyof NetworkTrust>(key: K) => last.map(([, item]) => item[key])
  await sql`
    insert into unit_networks (unit_id, network, since, candidate, candidate_since, held_until)
    select given.* from unnest(${last.map(([unitId]) => unitId)}::bigint[], ${column('network')}::text[],
      ${column('since')}::timestamptz[], ${column('candidate')}::text[], ${column('candidateSince')}::timestamptz[],
      ${column('heldUntil')}::timestamptz[]) as given (unit_id, network, since, candidate, candidate_since, held_until)
    join units on units.id = given.unit_id for key share of units
    on conflict (unit_id) do update set network = excluded.network, since = excluded.since,
      candidate = excluded.candidate, candidate_since = excluded.candidate_since, held_until = excluded.held_until`.execute(
    db,
  )
}
