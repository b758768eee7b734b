import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { newSecret } from '#identity/dealers/token.ts'
import { connect } from '#kernel/db/connect.ts'
import { openApi } from '#testing/api.ts'
import { deaf } from '#testing/faults/deaf.ts'
import { until } from '#testing/until.ts'
import { createServer } from './server.ts'

const api = await openApi()
const notifications = deaf
const app = await createServer(api.ctx, { notifications, readiness: { isReady: false }, pagesFolder: '/nonexistent' })

test('a running server says so', async () => {
  // The first connection to a database may take long on a busy machine.
  await api.dealer()
  assert.deepEqual((await api.ask('GET', '/healthz')).body, { status: 'ok' })
  assert.deepEqual((await api.ask('GET', '/readyz')).body, { status: 'ready' })
})

suite('a server that is starting or stopping', () => {
  test('lives, but is not ready', async () => {
    assert.equal((await app.inject('/healthz')).statusCode, 200)
    const answer = await app.inject('/readyz')
    assert.equal(answer.statusCode, 503)
    assert.deepEqual(answer.json(), { status: 'not ready' })
    assert.match((await app.inject('/metrics')).body, /^waymark_ready 0$/m)
  })

  test('asks callers to retry in a moment', async () => {
    const answer = await app.inject('/provider/company')
    assert.equal(answer.statusCode, 503)
    assert.equal(answer.headers['retry-after'], '1')
    assert.equal(answer.json().errors[0].code, 'SERVICE_UNAVAILABLE')
    await app.close()
  })
})

test('a node that hands over still answers, redirects callers, and tells the load balancer', async () => {
  const readiness = { isReady: true, isLeaving: true }
  const app = await createServer(api.ctx, { notifications, readiness, pagesFolder: '/nonexistent' })
  const answer = await app.inject('/readyz')
  assert.equal(answer.statusCode, 503)
  assert.deepEqual(answer.json(), { status: 'not ready', reason: 'This node is being stopped.' })
  const { statusCode, headers } = await app.inject('/provider/company')
  assert.deepEqual([statusCode, headers.connection], [401, 'close'])
  await app.close()
})

test('requests are counted by route, never by the ids in it', async () => {
  await api.ask('GET', '/provider/accounts/123456')
  await api.ask('GET', '/wholly/unknown/path')
  const { text, headers } = await api.ask('GET', '/metrics')
  assert.match(headers['content-type'] ?? '', /^text\/plain/)
  assert.match(text, /^waymark_http_requests_total\{method="GET",route="\/provider\/accounts\/:id",status="401"\} 1$/m)
  assert.match(text, /^waymark_http_request_seconds_count \d+$/m)
  assert.match(text, /^waymark_process_cpu_user_seconds_total /m)
  assert.doesNotMatch(text, /123456|wholly/)
})

