/** What public links need to know about units. The links themselves are in the room `shares`. */
import { sql } from 'kysely'
import type { Holder } from '#identity/access/access.ts'
import type { AppId } from '#kernel/applications.ts'
import type { Db } from '#kernel/db/transaction.ts'
import { columns } from '../store.ts'
import type { Unit } from '../unit.ts'

/** Of any dealer: the link has proved access. */
export const findLinked = (db: Db, id: number): Promise<Unit | undefined> =>
  db
    .selectFrom('units')
    .leftJoin('unitHeard', 'unitHeard.unitId', 'units.id')
    .select(columns)
    .select('unitHeard.lastActive')
    .where('units.id', '=', id)
    .executeTakeFirst() as Promise<Unit | undefined>

export interface UnitLink {
  readonly id: string
  readonly sealed: Buffer
  readonly appId: AppId
  readonly holder: Holder
}

/** Those of these links that have not ended, each with the holder of the unit. */
export async function listLinks(db: Db, ids: readonly string[], now: Date): Promise<UnitLink[]> {
  const rows = await db
    .selectFrom('shares')
    .innerJoin('shareUnits', 'shareUnits.shareId', 'shares.id')
    .innerJoin('units', 'units.id', 'shareUnits.unitId')
    .innerJoin('accounts', 'accounts.id', 'units.accountId')
    .select(['shares.id', 'shares.sealed', 'units.appId'])
    .select(['accounts.type', 'accounts.ack', 'accounts.serviceApps', 'accounts.blocked'])
    .where(sql<boolean>`shares.id = any(${[...ids]}::uuid[])`)
    .where('shares.until', '>', now)
    .execute()
  return rows.map(({ id, sealed, appId, type, ack, serviceApps, blocked }) => ({
    id,
    sealed,
    appId: appId as AppId,
    holder: { type: type as Holder['type'], ack, serviceApps: serviceApps as AppId[], blocked },
  }))
}
