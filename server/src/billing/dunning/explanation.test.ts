import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { payer } from '#testing/people/payers.ts'
import { explain } from '../../../../web/src/shared/texts/en/console-explain.ts'
import type { Payer, Rules } from './dunning.ts'
import { explanations, stateOf, whatNext, whoseRules, why } from './explanation.ts'

const rules: Rules = { periodMonths: 1, notifyDays: 3, blockDays: 5 }

test('every audited action on an account has an explanation, and nothing else has', () => {
  const source = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  const recorded = new Set<string>()
  for (const file of files) {
    if (file.startsWith('billing/dunning/explanation')) continue
    const text = readFileSync(join(source, file), 'utf8')
    // The operations of the access table look the same.
    if (file.endsWith('access.ts')) continue
    const direct = [...text.matchAll(/(?:action: |change\(\w+, \w+, )'(accounts\.[a-z-]+)'/g)]
    const chosen = [...text.matchAll(/\? '(accounts\.[a-z-]+)' : '(accounts\.[a-z-]+)'/g)]
    for (const [, ...actions] of [...direct, ...chosen]) for (const action of actions) recorded.add(action)
  }
  // These are written as `accounts.${kind}`.
  for (const kind of ['notice', 'due', 'block']) recorded.add(`accounts.${kind}`)
  assert.deepEqual([...recorded].sort(), Object.keys(explanations).sort())
})

test('the console’s English says the same', () => assert.deepEqual(explain.meant, explanations))

suite('why an account is in its state', () => {
  for (const [what, change, state, sentence] of [
    ['nobody activated it', { ack: null }, 'inactive', /not activated yet/],
    ['nothing is wrong', {}, 'active', /not blocked/],
    ['a person blocked it', { blocked: true, blockedBy: 'person' }, 'blocked', /a payment can’t/],
    ['a date came', { blocked: true, blockedBy: 'schedule' }, 'blocked', /date a person set/],
    ['it was not paid', { blocked: true, blockedBy: 'automation' }, 'blocked', /A payment or a person can lift/],
  ] as const) {
    test(what, () => {
      const one = { ...payer, ...change } as Payer
      assert.equal(stateOf(one), state)
      assert.match(why(one), sentence)
    })
  }
})

suite('what happens next', () => {
  const next = (change: Partial<Payer>, reached: readonly ('notice' | 'due' | 'block')[] = []) =>
    whatNext({ ...payer, ...change }, rules, new Set(reached)).map(({ what }) => what)

  test('notice, due and block', () => assert.deepEqual(next({}), ['notice', 'due', 'block']))
  test('what is left of it', () => assert.deepEqual(next({}, ['notice', 'due']), ['block']))
  test('no second block', () => assert.deepEqual(next({ blocked: true, blockedBy: 'person' }), ['notice', 'due']))
  test('a block that a person scheduled, instead', () =>
    assert.deepEqual(next({ blockedAt: new Date('2026-03-08T00:00:00Z') }), [
      'notice',
      'scheduled block',
      'due',
      'block',
    ]))
  test('nothing, without a due date', () => assert.deepEqual(next({ paymentExpectedAt: null }), []))
})

test('the explanation names the rules that apply, with their values', () => {
  assert.match(
    whoseRules(payer, rules),
    /values of its plan: a payment period of 1 month, a reminder 3 days before, a block 5 days after/,
  )
  assert.match(
    whoseRules({ ...payer, useFleetLifecycle: true }, { periodMonths: null, notifyDays: null, blockDays: null }),
    /own values: no payment period, no reminder, never a block/,
  )
})