test('metrics include what waits, and no gauge is named like a counter', async () => {
  // Values from the database may be late on a busy machine; until then they are not numbers.
  let { text } = await api.ask('GET', '/metrics')
  for (const end = Date.now() + 30_000; /^waymark_mails_waiting Nan$/m.test(text) && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    text = (await api.ask('GET', '/metrics')).text
  }
  const families = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => [name as string, type]))
  assert.equal(families.size, [...text.matchAll(/^# TYPE /gm)].length, 'no family comes twice')
  for (const [name, type] of families) assert.equal(name.endsWith('_total'), type === 'counter', name)
  for (const name of [
    'quarantined_frames',
    'mails_waiting',
    'mails_waiting_seconds',
    'mails_failed',
    'webhooks_waiting',
    'notifications_waiting',
  ]) {
    assert.match(text, new RegExp(`^waymark_${name} 0$`, 'm'))
  }
  assert.match(text, /^waymark_ready 1$/m)
  assert.match(text, /^waymark_job_lag_seconds\{job_name="mail\.send"\} 0$/m)
  assert.match(text, /^waymark_projection_lag_seconds\{projection="trips"\} 0$/m)
  assert.match(text, /^waymark_build_info\{version="\d/m)
})

test('figures of dealers are among the metrics only if the operator wants it', async () => {
  await api.dealer()
  assert.doesNotMatch((await api.ask('GET', '/metrics')).text, /^waymark_dealer_/m)
  const ctx = { ...api.ctx, config: { ...api.ctx.config, metricsDealers: true } }
  const app = await createServer(ctx, { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' })
  await until('figures of the dealer', async () =>
    /^waymark_dealer_units\{dealer="\d+"\} 0$/m.test((await app.inject('/metrics')).body),
  )
  await app.close()
})

test('without its database a server is alive, not ready, and asks callers to retry', async () => {
  // Nothing listens on port 1.
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/nothing', 1)
  const ctx = { ...api.ctx, db }
  const app = await createServer(ctx, { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' })
  assert.equal((await app.inject('/healthz')).statusCode, 200)
  assert.equal((await app.inject('/readyz')).statusCode, 503)
  const measured = (await app.inject('/metrics')).body
  assert.match(measured, /^waymark_ready 0$/m)
  assert.match(measured, /^waymark_mails_waiting Nan$/m)
  const answer = await app.inject({ url: '/provider/company', headers: { 'x-accesstoken': newSecret() } })
  assert.equal(answer.statusCode, 503, answer.body)
  assert.equal(answer.json().errors[0].code, 'SERVICE_UNAVAILABLE')
  assert.equal(answer.headers['retry-after'], '2')
  await app.close()
  await close()
})

test('with a read-only database it is not ready, and changes are asked to retry', async () => {
  const { token } = await api.dealer()
  const name = new URL(api.databaseUrl).pathname.slice(1)
  // An existing connection can still write.
  const owner = connect(api.databaseUrl, 1)
  await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(owner.db)
  const { db, close } = connect(api.databaseUrl, 2)
  const ctx = { ...api.ctx, db }
  const app = await createServer(ctx, { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' })
  const ready = await app.inject('/readyz')
  assert.equal(ready.statusCode, 503)
  assert.deepEqual(ready.json(), { status: 'not ready', reason: 'The database is read-only.' })
  const answer = await app.inject({
    ...{ method: 'PATCH', url: '/provider/company', payload: { name: 'Other' } },
    headers: { 'x-accesstoken': token },
  })
  assert.equal(answer.statusCode, 503, answer.body)
  assert.equal(answer.json().errors[0].code, 'SERVICE_UNAVAILABLE')
  await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(owner.db)
  await owner.close()
  await app.close()
  await close()
})

test('a store that accepts nothing is not ready, with the reason', async () => {
  const readiness = { isReady: true, trouble: () => 'The disk of the database is nearly full.' }
  const app = await createServer(api.ctx, { notifications, readiness, pagesFolder: '/nonexistent' })
  const ready = await app.inject('/readyz')
  assert.equal(ready.statusCode, 503)
  assert.deepEqual(ready.json(), { status: 'not ready', reason: 'The disk of the database is nearly full.' })
  await app.close()
})

test('all callers wait for one hanging write, which costs one connection', async () => {
  const holder = connect(api.databaseUrl, 1)
  const { db, pool, close } = connect(api.databaseUrl, 5)
  const app = await createServer(
    { ...api.ctx, db },
    { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' },
  )
  await holder.db.transaction().execute(async (held) => {
    await sql`lock table write_probe in access exclusive mode`.execute(held)
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')))
    for (const answer of answers) assert.equal(answer.statusCode, 503)
    assert.deepEqual(answers[0]?.json(), { status: 'not ready', reason: 'The database is not responding.' })
    assert.ok(pool.totalCount <= 1, String(pool.totalCount))
  })
  await until('Being ready again', async () => (await app.inject('/readyz')).statusCode === 200)
  await app.close()
  await close()
  await holder.close()
})

test('behind https browsers are told to stay there', async () => {
  const secure = await openApi({ WAYMARK_PUBLIC_URL: 'https://tracking.example.com' })
  const { headers } = await secure.ask('GET', '/provider/company')
  assert.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  assert.equal((await api.ask('GET', '/provider/company')).headers['strict-transport-security'], undefined)
})
