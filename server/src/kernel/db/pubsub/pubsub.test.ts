import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { connect } from '../connect.ts'
import { listen } from './pubsub.ts'

const database = await createDatabase()
const { db, close } = connect(database.url, 1)
after(async () => {
  await close()
  await database.drop()
})

/** A way to the database on which bytes may get lost without a word, as when a host loses its power. */
async function aWay() {
  const url = new URL(database.url)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  const sockets = new Set<Socket>()
  let lost = 0
  const server = createServer((near) => {
    const far = folder?.startsWith('/') ? dial(`${folder}/.s.PGSQL.${port}`) : dial(port, url.hostname)
    // A way that is opened afterwards works.
    const isOpen = lost
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('data', (bytes) => isOpen === lost && to.write(bytes))
      from.on('close', () => isOpen === lost && to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    lose: () => {
      lost += 1
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a line whose other end has vanished is replaced, and what was missed counts as anything', async (t) => {
  const way = await aWay()
  const line = listen(way.url, undefined, { askEveryMs: 50, answerMs: 2_000 })
  t.after(async () => {
    await line.close()
    way.close()
  })
  const heard: string[] = []
  line.on('units', (payload) => heard.push(payload))
  await until('the line', () => line.isListening())
  await sql`select pg_notify('units', '7')`.execute(db)
  await until('the news', () => heard.includes('7'))
  heard.length = 0
  way.lose()
  await sql`select pg_notify('units', '8')`.execute(db)
  await line.catchUp()
  assert.deepEqual([line.isListening(), heard], [false, ['']])
  await until('a new line', () => line.isListening())
  await sql`select pg_notify('units', '9')`.execute(db)
  await until('the news', () => heard.includes('9'))
})
