import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceIn, modelIn } from './code.ts'

const imei = '352093081452251'

for (const [code, ident, model] of [
  [imei, imei],
  [`  ${imei}\n`, imei],
  ['my-phone_7', 'my-phone_7'],
  [`IMEI:${imei}`, imei],
  [`SN:4711;IMEI:${imei};MODEL:FMB920`, imei, 'FMB920'],
  [`ID: 4711, IMEI: ${imei}`, imei],
  ['id=phone-7&interval=30', 'phone-7'],
  [`ident=${imei}\nmodel=101`, imei, '101'],
  [`{"ident":"${imei}","model":101}`, imei, '101'],
  [`GPS tracker, IMEI ${imei}, made for cars`, imei],
  [`https://maker.example/check?imei=${imei}&lang=en`, imei],
  ['https://demo.example:5055/?id=phone-7&interval=30', 'phone-7'],
  [`https://maker.example/d/${imei}`, imei],
  [`https://tracking.example.com/client#/add?ident=${imei}&model=5001`, imei, '5001'],
  [`traccar://setup?url=http%3A%2F%2Fx.example&id=phone-7`, 'phone-7'],
] as const)
  test(`${JSON.stringify(code)} is ${ident}${model ? `, a ${model}` : ''}`, () =>
    assert.deepEqual(deviceIn(code), { ident, model }))

for (const code of [
  '',
  'two words',
  'https://maker.example/manual',
  'WIFI:S:home;T:WPA;P:secret;;',
  'https://maker.example/?id=two%20words',
  `${imei} ${imei.replace('3', '8')}`,
  'x'.repeat(65),
])
  test(`${JSON.stringify(code)} names no device`, () => assert.equal(deviceIn(code), undefined))

test('a model is found by its id or title, with or without its maker', () => {
  const fmb = { id: 101, title: 'FMB920', manufacturer: 'Teltonika' }
  const models = [{ id: 102, title: 'FMB9', manufacturer: 'Teltonika' }, fmb]
  for (const said of ['101', 'fmb920', 'Teltonika FMB920']) assert.equal(modelIn(models, said), fmb)
  for (const said of [undefined, '', 'FMB', '1']) assert.equal(modelIn(models, said), undefined)
})
