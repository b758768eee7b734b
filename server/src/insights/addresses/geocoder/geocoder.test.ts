/** The operator's geocoder, as a real web server that answers, fails and stalls. */
import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openApi } from '#testing/api.ts'
import { anActivatedAccount, aUnit } from '#testing/builders.ts'
import { computeAddresses, findAddress, geocodeAddresses, wantAddresses, wantLatestAddresses } from '../actions.ts'
import { Geocoder } from './geocoder.ts'
import { parseReverse, parseSearch } from './geocoder-answers.ts'

const asked: string[] = []
let behave: (url: URL, answer: ServerResponse) => void
const server = createServer((request, answer) => {
  asked.push(request.url ?? '')
  behave(new URL(request.url ?? '', 'http://geocoder'), answer)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const saying = (json: unknown) => (_: URL, answer: ServerResponse) => void answer.end(JSON.stringify(json))
const street = {
  address: { road: 'Gedimino pr.', house_number: '9', postcode: '01103', city: 'Vilnius', country_code: 'lt' },
}
const settings = {
  url: `${origin}/reverse?lat={lat}&lon={lon}&key=secret`,
  searchUrl: `${origin}/search?q={query}&near={lat},{lon}`,
  perMinute: 60_000,
  attribution: '© OpenStreetMap',
}
const api = await openApi({
  WAYMARK_GEOCODER_URL: settings.url,
  WAYMARK_GEOCODER_SEARCH_URL: settings.searchUrl,
  WAYMARK_GEOCODER_PER_MINUTE: '60000',
})
const { ctx } = api
const acting = { ...ctx, actor: { kind: 'job', id: 'test', address: null, requestId: null } as const }
const dealer = await api.dealer()
const account = await anActivatedAccount(api, dealer)

const vilnius = { lat: 54.687, lon: 25.28 }

for (const [form, json] of [
  ['Nominatim', street],
  [
    'Photon',
    {
      features: [
        {
          properties: {
            street: 'Gedimino pr.',
            housenumber: '9',
            postcode: '01103',
            city: 'Vilnius',
            countrycode: 'LT',
          },
        },
      ],
    },
  ],
  [
    'Pelias',
    {
      features: [
        {
          properties: {
            street: 'Gedimino pr.',
            housenumber: '9',
            postalcode: '01103',
            locality: 'Vilnius',
            country_code: 'LT',
          },
        },
      ],
    },
  ],
] as const)
  test(`an answer in the form of ${form} is an address`, () => {
    assert.deepEqual(parseReverse(json), {
      ...{ street: 'Gedimino pr.', houseNumber: '9', postcode: '01103', place: 'Vilnius', country: 'LT' },
    })
  })

test('an empty position is known as such; anything else is not an answer', () => {
  assert.equal(parseReverse({ error: 'Unable to geocode' }), undefined)
  assert.equal(parseReverse({ features: [] }), undefined)
  for (const json of [null, [], 'x', 7, { features: 7 }, {}]) assert.throws(() => parseReverse(json), /unknown form/)
  assert.deepEqual(parseReverse({ address: { road: 7, city: 'A\u0000\n B', country_code: 'nowhere' } }), {
    place: 'A B',
  })
})

test('search results have a kind and a position', () => {
  const found = parseSearch([
    { lat: '54.1', lon: '25.2', name: '', addresstype: 'house', address: street.address },
    { lat: '54.1', lon: '25.2', name: 'Trakai', addresstype: 'town', address: { town: 'Trakai', country_code: 'lt' } },
    { lat: 'x', lon: '25.2', name: 'Nowhere' },
  ])
  assert.deepEqual(
    found.map(({ kind, name, place, lat }) => [kind, name, place, lat]),
    [
      ['address', 'Gedimino pr. 9', 'Vilnius', 54.1],
      ['place', 'Trakai', undefined, 54.1],
    ],
  )
  assert.throws(() => parseSearch({ results: [] }), /unknown form/)
})

for (const [what, answer, reason] of [
  ['an error', (_: URL, to: ServerResponse) => void to.writeHead(503).end(), 'answered 503'],
  ['a redirection', (_: URL, to: ServerResponse) => void to.writeHead(302, { location: '/' }).end(), 'answered 302'],
  ['a web page', (_: URL, to: ServerResponse) => void to.end('<html>'), 'answers in an unknown form'],
  ['too much', (_: URL, to: ServerResponse) => void to.end(' '.repeat(300_000)), 'sent too much'],
  ['a broken connection', (_: URL, to: ServerResponse) => void to.destroy(), 'cannot be reached (UND_ERR_SOCKET)'],
] as const)
  test(`${what} is counted and logged without position and key, and the geocoder is paused for a while`, async () => {
    let now = 0
    const warnings: object[] = []
    const geocoder = new Geocoder(settings, { warn: (...parts: object[]) => warnings.push(parts) } as never, () => now)
    behave = answer
    assert.deepEqual(await geocoder.reverse(vilnius), { state: 'failed' })
    assert.deepEqual(await geocoder.reverse(vilnius), { state: 'later' })
    assert.deepEqual(await geocoder.search('Trakai', undefined), [])
    assert.deepEqual(geocoder.state(), { asked: 1, failed: 1, lastFailure: `The geocoder ${reason}.`, isPaused: true })
    assert.deepEqual(warnings, [[{ reason }, 'The geocoder failed. Addresses stay as they are.']])
    now += 20_000
    behave = saying(street)
    assert.equal((await geocoder.reverse(vilnius)).state, 'found')
    assert.equal(geocoder.state().isPaused, false)
  })

test('no more requests than allowed', async () => {
  behave = saying(street)
  const geocoder = new Geocoder({ ...settings, perMinute: 1 }, { warn: () => {} }, () => 0)
  assert.equal((await geocoder.reverse(vilnius)).state, 'found')
  assert.equal((await geocoder.reverse(vilnius)).state, 'later')
})

async function addressesOf(unitId: number) {
  const { rows } = await sql<{ source: string; text: string }>`
    select address ->> 'source' as source, address ->> 'text' as text from addresses where unit_id = ${unitId}
    order by is_latest, lat`.execute(ctx.db)
  return rows.map(({ source, text }) => `${source}: ${text}`)
}

/** A run ends after a while, even on a busy machine. */
async function computeAll(by: typeof acting): Promise<void> {
  while ((await computeAddresses(by)) > 0);
}

const ofStreet = 'geocoder: Gedimino pr. 9, 01103 Vilnius'
const ofTown = /^town: near .+, Lithuania$/

test('positions without a street are looked up afterwards, and keep the geocoder’s answer', async () => {
  const { id: unitId } = await aUnit(dealer, account.id)
  const spot = { unitId, t: 1_790_000_000, ...vilnius }
  await wantAddresses(ctx.db, [spot, { ...spot, lat: 54.7 }])
  await wantLatestAddresses(ctx.db, [{ ...spot, isStanding: true }])
  // While the geocoder does not answer, everyone gets the nearest town at once.
  behave = () => {}
  await computeAll(acting)
  assert.equal((await findAddress(ctx, { ...spot, lat: 54.75 }))?.source, 'town')
  for (const address of await addressesOf(unitId)) assert.match(address, ofTown)

  asked.length = 0
  behave = (url, answer) =>
    url.searchParams.get('lat') === '54.7' ? saying({ error: 'nothing' })(url, answer) : saying(street)(url, answer)
  await geocodeAddresses(acting)
  const [first = '', second = '', latest] = await addressesOf(unitId)
  assert.deepEqual([first, latest], [ofStreet, ofStreet])
  assert.match(second, ofTown)
  assert.deepEqual(asked.length, 3)
  await geocodeAddresses(acting)
  assert.equal(asked.length, 3, 'nothing is asked twice')

  // Another map without streets there changes nothing; a unit that drives on has another position.
  const other = { ...acting, addresses: { ...ctx.addresses, version: async () => 'another' } }
  await wantLatestAddresses(ctx.db, [{ ...spot, lat: 54.9, t: spot.t + 60, isStanding: true }])
  await computeAll(other)
  const after = await addressesOf(unitId)
  assert.equal(after[0], ofStreet)
  assert.match(after[2] ?? '', ofTown)
  await geocodeAddresses(other)
  assert.equal((await addressesOf(unitId))[2], ofStreet)
})

test('a search that the map cannot answer asks the geocoder', async () => {
  behave = saying([{ lat: '54.1', lon: '25.2', name: '', addresstype: 'house', address: street.address }])
  asked.length = 0
  const [found] = await ctx.addresses.find('Gedimino 9 Vilnius', vilnius)
  assert.deepEqual([found?.name, found?.place], ['Gedimino pr. 9', 'Vilnius'])
  assert.deepEqual(asked, ['/search?q=Gedimino%209%20Vilnius&near=54.687,25.28'])
  assert.equal((await api.ask('GET', '/settings.json')).body.geocoder_attribution, '© OpenStreetMap')
})
