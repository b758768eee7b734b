import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { anUnclaimedAccount, fresh } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { goodPassword, mailTo, registrationOf, tokenIn } from '#testing/people/client.ts'
import { newLinkSecret } from './one-time-link.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const dealer = await api.dealer('provider')

const entries: readonly [path: string, body: object][] = [
  ['/client/password-resets/confirm', { new_password: goodPassword, repeat_password: goodPassword }],
  ['/client/email/confirm', {}],
  ['/client/registration/confirm', {}],
  ['/console/reset/confirm', { password: goodPassword }],
  ['/console/invitations/accept', { password: goodPassword }],
]
const follow = (path: string, body: object, token: string, address: string) =>
  api.ask('POST', path, { token, ...body }, { 'x-forwarded-for': address })

suite('a link that was never sent', () => {
  for (const [path, body] of entries) {
    test(`causes no work at ${path}`, async () => {
      const { vault } = api.ctx as { vault: { hashSecret: (secret: string) => Promise<string> } }
      const { hashSecret } = vault
      let hashed = 0
      vault.hashSecret = (secret) => {
        hashed += 1
        return hashSecret(secret)
      }
      try {
        assertRefused(await follow(path, body, newLinkSecret(), '10.1.0.1'), 400, 'FAILED_VALIDATION')
      } finally {
        vault.hashSecret = hashSecret
      }
      assert.equal(hashed, 0)
    })
  }

  test('can be tried sixty times an hour from one address; a real link still works from there', async () => {
    const [address, registration] = ['10.1.0.2', registrationOf(await anUnclaimedAccount(dealer))]
    const asked = await api.ask('POST', '/client/registration', registration)
    assert.equal(asked.status, 202, asked.text)
    for (let time = 0; time < 60; time++) {
      const [path, body] = entries[time % entries.length]!
      assertRefused(await follow(path, body, newLinkSecret(), address), 400, 'FAILED_VALIDATION')
    }
    for (const [path, body] of entries) {
      const refused = await follow(path, body, newLinkSecret(), address)
      assertRefused(refused, 429, 'REQUESTS_EXCEEDED')
      assert.equal(refused.headers['retry-after'], '3600')
    }
    assertRefused(await follow(...entries[0]!, fresh('other'), '10.1.0.3'), 400, 'FAILED_VALIDATION')
    const token = tokenIn(await mailTo(api, registration.email as string))
    assert.equal((await follow('/client/registration/confirm', {}, token, address)).status, 200)
  })
})
