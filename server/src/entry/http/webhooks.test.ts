/** The endpoint for events, over real sockets where the bytes matter. Their effect is tested in bills. */

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Receive } from '#kernel/card-processor.ts'
import { createCards } from '#kernel/cards/processors.ts'
import type { Context } from '#kernel/context.ts'
import { listen } from '#kernel/db/pubsub/pubsub.ts'
import { openApi } from '#testing/api.ts'
import { createServer } from './server.ts'

const api = await openApi()
const seen: { endpoint: string; raw: Buffer; signature: string | undefined }[] = []
const receive: Receive<Context> = async (_ctx, endpoint, raw, signature) => {
  seen.push({ endpoint, raw, signature })
  if (endpoint === 'broken') throw new Error(`secret text of the body: ${raw.toString()}`)
  return endpoint === 'good' ? 'taken' : 'refused'
}
const notifications = listen(api.databaseUrl)
const app = await createServer(
  { ...api.ctx, cards: createCards(api.ctx, receive) },
  { notifications, readiness: { isReady: true }, pagesFolder: '/nonexistent' },
)
const address = await app.listen({ host: '127.0.0.1', port: 0 })
after(async () => {
  await app.close()
  await notifications.close()
})

const post = (endpoint: string, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${address}/webhooks/cards/${endpoint}`, { method: 'POST', headers, body })

test('the bytes and the signature arrive as they were sent', async () => {
  const bytes = Buffer.from('{ "b":1,\r\n"a" : "ä\\u00e4" , "a":2}\n')
  const answer = await post('good', bytes, {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': 't=1,v1=ab',
  })
  assert.deepEqual([answer.status, await answer.json()], [200, { received: true }])
  assert.deepEqual(seen.at(-1), { endpoint: 'good', raw: bytes, signature: 't=1,v1=ab' })
})

for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
  test(`${type} is accepted as well: only the signature decides`, async () => {
    const bytes = Buffer.from([0, 255, 128, 10])
    assert.equal((await post('good', bytes, { 'content-type': type })).status, 200)
    assert.deepEqual(seen.at(-1)?.raw, bytes)
    assert.equal(seen.at(-1)?.signature, undefined)
  })
}

test('an empty body is a body', async () => {
  assert.equal((await post('good', '')).status, 200)
  assert.deepEqual(seen.at(-1)?.raw, Buffer.alloc(0))
})

test('a refusal reveals nothing else', async () => {
  for (const endpoint of ['wrong', 'x'.repeat(3000), '%00', "'"]) {
    const answer = await post(endpoint, '{}')
    const { errors } = (await answer.json()) as { errors: unknown }
    assert.deepEqual([answer.status, errors], [400, [{ code: 'INVALID_PAYLOAD', message: 'The event was rejected.' }]])
  }
})

test('256 KiB are accepted, a byte more is not', async () => {
  const headers = { 'content-type': 'application/json' }
  assert.equal((await post('good', Buffer.alloc(256 * 1024, 32), headers)).status, 200)
  const before = seen.length
  assert.equal((await post('good', Buffer.alloc(256 * 1024 + 1, 32), headers)).status, 413)
  assert.equal(seen.length, before)
})

test('our own failure is a 500, so that the event is sent again', async () => {
  const answer = await post('broken', '{"card":1}')
  assert.equal(answer.status, 500)
  assert.doesNotMatch(await answer.text(), /secret text/)
})

test('other methods are refused', async () => {
  const answer = await fetch(`${address}/webhooks/cards/good`)
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
})

test('other paths still require JSON', async () => {
  const answer = await fetch(`${address}/sandbox/sessions/cs_test_a1${'x'.repeat(56)}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  })
  assert.equal(answer.status, 415)
})
