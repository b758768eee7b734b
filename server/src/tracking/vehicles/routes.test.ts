import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { openApi } from '#testing/api.ts'
import { aFleetPlan, anActivatedAccount, aUnit } from '#testing/builders.ts'
import { assertRefused } from '#testing/checks/answers.ts'
import { aJpeg } from '#testing/files/pictures.ts'
import { askAs, goodPassword, logIn } from '#testing/people/client.ts'
import { aPng } from '#testing/people/tags.ts'
import { documentsMax } from './vehicle.ts'

const api = await openApi()
const dealer = await api.dealer()
const plan = await aFleetPlan(dealer)

async function aFleet() {
  const account = await anActivatedAccount(api, dealer, plan.id)
  const set = { new_password: goodPassword, repeat_password: goodPassword }
  await dealer.ask('PUT', `/users/${account.user.id}/password`, set)
  const ask = askAs(api, await logIn(api, account.user.name))
  return {
    unit: await aUnit(dealer, account.id),
    more: () => aUnit(dealer, account.id),
    ask,
    photo: (unit: number) => ask('GET', `/units/${unit}/photo`),
    send: (unit: number, bytes: Buffer, type: string) =>
      ask('PUT', `/units/${unit}/photo`, bytes, { 'content-type': type }),
  }
}
const fleet = await aFleet()
const { ask, unit } = fleet
const nothing = { plate: null, vin: null, make: null, model: null, year: null, fuel: null, icon: null }
const empty = { ...nothing, photo: null, next_expiry: null, fields: [] }

test('a unit without any entries is a vehicle without facts', async () => {
  const { ask, unit } = await aFleet()
  assert.deepEqual((await ask('GET', `/units/${unit.id}/vehicle`)).body, { unit_id: unit.id, ...empty })
  assert.deepEqual((await ask('GET', '/vehicles')).body, [{ unit_id: unit.id, ...empty }])
})

test('entries are kept, null removes them, and the history has both', async () => {
  const path = `/units/${unit.id}/vehicle`
  const said = { plate: 'B WM 1207', vin: 'WF0XXXTTGXEW12345', make: 'Ford', year: 2023, fuel: 'diesel', icon: 'van' }
  const first = await ask('PATCH', path, said)
  assert.deepEqual(first.body, { unit_id: unit.id, ...empty, ...said }, first.text)
  const second = (await ask('PATCH', path, { plate: null, model: 'Transit' })).body
  assert.deepEqual(second, { unit_id: unit.id, ...empty, ...said, plate: null, model: 'Transit' })
  assert.deepEqual((await ask('GET', path)).body, second)
  const rows = await api.ctx.db.selectFrom('audit').select('action').where('subjectId', '=', String(unit.id)).execute()
  assert.equal(rows.filter(({ action }) => action === 'vehicles.change').length, 2)
})

suite('invalid facts are refused', () => {
  for (const [name, body] of Object.entries({
    'an empty plate': { plate: ' ' },
    'a plate of two lines': { plate: 'B\nWM' },
    'a year before cars': { year: 1899 },
    'an unknown fuel': { fuel: 'steam' },
    'an unknown icon': { icon: 'rocket' },
  })) {
    test(name, async () => {
      const answer = await ask('PATCH', `/units/${unit.id}/vehicle`, body)
      assertRefused(answer, 400, `FAILED_VALIDATION ${Object.keys(body)[0]}`)
    })
  }
})

test('several are changed at once, and none when one of them is unknown', async () => {
  const { ask, unit, more } = await aFleet()
  const other = await more()
  const untouched = await more()
  const change = { make: 'Volvo', icon: 'truck' }
  const all = await ask('PATCH', '/vehicles', { unit_ids: [unit.id, other.id, unit.id], ...change })
  assert.deepEqual(
    all.body.map(({ unit_id, make, icon }: Record<string, unknown>) => ({ unit_id, make, icon })),
    [unit.id, other.id].sort((one, two) => one - two).map((unit_id) => ({ unit_id, ...change })),
  )
  const foreign = { unit_ids: [unit.id, fleet.unit.id], make: 'Ford' }
  assertRefused(await ask('PATCH', '/vehicles', foreign), 404, 'NOT_FOUND')
  const makes = (await ask('GET', '/vehicles')).body.map(({ unit_id, make }: { unit_id: number; make: string }) => [
    unit_id,
    make,
  ])
  assert.deepEqual(new Map(makes).get(unit.id), 'Volvo')
  assert.deepEqual(new Map(makes).get(untouched.id), null)
})

