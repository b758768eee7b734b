import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { sendDue } from './sending.ts'

const { ctx } = await openApi()

test('what falls due while the next are claimed is sent too', async () => {
  const sent: string[] = []
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const claims = [
    () => ['first', 'last'],
    // The last delivery ends after the database was queried and before it answers.
    async () => {
      last.resolve()
      await new Promise(setImmediate)
      return []
    },
    () => ['made due'],
  ]
  const done = sendDue(ctx, {
    inAll: 8,
    claim: async () => (await claims.shift()?.()) ?? [],
    async deliver(item: string) {
      if (item === 'first') await first.promise
      if (item === 'last') await last.promise
      sent.push(item)
    },
    failed: (_, error) => assert.fail(String(error)),
  })
  first.resolve()
  assert.equal(await done, 3)
  assert.deepEqual(sent, ['first', 'last', 'made due'])
})
