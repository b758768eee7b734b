import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type DialectName, dialectNames } from '#kernel/api/dialects.ts'
import { consumerApp, fleetApp } from '#kernel/applications.ts'
import { listMails } from '#kernel/mail/outbox.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { aManagedAccount, anOwnedAccount, anUnclaimedAccount, aPlan, fresh, newUser } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { goodPassword, logIn, mailTo, tokenIn } from '#testing/people/client.ts'

const api = await openApi({ WAYMARK_LOGIN_URL: 'https://login.example.com' })
const dealers: Record<DialectName, Caller> = {
  provider: await api.dealer('provider'),
  partner: await api.dealer('partner'),
}
const address = () => `${fresh('client')}@example.com`
const mailsTo = async (to: string) => (await listMails(api.ctx)).filter((mail) => mail.to === to)
const linkIn = (text = '') => new URL(/https:\S+acknowledgment\S+/.exec(text)?.[0] ?? '')
const userNamed = (name: string) =>
  api.ctx.db.selectFrom('users').select('id').where('name', '=', name).executeTakeFirst()
const askConsole = ({ token }: Caller, method: string, path: string, body?: object) =>
  api.ask(method, `/console/accounts${path}`, body, { 'x-accesstoken': token })
const profileOf = (dealer: Caller, id: number) => askConsole(dealer, 'GET', `/${id}/profile`)

async function aBody(dealer: Caller, change: object) {
  const plan = await aPlan(dealer)
  return { reg_apps: [fleetApp], tariff_plans: { [fleetApp]: plan.id }, user: newUser(), ...change }
}

