import { conflict } from '#kernel/errors.ts'
import { advanceClock } from '#kernel/jobs/runner.ts'
import { noteAgreement, readDatabaseClock, seconds } from '#kernel/time/clock.ts'
import { toleranceMs } from '#kernel/time/guarded-clock.ts'
import { jobs } from '../../timetable.ts'
import { command, required } from '../command.ts'
import { duration } from '../values.ts'

export const clockCommands = [
  command({
    name: 'clock accept',
    about: 'Confirms that the clock is right after a jump, so that paused jobs continue.',
    async run(tool) {
      const { ctx } = await tool.open()
      const { now } = await readDatabaseClock(ctx.db)
      if (Math.abs(now.getTime() - ctx.clock.now().getTime()) > toleranceMs && !tool.config.isTestInstallation) {
        conflict("The machine's clock and the database's differ. Synchronize both with network time (NTP) first.")
      }
      await noteAgreement(ctx.db)
      return { now: seconds(now) }
    },
  }),
  command({
    name: 'clock advance',
    about: 'Advances the clock of a test installation and runs everything that falls due.',
    takes: { by: required(duration, 'How far, for example 3d, 12h or 1d12h.') },
    async run(tool, { by }) {
      if (!tool.config.isTestInstallation) {
        conflict(
          'This installation uses real time, which cannot be advanced. Start a test installation with WAYMARK_CLOCK=test.',
        )
      }
      const { ctx } = await tool.open()
      await advanceClock(ctx, jobs, new Date(ctx.clock.now().getTime() + by * 1000))
      await ctx.clock.refresh(ctx.db)
      return { now: seconds(ctx.clock.now()) }
    },
  }),
]
