import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { payloadIn } from '#testing/checks/answers.ts'
import { until } from '#testing/until.ts'
import { type NewApiRequest, requestLog, requestsKept } from './requests.ts'

const api = await openApi()

interface Listed {
  readonly id: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly request_id: string
  readonly by: { readonly kind: string; readonly name: string | null }
}

const list = async (dealer: Caller, query = ''): Promise<Listed[]> =>
  payloadIn(dealer.dialect, await dealer.ask('GET', `/requests${query}`))

/**
 * The log is written a moment after the answer. We query the database directly: every request to the API would add to
 * the log, and a thousand of them would push out the expected one.
 */
async function listedOnce(dealer: Caller, requestId: string): Promise<Listed[]> {
  const written = api.ctx.db
    .selectFrom('apiRequests')
    .select('id')
    .where('dealerId', '=', dealer.dealer)
    .where('requestId', '=', requestId)
  await until('the entry in the log', () => written.executeTakeFirst())
  return list(dealer)
}

for (const dialect of dialectNames) {
  suite(`the request log in ${dialect}`, () => {
    test('has the dealer’s requests, refused or not, and their tokens, without queries and bodies', async () => {
      const [dealer, outsider] = [await api.dealer(dialect), await api.dealer(dialect)]
      const named = (id: string) => ({ 'x-request-id': id })
      await outsider.ask('GET', '/company', undefined, named('outsider'))
      await dealer.ask('GET', '/units?q=secret-name&limit=5', undefined, named('first'))
      await dealer.ask('POST', '/accounts', { secret: 'body' }, named('second'))
      await dealer.ask('GET', '/billing/secret-key?app_id=x', undefined, named('third'))
      await dealer.ask('GET', '/nothing/here', undefined, named('fourth'))
      await dealer.ask('GET', '/company', undefined, named('last'))
      const listed = (await listedOnce(dealer, 'last')).filter(({ path }) => !path.endsWith('/requests'))
      assert.deepEqual(
        listed.map(({ method, path, status, request_id }) => [request_id, method, path, status]),
        [
          ['first', 'GET', `/${dialect}/units`, 200],
          ['second', 'POST', `/${dialect}/accounts`, 400],
          ['third', 'GET', '/billing/secret-key', 400],
          ['fourth', 'GET', `/${dialect}/nothing/here`, 404],
          ['last', 'GET', `/${dialect}/company`, 200],
        ],
      )
      assert.deepEqual(new Set(listed.map(({ by }) => `${by.kind} ${by.name}`)), new Set(['token First token']))
      const failed = (await list(dealer, '?failed=true')).map(({ request_id }) => request_id)
      assert.deepEqual(failed, ['second', 'third', 'fourth'])
      assert.deepEqual(
        (await list(dealer, '?q=SECOND')).map(({ request_id }) => request_id),
        ['second'],
      )
      const [newest, next] = await list(dealer, '?sort=-id&limit=2')
      assert.ok(newest && next && newest.id > next.id)
      const { rows } = { rows: await api.ctx.db.selectFrom('apiRequests').selectAll().execute() }
      assert.doesNotMatch(JSON.stringify(rows), /secret-name|"body"|wm_/)
    })
  })
}

test('keeps the last thousand per dealer, and nobody else loses any', async () => {
  const [busy, calm] = [await api.dealer(), await api.dealer()]
  const log = requestLog(api.ctx)
  const request = (dealerId: number, path: string): NewApiRequest => ({
    ...{ dealerId, path, at: api.ctx.clock.now(), method: 'GET', status: 200, durationMs: 1.5 },
    ...{ requestId: 'r', actorKind: 'token', actorId: 'gone' },
  })
  log.add(request(calm.dealer, '/calm'))
  for (let n = 1; n <= requestsKept + 500; n++) log.add(request(busy.dealer, `/${n}`))
  await log.flush()
  for (let n = 1; n <= 10; n++) log.add(request(busy.dealer, `/more/${n}`))
  log.add(request(999_999_999, '/of-a-dealer-that-is-gone'))
  await log.close()
  const paths = async (dealerId: number) =>
    (
      await api.ctx.db.selectFrom('apiRequests').select('path').where('dealerId', '=', dealerId).orderBy('id').execute()
    ).map(({ path }) => path)
  const kept = await paths(busy.dealer)
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [requestsKept, '/511', '/more/10'])
  assert.deepEqual(await paths(calm.dealer), ['/calm'])
})

test('what cannot be written is dropped, and what follows is written', async () => {
  const dealer = await api.dealer()
  const log = requestLog(api.ctx)
  const request = { dealerId: dealer.dealer, at: api.ctx.clock.now(), method: 'GET', durationMs: 1, requestId: 'r' }
  const by = { actorKind: 'token', actorId: 'gone' }
  log.add({ ...request, ...by, path: '/bad', status: 1e9 })
  await log.flush()
  log.add({ ...request, ...by, path: '/good', status: 200 })
  await log.close()
  const rows = await api.ctx.db.selectFrom('apiRequests').select('path').where('dealerId', '=', dealer.dealer).execute()
  assert.deepEqual(rows, [{ path: '/good' }])
})