for (const dialect of dialectNames) {
  suite(`a client created with a profile in ${dialect}`, () => {
    const dealer = dealers[dialect]

    test('has it, with null for what was not given', async () => {
      const profile = { email: address(), company: 'Baltic Freight', address: { city: 'Klaipeda' }, tags: ['freight'] }
      const answer = await dealer.ask('POST', '/accounts/managed', await aBody(dealer, { profile }))
      const { id } = payloadIn(dialect, answer, answer.status)
      const kept = (await profileOf(dealer, id)).body
      const none = { contact: null, phone: null, tax_number: null, is_reverse_charge: false, lang: null, notes: null }
      const nowhere = { line1: null, line2: null, postal_code: null, state: null, country: null }
      assert.deepEqual(kept, { ...none, ...profile, address: { ...nowhere, city: 'Klaipeda' } })
      assert.deepEqual(await mailsTo(profile.email), [], 'nobody asked for an invitation')
    })

    test('is invited at once, in its language, and the link in the email activates the account', async () => {
      const email = address()
      const profile = { email, lang: 'de' }
      const body = await aBody(dealer, { title: 'Baltic Freight', profile, invite: true })
      const answer = await dealer.ask('POST', '/accounts/managed', body)
      const { id } = payloadIn(dialect, answer, answer.status)
      const [mail] = await mailsTo(email)
      assert.match(mail?.subject ?? '', /^Aktivieren Sie Ihr Konto bei /)
      assert.match(mail?.text ?? '', /Baltic Freight/)
      const link = linkIn(mail?.text)
      assert.equal(link.origin, 'https://login.example.com')
      assert.equal(link.searchParams.get('email'), email)
      const registration = { ...Object.fromEntries(link.searchParams), password: goodPassword }
      assert.equal((await api.ask('POST', '/client/registration', registration)).status, 202)
      const token = tokenIn(await mailTo(api, email))
      assert.equal((await api.ask('POST', '/client/registration/confirm', { token })).body.account_id, id)
      await logIn(api, email)
    })

    test('with an owned account too', async () => {
      const email = address()
      const body = { reg_apps: [consumerApp], user: newUser(), profile: { email }, invite: true }
      assert.ok((await dealer.ask('POST', '/accounts', body)).status < 300)
      const [mail] = await mailsTo(email)
      assert.match(mail?.subject ?? '', /^Activate your account with /)
      assert.equal(linkIn(mail?.text).searchParams.get('client_id'), '00010000000000000300')
    })
  })

  suite(`an invitation that cannot be sent creates nothing in ${dialect}`, () => {
    const dealer = dealers[dialect]
    const table: readonly [string, object, number, string][] = [
      ['without an address', { invite: true }, 400, 'FAILED_VALIDATION profile.email'],
      [
        'with a profile that has none',
        { invite: true, profile: { company: 'X' } },
        400,
        'FAILED_VALIDATION profile.email',
      ],
      [
        'with two addresses',
        { invite: true, profile: { email: 'a@b.c,d@e.f' } },
        400,
        'FAILED_VALIDATION profile.email',
      ],
      ['with no address at all', { profile: { email: 'nobody' } }, 400, 'FAILED_VALIDATION profile.email'],
      ['with a field that does not exist', { profile: { mail: 'a@b.c' } }, 400, 'INVALID_PAYLOAD profile.mail'],
      [
        'with a country in words',
        { profile: { address: { country: 'Lithuania' } } },
        400,
        'FAILED_VALIDATION profile.address.country',
      ],
    ]
    for (const [what, change, status, problem] of table) {
      test(what, async () => {
        const body = await aBody(dealer, change)
        assertRefused(await dealer.ask('POST', '/accounts/managed', body), status, problem)
        assert.equal(await userNamed(body.user.name), undefined)
      })
    }

    test('to an address that has got too many today', async () => {
      const email = address()
      const send = async () => {
        const body = await aBody(dealer, { invite: true, profile: { email } })
        return { name: body.user.name, answer: await dealer.ask('POST', '/accounts/managed', body) }
      }
      for (let sent = 0; sent < 5; sent += 1) assert.ok((await send()).answer.status < 300)
      const { name, answer } = await send()
      assertRefused(answer, 409, 'CONFLICT')
      assert.equal(await userNamed(name), undefined)
      assert.equal((await mailsTo(email)).length, 5)
    })

    test('of a dealer without an approved company', async () => {
      const unapproved = await api.dealer(dialect, false)
      const body = { reg_apps: [consumerApp], user: newUser(), profile: { email: address() }, invite: true }
      assertRefused(await unapproved.ask('POST', '/accounts', body), 403, 'FORBIDDEN')
      assert.equal(await userNamed(body.user.name), undefined)
    })
  })

  suite(`the link is sent again in ${dialect}`, () => {
    const dealer = dealers[dialect]
    const invite = (id: number, email: string, by = dealer) => askConsole(by, 'POST', `/${id}/invitation`, { email })

    test('with a new key; the old one stops working, and the address is kept', async () => {
      const account = await aManagedAccount(dealer)
      const [first, second] = [address(), address()]
      assert.deepEqual((await invite(account.id, ` ${first} `)).body, { email: first })
      assert.equal((await invite(account.id, second)).status, 200)
      assert.equal((await profileOf(dealer, account.id)).body.email, first)
      const registrationIn = async (to: string) => {
        const [mail] = await mailsTo(to)
        return { ...Object.fromEntries(linkIn(mail?.text).searchParams), password: goodPassword }
      }
      const stale = await api.ask('POST', '/client/registration', await registrationIn(first))
      assertRefused(stale, 400, 'FAILED_VALIDATION')
      assert.equal((await api.ask('POST', '/client/registration', await registrationIn(second))).status, 202)
    })

    test('but not after activation, for another dealer’s client or to an invalid address', async () => {
      const active = await anOwnedAccount(api, dealer)
      assertRefused(await invite(active.id, address()), 409, 'CONFLICT')
      const waiting = await anUnclaimedAccount(dealer)
      assertRefused(await invite(waiting.id, address(), await api.dealer(dialect)), 404, 'NOT_FOUND')
      assertRefused(await invite(waiting.id, 'nobody'), 400, 'FAILED_VALIDATION email')
    })
  })
}
