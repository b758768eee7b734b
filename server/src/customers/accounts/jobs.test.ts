import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { jobs } from '#entry/timetable.ts'
import type { ActorContext, Context } from '#kernel/context.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { job } from '#kernel/jobs/job.ts'
import { advanceClock } from '#kernel/jobs/runner.ts'
import { fromSeconds, seconds, testClock } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, newUser } from '#testing/builders.ts'
import { payloadOf } from '#testing/checks/answers.ts'
import { blockDueAccounts, nextScheduledBlock } from './dunning/scheduled-blocks.ts'

const api = await openApi()
const dealer = await api.dealer('partner')
const now = () => seconds(api.ctx.clock.now())
const worker: ActorContext = {
  ...api.ctx,
  actor: { kind: 'job', id: 'accounts.block-due', address: null, requestId: null },
}

const read = async (id: number) => payloadOf(await dealer.ask('GET', `/accounts/${id}`), 200, 'data')
const scheduled = async (afterSeconds: number) => {
  const account = await anActivatedAccount(api, dealer)
  const body = { blocked_at: now() + afterSeconds }
  return payloadOf(await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked-at`, body), 200, 'data')
}
const auditOf = (id: number) =>
  api.ctx.db
    .selectFrom('audit')
    .select(['action', 'actorKind', 'actorId', 'dealerId', 'at'])
    .where('subjectId', '=', String(id))
    .where('actorKind', '=', 'job')
    .execute()

suite('a scheduled block happens', () => {
  test('on time, and once', async () => {
    const account = await scheduled(100)
    api.ctx.clock.advance(99)
    assert.equal(await blockDueAccounts(worker), 0)
    assert.equal((await read(account.id)).blocked, false)
    api.ctx.clock.advance(1)
    assert.equal(await blockDueAccounts(worker), 1)
    assert.deepEqual(await read(account.id), { ...account, blocked: true, updated_at: now() })
    assert.equal(await blockDueAccounts(worker), 0)
    assert.deepEqual(await auditOf(account.id), [
      {
        action: 'accounts.block',
        actorKind: 'job',
        actorId: 'accounts.block-due',
        dealerId: dealer.dealer,
        at: api.ctx.clock.now(),
      },
    ])
  })

  test('after any downtime', async () => {
    const account = await scheduled(10)
    api.ctx.clock.advance(30 * 86_400)
    await blockDueAccounts(worker)
    const after = await read(account.id)
    assert.deepEqual([after.blocked, after.blocked_at], [true, account.blocked_at])
  })

  test('once with two simultaneous workers', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => scheduled(10)))
    api.ctx.clock.advance(10)
    const done = await Promise.all(Array.from({ length: 4 }, () => blockDueAccounts(worker)))
    // Each worker skips what another has locked; a second run finds nothing more.
    assert.equal(
      done.reduce((sum, one) => sum + one, await blockDueAccounts(worker)),
      accounts.length,
    )
    for (const { id } of accounts) {
      assert.equal((await read(id)).blocked, true)
      assert.equal((await auditOf(id)).length, 1)
    }
  })

  test('unless it was cancelled, or the account unblocked meanwhile', async () => {
    const [cancelled, unblocked] = [await scheduled(10), await scheduled(10)]
    await dealer.ask('PATCH', `/accounts/${cancelled.id}/set-blocked-at`, { blocked_at: null })
    await dealer.ask('PATCH', `/accounts/${unblocked.id}/set-blocked`, { blocked: false })
    api.ctx.clock.advance(20)
    assert.equal(await blockDueAccounts(worker), 0)
    for (const { id } of [cancelled, unblocked]) assert.equal((await read(id)).blocked, false)
  })

  test('and does not repeat after unblocking', async () => {
    const account = await scheduled(10)
    api.ctx.clock.advance(10)
    await blockDueAccounts(worker)
    await dealer.ask('PATCH', `/accounts/${account.id}/set-blocked`, { blocked: false })
    api.ctx.clock.advance(10)
    assert.equal(await blockDueAccounts(worker), 0)
    const after = await read(account.id)
    assert.deepEqual([after.blocked, after.blocked_at], [false, null])
  })

  test('the next run is at the earliest scheduled block', async () => {
    assert.equal(await dueFrom(nextScheduledBlock).nextDue(worker), undefined)
    const [second, first] = [await scheduled(200), await scheduled(100)]
    assert.deepEqual(await dueFrom(nextScheduledBlock).nextDue(worker), fromSeconds(first.blocked_at))
    api.ctx.clock.advance(100)
    await blockDueAccounts(worker)
    assert.deepEqual(await dueFrom(nextScheduledBlock).nextDue(worker), fromSeconds(second.blocked_at))
    api.ctx.clock.advance(100)
    await blockDueAccounts(worker)
    assert.equal(await dueFrom(nextScheduledBlock).nextDue(worker), undefined)
  })
})

suite('moving the test clock', () => {
  test('runs what falls due in between, each at its own time, in order', async () => {
    const clock = testClock()
    const ctx: Context = { ...api.ctx, clock }
    await clock.refresh(ctx.db)
    api.ctx.clock.set(new Date())
    const [late, early] = [await scheduled(7_200), await scheduled(3_600)]
    const key = { 'idempotency-key': 'one' }
    await dealer.ask('POST', '/accounts', { reg_apps: ['5a5ca87f-7cbe-4540-ab5d-77bf4bf69884'], user: newUser() }, key)
    const ran: string[] = []
    const watch = jobs.map((one) =>
      job({
        ...one,
        run: async (acting) => {
          const done = await one.run(acting)
          if (done > 0) ran.push(`${one.name} ${done}`)
          return done
        },
      }),
    )
    const target = new Date(Date.now() + 25 * 3_600_000)
    await advanceClock(ctx, watch, target)
    // Other jobs report it or count its cost at their own time.
    const own = ran.filter((line) => /^(accounts|http)\./.test(line))
    assert.deepEqual(own, ['accounts.block-due 1', 'accounts.block-due 1', 'http.forget-idempotency-keys 1'])
    assert.ok(clock.now() >= target)
    for (const { id, blocked_at } of [early, late]) {
      const [row] = await auditOf(id)
      const waited = (row?.at.getTime() ?? 0) / 1000 - blocked_at
      assert.ok(waited >= 0 && waited < 60, `blocked ${waited} s after its time`)
    }
  })

  test('only moves if nothing is due', async () => {
    const clock = testClock()
    const target = new Date(Date.now() + 50 * 3_600_000)
    await advanceClock({ ...api.ctx, clock }, jobs, target)
    assert.ok(clock.now() >= target)
  })

  test('never moves back', async () => {
    const clock = testClock()
    await advanceClock({ ...api.ctx, clock }, jobs, new Date(Date.now()))
    assert.ok(clock.now().getTime() > Date.now() + 49 * 3_600_000)
  })
})
