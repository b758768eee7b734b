/** What a dealer enters itself: billing details, and the brand that its clients see. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { fleetApp } from '#kernel/applications.ts'
import { operator } from '#kernel/audit/actions.ts'
import { sendDueMails } from '#kernel/mail/sending.ts'
import { openApi } from '#testing/api.ts'
import { aBill, anActivatedAccount, anAddress, newPlan } from '#testing/builders.ts'
import { assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { aLogo } from '#testing/recipes/business.ts'
import { approveCompany, listUnverified, verifyPaymentInfo } from './actions.ts'

const api = await openApi()

for (const dialect of dialectNames) {
  test(`the pending change of the profile can be read in ${dialect}, and is gone after the review`, async () => {
    const dealer = await api.dealer(dialect, false)
    const read = async () => payloadIn(dialect, await dealer.ask('GET', '/company/review'))
    const { name } = (await read()).company
    assert.deepEqual((await read()).changes, [])
    const contact = { website: 'https://example.com', phones: ['+370 600 00000'] }
    await dealer.ask('PATCH', '/company', { name, marketing_info: contact })
    const waiting = await read()
    assert.deepEqual(waiting.changes, [
      { field: 'marketing_info.phones', before: [], after: contact.phones },
      { field: 'marketing_info.website', before: null, after: contact.website },
    ])
    assert.deepEqual([waiting.company.approved, waiting.company.marketing_info.website], [false, null])
    await approveCompany({ ...api.ctx, actor: operator('test') }, dealer.dealer)
    const { approved, company, changes } = await read()
    assert.deepEqual([approved, company.approved, changes], [true, true, []])
    assert.equal(company.marketing_info.website, contact.website)
  })

  suite(`billing details in ${dialect}`, () => {
    const filled = {
      name: 'North Tracking',
      email: 'pay@example.com',
      vat: 'LT100001234567',
      reg_number: '300123456',
      address: { city: 'Klaipeda', country: 'LT', line1: 'Harbour 1', line2: null, postal_code: '91001', state: null },
    }

    test('are entered by the dealer, verified by the operator, and lose the verification when changed', async () => {
      const dealer = await api.dealer(dialect, false)
      const read = async () => payloadIn(dialect, await dealer.ask('GET', '/payment-information'))
      const change = async (body: object) => payloadIn(dialect, await dealer.ask('PATCH', '/payment-information', body))
      const isWaiting = async () => (await listUnverified(api.ctx)).some(({ dealerId }) => dealerId === dealer.dealer)
      assert.equal(await isWaiting(), false)
      const answer = await change({ ...filled, agreement: true })
      assert.deepEqual({ ...answer, ...filled }, answer)
      assert.deepEqual([answer.verified, answer.agreement], [false, true])
      assert.deepEqual(await read(), answer)
      assert.equal(await isWaiting(), true)
      assertRefused(await dealer.ask('POST', '/client-plans', newPlan()), 403, 'FORBIDDEN')

      await verifyPaymentInfo({ ...api.ctx, actor: operator('test') }, dealer.dealer)
      assert.equal((await read()).verified, true)
      assert.equal(await isWaiting(), false)
      const plan = payloadIn(dialect, await dealer.ask('POST', '/client-plans', newPlan()), 201)

      assert.equal((await change({ auto_send_invoice: true, agreement: true })).verified, true)
      assert.equal((await change({ name: filled.name, address: { city: 'Klaipeda' } })).verified, true)
      const moved = await change({ address: { line1: 'Harbour 2' } })
      assert.deepEqual([moved.verified, moved.address], [false, { ...filled.address, line1: 'Harbour 2' }])
      assert.equal(await isWaiting(), true)
      assertRefused(await dealer.ask('POST', '/client-plans', newPlan()), 403, 'FORBIDDEN')
      assert.equal((await dealer.ask('GET', `/client-plans/${plan.id}`)).status, 200)
    })

    const wrong: readonly [string, object][] = [
      ['name', { name: '' }],
      ['email', { email: 'nobody' }],
      ['address.country', { address: { country: 'lt' } }],
      ['agreement', { agreement: false }],
      ['vat', { vat: 'x'.repeat(51) }],
    ]
    for (const [field, body] of wrong) {
      test(`refuse ${JSON.stringify(body).slice(0, 40)}`, async () => {
        const dealer = await api.dealer(dialect)
        assertRefused(await dealer.ask('PATCH', '/payment-information', body), 400, `FAILED_VALIDATION ${field}`)
        assert.equal(payloadIn(dialect, await dealer.ask('GET', '/payment-information')).verified, true)
      })
    }

    test('cannot be verified by the dealer itself', async () => {
      const dealer = await api.dealer(dialect, false)
      const answer = await dealer.ask('PATCH', '/payment-information', { verified: true })
      assertRefused(answer, 400, 'INVALID_PAYLOAD verified')
    })
  })

  suite(`the brand in ${dialect}`, () => {
    test('is empty, then has what was set, and null removes a field', async () => {
      const dealer = await api.dealer(dialect)
      const read = async () => payloadIn(dialect, await dealer.ask('GET', '/brand'))
      const links = { imprint_url: null, privacy_url: null, terms_url: null, help_url: null }
      const none = { logo: null, colour: null, sender_name: null, app_name: null, icon: null, ...links }
      assert.deepEqual(await read(), none)
      const said = {
        logo: aLogo,
        sender_name: 'North & South',
        app_name: 'North',
        help_url: 'https://example.com/help',
      }
      const body = { ...none, ...said, colour: '#1D4ED8' }
      const set = payloadIn(dialect, await dealer.ask('PATCH', '/brand', body))
      assert.deepEqual(set, { ...body, colour: '#1d4ed8' })
      await dealer.ask('PATCH', '/brand', { logo: null })
      assert.deepEqual(await read(), { ...set, logo: null })
    })

    const wrong: readonly [string, unknown][] = [
      ['logo', 'data:image/svg+xml;base64,PHNjcmlwdC8+'],
      ['colour', 'red'],
      ['colour', '#1d4ed8;'],
      ['sender_name', ''],
      ['sender_name', 'bank@example.com'],
      ['sender_name', 'North\r\nBcc: everybody'],
      ['sender_name', 'North\u202egnikcarT'],
      ['app_name', 'North\nSouth'],
      ['icon', aLogo],
      ['imprint_url', 'javascript:alert(1)'],
      ['help_url', 'https://example.com/"onclick'],
      ['terms_url', 'www.example.com'],
    ]
    for (const [field, value] of wrong) {
      test(`refuses ${field} ${JSON.stringify(value)}`, async () => {
        const dealer = await api.dealer(dialect)
        assertRefused(await dealer.ask('PATCH', '/brand', { [field]: value }), 400, `FAILED_VALIDATION ${field}`)
      })
    }
  })
}

test('a client sees the brand of its dealer', async () => {
  const dealer = await api.dealer('provider')
  await dealer.ask('PATCH', '/brand', { logo: aLogo, colour: '#1d4ed8', sender_name: 'North' })
  const account = await anActivatedAccount(api, dealer)
  const login = await anAddress(api, account.id)
  const password = 'a quiet blue harbour'
  await dealer.ask('PUT', `/users/${account.user.id}/password`, { new_password: password, repeat_password: password })
  const { body } = await api.ask('POST', '/client/sessions', { login, password })
  const me = await api.ask('GET', '/client/me', undefined, { authorization: `Bearer ${body.token}` })
  const links = { imprint_url: null, privacy_url: null, terms_url: null, help_url: null }
  assert.deepEqual(me.body.brand, { logo: aLogo, colour: '#1d4ed8', app_name: null, ...links })
})

test('emails to clients carry the dealer’s name and the installation’s address', async () => {
  const server = await startMailServer()
  try {
    const ctx = { ...api.ctx, config: { ...api.ctx.config, smtpUrl: server.url } }
    const dealer = await api.dealer('provider')
    const send = async () => {
      const account = await anActivatedAccount(api, dealer)
      await anAddress(api, account.id)
      const bill = await aBill(dealer, account.id)
      await dealer.ask('POST', `/billing/cardpay-payments/${bill.id}/send?app_id=${fleetApp}`)
    }
    await send()
    await dealer.ask('PATCH', '/brand', { sender_name: 'Nördliche Flotte' })
    await send()
    // Without a mail server an email is only stored; this makes it wait for sending.
    await ctx.db.updateTable('mails').set({ state: 'waiting', nextTryAt: ctx.clock.now() }).execute()
    await sendDueMails(ctx)
    const { address } = ctx.config.mailFrom
    const froms = server.delivered.map(({ from }) => from)
    assert.ok(froms.length >= 2)
    assert.deepEqual(new Set(froms.map((from) => from?.address)), new Set([address]))
    // Several connections deliver them, in any order.
    assert.deepEqual(new Set(froms.map((from) => from?.name)), new Set(['Nördliche Flotte', ctx.config.mailFrom.name]))
  } finally {
    await server.close()
  }
})

test('without a sender name, emails carry the name of the application, unless it looks like an address', async () => {
  const dealer = await api.dealer('provider')
  const senderOf = async (change: object) => {
    await dealer.ask('PATCH', '/brand', change)
    const account = await anActivatedAccount(api, dealer)
    const to = await anAddress(api, account.id)
    const bill = await aBill(dealer, account.id)
    await dealer.ask('POST', `/billing/cardpay-payments/${bill.id}/send?app_id=${fleetApp}`)
    const sent = api.ctx.db.selectFrom('mails').select('senderName').where('to', '=', to)
    return (await sent.executeTakeFirstOrThrow()).senderName
  }
  assert.equal(await senderOf({ app_name: 'North App' }), 'North App')
  assert.equal(await senderOf({ app_name: 'bank@example.com' }), null)
  assert.equal(await senderOf({ app_name: 'North App', sender_name: 'North' }), 'North')
})
