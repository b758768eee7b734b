/** The files of scheduled reports, attached to their emails if they are small. With a real mail server. */
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { sql } from 'kysely'
import { extractText } from 'unpdf'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { sendDueMails } from '#kernel/mail/sending.ts'
import { fromSeconds } from '#kernel/time/clock.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit, fresh, received } from '#testing/builders.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { readSheet } from '#testing/files/spreadsheet.ts'
import { askFor, type Client } from '#testing/people/client.ts'
import { aPersonOf } from '#testing/people/people.ts'
import { day, routeStart } from '#testing/routes.ts'
import { computeTrips } from '../../trips/compute.ts'
import { makeDueReports } from '../runs.ts'
import { attachedBytesMax, attachReport, reportAttachment } from './saved-actions.ts'

const api = await openApi()
const { db, clock } = api.ctx
const dealer = await api.dealer('provider')
const server = await startMailServer()
after(() => server.close())
const acting = {
  ...api.ctx,
  actor: { kind: 'job', id: 'test', address: null, requestId: null } as const,
  config: { ...api.ctx.config, smtpUrl: server.url },
}
let usual: Client['ask']
let american: Client['ask']
let unit: { id: number }

before(async () => {
  const plan = await aPlan(dealer, {
    managed_plan_id: '019a0000-0000-7000-8000-000000000104',
    quotas: { unit: 20, geofence: 5, unit_storage: 10240 },
    modules: modulesOf(fleetApp).map(({ name }) => name),
  })
  const account = await anActivatedAccount(api, dealer, plan.id)
  usual = await askFor(api, dealer, account.user)
  american = (await aPersonOf(api, usual, 'owner')).ask
  const chosen = await american('PATCH', '/me', { measure: 'imperial', date_order: 'mdy', clock: '12h' })
  assert.equal(chosen.status, 200, chosen.text)
  const van = await aUnit(dealer, account.id, { hw_id: 101, name: 'Van' })
  unit = van
  await received(
    api,
    van,
    day().filter((_, at) => at % 6 === 0),
  )
  await computeTrips(acting)
  // The day after the trips, at noon.
  clock.set(fromSeconds(Math.floor(routeStart / 86_400) * 86_400 + 86_400 + 43_200))
})

/** Saved now and due in an hour. Returns its run. */
async function made(ask: Client['ask'], format: string, emails: readonly string[]) {
  const name = fresh('Trips')
  const wish = { name, kind: 'trips', tz: 'UTC', every: 'day', hour: 13, format, emails }
  const saved = await ask('POST', '/saved-reports', wish)
  assert.equal(saved.status, 201, saved.text)
  clock.set(fromSeconds(saved.body.next_at))
  await makeDueReports(acting)
  clock.advance(-3600)
  const runs = (await ask('GET', '/report-runs')).body as { id: string; name: string; file_name: string }[]
  return { id: saved.body.id as string, run: runs.find((one) => one.name === name)! }
}

/** Emails that arrived at an address. */
async function arrived(to: string) {
  clock.advance(3600)
  await sendDueMails(acting, { attachers: { [reportAttachment]: attachReport } })
  clock.advance(-3600)
  const [mail, ...more] = server.delivered.filter(({ recipients }) => recipients.includes(to))
  assert.equal(more.length, 0)
  const [, key] = /report-file\?key=([\w-]+)/.exec(mail?.text ?? '') ?? []
  assert.ok(key, `a link in ${mail?.text}`)
  const [file, ...others] = mail?.attachments ?? []
  assert.equal(others.length, 0)
  return { key, file: file && { name: file.filename, bytes: Buffer.from(file.content as ArrayBuffer) } }
}

const anAddress = () => `${fresh('office')}@example.com`
const textOf: Readonly<Record<string, (file: Buffer) => Promise<string>>> = {
  csv: async (file) => file.toString(),
  xlsx: async (file) => readSheet(file).rows.join('\n'),
  pdf: async (file) => (await extractText(new Uint8Array(file))).text.join(' '),
}

suite('a small file is attached to the email, and equals the one that can be downloaded', () => {
  for (const format of ['csv', 'xlsx', 'pdf'])
    test(format, async () => {
      const [office, boss, other] = [anAddress(), anAddress(), anAddress()]
      const { run } = await made(usual, format, [office, boss])
      const { run: foreign } = await made(american, format, [other])
      for (const [to, { id, file_name }, mine, others] of [
        [office, run, '(km)', '(mi)'],
        [boss, run, '(km)', '(mi)'],
        [other, foreign, '(mi)', '(km)'],
      ] as const) {
        const { key, file } = await arrived(to)
        assert.equal(file?.name, file_name)
        assert.deepEqual(file?.bytes, (await usual('GET', `/report-runs/${id}/file`)).bytes)
        assert.deepEqual(file?.bytes, (await api.ask('GET', `/client/report-file?key=${key}`)).bytes)
        const text = await textOf[format]!(file!.bytes)
        assert.deepEqual([text.includes('Van'), text.includes(mine), text.includes(others)], [true, true, false], text)
      }
    })
})

test('the email of a large file has only the link', async () => {
  await db
    .updateTable('units')
    .set({ name: 'Van'.repeat(120) })
    .where('id', '=', unit.id)
    .execute()
  await sql`
    insert into trips select more.*
    from (select * from trips where unit_id = ${unit.id} and kind = 'trip' order by t0 limit 1) as one,
      generate_series(1, 15000) as n, jsonb_populate_record(null::trips, to_jsonb(one) || jsonb_build_object(
        'id', gen_random_uuid(), 't0', one.t0 + n, 't1', one.t0 + n + 0.9)) as more`.execute(db)
  const to = anAddress()
  await made(usual, 'csv', [to])
  const { key, file } = await arrived(to)
  assert.equal(file, undefined)
  const linked = await api.ask('GET', `/client/report-file?key=${key}`)
  assert.ok(linked.bytes.length > attachedBytesMax, `${linked.bytes.length} bytes`)
  await sql`delete from trips where unit_id = ${unit.id}`.execute(db)
})

test('a file that is gone, or cannot be read, stops no email', async () => {
  const [deleted, unread] = [anAddress(), anAddress()]
  const { id } = await made(usual, 'xlsx', [deleted])
  assert.equal((await usual('DELETE', `/saved-reports/${id}`)).status, 204)
  assert.equal((await arrived(deleted)).file, undefined)
  await made(usual, 'xlsx', [unread])
  await sql`alter table report_files rename to report_files_away`.execute(db)
  const { file } = await arrived(unread)
  await sql`alter table report_files_away rename to report_files`.execute(db)
  assert.equal(file, undefined)
})
