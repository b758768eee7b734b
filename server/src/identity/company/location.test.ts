/** Where a company is, and the public list of companies that want to be found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dialectNames } from '#kernel/api/dialects.ts'
import { operator } from '#kernel/audit/actions.ts'
import { openApi } from '#testing/api.ts'
import { assertKeys, assertRefused, payloadIn } from '#testing/checks/answers.ts'
import { approveCompany, rejectCompany } from './actions.ts'

const api = await openApi()
const acting = { ...api.ctx, actor: operator('test') }
const place = { address: 'Harbour 1, Klaipeda', coordinates: { lat: 55.7033, lon: 21.1443 }, country_code: 'LT' }
const listed = async (name: string) => {
  const { status, body, headers } = await api.ask('GET', '/public/dealers')
  assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=300'])
  return body.filter((one: { name: string }) => one.name === name)
}

for (const dialect of dialectNames) {
  test(`a position waits for review and then is in the profile, in ${dialect}`, async () => {
    const dealer = await api.dealer(dialect)
    const read = async (path: string) => payloadIn(dialect, await dealer.ask('GET', path))
    const unset = payloadIn(dialect, await dealer.ask('PATCH', '/company/location', place))
    assert.deepEqual([unset.address, unset.coordinates, unset.approved], [null, { lat: null, lon: null }, false])
    assert.deepEqual((await read('/company/review')).changes, [
      { field: 'address', before: null, after: place.address },
      { field: 'coordinates', before: null, after: place.coordinates },
      { field: 'country_code', before: null, after: 'LT' },
    ])
    await approveCompany(acting, dealer.dealer)
    const { data: card } = (await dealer.ask('GET', '/company')).body
    assert.deepEqual(
      [card.address, card.coordinates, card.country_code, card.approved],
      [...Object.values(place), true],
    )
    await dealer.ask('PATCH', '/company/location', { coordinates: null })
    await rejectCompany(acting, dealer.dealer)
    assert.deepEqual((await read('/company/review')).changes, [])
    const wrong = { coordinates: { lat: 91, lon: 0 }, country_code: 'lt' }
    const refused = await dealer.ask('PATCH', '/company/location', wrong)
    const at = ['coordinates', 'coordinates.lat', 'country_code'].map((field) => `FAILED_VALIDATION ${field}`)
    assertRefused(refused, 400, ...at)
    assertRefused(await dealer.ask('PATCH', '/company', { address: 'x' }), 400, 'INVALID_PAYLOAD address')
  })
}

test('the public list has approved companies with a position that want to be shown, and nothing private', async () => {
  const dealer = await api.dealer('provider')
  const name = `Shown ${dealer.dealer}`
  const marketing_info = { shown: true, phones: ['+370 600 00000'], website: 'https://example.com' }
  await dealer.ask('PATCH', '/company', { name, marketing_info })
  await dealer.ask('PATCH', '/company/location', { ...place, coordinates: null })
  await approveCompany(acting, dealer.dealer)
  assert.deepEqual(await listed(name), [])
  await dealer.ask('PATCH', '/company/location', place)
  assert.deepEqual(await listed(name), [])
  await approveCompany(acting, dealer.dealer)
  const [shown] = await listed(name)
  assertKeys(shown, ['name', 'address', 'coordinates', 'country_code', 'marketing_info'])
  assert.deepEqual([shown.coordinates, shown.marketing_info.phones], [place.coordinates, marketing_info.phones])
  // A pending change is not public, and hides nothing.
  await dealer.ask('PATCH', '/company', { marketing_info: { shown: false } })
  assert.equal((await listed(name)).length, 1)
  await approveCompany(acting, dealer.dealer)
  assert.deepEqual(await listed(name), [])
})
