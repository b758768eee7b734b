import type { Db } from '#kernel/db/transaction.ts'
import { type ClientProfile, emptyProfile } from './client-profile.ts'

/** Only what this dealer entered: an account that has moved has a profile from another dealer. */
export async function findMany(
  db: Db,
  dealer: number,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, ClientProfile>> {
  const rows = await db
    .selectFrom('clientProfiles')
    .selectAll()
    .where('accountId', 'in', accountIds)
    .where('accountId', 'in', (of) => of.selectFrom('accounts').select('id').where('dealerId', '=', dealer))
    .execute()
  const known = rows.map(({ accountId, updatedAt: _, ...profile }) => [accountId, profile] as const)
  return new Map<number, ClientProfile>([
    ...accountIds.map((id) => [id, emptyProfile] as const),
    ...(known as unknown as [number, ClientProfile][]),
  ])
}

export const find = async (db: Db, dealer: number, accountId: number): Promise<ClientProfile> =>
  (await findMany(db, dealer, [accountId])).get(accountId) ?? emptyProfile

export async function save(db: Db, accountId: number, profile: ClientProfile, now: Date): Promise<void> {
  const { address, tags, ...rest } = profile
  const values = { ...rest, address: JSON.stringify(address), tags: [...tags], updatedAt: now }
  await db
    .insertInto('clientProfiles')
    .values({ accountId, ...values })
    .onConflict((oc) => oc.column('accountId').doUpdateSet(values))
    .execute()
}

export const remove = (db: Db, accountId: number) =>
  db.deleteFrom('clientProfiles').where('accountId', '=', accountId).execute()
