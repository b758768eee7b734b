/** The map of a country or box, copied from the console without a shell. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { MapFile } from '#kernel/geo/map-file/map-file.ts'
import { openApi } from '#testing/api.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { RangeServer } from '#testing/fakes/range-server.ts'
import { aPlanet } from '#testing/files/planet.ts'
import { aPerson, type StaffMember } from '#testing/people/staff.ts'
import { until } from '#testing/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'waymark-map-copy-'))
const server = await RangeServer.open(aPlanet())
const api = await openApi({ WAYMARK_DATA: folder, WAYMARK_MAP_SOURCE: server.url })
let operator: StaffMember
before(async () => {
  operator = await aPerson(api, null, 'operator')
})
after(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const read = async () => (await operator.ask('GET', '/operator/map/copy')).body
const start = (body: object) => operator.ask('POST', '/operator/map/copy', body)
const ended = (state: string) => until(`The copy to be ${state}`, async () => (await read()).copy?.state === state)
const mapFile = () => api.ctx.config.mapFiles

test('countries to choose from, and the source of the settings', async () => {
  const { source, countries, copy } = await read()
  assert.deepEqual([source, copy], [server.url, null])
  assert.ok(countries.some(({ code, name }: { code: string; name: string }) => code === 'AT' && name === 'Austria'))
})

test('shows the size, and copies nothing', async () => {
  const { body } = await operator.ask('POST', '/operator/map/copy/size', { country: 'AT' })
  assert.ok(body.bytes > 1000 && body.tiles > 5, JSON.stringify(body))
  assert.equal((await read()).copy, null)
})

test('copies a country, and shows it when it is complete', async () => {
  const { status, text } = await start({ country: 'AT' })
  assert.equal(status, 200, text)
  await ended('done')
  const { file, bytes, bytes_total, area } = (await read()).copy
  assert.deepEqual([area, bytes], ['Austria', bytes_total])
  assert.deepEqual(mapFile(), [file])
  await (await MapFile.open(file)).close()
  assert.equal((await operator.ask('GET', '/operator/map')).body.files[0].path, file)
})

test('a new box takes precedence over earlier maps', async () => {
  const [austria] = mapFile()
  await start({ box: [9.4, 47, 9.7, 47.3] })
  await ended('done')
  assert.deepEqual(mapFile(), [join(folder, 'maps/box-9.4_47_9.7_47.3.pmtiles'), austria])
})

test('a stopped copy continues with the next start; only one runs at a time', async () => {
  server.fault = (request) => (request > server.asked.length - 1 ? 'stall' : undefined)
  await start({ country: 'CA' })
  assertRefused(await start({ country: 'DE' }), 409, 'CONFLICT')
  assert.equal((await operator.ask('DELETE', '/operator/map/copy')).body.copy.state, 'stopped')
  server.fault = () => undefined
  await start({ country: 'CA' })
  await ended('done')
})

test('with repeated starts while the previous copy ends, only one writes: the file is complete', async () => {
  const bytes = async () => {
    await ended('done')
    return readFile((await read()).copy.file)
  }
  for (let time = 0; time < 5; time++) {
    assert.equal((await start({ country: 'DE' })).status, 200)
    await operator.ask('DELETE', '/operator/map/copy')
  }
  await start({ country: 'DE' })
  const patched = await bytes()
  await start({ country: 'DE' })
  assert.ok(patched.equals(await bytes()))
})

suite('a key in the address of the source', () => {
  const logged = async () => JSON.stringify(await api.ctx.db.selectFrom('audit').selectAll().execute())

  test('is used, but neither shown nor logged', async () => {
    await start({ country: 'AT', source: `${server.url}?key=hidden-key` })
    await ended('done')
    const answer = await read()
    assert.equal(answer.copy.source, server.url)
    assert.ok(!JSON.stringify(answer).includes('hidden-key'))
    const log = await logged()
    assert.ok(log.includes('map.copy') && !log.includes('hidden-key'))
  })

  test('is not shown as a login either, which cannot be used', async () => {
    await start({ country: 'AT', source: server.url.replace('//', '//anna:hidden-key@') })
    await ended('failed')
    const answer = await read()
    assert.match(answer.copy.failure, /without them/)
    assert.ok(!JSON.stringify(answer).includes('hidden-key') && !(await logged()).includes('hidden-key'))
  })

  test('of the settings is used for the displayed address', async () => {
    const asked: string[] = []
    const web = createServer(({ url = '' }, answer) => {
      asked.push(url)
      answer.writeHead(404).end()
    })
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(web.address() as AddressInfo).port}/planet.pmtiles`
    const other = await openApi({ WAYMARK_MAP_SOURCE: `${address}?key=hidden-key` })
    const person = await aPerson(other, null, 'operator')
    assert.equal((await person.ask('GET', '/operator/map/copy')).body.source, address)
    const refused = await person.ask('POST', '/operator/map/copy/size', { country: 'AT', source: address })
    assertRefused(refused, 409, 'CONFLICT')
    assert.ok(!refused.text.includes('hidden-key'))
    assert.deepEqual(asked, ['/planet.pmtiles?key=hidden-key'])
    await new Promise<void>((resolve) => web.close(() => resolve()))
  })
})

test('an impossible copy is refused with a reason, and nothing changes', async () => {
  const before = mapFile()
  await start({ country: 'AT', source: join(folder, 'nowhere.pmtiles') })
  await ended('failed')
  assert.match((await read()).copy.failure, /nowhere\.pmtiles/)
  assert.deepEqual(mapFile(), before)
  assertRefused(await start({}), 400, 'FAILED_VALIDATION country')
  assertRefused(await start({ country: 'XX' }), 400, 'FAILED_VALIDATION country')
  assertRefused(await start({ box: [9, 48, 10, 47] }), 400, 'FAILED_VALIDATION box')
  assertRefused(await start({ country: 'AT', box: [9, 47, 10, 48] }), 400, 'FAILED_VALIDATION country')
})
