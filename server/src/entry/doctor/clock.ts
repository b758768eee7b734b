/** Whether the clocks agree, and whether a server waits because they do not. */

import type { Context } from '#kernel/context.ts'
import { readDatabaseClock, readDoubt } from '#kernel/time/clock.ts'
import { bad, type Check, good } from './check.ts'

const driftMsMax = 2_000

export const clockCheck: Check<Context> = {
  name: 'clock',
  async run({ db, config }) {
    const before = Date.now()
    const { now } = await readDatabaseClock(db)
    // The answer was given at some moment of the round trip, so a slow one proves nothing.
    const halfTripMs = (Date.now() - before) / 2
    const driftMs = Math.round(now.getTime() - before - halfTripMs)
    const says = `The database's clock differs from this machine's by ${Math.abs(driftMs) / 1000} s.`
    const doubt = config.isTestInstallation ? undefined : await readDoubt(db)
    if (doubt !== undefined) return bad(`Jobs that end or delete something are paused. ${doubt}`)
    return Math.abs(driftMs) > driftMsMax + halfTripMs
      ? bad(`${says} Synchronize both with network time (NTP).`)
      : good(says)
  },
}
