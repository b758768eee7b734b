/** Links of one unit: who creates, sees, opens and ends them. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, anUnclaimedAccount, aPlan, aUnit, received } from '#testing/builders.ts'
import { assertRefused, payloadOf } from '#testing/checks/answers.ts'
import { aClient, askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { aPerson, signIn } from '#testing/people/staff.ts'
import { connectionLog } from '#tracking/connections/connections.ts'

const api = await openApi()
const { ctx } = api
const dealers = { provider: await api.dealer('provider'), partner: await api.dealer('partner') }
const modules = modulesOf(fleetApp).map(({ name }) => name)
const now = () => Math.floor(ctx.clock.now().getTime() / 1000)
/** One unit, or a list of them. */
const bodyOf = ({ status, body, text }: Awaited<ReturnType<typeof api.ask>>) => {
  assert.equal(status, 200, text)
  return body.data ?? body
}
const view = (path: string, secret: string) => api.ask('GET', path, undefined, { authorization: `Bearer ${secret}` })

async function aFleet(dialect: 'provider' | 'partner' = 'provider', held = modules) {
  const dealer = dealers[dialect]
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules: held })
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const unit = await aUnit(dealer, account.id, { name: 'Van 7', hw_id: 110 })
  await received(api, unit, [{ timestamp: now() - 10, 'position.latitude': 50, 'position.longitude': 10 }])
  const tokens = async () => bodyOf(await dealer.ask('GET', `/units/${unit.id}`)).tokens
  return { dealer, account, unit, tokens, ask: askAs(api, await logIn(api, account.user.name)) }
}

for (const dialect of ['provider', 'partner'] as const) {
  suite(`the tokens of a unit, in ${dialect}`, () => {
    test('are empty at first, then those of its links, wherever the unit is read, and empty again', async () => {
      const { dealer, account, unit, tokens, ask } = await aFleet(dialect)
      assert.deepEqual(await tokens(), {})
      const locator = (await dealer.ask('PUT', `/console/units/${unit.id}/tokens/locator`, {})).body
      const toolbox = (await ask('PUT', `/units/${unit.id}/tokens/toolbox`, { until: now() + 3600 })).body
      assert.match(locator.link, /\/l#[\w-]{43}$/)
      assert.equal(toolbox.link.split('/toolbox#')[1], toolbox.token)
      assert.deepEqual([locator.by_dealer, toolbox.by_dealer, toolbox.until], [true, false, now() + 3600])
      const both = { locator: locator.token, toolbox: toolbox.token }
      assert.deepEqual(await tokens(), both)
      const [listed] = bodyOf(await dealer.ask('GET', `/units?account_ids=${account.id}`))
      assert.deepEqual(listed.tokens, both)
      const changed = await dealer.ask('PATCH', `/units/${unit.id}`, { name: 'Van 8' })
      assert.deepEqual(bodyOf(changed).tokens, both)
      assert.deepEqual((await ask('GET', `/units/${unit.id}`)).body.tokens, both)
      assert.deepEqual((await ask('GET', `/units/${unit.id}/tokens`)).body, [locator, toolbox])
      assert.deepEqual((await ask('GET', '/shares')).body, [])

      assert.equal((await ask('DELETE', `/units/${unit.id}/tokens/locator`)).status, 204)
      assert.deepEqual(await tokens(), { toolbox: toolbox.token })
      ctx.clock.advance(3601)
      assert.deepEqual(await tokens(), {})
      assertRefused(await view('/shared', locator.token), 404, 'NOT_FOUND')
      assertRefused(await view('/shared/toolbox', toolbox.token), 404, 'NOT_FOUND')
      assertRefused(await ask('DELETE', `/units/${unit.id}/tokens/locator`), 404, 'NOT_FOUND')
      const audit = await ctx.db.selectFrom('audit').selectAll().where('subjectId', '=', String(unit.id)).execute()
      assert.deepEqual(
        audit.map(({ action }) => action).filter((action) => action.endsWith('-link')),
        ['units.make-link', 'units.make-link', 'units.revoke-link'],
      )
      assert.ok(!JSON.stringify(audit).includes(locator.token))
    })
  })
}

test('a locator shows the live position, a toolbox what an installer needs, and neither opens the other', async () => {
  const { dealer, unit } = await aFleet()
  const make = async (kind: string) =>
    (await dealer.ask('PUT', `/console/units/${unit.id}/tokens/${kind}`, {})).body.token
  const [locator, toolbox] = [await make('locator'), await make('toolbox')]
  const shown = (await view('/shared', locator)).body
  assert.deepEqual([shown.units[0].name, shown.units[0].position], ['Van 7', { latitude: 50, longitude: 10 }])
  const log = connectionLog(ctx)
  log.refused({ unitId: unit.id, peer: '192.0.2.7:4711', protocol: 'gt06', reason: 'It speaks teltonika.' })
  await log.close()
  const { body } = await view('/shared/toolbox?apn=internet', toolbox)
  const refused = { event: 'refused', connected_at: null, peer: '192.0.2.7:4711', protocol: 'gt06', tls: false }
  const connections = [{ at: ctx.clock.now().getTime() / 1000, ...refused, reason: 'It speaks teltonika.' }]
  assert.deepEqual([body.name, body.ident, body.connections], ['Van 7', unit.ident, connections])
  assert.equal(body.telemetry['position.latitude'].value, 50)
  assert.equal(body.setup.texts[0].sms, '  setparam 2001:internet')
  assertRefused(await view('/shared', toolbox), 404, 'NOT_FOUND')
  assertRefused(await view('/shared/live', toolbox), 404, 'NOT_FOUND')
  assertRefused(await view('/shared/toolbox', locator), 404, 'NOT_FOUND')
  const again = await make('locator')
  assertRefused(await view('/shared', locator), 404, 'NOT_FOUND')
  assert.equal((await view('/shared', again)).status, 200)
})

test('the toolbox of a legacy model has no set-up and no connection log', async () => {
  const { dealer, account } = await aFleet()
  const unit = await aUnit(dealer, account.id, { hw_id: 129 })
  const { token } = (await dealer.ask('PUT', `/console/units/${unit.id}/tokens/toolbox`, {})).body
  const { body } = await view('/shared/toolbox', token)
  assert.deepEqual([body.setup, body.connections, body.telemetry], [null, null, {}])
})

test('a dealer neither creates nor sees links of an owned account, and loses its own at activation', async () => {
  const dealer = dealers.partner
  const owner = await aClient(api, dealer)
  const unit = await aUnit(dealer, owner.account.id, { app_id: consumerApp })
  const made = await owner.ask('PUT', `/units/${unit.id}/tokens/locator`, {})
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(bodyOf(await dealer.ask('GET', `/units/${unit.id}`)).tokens, {})
  await owner.ask('PUT', `/service-mode/${consumerApp}`, { enabled: true })
  assert.deepEqual(bodyOf(await dealer.ask('GET', `/units/${unit.id}`)).tokens, {})
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/locator'],
    ['DELETE', '/locator'],
  ] as const) {
    const answer = await dealer.ask(
      method,
      `/console/units/${unit.id}/tokens${path}`,
      method === 'PUT' ? {} : undefined,
    )
    assertRefused(answer, 403, 'FORBIDDEN')
  }

  const unclaimed = await anUnclaimedAccount(dealer)
  const early = await aUnit(dealer, unclaimed.id, { app_id: consumerApp })
  const { token } = (await dealer.ask('PUT', `/console/units/${early.id}/tokens/toolbox`, {})).body
  assert.equal((await view('/shared/toolbox', token)).status, 200)
  await ctx.db.updateTable('accounts').set({ ack: ctx.clock.now() }).where('id', '=', unclaimed.id).execute()
  assertRefused(await view('/shared/toolbox', token), 404, 'NOT_FOUND')
})

