/** A dealer sees what passes its own mail server, so nothing passes it that would let the dealer act as its clients. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveSubscription } from '#billing/subscriptions/actions.ts'
import { sendResets } from '#identity/credentials/actions.ts'
import { consumerApp } from '#kernel/applications.ts'
import { sendThroughDealers } from '#kernel/mail/dealer-sending.ts'
import { sendDueMails } from '#kernel/mail/sending.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { fresh } from '#testing/builders.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { aClient, type Client, clientIdOf, goodPassword } from '#testing/people/client.ts'

const own = await startMailServer()
const theirs = await startMailServer({ isOnMailPort: true })
const api = await openApi({
  ...{ WAYMARK_SMTP_URL: own.url, WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8', WAYMARK_SIGN_UP: 'consumer_app' },
})
const { clock } = api.ctx
const actor = { kind: 'job', id: 'test', address: null, requestId: null } as const
let dealer: Caller
let client: Client
after(() => Promise.all([own.close(), theirs.close()]))

before(async () => {
  dealer = await api.dealer('partner')
  const { hostname: host, port } = new URL(theirs.url)
  const answer = await dealer.ask('PUT', '/brand/mail-server', {
    ...{ host, port: Number(port), security: 'none', username: null, from_address: 'tracking@dealer.example.com' },
  })
  assert.equal(answer.status, 200, answer.text)
  client = await aClient(api, dealer)
  await giveSubscription(api.ctx, client.account.id, 'premium', new Date(clock.now().getTime() + 400 * 86_400_000))
})

async function send() {
  await sendThroughDealers(api.ctx)
  await sendDueMails(api.ctx)
}
const to = (server: typeof own, email: string) =>
  server.delivered.filter(({ recipients }) => recipients.includes(email)).map(({ text = '' }) => text)
const anAddress = () => `${fresh('somebody')}@example.com`
const good = ({ status, text }: { status: number; text: string }) => assert.ok(status < 300, text)

test('an email without a secret is sent through it', async () => {
  const change = { password: goodPassword, new_password: goodPassword, repeat_password: goodPassword }
  good(await client.ask('PUT', '/me/password', change))
  await send()
  assert.match(to(theirs, client.email).join(), /password/)
})

const secrets: readonly [what: string, secret: RegExp, ask: () => Promise<string>][] = [
  [
    'the link of a password reset',
    /\/reset#token=/,
    async () => {
      clock.advance(61)
      good(await api.ask('POST', '/client/password-resets', { email: client.email }))
      await sendResets({ ...api.ctx, actor })
      return client.email
    },
  ],
  [
    'the link that confirms another address',
    /\/email\/confirm#token=/,
    async () => {
      const email = anAddress()
      good(await client.ask('PUT', '/me/email', { email, password: goodPassword }))
      return email
    },
  ],
  [
    'the link that activates an account',
    /\/registration\/confirm\?token=/,
    async () => (await aClient(api, dealer)).email,
  ],
  [
    'the link of a person who signs up',
    /\/registration\/confirm\?token=/,
    async () => {
      const email = anAddress()
      const { body } = await dealer.ask('PUT', '/sign-up-links', { enabled: true })
      const key = new URL((body.data ?? body).links[0].url).searchParams.get('key')
      good(
        await api.ask('POST', '/client/sign-up', {
          ...{ client_id: clientIdOf(consumerApp), key, email, password: goodPassword },
        }),
      )
      return email
    },
  ],
  [
    'the invitation of a person',
    /\/join#token=/,
    async () => {
      const email = anAddress()
      good(await client.ask('POST', '/people/invitations', { email, role: 'driver' }))
      return email
    },
  ],
  [
    'the code that confirms an address for notifications',
    /\d{6}/,
    async () => {
      const address = anAddress()
      good(await client.ask('POST', '/notification-channels', { kind: 'mail', name: 'Office', address }))
      return address
    },
  ],
  [
    'the link that undoes an erasure',
    /\/erasure#token=/,
    async () => {
      good(await client.ask('DELETE', '/me', { password: goodPassword }))
      return client.email
    },
  ],
]
for (const [what, secret, ask] of secrets) {
  test(`${what} is sent through the installation’s server`, async () => {
    const email = await ask()
    await send()
    assert.match(to(own, email).join(), secret)
    assert.doesNotMatch(to(theirs, email).join(), secret)
  })
}
