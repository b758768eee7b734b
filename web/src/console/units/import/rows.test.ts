import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bodyOf, chunksOf, dayOf, type FoundClient, faultsOf, guessMapping, type Row, toRows } from './rows.ts'

suite('columns are guessed from their names', () => {
  for (const [head, expected] of [
    [
      ['Name', 'IMEI', 'Model', 'Client', 'Description'],
      { name: 0, ident: 1, model: 2, client: 3, description: 4, settings: -1 },
    ],
    [
      ['device_id', 'device name', 'device type'],
      { name: 1, ident: 0, model: 2, client: -1, description: -1, settings: -1 },
    ],
    [
      ['Plate', 'Unique identifier', 'Customer', 'Notes'],
      { name: 0, ident: 1, model: -1, client: 2, description: 3, settings: -1 },
    ],
    [
      ['IMEI', 'Name', 'Paid until', 'Client'],
      { name: 1, ident: 0, model: -1, client: 3, description: -1, paid_until: 2, settings: -1 },
    ],
    [
      ['Einheit', 'Kennung', 'Modell', 'Kunde', 'Beschreibung', 'Protokolleinstellungen'],
      { name: 0, ident: 1, model: 2, client: 3, description: 4, settings: 5 },
    ],
    [['a', 'b'], { name: -1, ident: -1, model: -1, client: -1, description: -1, settings: -1 }],
    [['IMEI', 'Protocol settings'], { name: -1, ident: 0, model: -1, client: -1, description: -1, settings: 1 }],
    [['ID', 'Customer name', 'Vehicle'], { name: 2, ident: 0, model: -1, client: 1, description: -1, settings: -1 }],
  ] as const) {
    test(head.join(', '), () => assert.deepEqual(guessMapping(head), { paid_until: -1, ...expected }))
  }
})

const mapping = { name: 0, ident: 1, model: 2, client: -1, description: -1, paid_until: -1, settings: -1 }

test('rows are counted as in the spreadsheet, and empty ones are skipped', () => {
  const rows = toRows(
    [
      ['Name', 'IMEI', 'Model'],
      [' Van 1 ', '35', 'FMB920'],
      ['', ' ', ''],
      ['Van 3', '37'],
    ],
    mapping,
  )
  assert.deepEqual(
    rows.map(({ number, cells }) => [number, cells.name, cells.ident, cells.model, cells.client]),
    [
      [2, 'Van 1', '35', 'FMB920', ''],
      [4, 'Van 3', '37', '', ''],
    ],
  )
})

suite('a row becomes a unit', () => {
  const row = (cells: Partial<Row['cells']>): Row => ({
    number: 2,
    cells: { name: 'Van', ident: '35', model: '', client: '', description: '', paid_until: '', settings: '', ...cells },
  })
  const depot = { id: 7, apps: ['fleet', 'tags'] }
  const clients = new Map<string, FoundClient>([
    ['north', { id: 9, apps: ['tags'] }],
    ['twice', 'several'],
  ])
  const forAll = { client: depot, app: 'fleet', hwId: 101 }

  test('with the values for all rows', () =>
    assert.deepEqual(bodyOf(row({}), forAll, clients), {
      body: { name: 'Van', ident: '35', hw_id: 101, account_id: 7, app_id: 'fleet' },
    }))
  test('with its own values, and in an application that its client has', () =>
    assert.deepEqual(bodyOf(row({ name: '', model: 'FMB920', client: 'North', description: 'red' }), forAll, clients), {
      body: { name: '35', ident: '35', model: 'FMB920', account_id: 9, app_id: 'tags', description: 'red' },
    }))
  for (const [text, day] of [
    ['2027-03-31', '2027-03-31'],
    ['2027-3-1 00:00:00', '2027-03-01'],
    ['31.3.2027', '2027-03-31'],
    ['3/4/2027', undefined],
    ['2027-02-30', undefined],
    ['', ''],
  ] as const) {
    test(`paid until ${text || 'nothing'}`, () => assert.equal(dayOf(text), day))
  }
  for (const [cells, chosen, field] of [
    [{ paid_until: 'soon' }, forAll, 'paid_until'],
    [{ client: 'South' }, forAll, 'client'],
    [{ client: 'twice' }, forAll, 'client'],
    [{}, { ...forAll, client: undefined }, 'client'],
    [{}, { ...forAll, hwId: null }, 'model'],
  ] as const) {
    test(`not ${JSON.stringify(cells)} with ${JSON.stringify(chosen)}`, () => {
      const judged = bodyOf(row(cells), chosen, clients)
      assert.deepEqual('faults' in judged && judged.faults.map((fault) => fault.field), [field])
    })
  }
})

test('own fields are found by their names, and their cells become values', () => {
  const own = [
    { id: 'a', name: 'Leased', type: 'yes_no', choices: [] },
    { id: 'b', name: 'Depot', type: 'choice', choices: ['North'] },
    { id: 'c', name: 'Model year', type: 'number', choices: [] },
  ] as const
  const head = ['IMEI', 'model year', 'Leased', 'Name', 'Depot']
  const found = guessMapping(head, own)
  assert.deepEqual([found['field:a'], found['field:b'], found['field:c'], found.model], [2, 4, 1, -1])
  const judged = (cells: readonly string[]) => {
    const [row] = toRows([head, cells], found)
    return bodyOf(row!, { client: { id: 7, apps: ['fleet'] }, app: 'fleet', hwId: 101 }, new Map(), own)
  }
  assert.deepEqual(judged(['35', '2023', 'Ja', 'Van', 'north']), {
    body: {
      ...{ name: 'Van', ident: '35', hw_id: 101, account_id: 7, app_id: 'fleet' },
      fields: [
        { field_id: 'a', value: true },
        { field_id: 'b', value: 'North' },
        { field_id: 'c', value: 2023 },
      ],
    },
  })
  const wrong = judged(['35', 'old', '', 'Van', 'West'])
  assert.deepEqual('faults' in wrong && wrong.faults.map(({ field }) => field), ['field:b', 'field:c'])
})

test('a problem found by the server is shown at its cell', () =>
  assert.deepEqual(
    faultsOf({
      row: 0,
      ok: false,
      errors: [
        { code: 'FAILED_VALIDATION', message: 'No such device.', field: 'hw_id' },
        { code: 'CONFLICT', message: 'Taken.', field: 'ident' },
        { code: 'QUOTA_EXCEEDED', message: 'Full.' },
      ],
    }).map(({ field }) => field),
    ['model', 'ident', undefined],
  ))

test('many rows are split without losing one', () => {
  assert.deepEqual(chunksOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(chunksOf([], 2), [])
})
