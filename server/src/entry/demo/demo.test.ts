import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { loginsOf, readDemo, seedDemo } from './demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-demo-'))
after(() => rmSync(folder, { recursive: true }))
const api = await openApi({ WAYMARK_DATA: folder })

test('every token and login of the demo works, and all are printed at the start', async () => {
  const said: string[] = []
  await seedDemo(api.ctx, (sentence) => void said.push(sentence))
  const dealers = readDemo(api.ctx.config)
  assert.deepEqual(
    dealers.map(({ dialect }) => dialect),
    ['provider', 'partner'],
  )
  for (const { dialect, access_token } of dealers) {
    const answer = await api.ask('GET', `/${dialect}/units/count`, undefined, { 'x-accesstoken': access_token })
    assert.equal(answer.status, 200)
    assert.ok(said.some((sentence) => sentence.includes(access_token)))
  }
  // A program that starts the server waits for this word, which comes when all is up.
  assert.ok(!said.some((sentence) => sentence.includes('ready')))
  const logins = loginsOf(dealers)
  assert.deepEqual([...new Set(logins.map(({ page }) => page))].sort(), ['/console', '/login', '/operator'])
  assert.equal(logins.filter(({ page }) => page === '/console').length, 2)
  for (const { page, login, password } of logins) {
    const path = page === '/login' ? '/client/sessions' : '/console/sessions'
    const { status, body, text } = await api.ask('POST', path, { login, password })
    assert.equal(status, 201, text)
    if (page !== '/login') assert.equal(body.kind, page === '/console' ? 'dealer' : 'operator')
    assert.ok(said.some((sentence) => sentence.includes(page) && sentence.endsWith(`${login}  ${password}`)))
  }
})
