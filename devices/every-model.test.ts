import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { manufacturers, modelById, models, protocolByName, tags } from './index.ts'
import { secondHundreds } from './models/index.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length

describe('the device catalogue', () => {
  test('holds at least 1,700 models of 150 makers', () => {
    assert.ok(models.length >= 1700, `${models.length} models`)
    assert.ok(manufacturers.length >= 152, `${manufacturers.length} makers, and two that are none`)
  })

  test('gives every maker and every model its own id', () => {
    assert.ok(distinct(manufacturers.map(({ id }) => id)))
    assert.ok(distinct(manufacturers.map(({ title }) => title)))
    assert.ok(distinct(models.map(({ id }) => id)))
  })

  test('never reuses the id of a removed model', () => {
    for (const id of [173, 1311, 2314, 6703, 9404]) assert.equal(modelById(id), undefined)
  })

  test('finds a model by its hardware id with its maker, device type and protocol', () => {
    for (const model of models) assert.equal(modelById(model.id), model)
    assert.equal(modelById(0), undefined)
    assert.equal(modelById(Number.NaN), undefined)
  })

  for (const file of readdirSync(new URL('models/', import.meta.url)).filter((name) => name.startsWith('makers-'))) {
    test(`lists the makers of models/${file}`, async () => {
      const exported = Object.values<typeof manufacturers>(await import(`./models/${file}`))
      assert.equal(exported.length, 1)
      assert.ok(exported[0]!.length > 0 && exported[0]!.every((one) => manufacturers.includes(one)))
    })
  }

  // Units in the database refer to these ids: a failure here means that a client's tracker would become another model.
  const known = [
    [110, 'Teltonika', 'FMB920', 'teltonika'],
    [208, 'Queclink', 'GV300', 'gl200'],
    [305, 'Concox', 'GT06N', 'gt06'],
    [706, 'Meitrack', 'T1', 'meitrack'],
    [801, 'SinoTrack', 'ST-901', 'h02'],
    [901, 'Coban', 'GPS103A', 'gps103'],
    [2901, 'BCE', 'FMS500 Light', 'bce'],
    [4701, 'OsmAnd', 'OsmAnd', 'osmand'],
    [5001, 'Traccar', 'Traccar Client', 'osmand'],
    // Of lists: the last model before a row was appended.
    [326, 'Concox', 'TR02', 'gt02'],
    [420, 'Jimi IoT', 'JC100', 'gt06'],
    [5306, 'Neomatica', 'ADM333', 'adm'],
    [6704, 'Xirgo', 'XT-4750', 'xirgo'],
    [7510, 'Tzone', 'TZ-GT09', 'totem'],
    [7905, 'Mictrack', 'MT600', 'tlt2h'],
    [9705, 'Carscop', 'CCTR-830', 'h02'],
    [10201, 'Teltonika', 'FM1000', 'teltonika'],
    [10301, 'iStartek', 'VT100', 'startek'],
  ] as const

  // How many models each maker had when all ids were fixed, by the maker's id. Later ones come after them.
  const fixed =
    '139 91 44 39 27 57 47 20 34 20 21 23 25 7 8 22 39 10 43 19 17 37 44 38 24 19 13 7 14 25 14 4 13 2 11 5 13 9 17 6 4 3 3 2 1 1 1 1 1 1 5 5 12 3 4 4 5 3 1 1 7 3 8 15 8 21 20 13 5 17 11 13 2 6 14 12 4 3 14 7 6 2 9 6 14 15 9 5 4 2 3 1 3 14 13 9 16 10 2 1 11 18 16 8 17 18 4 18 19 14 5 4 8 3 1 5 2 5 1 4 6 5 7 1 3 4 2 1 3 3 4 1 2 2 3 3 1 1 2 2 1 1 1 1 1 3 2 1 2 2 1 1 1 2 1'
  test('keeps the id of every model: new ones go to the end of their maker', () => {
    const counts = fixed.split(' ').map(Number)
    const makers = manufacturers.toSorted((a, b) => a.id - b.id)
    const all = makers.flatMap((maker, at) => maker.models.slice(0, counts[at] ?? 0))
    const text = all.map(({ id, title }) => `${id} ${title}`).join('\n')
    assert.equal(
      createHash('sha256').update(text).digest('hex'),
      'd0b3204275227dcfcdf5b9290205ed05854983a82847c92bf39b316034cc9cad',
    )
  })

  for (const [id, maker, title, protocol] of known) {
    test(`keeps the id ${id} for the ${maker} ${title}`, () => {
      const model = modelById(id)
      assert.equal(model?.title, title)
      assert.equal(model?.protocol, protocol)
      assert.equal(model?.deviceTypeId, id)
      assert.equal(manufacturers.find((manufacturer) => manufacturer.id === model?.manufacturerId)?.title, maker)
    })
  }
})

for (const manufacturer of manufacturers) {
  describe(`the models of ${manufacturer.title}`, () => {
    test('are at least one and have different titles', () => {
      assert.ok(manufacturer.models.length > 0)
      assert.ok(distinct(manufacturer.models.map(({ title }) => title.toLowerCase())))
    })

    for (const model of manufacturer.models) {
      test(`describe the ${model.title} well`, () => {
        const hundreds = [manufacturer.id, secondHundreds.get(manufacturer.id)]
        assert.ok(hundreds.includes(Math.floor(model.id / 100)), 'the id lies in a hundred of the maker')
        assert.match(model.title, /^\S(.*\S)?$/)
        assert.ok(
          model.tags.some((tag) => tag !== 'legacy'),
          'a tag says what it is for',
        )
        assert.ok(model.tags.every((tag) => tags.includes(tag)))
        assert.ok(distinct(model.tags))
        assert.ok(protocolByName(model.protocol), 'the protocol is known')
      })
    }
  })
}
