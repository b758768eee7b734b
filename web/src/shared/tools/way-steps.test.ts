import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { texts } from '../texts/texts.ts'
import { type Way, waySteps } from './way-steps.ts'

const words = texts.tools.setup
const stepsOf = (way: Partial<Way>) =>
  waySteps(words, { way: 'manual', tool: null, transport: 'tcp', choose: null, ...way })

describe('the steps of setting up a model without SMS', () => {
  test('name the tool, the values, and how to check', () => {
    assert.deepEqual(stepsOf({ way: 'program', tool: 'NTC Configurator', choose: 'EGTS' }), [
      words.way.program!('NTC Configurator'),
      `${words.enterWithApn} ${words.transport.tcp} ${words.choose('EGTS')}`,
      words.check,
    ])
  })

  test('require no access point for a router and an app', () => {
    assert.equal(stepsOf({ way: 'page', transport: 'both' })[1], `${words.enter} ${words.transport.both}`)
    assert.equal(stepsOf({ way: 'app', transport: 'http' })[1], words.enter)
  })

  test('are one if there is nothing to enter', () => {
    assert.deepEqual(stepsOf({ way: 'detected', transport: 'heard' }), [words.way.detected!()])
  })

  test('are those of the manual for an unknown way', () => {
    assert.equal(stepsOf({ way: 'telepathy' })[0], words.way.manual!())
  })
})
