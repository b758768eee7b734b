/** The schedule of backups and tests, for people. */
import { openPlace } from '#kernel/backup/places.ts'
import type { Context } from '#kernel/context.ts'
import { nextDue } from './actions.ts'
import { nextTest } from './restore-test.ts'

const two = (number: number) => String(number).padStart(2, '0')

export async function readPlan(ctx: Pick<Context, 'db' | 'config' | 'clock'>) {
  const { time, keep, testDays } = ctx.config.backups
  return {
    time: time ? `${two(time.hour)}:${two(time.minute)}` : null,
    place: openPlace(ctx.config).title,
    nextAt: (await nextDue(ctx)) ?? null,
    ...{ keepDaily: keep.daily, keepWeekly: keep.weekly, keepMonthly: keep.monthly },
    encryption: ctx.config.backupPassphraseFile === undefined ? 'master_key' : 'passphrase',
    testDays: testDays ?? null,
    nextTestAt: (await nextTest(ctx)) ?? null,
  }
}
