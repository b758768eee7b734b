/** What a client has that sets up its own trackers. server/every-row/modules.test.ts checks the module `tools`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor } from '#testing/people/client.ts'
import { connectionLog } from '#tracking/connections/connections.ts'

const api = await openApi()
const dealer = await api.dealer('provider')

async function aManagedClient() {
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
  const account = await anActivatedAccount(api, dealer, plan.id)
  return { account, ask: await askFor(api, dealer, account.user) }
}

test('a client reads the texts for the model of its tracker, filled with address and access point', async () => {
  const { account, ask } = await aManagedClient()
  const unit = await aUnit(dealer, account.id, { hw_id: 110 })
  const { body } = await ask('GET', `/units/${unit.id}/setup?apn=internet`)
  const { host, port } = body
  assert.deepEqual(
    body.texts.map(({ what, sms }: { what: string; sms: string }) => [what, sms]),
    [
      ['apn', '  setparam 2001:internet'],
      ['server', `  setparam 2004:${host};2005:${port};2006:0`],
    ],
  )
  assert.equal(body.manufacturer, 'Teltonika')
})

test('a client reads the connections of its own tracker, and no one else’s', async () => {
  const { account, ask } = await aManagedClient()
  const unit = await aUnit(dealer, account.id)
  const log = connectionLog(api.ctx)
  log.refused({ unitId: unit.id, peer: '192.0.2.7:4711', protocol: 'gt06', reason: 'The unit speaks teltonika.' })
  await log.close()
  const { body } = await ask('GET', `/units/${unit.id}/connections`)
  assert.deepEqual(
    body.map(({ event, peer, protocol, reason }: Record<string, unknown>) => [event, peer, protocol, reason]),
    [['refused', '192.0.2.7:4711', 'gt06', 'The unit speaks teltonika.']],
  )
  const other = await aManagedClient()
  for (const what of ['connections', 'setup'])
    assertRefused(await other.ask('GET', `/units/${unit.id}/${what}`), 404, 'NOT_FOUND')
})
