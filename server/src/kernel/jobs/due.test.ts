import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { jobs } from '#entry/timetable.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount } from '#testing/builders.ts'
import { until } from '#testing/until.ts'
import { seconds } from '../time/clock.ts'
import { dueFrom, dueReader } from './due.ts'
import { type Job, job, whenever } from './job.ts'
import { startRunner } from './runner.ts'

const api = await openApi()
const { db } = api.ctx
await sql`create table test_work (job text not null, at timestamptz not null)`.execute(db)

const workOf = (name: string) => sql`select at from test_work where job = ${name} order by at limit 1`
const plan = (name: string, at: Date) => sql`insert into test_work values (${name}, ${at})`.execute(db)

/** Takes what is due of it. */
async function takeDue(name: string): Promise<number> {
  const now = api.ctx.clock.now()
  const { numAffectedRows } = await sql`delete from test_work where job = ${name} and at <= ${now}`.execute(db)
  return Number(numAffectedRows)
}

function counted(one: Pick<Job, 'name' | 'run' | 'nextDue'> & Partial<Job>): { job: Job; runs: () => number } {
  let runs = 0
  const run: Job['run'] = (ctx) => {
    runs += 1
    return one.run(ctx)
  }
  return { job: job({ ...one, run }), runs: () => runs }
}

test('one query gives the same answer as each job on its own', async () => {
  const dealer = await api.dealer('provider')
  const { id } = await anActivatedAccount(api, dealer)
  const readDue = dueReader(jobs)
  const eachOnItsOwn = async (now: Date) => {
    const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
    const due: string[] = []
    for (const { name, firstDue, nextDue } of jobs) {
      const at = firstDue && (await nextDue(acting))
      if (at && at <= now) due.push(name)
    }
    return due.toSorted()
  }
  const now = api.ctx.clock.now()
  assert.ok(!(await readDue(db, now)).has('accounts.block-due'))
  await dealer.ask('PATCH', `/accounts/${id}/set-blocked-at`, { blocked_at: seconds(now) + 50 })
  for (const after of [0, 60, 86_400, 366 * 86_400]) {
    const then = new Date(now.getTime() + after * 1000)
    const due = await readDue(db, then)
    assert.deepEqual([...due].toSorted(), await eachOnItsOwn(then))
    assert.equal(due.has('accounts.block-due'), after > 0)
  }
})

test('a job that has nothing due runs at the start and then waits; what falls due is done', async () => {
  const idle = counted({ name: 'test.idle', ...dueFrom(workOf('test.idle')), run: () => takeDue('test.idle') })
  const apart = counted({
    ...{ name: 'test.apart', waitsForOthers: true, ...dueFrom(workOf('test.apart')) },
    run: () => takeDue('test.apart'),
  })
  const always = counted({ name: 'test.always', nextDue: whenever, run: async () => 0 })
  const now = api.ctx.clock.now()
  await plan('test.idle', new Date(now.getTime() + 3_600_000))
  const runner = startRunner(api.ctx, [idle.job, apart.job, always.job])
  await until('four turns', () => always.runs() >= 4)
  assert.deepEqual([idle.runs(), apart.runs()], [1, 1])
  for (const { job } of [idle, apart]) await plan(job.name, now)
  await until('both have run', () => idle.runs() === 2 && apart.runs() === 2)
  const turns = always.runs()
  await until('two more turns', () => always.runs() >= turns + 2)
  await runner.stop()
  assert.deepEqual([idle.runs(), apart.runs()], [2, 2])
})

test('what one job leaves for the next is done in the same turn', async () => {
  let turn = 0
  const doneIn: string[] = []
  const first = job({
    ...{ name: 'test.first', nextDue: whenever },
    async run() {
      turn += 1
      return 0
    },
  })
  const maker = job({
    ...{ name: 'test.maker', ...dueFrom(workOf('test.maker')) },
    async run() {
      const taken = await takeDue('test.maker')
      if (taken > 0) {
        doneIn.push(`maker in turn ${turn}`)
        await plan('test.follower', api.ctx.clock.now())
      }
      return taken
    },
  })
  const follower = job({
    ...{ name: 'test.follower', ...dueFrom(workOf('test.follower')) },
    async run() {
      const taken = await takeDue('test.follower')
      if (taken > 0) doneIn.push(`follower in turn ${turn}`)
      return taken
    },
  })
  const runner = startRunner(api.ctx, [first, maker, follower])
  await until('a turn without work', () => turn >= 2)
  await plan('test.maker', api.ctx.clock.now())
  await until('the work is done', () => doneIn.length === 2)
  await runner.stop()
  assert.equal(doneIn[1], doneIn[0]!.replace('maker', 'follower'))
})

test('if what is due cannot be read, all jobs run, and their own failures are seen', async () => {
  const fine = counted({ name: 'test.fine', ...dueFrom(workOf('test.fine')), run: async () => 0 })
  const broken = counted({ name: 'test.lost', ...dueFrom(sql`select at from no_such_table`), run: async () => 0 })
  const runner = startRunner(api.ctx, [fine.job, broken.job])
  await until('three turns', () => fine.runs() >= 3 && broken.runs() >= 3)
  await runner.stop()
})

test('a job that failed runs again although nothing is due, until it works', async () => {
  let failures = 0
  const shaky = counted({
    ...{ name: 'test.shaky', ...dueFrom(workOf('test.shaky')) },
    async run() {
      if (failures++ < 2) throw new Error('not yet')
      return 0
    },
  })
  const always = counted({ name: 'test.always', nextDue: whenever, run: async () => 0 })
  const runner = startRunner(api.ctx, [shaky.job, always.job])
  await until('it works', () => shaky.runs() === 3)
  const turns = always.runs()
  await until('two more turns', () => always.runs() >= turns + 2)
  assert.equal(shaky.runs(), 3)
  assert.deepEqual(runner.troubles(), [])
  await runner.stop()
})
