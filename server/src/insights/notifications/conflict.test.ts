/** A client is notified when another device uses the ident of its unit: two real connections, from two networks. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { countEvents } from '#kernel/outgoing-events/actions.ts'
import { anActivatedAccount, aPlan, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { askFor } from '#testing/people/client.ts'
import { openGateway } from '#testing/people/gateway.ts'
import { loginFrame } from '#testing/people/teltonika.ts'
import { openLine } from '#testing/people/tracker.ts'
import { until } from '#testing/until.ts'
import { checkRules } from './conditions/checks.ts'

const { api, dealer, teltonikaPort, anIdent } = await openGateway()
const { ctx } = api
const worker = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } } as const

async function loggedIn(ident: string, address: string) {
  const line = await openLine(teltonikaPort, () =>
    connect({ host: '127.0.0.1', port: teltonikaPort, localAddress: address }),
  )
  line.send(loginFrame(ident))
  assert.equal(await line.receive(1), '01')
  return line
}

test('another device with the ident of a unit causes one notification, for the rule that wants it', async () => {
  const plan = await aPlan(dealer, { modules: ['notification'] })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const ask = await askFor(api, dealer, account.user)
  const unit = await aUnit(dealer, account.id, { ident: anIdent(), hw_id: 101 })
  const other = await aUnit(dealer, account.id)
  const rule = (body: object) => ask('POST', '/notification-rules', { name: 'Twin', ...body })
  assertRefused(await rule({ condition: { type: 'conflict', minutes: 5 } }), 400, 'FAILED_VALIDATION condition.minutes')
  const made = await rule({ condition: { type: 'conflict' } })
  assert.deepEqual([made.status, made.body.condition], [201, { type: 'conflict' }])
  const elsewhere = await rule({ condition: { type: 'conflict' }, for_all: false, unit_ids: [other.id] })
  assert.equal(elsewhere.status, 201, elsewhere.text)

  const lines = [await loggedIn(unit.ident, '127.0.21.1'), await loggedIn(unit.ident, '127.0.22.1')]
  await until('The event', async () => {
    await countEvents(ctx, dealer.dealer)
    return (await dealer.ask('GET', '/events?types=ident.conflict')).body.length > 0
  })
  for (const round of [1, 2]) {
    ctx.clock.advance(61 * round)
    await checkRules(worker, new Date(0))
  }
  const { body: notifications } = await ask('GET', '/notifications')
  assert.deepEqual(
    notifications.map((one: { kind: string; unit_id: number; rule_id: string }) => [
      one.kind,
      one.unit_id,
      one.rule_id,
    ]),
    [['conflict', unit.id, made.body.id]],
  )
  assert.equal(notifications[0].headline, `${unit.name}: another device uses its ident`)
  assert.doesNotMatch(JSON.stringify(notifications), /127\.0\.2/)
  for (const { socket } of lines) socket.destroy()
})
