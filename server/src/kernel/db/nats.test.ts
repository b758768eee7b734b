import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { startNats } from '#testing/nats.ts'
import { until } from '#testing/until.ts'
import { openTransport } from './nats.ts'
import { listen } from './pubsub.ts'

const api = await openApi()

const nodeOf = (url: string, name = 'one') => {
  const node = listen(
    api.databaseUrl,
    openTransport(url, name, () => {}),
  )
  after(() => node.close())
  const heard: string[] = []
  node.on('positions', (payload) => payload !== '' && heard.push(payload))
  return { ...node, heard }
}

test('news go to the other nodes of the installation, and the database is not asked to tell them', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const [one, other, outsider] = [nodeOf(nats.url), nodeOf(nats.url), nodeOf(nats.url, 'another')]
  await until('subscription 3', () => nats.subscriptions() === 3)
  assert.equal(one.publishRemote('positions', ['a', 'b']), true)
  await until('the second news', () => other.heard.length === 2)
  assert.deepEqual([one.heard, other.heard, outsider.heard], [[], ['a', 'b'], []])
})

test('while NATS is away the database tells, and it is found again', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const [one, other] = [nodeOf(nats.url), nodeOf(nats.url)]
  await until('subscription 2', () => nats.subscriptions() === 2)
  nats.cut()
  await until('the loss of the line', () => !one.publishRemote('positions', []))
  await until('subscription 2', () => nats.subscriptions() === 2)
  await until('the line', () => one.publishRemote('positions', ['again']))
  await until('the news', () => other.heard.includes('again'))
})

test('a NATS that is not there yet stops nobody', async () => {
  const warned: unknown[] = []
  // Nobody listens on port 1.
  const carrier = openTransport('nats://127.0.0.1:1', 'one', (error) => warned.push(error))
  await until('a warning', () => warned.length > 0)
  assert.equal(carrier.send('positions', ['a']), false)
  await carrier.close()
})

test('closing closes the line', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const carrier = openTransport(nats.url, 'one', () => {})
  carrier.subscribe('positions', () => {})
  await until('subscription 1', () => nats.subscriptions() === 1)
  await carrier.close()
  await until('the end of all subscriptions', () => nats.subscriptions() === 0)
})
