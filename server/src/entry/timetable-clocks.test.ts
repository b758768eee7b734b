import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#kernel/context.ts'
import { job } from '#kernel/jobs/job.ts'
import { startRunner } from '#kernel/jobs/runner.ts'
import { readDoubt } from '#kernel/time/clock.ts'
import { guardedClock } from '#kernel/time/guarded-clock.ts'
import { openApi } from '#testing/api.ts'
import { aManagedAccount, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { movableMachine } from '#testing/faults/machine.ts'
import { startWriter } from '#tracking/messages/writing/writer.ts'
import { jobs } from './timetable.ts'

const api = await openApi()
const dealer = await api.dealer()
const daySeconds = 86_400
const nowSeconds = () => Math.floor(Date.now() / 1000)
/** These tests create things in real time, like the database's. */
api.ctx.clock.set(new Date())

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await wait(20)) {
    assert.ok(Date.now() < end, 'it has not come to that')
  }
}

/** Two units sent something yesterday. One keeps it for a month, the other for an hour, so its message has expired. */
async function aWorld() {
  const account = await aManagedAccount(dealer)
  const writer = startWriter(api.ctx)
  const unitOf = async (messagesTtl: number) => {
    const { id, ident, name } = await aUnit(dealer, account.id)
    const unit = { id, ident, name, deviceTypeId: 101, protocolId: 1 }
    const messages = [{ timestamp: nowSeconds() - daySeconds }]
    await writer.append({ unit, messages, frame: Buffer.from('frame'), peer: '192.0.2.1:1' })
    await api.ctx.db.updateTable('units').set({ messagesTtl }).where('id', '=', id).execute()
    return id as number
  }
  api.ctx.clock.advance(-daySeconds)
  const units = [await unitOf(30 * daySeconds), await unitOf(3600)] as const
  await writer.close()
  api.ctx.clock.advance(daySeconds)
  const blocked = await anActivatedAccount(api, dealer)
  const blocked_at = nowSeconds() + 10 * daySeconds
  await dealer.ask('PATCH', `/accounts/${blocked.id}/set-blocked-at`, { blocked_at })
  return { units, blocked: blocked.id as number }
}

const rowsOf = async (table: 'messageChunks' | 'frameChunks', unitId: number) =>
  (await api.ctx.db.selectFrom(table).select('seq').where('unitId', '=', unitId).execute()).length

suite('a clock that jumps ends and deletes nothing, says why, and work continues when it is right again', () => {
  for (const days of [400, -400]) {
    test(`${days} days`, async () => {
      const { units, blocked } = await aWorld()
      const [kept, over] = units
      const machine = movableMachine()
      machine.moveWall(days * daySeconds * 1000)
      const said: { entry: unknown; sentence: string }[] = []
      const note = (entry: unknown, sentence?: string) => void said.push({ entry, sentence: sentence ?? '' })
      const log = { ...api.ctx.log, warn: note, error: note }
      const ctx: Context = { ...api.ctx, clock: guardedClock(machine), log }
      let turns = 0
      const last = job({
        name: 'test.turns',
        endsNothing: true,
        nextDue: async () => undefined,
        run: async () => {
          turns += 1
          return 0
        },
      })
      const runner = startRunner(ctx, [...jobs, last], 1)
      try {
        // By then every job that does not wait for outside services has run twice.
        await until(() => turns >= 3)
        const loud = said.filter(({ sentence }) => sentence.startsWith('The clocks disagree'))
        assert.equal(loud.length, 1)
        assert.match((loud[0]!.entry as { reason: string }).reason, /clock of this machine says/)
        assert.ok((loud[0]!.entry as { jobs: number }).jobs > 10)
        for (const doubt of [runner.doubt(), await readDoubt(ctx.db)])
          assert.match(doubt ?? '', /clock of this machine says/)
        for (const unit of units) {
          assert.equal(await rowsOf('messageChunks', unit), 1)
          assert.equal(await rowsOf('frameChunks', unit), 1)
        }
        assert.equal((await dealer.ask('GET', `/accounts/${blocked}`)).body.blocked, false)

        machine.moveWall(-days * daySeconds * 1000)
        await until(async () => (await rowsOf('messageChunks', over)) === 0)
        assert.equal(await rowsOf('messageChunks', kept), 1)
        assert.equal(await rowsOf('frameChunks', kept), 1)
        assert.equal((await dealer.ask('GET', `/accounts/${blocked}`)).body.blocked, false)
        assert.equal(runner.doubt(), undefined)
        assert.equal(await readDoubt(ctx.db), undefined)
        assert.ok(said.some(({ sentence }) => sentence.startsWith('The clocks agree again')))
      } finally {
        await runner.stop()
      }
    })
  }
})
