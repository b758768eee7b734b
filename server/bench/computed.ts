/** Waits until everything that follows stored messages is done, so that the next figure has none of its cost. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Site } from './site.ts'

export async function untilComputed({ ctx: { db } }: Site): Promise<void> {
  const isNew = () => db.selectFrom('messageChanges').select('unitId').limit(1).executeTakeFirst()
  const isMarked = () =>
    db.selectFrom('followedUnits').select('unitId').where('dirtyFrom', 'is not', null).limit(1).executeTakeFirst()
  const isWithoutAddress = () =>
    db.selectFrom('addresses').select('unitId').where('version', '=', '').limit(1).executeTakeFirst()
  // What was stored last is noted a moment later.
  do await wait(1_000)
  while ((await isNew()) || (await isMarked()) || (await isWithoutAddress()))
}
