import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { operator } from '#kernel/audit/actions.ts'
import { seconds } from '#kernel/time/clock.ts'
import { type Caller, openApi } from '#testing/api.ts'
import { anApprovedDealer } from '#testing/builders.ts'
import { assertRefused, payloadIn, payloadOf } from '#testing/checks/answers.ts'
import { approveCompany, rejectCompany, verifyPaymentInfo } from './actions.ts'

const api = await openApi()
const now = () => seconds(api.ctx.clock.now())
const later = () => api.ctx.clock.advance(60)
const acting = () => ({ ...api.ctx, actor: operator('test') })
const card = async (dealer: Caller) => payloadOf(await dealer.ask('GET', '/company'), 200, 'data')

for (const dialect of dialectNames) {
  const empty = { phones: [], areas: [], working_days: [], schedule: '', about: '', shown: false }
  const propose = async (dealer: Caller, change: object) =>
    payloadIn(dialect, await dealer.ask('PATCH', '/company', change))

  suite(`the company profile in ${dialect}`, () => {
    test('has every field from the start', async () => {
      const dealer = await api.dealer(dialect, false)
      assert.deepEqual(await card(dealer), {
        name: `Dealer ${dialect}`,
        address: null,
        coordinates: { lat: null, lon: null },
        country_code: null,
        approved: false,
        created_at: now(),
        updated_at: now(),
        account_id: dealer.dealer,
        marketing_info: empty,
      })
    })

    test('shows where the company is', async () => {
      const dealer = await api.dealer(dialect)
      const place = { address: 'Street 1', latitude: 54.7, longitude: 25.3, countryCode: 'LT' }
      await api.ctx.db.updateTable('companies').set(place).where('dealerId', '=', dealer.dealer).execute()
      const { address, coordinates, country_code } = await card(dealer)
      assert.deepEqual([address, coordinates, country_code], ['Street 1', { lat: 54.7, lon: 25.3 }, 'LT'])
    })

    const full = {
      name: 'New name',
      marketing_info: {
        website: 'https://example.com',
        email: 'office@example.com',
        working_days: [1, 2, 7],
        phones: ['+370 600 00000'],
        areas: ['company.areas.installation', 'company.areas.other'],
        schedule: '9-18',
        about: 'We install.',
        shown: true,
      },
    }

    test('a change waits: the profile stays, and says that it is not approved', async () => {
      const dealer = await anApprovedDealer(api, dialect)
      const before = await card(dealer)
      assert.equal(before.approved, true)
      later()
      const answer = await propose(dealer, full)
      assert.deepEqual(answer, { ...before, approved: false, updated_at: now() })
      assert.deepEqual(await card(dealer), answer)
    })

    test('an approved change is in the profile; website and email are stored but not shown', async () => {
      const dealer = await anApprovedDealer(api, dialect)
      const before = await card(dealer)
      await propose(dealer, full)
      await propose(dealer, { marketing_info: { about: 'We install well.' } })
      later()
      await approveCompany(acting(), dealer.dealer)
      const { website, email, ...shown } = full.marketing_info
      assert.deepEqual(await card(dealer), {
        ...before,
        name: full.name,
        marketing_info: { ...shown, about: 'We install well.' },
        approved: true,
        updated_at: now(),
      })
      const { marketingInfo } = await api.ctx.db
        .selectFrom('companies')
        .select('marketingInfo')
        .where('dealerId', '=', dealer.dealer)
        .executeTakeFirstOrThrow()
      assert.deepEqual(marketingInfo, { ...full.marketing_info, about: 'We install well.' })
      assert.ok(website && email)
    })

    test('a rejected change is gone, and the profile is approved as it was', async () => {
      const dealer = await anApprovedDealer(api, dialect)
      const before = await card(dealer)
      await propose(dealer, full)
      await rejectCompany(acting(), dealer.dealer)
      assert.deepEqual({ ...(await card(dealer)), updated_at: 0 }, { ...before, updated_at: 0 })
    })

    test('rejecting a change does not approve a profile that never was', async () => {
      const dealer = await api.dealer(dialect, false)
      await propose(dealer, full)
      await rejectCompany(acting(), dealer.dealer)
      assert.equal((await card(dealer)).approved, false)
    })

    test('an empty change changes nothing', async () => {
      const dealer = await anApprovedDealer(api, dialect)
      const before = await card(dealer)
      later()
      for (const nothing of [{}, { marketing_info: {} }]) assert.deepEqual(await propose(dealer, nothing), before)
    })

    const info = (change: object) => ({ marketing_info: change })
    const wrong: [body: object, ...problems: string[]][] = [
      [{ name: '' }, 'FAILED_VALIDATION name'],
      [{ name: null }, 'INVALID_PAYLOAD name'],
      [{ approved: true }, 'INVALID_PAYLOAD approved'],
      [{ address: 'Street 1' }, 'INVALID_PAYLOAD address'],
      [{ marketing_info: null }, 'INVALID_PAYLOAD marketing_info'],
      [info({ areas: ['company.areas.cooking'] }), 'FAILED_VALIDATION marketing_info.areas.0'],
      [info({ areas: 'company.areas.soft' }), 'INVALID_PAYLOAD marketing_info.areas'],
      [info({ areas: [5] }), 'INVALID_PAYLOAD marketing_info.areas.0'],
      [info({ working_days: [1, 0] }), 'FAILED_VALIDATION marketing_info.working_days.1'],
      [info({ working_days: [8] }), 'FAILED_VALIDATION marketing_info.working_days.0'],
      [info({ working_days: ['1'] }), 'INVALID_PAYLOAD marketing_info.working_days.0'],
      [info({ phones: [5] }), 'INVALID_PAYLOAD marketing_info.phones.0'],
      [info({ phones: '+370' }), 'INVALID_PAYLOAD marketing_info.phones'],
      [info({ shown: 'yes' }), 'INVALID_PAYLOAD marketing_info.shown'],
      [info({ schedule: null }), 'INVALID_PAYLOAD marketing_info.schedule'],
      [info({ website: 'javascript:alert(1)' }), 'FAILED_VALIDATION marketing_info.website'],
      [info({ email: 'nobody' }), 'FAILED_VALIDATION marketing_info.email'],
      [info({ fax: '1' }), 'INVALID_PAYLOAD marketing_info.fax'],
      [
        { name: '', ...info({ working_days: [9], areas: ['x'] }) },
        'FAILED_VALIDATION name',
        'FAILED_VALIDATION marketing_info.working_days.0',
        'FAILED_VALIDATION marketing_info.areas.0',
      ],
    ]
    for (const [body, ...problems] of wrong) {
      test(`does not change with ${JSON.stringify(body)}`, async () => {
        const dealer = await anApprovedDealer(api, dialect)
        assertRefused(await dealer.ask('PATCH', '/company', body), 400, ...problems)
        assert.equal((await card(dealer)).approved, true)
      })
    }
  })

  suite(`billing details in ${dialect}`, () => {
    const read = async (dealer: Caller) => payloadIn(dialect, await dealer.ask('GET', '/company/payment-info'))

    test('have every field of the dialect from the start', async () => {
      const dealer = await api.dealer(dialect, false)
      assert.deepEqual(await read(dealer), {
        id: dealer.dealer,
        verified: false,
        agreement: false,
        name: null,
        email: null,
        vat: null,
        reg_number: null,
        address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
        created_at: now(),
        updated_at: now(),
        calculated_at: null,
        invoiced_at: null,
        ...(dialect === 'provider' && { auto_send_invoice: false, auto_charge: false }),
        data: {},
      })
    })

    test('show what was entered, and that it was verified', async () => {
      const dealer = await api.dealer(dialect, false)
      const before = await read(dealer)
      const address = { city: 'Vilnius', country: 'LT' }
      const filled = {
        name: 'UAB',
        email: 'a@example.com',
        vat: 'LT1',
        regNumber: '5',
        address: JSON.stringify(address),
      }
      await api.ctx.db
        .updateTable('paymentInfos')
        .set({ ...filled, calculatedAt: api.ctx.clock.now(), invoicedAt: api.ctx.clock.now() })
        .where('dealerId', '=', dealer.dealer)
        .execute()
      later()
      await verifyPaymentInfo(acting(), dealer.dealer)
      assert.deepEqual(await read(dealer), {
        ...before,
        verified: true,
        agreement: true,
        name: 'UAB',
        email: 'a@example.com',
        vat: 'LT1',
        reg_number: '5',
        address: { ...before.address, ...address },
        calculated_at: now() - 60,
        invoiced_at: now() - 60,
        updated_at: now(),
      })
    })

    test('cannot be changed through the dealer API', async () => {
      const dealer = await api.dealer(dialect)
      const answer = await dealer.ask('PATCH', '/company/payment-info', { verified: true })
      assertRefused(answer, 405, 'METHOD_NOT_ALLOWED')
      assert.equal(answer.headers.allow, 'GET, HEAD')
    })
  })
}
