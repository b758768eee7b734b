/** What units' trackers did with their connections, for whoever wonders why one is silent. Gathered, and bounded per unit. */
import { protocols } from '@waymark/devices'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type WriteBehind, writeBehind } from '#kernel/db/write-behind.ts'
import { logRepeated } from '#kernel/log.ts'

/** What is known of the line itself. */
export interface Line {
  readonly peer: string
  /** For how long it has been open. */
  readonly ageMs: number
  /** For how long nothing was heard on it; absent: it is not known. */
  readonly quietMs?: number
  /** Why it was closed; null while it is open. */
  readonly closeReason: string | null
}

/** As far as the log needs to know a connection. */
interface LoggedConnection {
  readonly isTls: boolean
  readonly line?: Line
}

export const connectionsKept = 100

export interface ConnectionNote {
  readonly unitId: number
  readonly at: Date
  readonly event: 'login' | 'refused' | 'closed'
  /** Null where there is no connection, as with datagrams. */
  readonly connectedAt: Date | null
  readonly peer: string
  readonly protocol: string
  readonly tls: boolean
  readonly reason: string | null
}

export interface ConnectionLog {
  loggedIn(unit: { readonly id: number; readonly protocolId: number }, outlet: LoggedConnection): void
  closed(unitId: number, outlet: LoggedConnection): void
  refused(refusal: Pick<ConnectionNote, 'unitId' | 'peer' | 'protocol' | 'reason'>): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** Requests over HTTP come each on a connection of their own: logins would crowd out everything else. */
const namesOfLasting: ReadonlyMap<number, string> = new Map(
  protocols.filter(({ transport }) => transport !== 'http').map(({ id, name }) => [id, name]),
)

export function connectionLog({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): ConnectionLog {
  const notes: WriteBehind<ConnectionNote> = writeBehind(
    (items) => insert(db, items),
    (error) => logRepeated(log, error, 'Connections of trackers were not noted.'),
  )
  /** The protocol in which each unit logged in on a line. */
  const spoken = new WeakMap<LoggedConnection, string>()
  const note = (unitId: number, outlet: LoggedConnection, event: 'login' | 'closed') => {
    const { line } = outlet
    const protocol = spoken.get(outlet)
    if (!line || protocol === undefined) return
    const at = clock.now()
    const connectedAt = new Date(at.getTime() - line.ageMs)
    const reason = event === 'closed' ? (line.closeReason ?? 'the tracker hung up') : null
    notes.add({ unitId, at, event, connectedAt, peer: line.peer, protocol, tls: outlet.isTls, reason })
  }
  return {
    loggedIn(unit, outlet) {
      const protocol = namesOfLasting.get(unit.protocolId)
      if (protocol === undefined) return
      spoken.set(outlet, protocol)
      note(unit.id, outlet, 'login')
    },
    closed(unitId, outlet) {
      note(unitId, outlet, 'closed')
      // With TLS there are two sockets, and each of them ends.
      spoken.delete(outlet)
    },
    refused: (refusal) => notes.add({ ...refusal, at: clock.now(), event: 'refused', connectedAt: null, tls: false }),
    flush: notes.flush,
    close: notes.close,
  }
}

/** What is too many goes in the same moment, so that nobody has to sweep. A unit that is gone has no log. */
async function insert(db: Db, notes: readonly ConnectionNote[]): Promise<void> {
  const column = <K extends keyof ConnectionNote>(key: K) => notes.map((note) => note[key])
  const units = [...new Set(column('unitId'))]
  await sql`
    insert into unit_connections (unit_id, at, event, connected_at, peer, protocol, tls, reason)
    select given.unit_id, given.at, given.event, given.connected_at, given.peer, given.protocol, given.tls, given.reason
    from unnest(${column('unitId')}::bigint[], ${column('at')}::timestamptz[], ${column('event')}::text[],
      ${column('connectedAt')}::timestamptz[], ${column('peer')}::text[], ${column('protocol')}::text[],
      ${column('tls')}::boolean[], ${column('reason')}::text[])
      with ordinality as given (unit_id, at, event, connected_at, peer, protocol, tls, reason, place)
    join units on units.id = given.unit_id order by given.place for key share of units`.execute(db)
  await sql`
    delete from unit_connections using unnest(${units}::bigint[]) as unit (id)
    where unit_connections.unit_id = unit.id and unit_connections.id <= (
      select own.id from unit_connections own where own.unit_id = unit.id
      order by own.id desc offset ${connectionsKept} limit 1)`.execute(db)
}

/** The newest first. */
export const listConnections = (db: Db, unitId: number) =>
  db
    .selectFrom('unitConnections')
    .select(['id', 'at', 'event', 'connectedAt', 'peer', 'protocol', 'tls', 'reason'])
    .where('unitId', '=', unitId)
    .orderBy('id', 'desc')
    .limit(connectionsKept)
    .execute()
