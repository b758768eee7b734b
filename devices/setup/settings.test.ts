import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { hex } from '../bytes/bytes.ts'
import { protocols, spoken } from '../protocols/index.ts'
import { decoderByName } from '../recognition.ts'
import { corrected } from '../values/correction.ts'
import {
  effectiveSettings,
  readSettingsText,
  type Setting,
  settingFault,
  settingNames,
  settingsOf,
} from './settings.ts'

const at = new Date('2026-03-01T12:00:00Z')
const folder = new URL('../protocols/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !/test|samples/.test(name),
)
const readBy = Map.groupBy(
  files.flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8')
    const found = source.matchAll(
      /settings\?\.\[?\(?(?:\w+ \? )?'?(\w+)'?(?: : '(\w+)')?|\{ (\w+) \} = unit\?\.settings/g,
    )
    const names = [...found].flatMap(([, one, other, third]) => [one, other, third])
    return names.flatMap((name) => (name ? [{ protocol: file.split(/[/.]/)[0]!, name }] : []))
  }),
  ({ protocol }) => protocol,
)

describe('the settings of protocols', () => {
  test('are exactly those that the decoders read, plus the clock and the speed', () => {
    const corrections = new Set(['utc_offset_minutes', 'speed_unit'])
    for (const { name: protocol } of spoken) {
      const read = [...new Set((readBy.get(protocol) ?? []).map(({ name }) => name))].filter(
        (name) => !corrections.has(name),
      )
      const listed = settingsOf(protocol).flatMap(({ name }) => (corrections.has(name) ? [] : name))
      assert.deepEqual(listed.toSorted(), read.toSorted(), protocol)
    }
  })

  test('have known names, once per protocol', () => {
    for (const { name } of protocols) {
      const names = settingsOf(name).map((setting) => setting.name)
      assert.equal(new Set(names).size, names.length)
      for (const one of names) assert.ok(settingNames.includes(one))
    }
    assert.deepEqual(settingsOf('mqtt'), [])
  })

  const faults: [string, string, unknown, boolean][] = [
    ['gt06', 'utc_offset_minutes', 480, true],
    ['gt06', 'utc_offset_minutes', -345, true],
    ['gt06', 'utc_offset_minutes', 855, false],
    ['gt06', 'utc_offset_minutes', 7, false],
    ['gt06', 'utc_offset_minutes', '480', false],
    ['gt06', 'checksum', 'ignore', true],
    ['gt06', 'checksum', 'maybe', false],
    ['h02', 'speed_unit', 'km/h', true],
    ['h02', 'speed_unit', 'parsec', false],
    ['gl200', 'acknowledge', false, true],
    ['gl200', 'acknowledge', 'no', false],
    ['starlink', 'format', '#EDT#,#LAT#', true],
    ['starlink', 'format', '', false],
    ['starlink', 'format', 'a\nb', false],
  ]
  for (const [protocol, name, value, fits] of faults)
    test(`${protocol}: ${name} ${JSON.stringify(value)} ${fits ? 'fits' : 'does not fit'}`, () => {
      const setting = settingsOf(protocol).find((one) => one.name === name) as Setting
      assert.equal(settingFault(setting, value) === undefined, fits)
    })

  test('of a unit override those of its model; null restores the default; what the protocol does not have is ignored', () => {
    const model = { utc_offset_minutes: 480, checksum: 'ignore', form: 'x' }
    assert.deepEqual(effectiveSettings('gt06', model, undefined), { utc_offset_minutes: 480, checksum: 'ignore' })
    assert.deepEqual(effectiveSettings('gt06', model, { utc_offset_minutes: 120 }), {
      utc_offset_minutes: 120,
      checksum: 'ignore',
    })
    assert.deepEqual(effectiveSettings('gt06', model, { checksum: null, utc_offset_minutes: null }), undefined)
    assert.deepEqual(effectiveSettings('mqtt', model, model), undefined)
  })

  test('are read from one cell of a table', () => {
    assert.deepEqual(readSettingsText(' utc_offset_minutes = -330; checksum=ignore;acknowledge=false; '), {
      utc_offset_minutes: -330,
      checksum: 'ignore',
      acknowledge: false,
    })
    assert.deepEqual(readSettingsText('480'), { 480: undefined })
    assert.deepEqual(readSettingsText(''), {})
  })
})

describe('a message after correction', () => {
  const line = new TextEncoder().encode(
    '*HQ,8800000001,V1,080000,A,2236.1234,N,11403.1234,E,050.00,090,010326,FFFFFBFF,460,00,10342,4283#',
  )
  const h02 = decoderByName('h02')!
  const said = (settings?: Record<string, unknown>) =>
    h02.decode(line, h02.start('tcp'), at, settings && { settings }).messages![0]!

  test('is unchanged without settings', () => {
    assert.equal(said()['position.speed'], 92.6)
    assert.deepEqual(said({}), said())
    assert.deepEqual(said({ speed_unit: 'knots', utc_offset_minutes: 0 }), said())
  })

  test('has its time in UTC if the clock is set to local time', () => {
    assert.equal((said().timestamp as number) - (said({ utc_offset_minutes: 480 }).timestamp as number), 8 * 3600)
  })

  test('has the speed in km/h, whatever unit the tracker sends', () => {
    for (const [unit, speed] of [
      ['km/h', 50],
      ['mph', 80.47],
      ['m/s', 180],
      ['knots', 92.6],
      ['parsec', 92.6],
    ] as const)
      assert.equal(said({ speed_unit: unit })['position.speed'], speed)
  })

  test('is not marked if the checksum is set to be ignored', () => {
    const gt06 = decoderByName('gt06')!
    const frame = hex('78781f12190c0b0c1e2dc8026b3f3e0c39f8281b14f101cc00284000e55200000d0a')
    const read = (settings?: Record<string, unknown>) =>
      gt06.decode(frame, gt06.start('tcp'), at, settings && { settings }).messages?.[0]
    assert.equal(read()?.['message.checksum.status'], false)
    assert.equal(read({ checksum: 'ignore' })?.['message.checksum.status'], undefined)
  })

  test('of a decoder that reads the clock setting itself is not shifted twice', () => {
    const clock = { ...h02, decode: () => ({ messages: [{ timestamp: 1_000_000_000 }] }) }
    const read = (name: string) =>
      corrected(name, clock).decode(line, 0, at, { settings: { utc_offset_minutes: 60 } }).messages![0]!.timestamp
    assert.deepEqual([read('gt06'), read('h02')], [1_000_000_000, 1_000_000_000 - 3600])
  })
})
