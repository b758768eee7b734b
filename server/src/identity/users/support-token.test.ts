import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { type Caller, openApi } from '#testing/api.ts'
import {
  aManagedAccount,
  anActivatedAccount,
  anOwnedAccount,
  anUnclaimedAccount,
  aTagsPlan,
  setServiceMode,
} from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { hashOf } from '../dealers/token.ts'

const api = await openApi({ WAYMARK_LOGIN_URL: 'https://login.example.com' })
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const enter = (dealer: Caller, user: { id: string }, app: string, query = '', method = 'PUT') =>
  dealer.ask(method, `/users/${user.id}/appToken/${app}${query}`)
const tokensOf = (user: { id: string }) =>
  api.ctx.db.selectFrom('serviceTokens').selectAll().where('userId', '=', user.id).execute()

for (const dialect of dialectNames) {
  const dealer = dealers[dialect]

  suite(`a support token in ${dialect}`, () => {
    for (const [method, query, prefix] of [
      ['PUT', '', 'service'],
      ['PUT', '?token_type=service', 'service'],
      ['PUT', '?token_type=service_as_user', 'service_as_user'],
      ['GET', '', 'service'],
      ['GET', '?token_type=service_as_user', 'service_as_user'],
    ] as const) {
      test(`opens the application for an hour: ${method}${query}`, async () => {
        const account = await anActivatedAccount(api, dealer)
        const answer = await enter(dealer, account.user, fleetApp, query, method)
        const token = payloadIn(dialect, answer)
        const expire = api.ctx.clock.now().getTime() + 3_600_000
        assert.deepEqual(token, {
          id: token.id,
          account_id: account.id,
          expire,
          info: { prefix, type: token.info.type, user_id: account.user.id, app_id: fleetApp },
          key: token.key,
          ttl: 3600,
          url: token.url,
        })
        assert.ok(Number.isSafeInteger(token.id))
        assert.equal(typeof token.info.type, 'string')
        assert.match(token.key, /^[\w-]{43,}$/)
        // In the fragment, it reaches no server and no log.
        const url = new URL(token.url)
        assert.equal(url.origin, 'https://login.example.com')
        assert.ok(url.hash.includes(token.key) && !`${url.pathname}${url.search}`.includes(token.key))
        const rows = await tokensOf(account.user)
        assert.deepEqual(
          rows.map((row) => [row.id, row.hash.equals(hashOf(token.key)), row.expiresAt.getTime()]),
          [[token.id, true, expire]],
        )
      })
    }

    test('is issued for a managed account that is not activated', async () => {
      const { user } = await aManagedAccount(dealer)
      payloadIn(dialect, await enter(dealer, user, fleetApp))
      payloadIn(dialect, await enter(dealer, user, fleetApp, '?token_type=service_as_user'))
    })

    test('for a blocked account is issued as the service, not as the user', async () => {
      const { id, user } = await anActivatedAccount(api, dealer)
      await dealer.ask('PATCH', `/accounts/${id}/set-blocked`, { blocked: true })
      payloadIn(dialect, await enter(dealer, user, fleetApp))
      assertRefused(await enter(dealer, user, fleetApp, '?token_type=service_as_user'), 403, 'FORBIDDEN')
    })

    test('is not issued for an owned account before its activation, with or without support access', async () => {
      const { id, user } = await anUnclaimedAccount(dealer)
      assertRefused(await enter(dealer, user, consumerApp), 403, 'FORBIDDEN')
      await setServiceMode(api, id, [consumerApp])
      assertRefused(await enter(dealer, user, consumerApp), 403, 'FORBIDDEN')
    })

    test('for an owned account is issued only with support access', async () => {
      const { id, user } = await anOwnedAccount(api, dealer)
      assertRefused(await enter(dealer, user, consumerApp), 403, 'FORBIDDEN')
      await setServiceMode(api, id, [consumerApp])
      assert.equal(payloadIn(dialect, await enter(dealer, user, consumerApp)).info.prefix, 'service')
      await setServiceMode(api, id, [])
      assertRefused(await enter(dealer, user, consumerApp), 403, 'FORBIDDEN')
      assert.equal((await tokensOf(user)).length, 1)
    })

    test('as the user is not issued for owned applications', async () => {
      const { id, user } = await anOwnedAccount(api, dealer)
      await setServiceMode(api, id, [consumerApp])
      const answer = await enter(dealer, user, consumerApp, '?token_type=service_as_user')
      assertRefused(answer, 400, 'FAILED_VALIDATION token_type')
    })

    test('is not issued for an application that the account does not have', async () => {
      const { user } = await anActivatedAccount(api, dealer)
      for (const app of [consumerApp, tagsApp, petApp, 'nonsense', fleetApp.toUpperCase()]) {
        const answer = await enter(dealer, user, app)
        assertRefused(answer, 400, 'FAILED_VALIDATION app_id')
      }
    })

    test('nor if the client grants support access to its own application', async () => {
      const { id, user } = await anOwnedAccount(api, dealer)
      assertRefused(await enter(dealer, user, fleetApp), 403, 'FORBIDDEN')
      await setServiceMode(api, id, [consumerApp])
      assertRefused(await enter(dealer, user, fleetApp), 400, 'FAILED_VALIDATION app_id')
    })

    for (const query of [
      '?token_type=admin',
      '?token_type=',
      '?type=service',
      '?token_type=service&token_type=service',
    ]) {
      test(`is refused with ${query}`, async () => {
        const { user } = await anActivatedAccount(api, dealer)
        const field = query.slice(1).split('=')[0]
        assertRefused(await enter(dealer, user, fleetApp, query), 400, `INVALID_QUERY ${field}`)
      })
    }

    test('is not issued to a read-only token, by either method', async () => {
      const { user } = await anActivatedAccount(api, dealer)
      const reader = await api.tokenOf(dealer.dealer, dialect, 'read')
      for (const method of ['PUT', 'GET']) {
        assertRefused(await enter(reader, user, fleetApp, '', method), 403, 'FORBIDDEN')
      }
      assert.deepEqual(await tokensOf(user), [])
    })

    test('is a new one each time, and the audit log has them all without the key', async () => {
      const { user } = await anActivatedAccount(api, dealer)
      const first = payloadIn(dialect, await enter(dealer, user, fleetApp))
      const second = payloadIn(dialect, await enter(dealer, user, fleetApp))
      assert.notEqual(first.key, second.key)
      assert.notEqual(first.id, second.id)
      const entries = await api.ctx.db
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'users.enter')
        .where('subjectId', '=', user.id)
        .execute()
      assert.equal(entries.length, 2)
      assert.ok(![first.key, second.key].some((key) => JSON.stringify(entries).includes(key)))
    })
  })
}

test('a token for tags_app is issued in provider', async () => {
  const dealer = dealers.provider
  const { user } = await anActivatedAccount(api, dealer, (await aTagsPlan(dealer)).id, tagsApp)
  const answer = await enter(dealer, user, tagsApp, '?token_type=service_as_user')
  assert.equal(payloadIn('provider', answer).info.app_id, tagsApp)
})

test('support access to one application opens no other', async () => {
  const partner = dealers.partner
  const { id, user } = await anOwnedAccount(api, partner, [consumerApp, petApp])
  await setServiceMode(api, id, [petApp])
  payloadIn('partner', await enter(partner, user, petApp))
  assertRefused(await enter(partner, user, consumerApp), 403, 'FORBIDDEN')
  // The provider dialect does not know pet_app, so it cannot enter there either.
  const provider = await api.tokenOf(partner.dealer, 'provider')
  assertRefused(await enter(provider, user, petApp), 400, 'FAILED_VALIDATION app_id')
})
