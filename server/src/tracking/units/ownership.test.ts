/** What a dealer may do with the units of an account, depending on who holds it: tested through the API. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { protocolByName } from '@waymark/devices'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aUnit,
  setServiceMode,
} from '#testing/builders.ts'
import { assertRefused, payloadOf } from '#testing/checks/answers.ts'

const api = await openApi({
  WAYMARK_PUBLIC_URL: 'https://track.example.com:8443',
  WAYMARK_GATEWAY_HOST: '192.0.2.7',
  WAYMARK_GATEWAY_PORT: '6000',
})
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}

type Holding = 'managed' | 'managed and activated' | 'unclaimed' | 'owned' | 'owned with support access'
const makers: Record<Holding, (dealer: Caller, app: string) => Promise<{ id: number }>> = {
  managed: (dealer) => aManagedAccount(dealer),
  'managed and activated': (dealer) => anActivatedAccount(api, dealer),
  unclaimed: (dealer, app) => anUnclaimedAccount(dealer, [app]),
  owned: (dealer, app) => anOwnedAccount(api, dealer, [app]),
  'owned with support access': async (dealer, app) => {
    const account = await anOwnedAccount(api, dealer, [app])
    await setServiceMode(api, account.id, [app])
    return account
  },
}

const operations: Record<string, (dealer: Caller, id: number) => ReturnType<Caller['ask']>> = {
  'read it': (dealer, id) => dealer.ask('GET', `/units/${id}`),
  'read its messages': (dealer, id) => dealer.ask('GET', `/units/${id}/messages`),
  'read its telemetry': (dealer, id) => dealer.ask('GET', `/units/${id}/telemetry`),
  'read its channel': (dealer, id) => dealer.ask('GET', `/units/${id}/channel`),
  'read its set-up': (dealer, id) => dealer.ask('GET', `/units/${id}/setup`),
  'read its traffic': (dealer, id) => dealer.ask('GET', `/units/${id}/traffic`),
  'change it': (dealer, id) => dealer.ask('PATCH', `/units/${id}`, { name: 'New' }),
  'change nothing of it': (dealer, id) => dealer.ask('PATCH', `/units/${id}`, {}),
  'delete it': (dealer, id) => dealer.ask('DELETE', `/units/${id}`),
}
const all = Object.keys(operations)
const allowed: Record<Holding, readonly string[]> = {
  managed: all,
  'managed and activated': all,
  unclaimed: all,
  owned: ['read it'],
  'owned with support access': ['read it', 'read its telemetry', 'read its channel', 'read its set-up'],
}

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  const apps = dialect === 'partner' ? [consumerApp, petApp] : [consumerApp]
  for (const [holding, make] of Object.entries(makers) as [Holding, (typeof makers)[Holding]][]) {
    const isManaged = holding.startsWith('managed')
    for (const app of isManaged ? [fleetApp] : apps) {
      suite(`a unit of ${app === petApp ? 'pet_app' : app === fleetApp ? 'fleet_app' : 'consumer_app'}, ${holding} (${dialect})`, () => {
        for (const [what, ask] of Object.entries(operations)) {
          const may = allowed[holding].includes(what)
          test(`the dealer may ${may ? '' : 'not '}${what}`, async () => {
            const { id: account } = await make(dealer, app)
            const { id } = await aUnit(dealer, account, { app_id: app })
            const answer = await ask(dealer, id)
            if (may) assert.equal(answer.status, 200, answer.text)
            else {
              assertRefused(answer, 403, 'FORBIDDEN')
              assert.equal((await dealer.ask('GET', `/units/${id}`)).status, 200)
            }
          })
        }
      })
    }
  }
}

test('support access counts for the application of the unit, not for the other', async () => {
  const dealer = dealers.partner
  const { id } = await anOwnedAccount(api, dealer, [consumerApp, petApp])
  const car = await aUnit(dealer, id, { app_id: consumerApp })
  const dog = await aUnit(dealer, id, { app_id: petApp })
  await setServiceMode(api, id, [petApp])
  for (const part of ['telemetry', 'channel']) {
    assert.equal((await dealer.ask('GET', `/units/${dog.id}/${part}`)).status, 200)
    assertRefused(await dealer.ask('GET', `/units/${car.id}/${part}`), 403, 'FORBIDDEN')
  }
  await setServiceMode(api, id, [])
  for (const part of ['telemetry', 'channel']) {
    assertRefused(await dealer.ask('GET', `/units/${dog.id}/${part}`), 403, 'FORBIDDEN')
  }
})

test('once its client has activated the account, the dealer loses its rights', async () => {
  const dealer = dealers.provider
  const { id } = await anUnclaimedAccount(dealer)
  const unit = await aUnit(dealer, id, { app_id: consumerApp })
  assert.equal((await dealer.ask('PATCH', `/units/${unit.id}`, { name: 'Mine' })).status, 200)
  await api.ctx.db.updateTable('accounts').set({ ack: api.ctx.clock.now() }).where('id', '=', id).execute()
  assertRefused(await dealer.ask('PATCH', `/units/${unit.id}`, { name: 'Not mine' }), 403, 'FORBIDDEN')
})

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]
  suite(`the channel of a unit in ${dialect}`, () => {
    for (const [hwId, protocol] of [
      [101, 'teltonika'],
      [201, 'gl200'],
    ] as const) {
      test(`is the address of its protocol: ${protocol}`, async () => {
        const { id: account } = await aManagedAccount(dealer)
        const unit = await aUnit(dealer, account, { hw_id: hwId })
        const { id, port, transport } = protocolByName(protocol)
        const channel = payloadOf(await dealer.ask('GET', `/units/${unit.id}/channel`), 200, 'data')
        assert.match(channel.shortLink, /^https:\/\/track\.example\.com:8443\/s#[\w-]{27}$/)
        assert.deepEqual(channel, {
          id: String(id),
          configuration: { protocol, transport, any_port: '6000' },
          host: 'track.example.com',
          port: String(6000 + port),
          ip: '192.0.2.7',
          shortLink: channel.shortLink,
        })
        assert.equal(unit.channel_id, id)
      })
    }

    test('takes no parameters', async () => {
      const { id: account } = await aManagedAccount(dealer)
      const { id } = await aUnit(dealer, account)
      assertRefused(await dealer.ask('GET', `/units/${id}/channel?port=1`), 400, 'INVALID_QUERY port')
    })
  })
}
