/** Waits until everything that follows stored messages is done, so that the next figure has none of its cost. */
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
  // What was stored last is noted a moment later.
  do await wait(1_000)
  while ((await isNew()) || (await isMarked()) || (await isWithoutAddress()))
  await untilQuiet()
}

/**
 * Merging and PostgreSQL's own upkeep follow a burst too. Without this, the side that is measured second pays for the
 * first. A machine with other work is never quiet, so this ends after a minute.
 */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < triesMost; tries++) {
    const before = cpuTimes()
    await wait(1_000)
    const after = cpuTimes()
    if ((after.idle - before.idle) / (after.all - before.all) >= quietPart) return
  }
}
