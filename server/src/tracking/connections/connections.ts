/** The connection log of each unit, which explains why a tracker is silent. Written in batches, and bounded per unit. */
import { protocols } from '@waymark/devices'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { type WriteBehind, writeBehind } from '#kernel/db/write-behind.ts'
import { logRepeated } from '#kernel/runtime/log.ts'

export interface ConnectionInfo {
  readonly peer: string
  /** How long it has been open. */
  readonly ageMs: number
  /** How long it has been silent; absent: unknown. */
  readonly quietMs?: number
  /** Why it was closed; null while it is open. */
  readonly closeReason: string | null
}

/** The part of a transport that the log needs. */
interface LoggedConnection {
  readonly isTls: boolean
  readonly connection?: ConnectionInfo
}

interface LoggedUnit {
  readonly id: number
  readonly protocolId: number
}

export const connectionsKept = 100
/** Why frames that name a unit are refused; the settings of its protocol can allow them. */
export const wrongChecksum = 'the checksum of its frames is wrong'

interface ConnectionEntry {
  readonly unitId: number
  readonly at: Date
  readonly event: 'login' | 'refused' | 'closed'
  /** Null without a connection, as with datagrams. */
  readonly connectedAt: Date | null
  readonly peer: string
  readonly protocol: string
  readonly tls: boolean
  readonly reason: string | null
}

export interface ConnectionLog {
  loggedIn(unit: LoggedUnit, transport: LoggedConnection): void
  closed(unit: LoggedUnit, transport: LoggedConnection): void
  refused(refusal: Pick<ConnectionEntry, 'unitId' | 'peer' | 'protocol' | 'reason'>): void
  flush(): Promise<void>
  close(): Promise<void>
}

/** HTTP is left out: every request has its own connection, and logins would push out everything else. */
const namesOfLasting: ReadonlyMap<number, string> = new Map(
  protocols.filter(({ transport }) => transport !== 'http').map(({ id, name }) => [id, name]),
)

export function connectionLog({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): ConnectionLog {
  const entries: WriteBehind<ConnectionEntry> = writeBehind(
    (items) => insert(db, items),
    (error) => logRepeated(log, error, 'Failed to write the connection log.'),
  )
  const record = (unit: LoggedUnit, transport: LoggedConnection, event: 'login' | 'closed') => {
    const { connection } = transport
    const protocol = namesOfLasting.get(unit.protocolId)
    if (!connection || protocol === undefined) return
    const at = clock.now()
    const connectedAt = new Date(at.getTime() - connection.ageMs)
    const reason = event === 'closed' ? (connection.closeReason ?? 'the tracker disconnected') : null
    entries.add({
      unitId: unit.id,
      at,
      event,
      connectedAt,
      peer: connection.peer,
      protocol,
      tls: transport.isTls,
      reason,
    })
  }
  return {
    loggedIn: (unit, transport) => record(unit, transport, 'login'),
    closed: (unit, transport) => record(unit, transport, 'closed'),
    refused: (refusal) => entries.add({ ...refusal, at: clock.now(), event: 'refused', connectedAt: null, tls: false }),
    flush: entries.flush,
    close: entries.close,
  }
}

/** Deletes the oldest entries in the same step, so that no job has to. A deleted unit has no log. */
async function insert(db: Db, entries: readonly ConnectionEntry[]): Promise<void> {
  const column = <K extends keyof ConnectionEntry>(key: K) => entries.map((entry) => entry[key])
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
