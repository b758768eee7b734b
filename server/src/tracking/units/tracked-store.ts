/** What the gateway reads and writes about units. */
import { effectiveSettings, modelById, type SettingValues } from '@waymark/devices'
import { sql } from 'kysely'
import { type Holder, holdingOf } from '#identity/access/access.ts'
import type { Db } from '#kernel/db/transaction.ts'
import type { Unit } from './unit.ts'

/** Read when a tracker identifies itself. */
export interface TrackedUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly hwId: number
  readonly passwordSealed: Buffer | null
  readonly tls: boolean
  /** Null for every tracker that connects, except beacon gateways of tags_app. */
  readonly type: Unit['type']
  readonly dealerId: number
  readonly accountId: number
  /** The known network of its tracker (gateway/trust/network-trust.ts); null: it has never connected. */
  readonly network: string | null
  readonly since: Date | null
  readonly candidate: string | null
  readonly candidateSince: Date | null
  readonly heldUntil: Date | null
  /** The networks from which its tracker may connect; empty: any. */
  readonly sourceNetworks: readonly string[]
  /** What is set for it or for its model, as far as its protocol knows it. */
  readonly settings: SettingValues | undefined
}

interface Sources {
  readonly own: readonly string[]
  readonly ofDealer: readonly string[] | null
  readonly accountType: Holder['type']
  readonly accountAck: Holder['ack']
}

/** The unit's own list takes precedence. A dealer cannot restrict a unit that belongs to its client. */
function sourceNetworksOf({ own, ofDealer, accountType, accountAck }: Sources): readonly string[] {
  if (holdingOf({ type: accountType, ack: accountAck }) === 'owned') return []
  return own.length > 0 ? own : (ofDealer ?? [])
}

const withSources = (db: Db) =>
  db
    .selectFrom('units')
    .innerJoin('accounts', 'accounts.id', 'units.accountId')
    .leftJoin('companies', 'companies.dealerId', 'units.dealerId')
    .select(['units.id', 'units.sourceNetworks as own', 'companies.sourceNetworks as ofDealer'])
    .select(['accounts.type as accountType', 'accounts.ack as accountAck'])

/** The condition repeats that of the index, which holds only devices that connect: beacons are reported by gateways. */
export async function findByIdent(db: Db, ident: string): Promise<TrackedUnit | undefined> {
  // No text in PostgreSQL can hold it, so no unit has it.
  if (ident.includes('\0')) return undefined
  const row = await withSources(db)
    .leftJoin('unitNetworks', 'unitNetworks.unitId', 'units.id')
    .leftJoin('modelSettings', (join) =>
      join.onRef('modelSettings.dealerId', '=', 'units.dealerId').onRef('modelSettings.hwId', '=', 'units.hwId'),
    )
    .select(['units.protocolSettings as ownSettings', 'modelSettings.settings as modelSettings'])
    .select(['units.ident', 'units.name', 'units.hwId', 'units.passwordSealed', 'units.tls', 'units.type'])
    .select(['units.dealerId', 'units.accountId'])
    .select(['network', 'since', 'candidate', 'candidateSince', 'heldUntil'])
    .where('units.ident', '=', ident)
    .where(sql<boolean>`(units.type is null or units.type = 'gateway')`)
    .executeTakeFirst()
  if (!row) return undefined
  const { ownSettings, modelSettings, ...rest } = row
  const settings = effectiveSettings(
    modelById(row.hwId)?.protocol ?? '',
    modelSettings as Stored,
    ownSettings as Stored,
  )
  return { ...rest, settings, sourceNetworks: sourceNetworksOf(row as Sources) } as unknown as TrackedUnit
}

/** Those of these units that are restricted to source networks. */
export async function listSources(db: Db, unitIds: readonly number[]) {
  const rows = await withSources(db)
    .where(sql<boolean>`units.id = any(${[...unitIds]}::bigint[])`)
    .where(sql<boolean>`(units.source_networks <> '{}' or companies.source_networks <> '{}')`)
    .execute()
  return rows.map((row) => ({ id: row.id, networks: sourceNetworksOf(row as Sources) }))
}

type Stored = Readonly<Record<string, unknown>> | null

/** As they were set, whatever the protocol of its model is now. */
export const findProtocolSettings = async (db: Db, unitId: number): Promise<Stored> =>
  (await db.selectFrom('units').select('protocolSettings').where('id', '=', unitId).executeTakeFirstOrThrow())
    .protocolSettings as Stored

export async function saveProtocolSettings(db: Db, unitId: number, settings: Stored, now: Date): Promise<void> {
  const change = { protocolSettings: settings && JSON.stringify(settings), updatedAt: now }
  await db.updateTable('units').set(change).where('id', '=', unitId).execute()
}

export const findSourceNetworks = async (db: Db, unitId: number): Promise<readonly string[]> =>
  (await db.selectFrom('units').select('sourceNetworks').where('id', '=', unitId).executeTakeFirstOrThrow())
    .sourceNetworks

export async function saveSourceNetworks(db: Db, unitId: number, networks: readonly string[], now: Date) {
  const change = { sourceNetworks: [...networks], updatedAt: now }
  await db.updateTable('units').set(change).where('id', '=', unitId).execute()
}

/** Observed on the connection and not set by a person: the unit counts as unchanged, and no event is recorded. */
export async function saveTls(db: Db, unitId: number, tls: boolean): Promise<void> {
  await db.updateTable('units').set({ tls }).where('id', '=', unitId).execute()
}
