import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { consumerApp, fleetApp, petApp, tagsApp } from '#kernel/applications.ts'
import { hardwareOf, hardwareProblems, identOf, identProblems, typeOfNew } from './unit.ts'

suite('an ident', () => {
  const good = [
    '1',
    '864123050000010',
    'x'.repeat(64),
    'AbC-1_2.3:4/5',
    'ąčę',
    '设备',
    '👾',
    '+37060000000',
    '"quoted"',
  ]
  for (const ident of good) {
    test(`may be ${JSON.stringify(ident.slice(0, 20))}`, () => assert.deepEqual(identProblems(ident), []))
  }

  const bad: [what: string, ident: string][] = [
    ['empty', ''],
    ['65 characters long', 'x'.repeat(65)],
    ['two words', 'a b'],
    ['with a tab', 'a\tb'],
    ['with a line break', 'a\nb'],
    ['with a no-break space', 'a\u00a0b'],
    ['with a control character', 'a\u0007b'],
    ['with an invisible direction mark', 'a\u202eb'],
    ['with a zero-width joiner', 'a\u200db'],
  ]
  for (const [what, ident] of bad) {
    test(`may not be ${what}`, () => {
      assert.deepEqual(
        identProblems(ident).map(({ code, field }) => `${code} ${field}`),
        ['FAILED_VALIDATION ident'],
      )
    })
  }

  test('loses white space around it and keeps its case', () => assert.equal(identOf(' \tAbC1\n'), 'AbC1'))
  test('that is absent is not validated', () => assert.deepEqual(identProblems(undefined), []))
})

suite('the hardware of a unit', () => {
  test('must be in the catalogue', () => {
    assert.deepEqual(hardwareProblems(101), [])
    assert.deepEqual(hardwareProblems(undefined), [])
    for (const id of [0, -1, 1, 101.5, 2 ** 40]) assert.equal(hardwareProblems(id)[0]?.field, 'hw_id')
  })

  test('decides device type and protocol', () => {
    const { model, protocol } = hardwareOf(201)
    assert.deepEqual([model.title, model.deviceTypeId, protocol.name, protocol.id], ['GV55', 201, 'gl200', 3])
  })
})

test('a dealer’s unit in tags_app is a gateway', () => {
  assert.deepEqual(([fleetApp, consumerApp, petApp, tagsApp] as const).map(typeOfNew), [null, null, null, 'gateway'])
})
