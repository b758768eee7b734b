/** Whether automatic backups are made, and whether one was restored. */
import type { Context } from '#kernel/context.ts'
import { readState } from '#portals/backups/actions.ts'
import { bad, type Check, good, type Verdict } from './check.ts'

const hourMs = 3_600_000
/** One may fail and be repeated; two days without one need attention. */
const backupHoursMax = 48

const ago = (hours: number) => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`)

export const backupsCheck: Check<Context> = {
  name: 'backups',
  async run(ctx): Promise<Verdict | undefined> {
    const { time, testDays } = ctx.config.backups
    if (time === undefined) return undefined
    const { last, verified, future, lastTest, tested } = await readState(ctx)
    const hoursSince = (at: Date) => (ctx.clock.now().getTime() - at.getTime()) / hourMs
    if (last?.state === 'failed') {
      return bad(`The last automatic backup failed: ${last.failure} Fix the cause, then run: npx waymark backups run`)
    }
    if (future) {
      return bad(
        `${future.name} in ${future.place} is dated in the future and does not count. Check the clock of this machine. ` +
          'If it is right, delete that backup, then run: npx waymark backups run',
      )
    }
    if (!verified)
      return bad('There is no automatic backup yet. Is the server running? To create one: npx waymark backups run')
    const hours = hoursSince(verified.startedAt)
    const says = `The last automatic backup is ${ago(hours)} old, in ${verified.place}.`
    if (hours > backupHoursMax) return bad(`${says} Is the server running? To create one: npx waymark backups run`)
    if (testDays === undefined) return good(`${says} Test restores are off.`)
    if (lastTest?.state === 'failed') {
      return bad(
        `${says} Its test restore failed: ${lastTest.failure} Fix the cause, then run: npx waymark backups test`,
      )
    }
    const sinceTest = tested && hoursSince(tested.startedAt)
    if (sinceTest === undefined) return good(`${says} No test restore has run yet.`)
    const tests = `The last test restore was ${ago(sinceTest)} ago.`
    return sinceTest > 2 * 24 * testDays
      ? bad(`${says} ${tests} Run one: npx waymark backups test`)
      : good(`${says} ${tests}`)
  },
}
