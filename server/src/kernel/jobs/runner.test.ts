import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { accountJobs } from '#customers/accounts/jobs.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount } from '#testing/builders.ts'
import { seconds } from '../time/clock.ts'
import { type Job, job } from './job.ts'
import { startRunner } from './runner.ts'
import { listTroubles } from './troubles.ts'

const api = await openApi()

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await isSo()); await wait(20)) assert.ok(Date.now() < end)
}

/** The same job, and a promise that it has run. */
function watched(one: Job): { job: Job; ran: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const run: Job['run'] = async (ctx) => {
    try {
      return await one.run(ctx)
    } finally {
      resolve()
    }
  }
  return { job: job({ ...one, run }), ran: promise }
}

test('an account is blocked on time, once, by the first of two runners', async () => {
  const dealer = await api.dealer('provider')
  const accounts = [await anActivatedAccount(api, dealer), await anActivatedAccount(api, dealer)]
  const blocked_at = seconds(api.ctx.clock.now()) + 5
  for (const { id } of accounts) await dealer.ask('PATCH', `/accounts/${id}/set-blocked-at`, { blocked_at })
  api.ctx.clock.advance(5)
  const watchers = [watched(accountJobs[0]!), watched(accountJobs[0]!)]
  const runners = watchers.map((one) => startRunner(api.ctx, [one.job]))
  await Promise.all(watchers.map(({ ran }) => ran))
  await Promise.all(runners.map((runner) => runner.stop()))
  for (const { id } of accounts) {
    const { body } = await dealer.ask('GET', `/accounts/${id}`)
    assert.deepEqual([body.blocked, body.blocked_at], [true, blocked_at])
    const entries = await api.ctx.db
      .selectFrom('audit')
      .select('actorKind')
      .where('subjectId', '=', String(id))
      .where('action', '=', 'accounts.block')
      .execute()
    assert.deepEqual(entries, [{ actorKind: 'job' }])
  }
})

test('a job that fails is logged and does not stop the others', async () => {
  const never = async () => undefined
  const broken = job({
    name: 'test.broken',
    nextDue: never,
    run: async () => {
      throw new Error('broken')
    },
  })
  const next = watched(job({ name: 'test.next', nextDue: never, run: async () => 0 }))
  const runner = startRunner(api.ctx, [broken, next.job])
  await next.ran
  await runner.stop()
  const logged = api.failures as { job?: string }[]
  assert.ok(logged.some((entry) => entry.job === 'test.broken'))
})

test('stopping waits for the running job, and starts no other', async () => {
  const never = async () => undefined
  const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done: string[] = []
  const slow = job({
    name: 'test.slow',
    nextDue: never,
    run: async () => {
      started.resolve()
      await release.promise
      done.push('slow')
      return 1
    },
  })
  const after = job({ name: 'test.after', nextDue: never, run: async () => done.push('after') })
  const runner = startRunner(api.ctx, [slow, after])
  await started.promise
  const stopped = runner.stop().then(() => done.push('stopped'))
  release.resolve()
  await stopped
  assert.deepEqual(done, ['slow', 'stopped'])
})

test('a job that waits for an outside service delays no other, and a stop does not wait for it', async () => {
  const never = async () => undefined
  const started = Promise.withResolvers<void>()
  const stuck = job({
    name: 'test.stuck',
    waitsForOthers: true,
    nextDue: never,
    run: () => {
      started.resolve()
      return new Promise<number>(() => {})
    },
  })
  const next = watched(job({ name: 'test.beside', nextDue: never, run: async () => 0 }))
  const runner = startRunner(api.ctx, [stuck, next.job], 1)
  await Promise.all([started.promise, next.ran])
  await runner.stop()
})

test('a job that fails twice in the same way is recorded with its error, until it works again', async () => {
  const never = async () => undefined
  let isBroken = true
  const broken = job({
    name: 'test.broken-twice',
    nextDue: never,
    run: async () => {
      if (isBroken) throw Object.assign(new Error('a secret'), { code: '57014' })
      return 0
    },
  })
  const seldom = job({ ...broken, name: 'test.broken-seldom', everySeconds: 600 })
  const said: string[] = []
  const log = { ...api.ctx.log, error: (_: unknown, sentence?: string) => void said.push(sentence ?? '') }
  const runner = startRunner({ ...api.ctx, log }, [broken, seldom])
  const noted = () => listTroubles(api.ctx.db)
  await until(async () => (await noted()).some(({ failures }) => failures >= 2))
  const [trouble, ...others] = await noted()
  assert.deepEqual([trouble?.job, trouble?.kind, others], ['test.broken-twice', '57014', []])
  assert.deepEqual(said.slice(0, 2), [
    'A job failed. It is retried every 1 s.',
    'A job failed. It is retried every 60 s.',
  ])
  const measured = await api.ctx.meters.registry.metrics()
  assert.match(measured, /waymark_job_failures_in_a_row\{job_name="test\.broken-twice"\} [2-9]/)
  assert.match(measured, /waymark_jobs_failing\{kind="57014"\} 2/)
  assert.match(measured, /waymark_clocks_disagree 0/)
  isBroken = false
  await until(async () => (await noted()).length === 0)
  await runner.stop()
})
