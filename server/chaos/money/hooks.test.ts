/** Events of the card processor, scrambled and forged: small runs of `npm run chaos -- hooks` and `-- forged`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { sendForgeries } from './forged.ts'
import { scrambleHooks } from './hooks.ts'

const said: string[] = []
const say = (sentence: string) => void said.push(sentence)

test('however the processor reports bills, each ends as it must and is paid once', async () => {
  const api = await openApi()
  const verdict = await scrambleHooks(api, { bills: 200, deliveries: 1000, seed: 1, batchSize: 50, say })
  assert.ok(verdict.pass, [JSON.stringify(verdict), ...said].join('\n'))
})

test('no forged event pays a bill, and a genuine one does', async () => {
  const api = await openApi()
  const verdict = await sendForgeries(api, { events: 540, bills: 10, seed: 1, say })
  assert.ok(verdict.pass, JSON.stringify(verdict))
})
