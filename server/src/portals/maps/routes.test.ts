/** Selectable maps, against a double of the provider. server/every-row/modules.test.ts checks that the route needs its module. */
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { modulesOf } from '#billing/plans/modules.ts'
import { fleetApp } from '#kernel/applications.ts'
import { openApi, type TestApi } from '#testing/api.ts'
import { anActivatedAccount, aPlan } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { startGoogleTiles } from '#testing/fakes/google.ts'
import { askAs, type Client, goodPassword, logIn } from '#testing/people/client.ts'

const google = await startGoogleTiles(() => api.ctx.clock.now())
after(() => google.close())
const settings = { WAYMARK_GOOGLE_MAPS_URL: google.url, WAYMARK_OUTBOUND_ALLOW: '127.0.0.0/8' }
const api = await openApi({ ...settings, WAYMARK_GOOGLE_MAPS_KEY: google.key })

async function aFleetClient(on: TestApi): Promise<Client['ask']> {
  const dealer = await on.dealer('provider')
  const modules = modulesOf(fleetApp).map(({ name }) => name)
  const plan = await aPlan(dealer, { managed_plan_id: '019a0000-0000-7000-8000-000000000104', modules })
  const account = await anActivatedAccount(on, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  return askAs(on, await logIn(on, account.user.name))
}

suite('an operator who has a key', () => {
  test('offers two maps; a session is requested once, with the installation’s address', async () => {
    const ask = await aFleetClient(api)
    const { body } = await ask('GET', '/map-providers')
    const [{ name, title, layers }] = body
    assert.deepEqual([name, title], ['google', 'Google Maps'])
    const [road, satellite] = layers
    assert.equal(road.tiles, `${google.url}/v1/2dtiles/{z}/{x}/{y}?session=roadmap-1&key=${google.key}`)
    assert.equal(satellite.copyright, `${google.url}/tile/v1/viewport?session=satellite-2&key=${google.key}`)
    assert.deepEqual([road.tile_size, satellite.name], [256, 'satellite'])
    assert.deepEqual((await ask('GET', '/map-providers')).body, body)
    assert.deepEqual(
      google.sessions.map(({ mapType, referer }) => [mapType, referer]),
      [
        ['roadmap', `${api.ctx.config.publicUrl}/`],
        ['satellite', `${api.ctx.config.publicUrl}/`],
      ],
    )
    await ask('GET', '/map-providers?language=de')
    assert.deepEqual(
      google.sessions.slice(2).map(({ language }) => language),
      ['de', 'de'],
    )
  })

  test('gets new sessions before the old ones end', async () => {
    const ask = await aFleetClient(api)
    const before = (await ask('GET', '/map-providers')).body[0].layers[0]
    api.ctx.clock.advance(13 * 86_400 + 60)
    const again = await aFleetClient(api)
    const { tiles, expires_at } = (await again('GET', '/map-providers')).body[0].layers[0]
    assert.notEqual(tiles, before.tiles)
    assert.ok(expires_at > before.expires_at)
  })

  test('sees what to do if the provider refuses; later it works', async () => {
    api.ctx.clock.advance(30 * 86_400)
    const ask = await aFleetClient(api)
    google.fail(403)
    const answer = await ask('GET', '/map-providers')
    assertRefused(answer, 503, 'SERVICE_UNAVAILABLE')
    assert.match(answer.text, /built-in map/)
    assert.ok(!answer.text.includes(google.key))
    google.fail(undefined)
    assert.equal((await ask('GET', '/map-providers')).status, 200)
  })
})

test('an operator without a key offers none', async () => {
  const without = await openApi(settings)
  const ask = await aFleetClient(without)
  assert.deepEqual((await ask('GET', '/map-providers')).body, [])
})
