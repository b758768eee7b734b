import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manufacturers, models } from './index.ts'
import { filledSetup, setupRows, setupTextsOf } from './setup.ts'

const values = { host: 'track.example.com', ip: '192.0.2.7', port: 5027, ident: '352093081452251' }
const textsOf = (maker: string, title: string) => {
  const manufacturer = manufacturers.find((one) => one.title === maker)!
  const model = manufacturer.models.find((one) => one.title === title)!
  return setupTextsOf(maker, model).map(({ text }) => filledSetup(text, { ...values, apn: 'internet' }))
}

describe('set-up texts', () => {
  test('are filled with host, address, port, access point and ident', () => {
    assert.deepEqual(textsOf('Teltonika', 'FMB920'), [
      '  setparam 2001:internet',
      '  setparam 2004:track.example.com;2005:5027;2006:0',
    ])
    assert.deepEqual(textsOf('Concox', 'GT06N'), ['APN,internet#', 'SERVER,1,track.example.com,5027,0#'])
    assert.deepEqual(textsOf('SinoTrack', 'ST-901'), ['8030000 internet', '8040000 192.0.2.7 5027', '7100000'])
    assert.deepEqual(textsOf('WanWay', 'G19S'), ['APN,internet#', 'SERVER,1,track.example.com,5027,0#'])
    assert.deepEqual(textsOf('LKGPS', 'LK208'), ['APN123456 internet', 'adminip123456 192.0.2.7 5027', 'gprs123456'])
    assert.deepEqual(textsOf('Suntech', 'ST340'), ['ST300NTW;352093081452251;02;0;internet;;;192.0.2.7;5027;;;;'])
  })

  test('leave in braces what is not known, and words nobody has defined', () => {
    assert.equal(
      filledSetup('{password} {apn} {host} {constructor}', values),
      '{password} {apn} track.example.com {constructor}',
    )
  })

  test('are of no model of the maker that the manual does not speak of', () => {
    assert.deepEqual(textsOf('Teltonika', 'FM1100'), [])
    assert.deepEqual(textsOf('Suntech', 'ST4340'), [])
    assert.deepEqual(textsOf('Concox', 'TR02'), [])
    assert.deepEqual(setupTextsOf('Nobody', { title: 'FMB920', protocol: 'teltonika' }), [])
  })

  for (const row of setupRows) {
    test(`of ${row.manufacturer} are of models in the catalogue, and fit into one SMS`, () => {
      const maker = manufacturers.find(({ title }) => title === row.manufacturer)
      assert.ok(maker)
      const own = models.filter((model) => model.manufacturerId === maker.id && model.protocol === row.protocol)
      assert.ok(own.some((model) => setupTextsOf(maker.title, model).length > 0))
      for (const start of row.titles ?? [])
        assert.ok(
          own.some(({ title }) => title.startsWith(start)),
          start,
        )
      for (const { text } of row.texts) {
        assert.ok(filledSetup(text, { ...values, apn: 'a'.repeat(30) }).length <= 160)
        for (const [, name] of text.matchAll(/\{(.*?)\}/g)) {
          assert.ok(['host', 'ip', 'port', 'apn', 'ident', 'password'].includes(name!), name)
        }
      }
    })
  }
})
