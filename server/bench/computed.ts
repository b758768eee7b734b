/** Waits until everything computed from stored messages is done, so that the next figure includes none of its cost. */
import { setTimeout as wait } from 'node:timers/promises'
import { cpuTimes } from './machine.ts'
import type { Site } from './site.ts'

const quietPart = 0.9
const triesMost = 60

export async function untilComputed({ ctx: { db } }: Site): Promise<void> {
  const isNew = () => db.selectFrom('messageChanges').select('unitId').limit(1).executeTakeFirst()
  const isMarked = () =>
    db.selectFrom('followedUnits').select('unitId').where('dirtyFrom', 'is not', null).limit(1).executeTakeFirst()
  const isWithoutAddress = () =>
    db.selectFrom('addresses').select('unitId').where('version', '=', '').limit(1).executeTakeFirst()
  // The last stored messages are noted a moment later.
  do await wait(1_000)
  while ((await isNew()) || (await isMarked()) || (await isWithoutAddress()))
  await untilQuiet()
}

/**
 * Merging and PostgreSQL's own maintenance also follow a burst. Without this wait, the side measured second would pay
 * for the first. A machine with other work is never quiet, so the wait ends after a minute.
 */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < triesMost; tries++) {
    const before = cpuTimes()
    await wait(1_000)
    const after = cpuTimes()
    if ((after.idle - before.idle) / (after.all - before.all) >= quietPart) return
  }
}
