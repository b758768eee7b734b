/** What the gateway asks and notes of units. */
import { sql } from 'kysely'
import type { Db } from '../context.ts'
import type { Unit } from './unit.ts'

/** What the gateway asks of a unit when its tracker says who it is. */
export interface TrackedUnit {
  readonly id: number
  readonly ident: string
  readonly name: string
  readonly hwId: number
  readonly passwordSealed: Buffer | null
  readonly tls: boolean
  /** Of what connects only tags_app has kinds. */
  readonly type: Unit['type']
  readonly dealerId: number
  readonly accountId: number
  /** Where its tracker is known to be (gateway/trust.ts); null: it was never heard. */
  readonly network: string | null
  readonly since: Date | null
  readonly candidate: string | null
  readonly candidateSince: Date | null
  readonly heldUntil: Date | null
}

/** In the words of the index, which has only what connects: tags are heard, and never say who they are themselves. */
export const findByIdent = (db: Db, ident: string): Promise<TrackedUnit | undefined> =>
  db
    .selectFrom('units')
    .leftJoin('unitNetworks', 'unitNetworks.unitId', 'units.id')
    .select(['id', 'ident', 'name', 'hwId', 'passwordSealed', 'tls', 'type', 'dealerId', 'accountId'])
    .select(['network', 'since', 'candidate', 'candidateSince', 'heldUntil'])
    .where('ident', '=', ident)
    .where(sql<boolean>`(type is null or type = 'gateway')`)
    .executeTakeFirst() as Promise<TrackedUnit | undefined>

/** What its tracker does, not what somebody set: the unit counts as unchanged, and nobody has to be told. */
export async function saveTls(db: Db, unitId: number, tls: boolean): Promise<void> {
  await db.updateTable('units').set({ tls }).where('id', '=', unitId).execute()
}
