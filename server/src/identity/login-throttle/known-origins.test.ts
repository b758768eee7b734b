/** Guessers cannot lock out a person who has signed in before. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aClient, goodPassword } from '#testing/people/client.ts'
import { aPerson } from '#testing/people/staff.ts'
import { listGuessed, reopen } from './actions.ts'
import { throttleKey } from './throttle.ts'

const api = await openApi({ WAYMARK_TRUST_PROXY: '127.0.0.1' })
const dealer = await api.dealer('provider')

let addresses = 0
const elsewhere = () => `10.77.${Math.floor(++addresses / 250)}.${addresses % 250}`

const realms = [
  {
    who: 'a client',
    path: '/client/sessions',
    secret: 'password',
    aLogin: async () => (await aClient(api, dealer)).email,
  },
  {
    who: 'a person of a team',
    path: '/console/sessions',
    secret: 'staff password',
    aLogin: async () => (await aPerson(api, dealer.dealer, 'owner')).email,
  },
  {
    who: 'an operator',
    path: '/console/sessions',
    secret: 'staff password',
    aLogin: async () => (await aPerson(api, null, 'operator')).email,
  },
] as const

for (const { who, path, secret, aLogin } of realms) {
  suite(`${who} who has signed in before`, () => {
    const log = (login: string, password: string, address: string, headers: Record<string, string> = {}) =>
      api.ask('POST', path, { login, password }, { 'x-forwarded-for': address, ...headers })
    const guess = async (login: string, times = 10) => {
      for (let time = 0; time < times; time++) await log(login, `guess-${time}`, elsewhere())
    }
    /** Signs in as a page does, and returns the cookie of the browser. */
    const fromPage = async (login: string, address: string, cookie = '') => {
      const answer = await log(login, goodPassword, address, { 'x-waymark': '1', cookie })
      assert.equal(answer.status, 201, answer.text)
      const cookies = answer.headers['set-cookie'] as unknown as readonly string[]
      const device = cookies.map((one) => /^(waymark_device=[\w-]{43}); Path=\/; .*HttpOnly/.exec(one)?.[1])
      return device.find((one) => one !== undefined) as string
    }

    test('is let in from the same network, and others are not', async () => {
      const [login, home] = [await aLogin(), elsewhere()]
      assert.equal((await log(login, goodPassword, home)).status, 201)
      await guess(login)
      assertRefused(await log(login, goodPassword, elsewhere()), 401, 'INVALID_CREDENTIALS')
      assert.equal((await log(login, goodPassword, home)).status, 201)
      // It opened only its own bucket, not the one of those who guess.
      assertRefused(await log(login, goodPassword, elsewhere()), 401, 'INVALID_CREDENTIALS')
    })

    test('is let in with the same browser from anywhere, and with no other', async () => {
      const login = await aLogin()
      const device = await fromPage(login, elsewhere())
      await guess(login)
      assert.equal(await fromPage(login, elsewhere(), device), device)
      const other = await fromPage(await aLogin(), elsewhere())
      for (const cookie of [other, 'waymark_device=x', `waymark_device=${'x'.repeat(43)}`]) {
        const refused = await log(login, goodPassword, elsewhere(), { 'x-waymark': '1', cookie })
        assertRefused(refused, 401, 'INVALID_CREDENTIALS')
      }
    })

    test('also has ten wrong attempts an hour, which lock no one else out', async () => {
      const [login, home] = [await aLogin(), elsewhere()]
      assert.equal((await log(login, goodPassword, home)).status, 201)
      for (let time = 0; time < 10; time++) await log(login, `guess-${time}`, home)
      assertRefused(await log(login, goodPassword, home), 401, 'INVALID_CREDENTIALS')
      assert.equal((await log(login, goodPassword, elsewhere())).status, 201)
      await reopen(api.ctx, throttleKey(secret, login, null))
      assert.equal((await log(login, goodPassword, home)).status, 201)
    })

    test('is let in while the installation accepts no attempts from unknown origins, which is logged', async () => {
      const [login, home] = [await aLogin(), elsewhere()]
      assert.equal((await log(login, goodPassword, home)).status, 201)
      const logged = api.failures.length
      const { installation } = throttleKey(secret, '', null)
      const row = { bucket: installation.name, count: installation.attemptsMax - 1, since: api.ctx.clock.now() }
      await api.ctx.db
        .insertInto('tries')
        .values(row)
        .onConflict((oc) => oc.column('bucket').doUpdateSet(row))
        .execute()
      await guess(login, 5)
      assert.equal(api.failures.length, logged + 1)
      assert.deepEqual(await listGuessed(api.ctx), [secret])
      assertRefused(await log(login, goodPassword, elsewhere()), 429, 'REQUESTS_EXCEEDED')
      assert.equal((await log(login, goodPassword, home)).status, 201)
      api.ctx.clock.advance(3600)
      assert.deepEqual(await listGuessed(api.ctx), [])
      assert.equal((await log(login, goodPassword, elsewhere())).status, 201)
    })
  })
}

test('a login knows the last twenty origins', async () => {
  const { email } = await aClient(api, dealer)
  const log = (address: string) =>
    api.ask('POST', '/client/sessions', { login: email, password: goodPassword }, { 'x-forwarded-for': address })
  for (let place = 0; place < 25; place++) {
    api.ctx.clock.advance(1)
    assert.equal((await log(elsewhere())).status, 201)
  }
  const known = await api.ctx.db
    .selectFrom('knownPlaces')
    .select('place')
    .where('target', '=', throttleKey('password', email, null).target.name)
    .execute()
  assert.equal(known.length, 20)
})
