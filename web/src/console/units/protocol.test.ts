import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inheritedName, optionsOf, toFields, toSettings, zoneName } from './protocol.ts'

const known = [
  { name: 'utc_offset_minutes', kind: 'number' },
  { name: 'checksum', kind: 'choice', choices: ['ignore'] },
  { name: 'acknowledge', kind: 'flag' },
  { name: 'form', kind: 'text', example: '%CI' },
] as const as unknown as Parameters<typeof toFields>[0]

test('settings survive the form', () => {
  for (const own of [
    {},
    { utc_offset_minutes: 480, checksum: 'ignore', acknowledge: false, form: '%CI' },
    { utc_offset_minutes: -210, checksum: null },
  ])
    assert.deepEqual(toSettings(known, toFields(known, own)), own)
})

test('the default is offered only if the model differs from it', () => {
  assert.deepEqual(
    optionsOf(known[1]!, {})?.map(({ value }) => value),
    ['ignore'],
  )
  assert.deepEqual(
    optionsOf(known[1]!, { checksum: 'ignore' })?.map(({ value }) => value),
    ['null', 'ignore'],
  )
  assert.equal(optionsOf(known[3]!, {}), undefined)
  assert.equal(inheritedName('utc_offset_minutes', { utc_offset_minutes: 345 }), 'As set for the model: UTC+05:45')
})

test('every time zone has a name, including those of three quarters of an hour', () => {
  const zones = optionsOf(known[0]!, {})!.map(({ label }) => label)
  assert.equal(new Set(zones).size, zones.length)
  for (const zone of ['UTC', 'UTC−12:00', 'UTC−03:30', 'UTC+05:45', 'UTC+14:00']) assert.ok(zones.includes(zone), zone)
  assert.equal(zoneName(-90), 'UTC−01:30')
})