test('an unknown field is refused', async () =>
  assertRefused(await ask('PATCH', `/units/${unit.id}/vehicle`, { colour: 'blue' }), 400, 'INVALID_PAYLOAD colour'))

suite('a photo', () => {
  test('is shown unchanged to its own account, and gone when deleted', async () => {
    const { unit, photo, send, ask } = await aFleet()
    assertRefused(await ask('GET', `/units/${unit.id}/photo`), 404, 'NOT_FOUND')
    const first = (await send(unit.id, aJpeg, 'image/jpeg')).body
    assert.deepEqual([first.photo.type, first.photo.width, first.photo.height], ['image/jpeg', 40, 32])
    const shown = await photo(unit.id)
    assert.deepEqual([shown.status, shown.headers['content-type']], [200, 'image/jpeg'])
    assert.ok(!shown.bytes.includes('Exif'))
    const second = (await send(unit.id, aPng(), 'image/png')).body
    assert.notEqual(second.photo.version, first.photo.version)
    assert.equal((await photo(unit.id)).headers['content-type'], 'image/png')
    assert.equal((await fleet.photo(unit.id)).status, 404)
    assert.equal((await fleet.send(unit.id, aPng(), 'image/png')).status, 404)
    assert.equal((await ask('DELETE', `/units/${unit.id}/photo`)).status, 204)
    assertRefused(await ask('DELETE', `/units/${unit.id}/photo`), 404, 'NOT_FOUND')
    assert.equal((await ask('GET', `/units/${unit.id}/vehicle`)).body.photo, null)
  })

  test('is refused if it is not a picture', async () => {
    const answer = await fleet.send(unit.id, Buffer.from('<svg onload="alert(1)"/>'), 'image/png')
    assert.equal(answer.status, 400, answer.text)
  })

  test('is in the export', async () => {
    const { unit, send, ask } = await aFleet()
    await send(unit.id, aPng(), 'image/png')
    const [exported] = (await ask('GET', '/export')).body.unit_photos
    assert.deepEqual([exported.unit_id, exported.type], [unit.id, 'image/png'])
    assert.deepEqual(Buffer.from(exported.data, 'base64').subarray(1, 4).toString(), 'PNG')
  })
})

suite('the file of a document', () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const put = (ask: typeof fleet.ask, id: string, bytes: Buffer, type = 'application/pdf') =>
    ask('PUT', `/vehicle-documents/${id}/file`, bytes, { 'content-type': type })
  const aDocument = async ({ ask, unit }: Awaited<ReturnType<typeof aFleet>>) =>
    (await ask('POST', `/units/${unit.id}/documents`, { name: 'Insurance / “2027”' })).body.id as string

  test('is a PDF to download, or a picture to look at, for its own account only', async () => {
    const owner = await aFleet()
    const id = await aDocument(owner)
    const path = `/vehicle-documents/${id}/file`
    assertRefused(await owner.ask('GET', path), 404, 'NOT_FOUND')
    const first = await put(owner.ask, id, pdf)
    assert.deepEqual([first.body.file.type, first.body.file.bytes], ['application/pdf', pdf.length], first.text)
    const read = await owner.ask('GET', path)
    assert.deepEqual(
      [read.headers['content-type'], read.headers['content-disposition'], read.headers['x-content-type-options']],
      ['application/pdf', 'attachment; filename="Insurance-2027-.pdf"', 'nosniff'],
    )
    assert.ok(read.bytes.equals(pdf))
    // The content decides, not the name.
    const second = await put(owner.ask, id, aJpeg, 'application/pdf')
    assert.equal(second.body.file.type, 'image/jpeg')
    assert.notEqual(second.body.file.version, first.body.file.version)
    const shown = await owner.ask('GET', path)
    assert.deepEqual([shown.headers['content-type'], shown.headers['content-disposition']], ['image/jpeg', 'inline'])
    assert.match(String(shown.headers['content-security-policy']), /sandbox/)
    assert.ok(!shown.bytes.includes('ICC_PROFILE'))
    const [exported] = (await owner.ask('GET', '/export')).body.vehicle_document_files
    assert.deepEqual([exported.document_id, exported.type], [id, 'image/jpeg'])
    for (const asked of [fleet.ask('GET', path), fleet.ask('DELETE', path), put(fleet.ask, id, pdf)]) {
      assertRefused(await asked, 404, 'NOT_FOUND')
    }
    assert.equal((await owner.ask('DELETE', path)).status, 204)
    assertRefused(await owner.ask('DELETE', path), 404, 'NOT_FOUND')
    assert.equal((await owner.ask('GET', `/vehicle-documents/${id}`)).body.file, null)
  })

  for (const [name, bytes] of Object.entries({
    'a page': Buffer.from('<html><script>alert(1)</script></html>'),
    'a PDF that is cut off': pdf.subarray(0, 20),
    'a page that begins like a PDF': Buffer.from('%PDF-<script>alert(1)</script>%%EOF'),
    'a picture that is too large': Buffer.concat([aJpeg, Buffer.alloc(3 * 1024 * 1024)]),
    nothing: Buffer.alloc(0),
  })) {
    test(`is not ${name}`, async () => {
      const owner = await aFleet()
      const answer = await put(owner.ask, await aDocument(owner), bytes)
      assert.equal(answer.status, 400, answer.text)
    })
  }

  test('is no larger than 5 MiB', async () => {
    const owner = await aFleet()
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5 * 1024 * 1024), Buffer.from('%%EOF')])
    assert.equal((await put(owner.ask, await aDocument(owner), large)).status, 413)
  })
})