test('a locator needs the module sharing, and a person who may see positions', async () => {
  const { dealer, unit } = await aFleet(
    'provider',
    modules.filter((name) => name !== 'sharing'),
  )
  const refused = await dealer.ask('PUT', `/console/units/${unit.id}/tokens/locator`, {})
  assertRefused(refused, 403, 'FORBIDDEN')
  const other = await aFleet()
  await dealer.ask('PUT', `/console/units/${other.unit.id}/tokens/locator`, {})
  const seenBy = async (role: 'billing' | 'read_only') => {
    const { token } = await signIn(api, (await aPerson(api, dealer.dealer, role)).email)
    const authorization = `Bearer ${token}`
    return (await api.ask('GET', `/provider/units/${other.unit.id}`, undefined, { authorization })).body.tokens
  }
  assert.deepEqual(await seenBy('billing'), {})
  assert.deepEqual(Object.keys(await seenBy('read_only')), ['locator'])
})

test('the short link of a channel opens the set-up of its unit for 30 days, and nothing else', async () => {
  for (const dealer of [dealers.provider, dealers.partner]) {
    const { account } = await aFleet(dealer.dialect)
    const unit = await aUnit(dealer, account.id, { hw_id: 110 })
    const channel = payloadOf(await dealer.ask('GET', `/units/${unit.id}/channel`), 200, 'data')
    assert.match(channel.shortLink, /^http\S+\/s#[\w-]{27}$/)
    const link: string = channel.shortLink.split('#')[1]
    const { body } = await view('/shared/setup?apn=internet', link)
    assert.deepEqual(
      [body.ident, body.model, body.host, String(body.port)],
      [unit.ident, 'FMB920', channel.host, channel.port],
    )
    assert.equal(body.texts[0].sms, '  setparam 2001:internet')
    const bytes = Buffer.from(link, 'base64url')
    bytes[5]! ^= 1
    for (const wrong of [bytes.toString('base64url'), link.slice(0, -4), '', `${link}AAAA`]) {
      assertRefused(await view('/shared/setup', wrong), 404, 'NOT_FOUND')
    }
    assertRefused(await view('/shared', link), 404, 'NOT_FOUND')
    ctx.clock.advance(30 * 86_400)
    assert.equal((await view('/shared/setup', link)).status, 200)
    ctx.clock.advance(86_400)
    assertRefused(await view('/shared/setup', link), 404, 'NOT_FOUND')
    const old = await aUnit(dealer, account.id, { hw_id: 129 })
    assert.equal(payloadOf(await dealer.ask('GET', `/units/${old.id}/channel`), 200, 'data').shortLink, null)
  }
})
