/** Every row under /client with every role: a request gets what the table of roles says. */
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { clientRoutes } from '#entry/http/scopes/client.ts'
import { clientRoles, roleMay } from '#identity/access/role.ts'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, type Client } from '#testing/people/client.ts'

const api = await openApi()
const dealer = await api.dealer('provider')
const nobody = '019a0000-0000-7000-8000-0000000000ff'
const rows = [...clientRoutes, { method: 'GET', path: '/live', operation: 'client.view' } as const]

let client: Client
before(async () => {
  client = await aClient(api, dealer)
})

suite('a row is closed to the roles that it is not for', () => {
  for (const role of clientRoles) {
    for (const { method, path, operation } of rows) {
      // Read from the table itself, for a support session only.
      if (operation === undefined || operation === 'client.view-hidden' || roleMay(role, operation)) continue
      test(`${role}: ${method} ${path}`, async () => {
        await api.ctx.db.updateTable('users').set({ role }).where('id', '=', client.user.id).execute()
        const url = path.replace(/:app_id/, client.account.reg_apps[0] as string).replace(/:\w*id/g, nobody)
        const answer = await client.ask(method, url, method === 'GET' || method === 'DELETE' ? undefined : {})
        assertRefused(answer, 403, 'FORBIDDEN')
        assert.match(answer.text, /Your role doesn’t allow this/)
      })
    }
  }
})

test('a changed role counts for the very next request', async () => {
  const set = (role: string) => api.ctx.db.updateTable('users').set({ role }).where('id', '=', client.user.id).execute()
  await set('accountant')
  assertRefused(await client.ask('GET', '/units'), 403, 'FORBIDDEN')
  assert.equal((await client.ask('GET', '/bills')).status, 200)
  await set('driver')
  assert.equal((await client.ask('GET', '/units')).status, 200)
  assertRefused(await client.ask('GET', '/bills'), 403, 'FORBIDDEN')
})