suite('documents', () => {
  test('are listed by the day on which they expire, those without one last', async () => {
    const { ask, unit } = await aFleet()
    const path = `/units/${unit.id}/documents`
    const add = async (body: object) => (await ask('POST', path, body)).body
    const permit = await add({ name: 'Permit' })
    const insurance = await add({ name: 'Insurance', number: 'P-4471-88', expires_on: '2027-03-31', note: 'By phone' })
    const inspection = await add({ name: 'Inspection', expires_on: '2026-12-01' })
    assert.deepEqual((await ask('GET', path)).body, [inspection, insurance, permit])
    assert.deepEqual((await ask('GET', '/vehicle-documents')).body, [inspection, insurance, permit])
    assert.equal((await ask('GET', `/units/${unit.id}/vehicle`)).body.next_expiry, '2026-12-01')
    const renewed = await ask('PATCH', `/vehicle-documents/${inspection.id}`, { expires_on: '2028-12-01' })
    assert.deepEqual(renewed.body, { ...inspection, expires_on: '2028-12-01' })
    assert.equal((await ask('GET', `/units/${unit.id}/vehicle`)).body.next_expiry, '2027-03-31')
    assert.equal((await ask('DELETE', `/vehicle-documents/${insurance.id}`)).status, 204)
    assert.deepEqual((await ask('GET', path)).body, [renewed.body, permit])
  })

  for (const day of ['2027-02-29', '2027-13-01', '0000-01-01', 'tomorrow']) {
    test(`${day} is not a day`, async () => {
      const answer = await ask('POST', `/units/${unit.id}/documents`, { name: 'Insurance', expires_on: day })
      assertRefused(answer, 400, 'FAILED_VALIDATION expires_on')
    })
  }

  test('belong to their own account', async () => {
    const other = await aFleet()
    const { id } = (await ask('POST', `/units/${unit.id}/documents`, { name: 'Insurance' })).body
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Stolen' }], ['DELETE']] as const) {
      assertRefused(await other.ask(method, `/vehicle-documents/${id}`, body), 404, 'NOT_FOUND')
    }
    assertRefused(await other.ask('POST', `/units/${unit.id}/documents`, { name: 'Mine' }), 404, 'NOT_FOUND')
  })

  test('have a maximum number', async () => {
    const { ask, unit } = await aFleet()
    const path = `/units/${unit.id}/documents`
    const answers = await Promise.all(
      Array.from({ length: documentsMax + 3 }, () => ask('POST', path, { name: 'Permit' })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, documentsMax)
    for (const answer of answers.filter(({ status }) => status !== 201)) assertRefused(answer, 409, 'CONFLICT')
  })
})
