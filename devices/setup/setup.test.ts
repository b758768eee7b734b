import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manufacturers, models } from '../index.ts'
import { filledSetup, setupTextsOf } from './setup.ts'
import { setupRows } from './setup-texts.ts'
import { setupOf, setupWayRows } from './setup-ways.ts'

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
    assert.deepEqual(textsOf('Queclink', 'GL300'), [
      'AT+GTBSI=gl300,internet,,,,,,,0002$',
      'AT+GTSRI=gl300,3,,1,track.example.com,5027,,,,0,1,,,,,0003$',
    ])
    assert.deepEqual(textsOf('Meiligao', 'GT60'), [
      'W000000,011,internet',
      'W000000,012,192.0.2.7,5027',
      'W000000,013,1',
    ])
    assert.deepEqual(textsOf('GlobalSat', 'TR-600'), [
      'GSS,352093081452251,3,0,D1=internet,D2=,D3=,E0=192.0.2.7,E1=5027,A1=1*54!',
    ])
    assert.deepEqual(textsOf('Suntech', 'ST340'), ['ST300NTW;352093081452251;02;0;internet;;;192.0.2.7;5027;;;;'])
  })

  test('leave unknown values and undefined words in braces', () => {
    assert.equal(
      filledSetup('{password} {apn} {host} {constructor}', values),
      '{password} {apn} track.example.com {constructor}',
    )
  })

  test('have no checksum while a value before it is unknown', () => {
    assert.equal(filledSetup('GSS,{ident},{apn}*{checksum}!', values), 'GSS,352093081452251,{apn}*{checksum}!')
  })

  test('do not apply to models that the manual does not mention', () => {
    assert.deepEqual(textsOf('Teltonika', 'FM1100'), [])
    assert.deepEqual(textsOf('Suntech', 'ST4340'), [])
    assert.deepEqual(textsOf('Queclink', 'GL300W'), [])
    assert.deepEqual(textsOf('Concox', 'TR02'), [])
    assert.deepEqual(setupTextsOf('Nobody', { title: 'FMB920', protocol: 'teltonika' }), [])
  })

  for (const row of setupRows) {
    test(`of ${row.manufacturer} apply to models in the catalogue, and fit into one SMS`, () => {
      const maker = manufacturers.find(({ title }) => title === row.manufacturer)
      assert.ok(maker)
      const own = models.filter((model) => model.manufacturerId === maker.id && model.protocol === row.protocol)
      assert.ok(own.some((model) => setupTextsOf(maker.title, model).length > 0))
      for (const start of row.titles ?? [])
        assert.ok(
          own.some(({ title }) => start === `=${title}` || title.startsWith(start)),
          start,
        )
      for (const { text } of row.texts) {
        assert.ok(filledSetup(text, { ...values, apn: 'a'.repeat(30) }).length <= 160)
        for (const [, name] of text.matchAll(/\{(.*?)\}/g)) {
          assert.ok(['host', 'ip', 'port', 'apn', 'ident', 'password', 'phone', 'checksum'].includes(name!), name)
        }
      }
    })
  }
})

const wayOf = (maker: string, title: string) => {
  const manufacturer = manufacturers.find((one) => one.title === maker)!
  return setupOf(maker, manufacturer.models.find((one) => one.title === title)!)
}

describe('how a model is set up', () => {
  test("is by SMS if texts are known, else with the maker's tool, else as its manual says", () => {
    assert.deepEqual(wayOf('Teltonika', 'FMB920'), { way: 'sms' })
    assert.deepEqual(wayOf('Teltonika', 'FM1100'), { way: 'program', tool: 'Teltonika Configurator' })
    assert.deepEqual(wayOf('Teltonika', 'RUT955'), { way: 'page', tool: 'WebUI' })
    assert.deepEqual(wayOf('Queclink', 'GV300'), { way: 'program', tool: 'Queclink Manage Tool' })
    assert.deepEqual(wayOf('Digital Matter', 'Oyster3'), { way: 'service', tool: 'OEM Server' })
    assert.deepEqual(wayOf('Cradlepoint', 'IBR900'), { way: 'page', choose: 'TAIP' })
    assert.deepEqual(wayOf('OwnTracks', 'OwnTracks'), { way: 'app' })
    assert.deepEqual(wayOf('Home-made', 'MQTT device'), { way: 'own' })
    assert.deepEqual(wayOf('Milesight', 'AT101'), { way: 'network' })
    assert.deepEqual(wayOf('Tags', 'Bluetooth tag'), { way: 'detected' })
    assert.deepEqual(wayOf('fifotrack', 'A100'), { way: 'commands', tool: 'B00, B01' })
    assert.deepEqual(wayOf('Megastek', 'MT-60'), { way: 'manual' })
  })

  test('names the protocol to select if a tracker has its own as well', () => {
    assert.deepEqual(wayOf('Mielta', 'M3'), { way: 'manual', choose: 'Wialon IPS' })
    assert.deepEqual(wayOf('TechnoKom', 'AutoGRAPH-GSM'), { way: 'program', tool: 'AutoGRAPH GSMConf', choose: 'EGTS' })
    assert.equal(wayOf('Teltonika', 'FM1100').choose, undefined)
  })

  test('is known for every model', () => {
    const makers = new Map(manufacturers.map(({ id, title }) => [id, title]))
    for (const model of models) assert.ok(setupOf(makers.get(model.manufacturerId)!, model).way, model.title)
  })

  for (const row of setupWayRows) {
    test(`${row.tool ?? row.way} applies to a model of ${row.manufacturer}`, () => {
      const maker = manufacturers.find(({ title }) => title === row.manufacturer)
      assert.ok(maker)
      const found = maker.models.map((model) => setupOf(maker.title, model))
      assert.ok(found.some(({ way, tool }) => way === row.way && tool === row.tool))
    })
  }
})
