/** Scheduled reports: created and sent once, to everyone, with what their author may see. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { dueFrom } from '#kernel/jobs/due.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, fresh, received } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { readSheet } from '#testing/files/spreadsheet.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, routeStart } from '#testing/routes.ts'
import { computeTrips } from '../../trips/compute.ts'
import { forgetRuns, keptBytesMax, makeDueReports, nextReport } from '../runs.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const acting = { ...api.ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
let ask: Client['ask']
let limited: Client['ask']
let account: number
before(async () => {
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 20, geofence: 5, unit_storage: 10240 },
    modules,
  })
  const made = await anActivatedAccount(api, dealer, plan.id)
  account = made.id
  ask = await askFor(api, dealer, made.user)
  const [one, two] = [
    await aUnit(dealer, account, { hw_id: 101, name: 'Van 1' }),
    await aUnit(dealer, account, { hw_id: 101, name: 'Van 2' }),
  ]
  for (const unit of [one, two])
    await received(
      api,
      unit,
      day().filter((_, at) => at % 6 === 0),
    )
  await computeTrips(acting)
  limited = (await aPersonOf(api, ask, 'dispatcher', { unit_ids: [two.id] })).ask
  // The day after the trips, at noon.
  api.ctx.clock.set(fromSeconds(Math.floor(routeStart / 86_400) * 86_400 + 86_400 + 43_200))
})

const wish = (emails: readonly string[]) => ({
  ...{
    name: 'Trips "of" yesterday',
    kind: 'trips',
    by: 'unit',
    tz: 'UTC',
    every: 'day',
    hour: 13,
    format: 'xlsx',
    emails,
  },
})
const saved = async (as: Client['ask'], body: object) => {
  const answer = await as('POST', '/saved-reports', body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const mailsTo = async (to: string) => (await listMails(api.ctx)).filter((mail) => mail.to === to)

test('its link does not pass the mail server of the dealer', async () => {
  const server = { host: 'smtp.example.com', port: 587, security: 'starttls', from_address: 'tracking@example.com' }
  const set = await dealer.ask('PUT', '/brand/mail-server', { ...server, username: null })
  assert.equal(set.status, 200, set.text)
  const to = `${fresh('office')}@example.com`
  const { id } = await saved(ask, wish([to]))
  api.ctx.clock.advance(3600)
  await makeDueReports(acting)
  const row = await api.ctx.db.selectFrom('mails').select('throughDealer').where('to', '=', to).executeTakeFirst()
  assert.deepEqual(row, { throughDealer: null })
  api.ctx.clock.advance(-3600)
  await ask('DELETE', `/saved-reports/${id}`)
  await dealer.ask('DELETE', '/brand/mail-server')
})

test('a report is created at its hour by the first worker, once, and everyone gets one email', async () => {
  const emails = [`${fresh('office')}@example.com`, `${fresh('boss')}@example.com`]
  const { id, next_at } = await saved(ask, wish(emails))
  assert.equal(next_at * 1000, (await dueFrom(nextReport).nextDue(acting))?.getTime())
  assert.equal(await makeDueReports(acting), 0)
  api.ctx.clock.advance(3600)
  await Promise.all([makeDueReports(acting), makeDueReports(acting), makeDueReports(acting)])
  const { body: runs } = await ask('GET', '/report-runs')
  const own = runs.filter((run: { report_id: string }) => run.report_id === id)
  assert.deepEqual(
    own.map(({ state, file_name }: { state: string; file_name: string }) => [state, file_name]),
    [['done', 'trips-2026-02-25-2026-02-25.xlsx']],
  )
  for (const to of emails) {
    const [mail, ...more] = await mailsTo(to)
    assert.equal(more.length, 0)
    assert.match(mail?.subject ?? '', /Trips .*2026-02-25/)
    const [, key] = /report-file\?key=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const answer = await api.ask('GET', `/client/report-file?key=${key}`)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(
      readSheet(answer.bytes).rows,
      readSheet((await ask('GET', `/report-runs/${own[0].id}/file`)).bytes).rows,
    )
    assert.equal(readSheet(answer.bytes).rows.filter(([level]) => level === 'Row').length, 4)
    api.ctx.clock.advance(14 * 86_400)
    assertRefused(await api.ask('GET', `/client/report-file?key=${key}`), 404, 'NOT_FOUND')
    api.ctx.clock.advance(-14 * 86_400)
  }
  assertRefused(await limited('GET', `/report-runs/${own[0].id}/file`), 404, 'NOT_FOUND')
  assert.equal((await ask('DELETE', `/saved-reports/${id}`)).status, 204)
  assert.equal((await ask('GET', '/report-runs')).body.length, 0)
})

test('it shows what the person who saved it may see, and only that person and those who see all units have it', async () => {
  const to = `${fresh('driver')}@example.com`
  const { id } = await saved(limited, wish([to]))
  assert.deepEqual(
    (await limited('GET', '/saved-reports')).body.map((one: { id: string }) => one.id),
    [id],
  )
  const mine = await saved(ask, wish([to]))
  assert.equal((await ask('GET', '/saved-reports')).body.length, 2)
  assertRefused(await limited('GET', `/saved-reports/${mine.id}`), 404, 'NOT_FOUND')
  await ask('DELETE', `/saved-reports/${mine.id}`)
  api.ctx.clock.advance(86_400)
  await makeDueReports(acting)
  const [run] = (await limited('GET', '/report-runs')).body
  assert.equal(run.state, 'done', run.failure)
  api.ctx.clock.advance(91 * 86_400)
  assert.ok((await forgetRuns(acting, 10)) > 0)
  api.ctx.clock.advance(-91 * 86_400)
  assert.deepEqual((await limited('GET', '/report-runs')).body, [])
  await limited('DELETE', `/saved-reports/${id}`)
})

test('a report without its module fails and says so, and is due again the next time', async () => {
  const { id } = await saved(ask, { ...wish([`${fresh('x')}@example.com`]), kind: 'statistics', by: 'day' })
  const less = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules: ['timeline'] })
  const changed = await dealer.ask('PUT', `/accounts/${account}/client-plan`, {
    tariff_plan_id: less.id,
    app_id: fleetApp,
  })
  assert.equal(changed.status, 200, changed.text)
  api.ctx.clock.advance(86_400)
  await makeDueReports(acting)
  const [run] = (await ask('GET', '/report-runs')).body
  assert.deepEqual([run.state, /module statistics/.test(run.failure)], ['failed', true])
  assertRefused(await ask('GET', `/report-runs/${run.id}/file`), 409, 'CONFLICT')
  const { next_at } = (await ask('GET', `/saved-reports/${id}`)).body
  assert.ok(next_at * 1000 > api.ctx.clock.now().getTime())
})

const runOf = async (id: string) =>
  (await ask('GET', '/report-runs')).body.find((one: { report_id: string }) => one.report_id === id)

test('a person who may no longer share sends nothing, not even by an older schedule', async () => {
  const { ask: demoted, id: person } = await aPersonOf(api, ask, 'dispatcher')
  const to = `${fresh('outside')}@example.com`
  const { id } = await saved(demoted, wish([to]))
  await api.ctx.db.updateTable('users').set({ role: 'read_only' }).where('id', '=', person).execute()
  api.ctx.clock.advance(86_400)
  await makeDueReports(acting)
  assert.deepEqual([(await runOf(id)).state, await mailsTo(to)], ['failed', []])
})

test('a report that kills every worker is given up, and old files are deleted when there are too many', async () => {
  const { id } = await saved(ask, wish([`${fresh('y')}@example.com`]))
  api.ctx.clock.advance(86_400)
  await makeDueReports(acting)
  const first = await runOf(id)
  assert.equal(first.state, 'done', first.failure)
  const runs = api.ctx.db.updateTable('reportRuns')
  await runs.set({ bytes: keptBytesMax }).where('id', '=', first.id).execute()
  api.ctx.clock.advance(86_400)
  await makeDueReports(acting)
  const second = await runOf(id)
  assert.deepEqual([second.state, second.id === first.id], ['done', false])
  assertRefused(await ask('GET', `/report-runs/${first.id}/file`), 404, 'NOT_FOUND')
  const died = { state: 'waiting', attempt: 3, nextTryAt: api.ctx.clock.now(), finishedAt: null } as const
  await runs.set(died).where('id', '=', second.id).execute()
  await makeDueReports(acting)
  assert.deepEqual([(await runOf(id)).state, (await runOf(id)).id], ['failed', second.id])
})

test('a deleted unit does not end the report of the others', async () => {
  const [kept, gone] = [await aUnit(dealer, account, { hw_id: 101 }), await aUnit(dealer, account, { hw_id: 101 })]
  const { id } = await saved(ask, { ...wish([`${fresh('z')}@example.com`]), unit_ids: [kept.id, gone.id] })
  for (const [unit, state] of [
    [gone, 'done'],
    [kept, 'failed'],
  ] as const) {
    assert.equal((await dealer.ask('DELETE', `/units/${unit.id}`)).status, 200)
    api.ctx.clock.advance(86_400)
    await makeDueReports(acting)
    assert.equal((await runOf(id)).state, state)
  }
})

for (const [what, change, field] of [
  ['nobody to send it to', { emails: [] }, 'emails'],
  ['an address that is none', { emails: ['office'] }, 'emails'],
  ['a zone that there is not', { tz: 'Mars/North' }, 'tz'],
  ['a column it does not have', { columns: ['secrets'] }, 'columns'],
] as const) {
  test(`a report is not saved with ${what}`, async () => {
    const answer = await ask('POST', '/saved-reports', { ...wish(['office@example.com']), ...change })
    assertRefused(answer, 400, `FAILED_VALIDATION ${field}`)
  })
}

test('a report that is created after the midnight that follows its hour is about the period before its hour', async () => {
  const { id, next_at: due } = await saved(ask, wish([`${fresh('late')}@example.com`]))
  // Nothing runs until the next morning.
  for (const hours of [14, 24]) {
    api.ctx.clock.set(fromSeconds(due + hours * 3600))
    await makeDueReports(acting)
  }
  const dayOf = (t: number) => fromSeconds(t).toISOString().slice(0, 10)
  const { body: runs } = await ask('GET', '/report-runs')
  assert.deepEqual(
    runs.flatMap((run: { report_id: string; file_name: string }) => (run.report_id === id ? run.file_name : [])),
    [due, due - 86_400].map((t) => `trips-${dayOf(t)}-${dayOf(t)}.xlsx`),
  )
})

test('a report that is changed while it is due is still made, by a schedule that stays', async () => {
  const { id, next_at: due } = await saved(ask, wish([`${fresh('due')}@example.com`]))
  const made = async () => {
    await makeDueReports(acting)
    const { body: runs } = await ask('GET', '/report-runs')
    return runs.filter((run: { report_id: string }) => run.report_id === id).length
  }
  api.ctx.clock.set(fromSeconds(due))
  await ask('PATCH', `/saved-reports/${id}`, { name: 'Renamed' })
  assert.equal(await made(), 1)
  // By another schedule it is made at the next time of that.
  api.ctx.clock.set(fromSeconds(due + 86_400))
  const later = (await ask('PATCH', `/saved-reports/${id}`, { hour: 15 })).body
  assert.deepEqual([later.next_at, await made()], [due + 86_400 + 2 * 3600, 1])
  await ask('DELETE', `/saved-reports/${id}`)
})
