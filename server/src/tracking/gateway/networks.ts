/**
 * Remembers from which network each unit's tracker speaks, beyond a restart. It is written when it changes, gathered. When
 * somebody else speaks for a unit its dealer is told.
 */
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type WriteBehind, writeBehind } from '#kernel/db/write-behind.ts'
import { recordEvent } from '#kernel/outgoing-events/actions.ts'
import { sourceNetworkOf } from './questions.ts'
import type { AdmittedUnit } from './session.ts'
import { later, mayCommand, mayHavePassword, proven, sighted, takenOver, type Whereabouts } from './trust.ts'

export interface Networks {
  /** A peer speaks for the unit. `isTakeover`: from another address than one that spoke for it a moment ago. */
  sight(unit: AdmittedUnit, address: string, isTakeover: boolean): void
  mayCommand(unitId: number, address: string): boolean
  mayHavePassword(unitId: number, address: string, isDatagram: boolean): boolean
  close(): Promise<void>
}

const unitsMax = 200_000
/** Two that argue about a unit are told once in so long. */
const tellEveryMs = 3_600_000

export function peerNetworks({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Networks {
  const known = new Map<number, Whereabouts>()
  const told = new Map<number, number>()
  const writes: WriteBehind<readonly [number, Whereabouts]> = writeBehind(
    (items) => save(db, items),
    (error) => log.warn({ err: error }, 'Networks of trackers were not noted.'),
  )
  const underWay = new Set<Promise<void>>()

  function keep(unitId: number, before: Whereabouts | undefined, now: Whereabouts): void {
    if (now !== before) writes.add([unitId, now])
    if (now === known.get(unitId)) return
    known.delete(unitId)
    if (known.size >= unitsMax) known.delete(known.keys().next().value as number)
    known.set(unitId, now)
  }

  function tell({ id, home }: AdmittedUnit, reason: 'connection_taken' | 'network_changed'): void {
    const now = clock.now().getTime()
    log.warn({ unit: id, reason }, 'Another peer speaks for a unit; its commands are held.')
    if (!home || Math.abs(now - (told.get(id) ?? Number.NEGATIVE_INFINITY)) < tellEveryMs) return
    if (told.size >= unitsMax) told.clear()
    told.set(id, now)
    const data = { account_id: home.account, unit_id: id, reason }
    const work = recordEvent(
      { db, clock },
      { dealer: home.dealer, account: home.account, type: 'ident.conflict', data },
    )
      .then(() => {})
      .catch((error) => log.warn({ err: error }, 'A conflict of idents was not told.'))
      .finally(() => underWay.delete(work))
    underWay.add(work)
  }

  return {
    sight(unit, address, isTakeover) {
      const now = clock.now()
      const network = sourceNetworkOf(address)
      const before = later(known.get(unit.id), unit.whereabouts)
      if (unit.isProven) return keep(unit.id, before, proven(before, network, now))
      const seen = sighted(before, network, now)
      keep(unit.id, before, isTakeover ? takenOver(seen, now) : seen)
      if (isTakeover) tell(unit, 'connection_taken')
      else if (before && seen.candidate !== null && seen !== before) tell(unit, 'network_changed')
    },
    mayCommand(unitId, address) {
      const own = known.get(unitId)
      return own !== undefined && mayCommand(own, sourceNetworkOf(address), clock.now())
    },
    mayHavePassword(unitId, address, isDatagram) {
      const own = known.get(unitId)
      return own !== undefined && mayHavePassword(own, sourceNetworkOf(address), isDatagram, clock.now())
    },
    async close() {
      await writes.close()
      await Promise.all(underWay)
    },
  }
}

/** The last word on each unit. A unit that is gone has none. */
async function save(db: Db, items: readonly (readonly [number, Whereabouts])[]): Promise<void> {
  const last = [...new Map(items)].sort(([one], [other]) => one - other)
  const column = <K extends keyof Whereabouts>(key: K) => last.map(([, item]) => item[key])
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
