import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createDatabase } from '#testing/postgres.ts'
import { until } from '#testing/until.ts'
import { connect } from '../db/connect.ts'
import { listen } from '../db/pubsub/pubsub.ts'
import { rateLimiter } from './limits.ts'
import { shareLimits } from './shared-limits.ts'

const database = await createDatabase()
after(() => database.drop())

/** A node whose time stands still, so that nothing refills. */
async function aNode() {
  const { db, close } = connect(database.url, 1)
  const notifications = listen(database.url)
  await until('the line to the database', notifications.isListening)
  const token = rateLimiter(10, () => 0)
  const address = rateLimiter(10, () => 0)
  const end = shareLimits(db, notifications, { token, address })
  let heard = 0
  notifications.on('limits', (payload) => {
    for (const [, count] of JSON.parse(payload || '{"spent":[]}').spent) heard += count
  })
  after(async () => {
    await end()
    await notifications.close()
    await close()
  })
  return { token, address, heard: () => heard }
}

test('what was spent at one node is missing at all of them, once', async () => {
  const nodes = [await aNode(), await aNode(), await aNode()]
  for (let turn = 0; turn < 4; turn++) nodes[0]!.token('busy')
  for (let turn = 0; turn < 3; turn++) nodes[1]!.token('busy')
  await until('the news', () => nodes.every(({ heard }) => heard() === 7))
  for (const { token, address } of nodes) {
    assert.equal(token('busy').remaining, 2)
    assert.equal(token('quiet').remaining, 9)
    assert.equal(address('busy').remaining, 9)
  }
})
