import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { startNats } from '#testing/fakes/nats.ts'
import { until } from '#testing/until.ts'
import { openTransport } from './nats.ts'
import { listen } from './pubsub.ts'

const api = await openApi()

const newsOf = (...payloads: string[]) => payloads.map((payload) => ({ channel: 'positions', payload }))
/** Every node subscribes to positions of all accounts and to stretches. */
const subscriptionsOf = (nodes: number) => 2 * nodes

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

test('messages go to the other nodes of the installation, without the database', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const [one, other, outsider] = [nodeOf(nats.url), nodeOf(nats.url), nodeOf(nats.url, 'another')]
  await until('the subscriptions of three nodes', () => nats.subscriptions() === subscriptionsOf(3))
  assert.equal(one.publishRemote(newsOf('a', 'b')), true)
  await until('the second news', () => other.heard.length === 2)
  assert.deepEqual([one.heard, other.heard, outsider.heard], [[], ['a', 'b'], []])
})

test('a channel that one node follows reaches that node only, and nobody once it is left', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const [one, other, speaker] = [nodeOf(nats.url), nodeOf(nats.url), nodeOf(nats.url)]
  await until('the subscriptions of three nodes', () => nats.subscriptions() === subscriptionsOf(3))
  const heard: string[] = []
  const end = one.follow('positions.7', (payload) => heard.push(payload))
  const endOther = other.follow('positions.8', (payload) => heard.push(payload))
  const speak = (payload: string) => speaker.publishRemote([7, 9].map((n) => ({ channel: `positions.${n}`, payload })))
  await until('the followed channels', () => nats.wanting('positions.7') + nats.wanting('positions.8') === 2)
  speak('first')
  await until('the news', () => heard.length === 1)
  // NATS subscribes again to what is still followed.
  nats.cut()
  await until('the line', () => nats.wanting('positions.7') === 1 && speaker.publishRemote([]))
  await until('the news after a cut', () => heard.length > 1 || void speak('second'))
  end()
  endOther()
  await until('the end', () => nats.wanting('positions.7') + nats.wanting('positions.8') === 0)
  const delivered = nats.delivered('positions.7')
  speak('third')
  assert.equal(speaker.publishRemote(newsOf('after it')), true)
  await until('what was said after it', () => one.heard.includes('after it'))
  assert.equal(nats.delivered('positions.7'), delivered)
  assert.equal(nats.delivered('positions.9'), 0)
  assert.deepEqual([...new Set(heard)], ['first', 'second'])
})

test('without NATS the database publishes a followed channel to its followers, even after a disconnect', async () => {
  const [one, other] = [listen(api.databaseUrl), listen(api.databaseUrl)]
  after(() => Promise.all([one.close(), other.close()]))
  const heard: string[] = []
  const end = one.follow('positions.7', (payload) => heard.push(payload))
  other.follow('positions.8', (payload) => heard.push(`not for it: ${payload}`))
  await until('the lines', () => one.isListening() && other.isListening())
  const speak = (payload: string) => sql`select pg_notify('positions.7', ${payload})`.execute(api.ctx.db)
  await one.catchUp()
  await speak('first')
  await until('the news', () => heard.length === 1)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and (query like 'listen%' or query = 'select')`.execute(api.ctx.db)
  await until('the cut', () => !one.isListening())
  await until('the line', one.isListening)
  await one.catchUp()
  await speak('second')
  await until('the news after a cut', () => heard.length === 2)
  end()
  await one.catchUp()
  await speak('third')
  await one.catchUp()
  await other.catchUp()
  assert.deepEqual(heard, ['first', 'second'])
})

test('while NATS is unavailable the database publishes, and NATS is used again once it is back', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const [one, other] = [nodeOf(nats.url), nodeOf(nats.url)]
  await until('the subscriptions of two nodes', () => nats.subscriptions() === subscriptionsOf(2))
  nats.cut()
  await until('the loss of the line', () => !one.publishRemote([]))
  await until('the subscriptions of two nodes', () => nats.subscriptions() === subscriptionsOf(2))
  await until('the line', () => one.publishRemote(newsOf('again')))
  await until('the news', () => other.heard.includes('again'))
})

test('a NATS that is not running yet stops nobody', async () => {
  const warned: unknown[] = []
  // Nothing listens on port 1.
  const carrier = openTransport('nats://127.0.0.1:1', 'one', (error) => warned.push(error))
  await until('a warning', () => warned.length > 0)
  assert.equal(carrier.send(newsOf('a')), false)
  await carrier.close()
})

test('closing closes the connection', async () => {
  const nats = await startNats()
  after(() => nats.close())
  const carrier = openTransport(nats.url, 'one', () => {})
  carrier.subscribe('positions', () => {})
  await until('subscription 1', () => nats.subscriptions() === 1)
  await carrier.close()
  await until('the end of all subscriptions', () => nats.subscriptions() === 0)
})
