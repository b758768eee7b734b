import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankStep, faultIn, type Step, stepOf, typedSteps } from './step.ts'

const words = (name: string) => ({ subject: `${name} subject`, text: `${name} text` })
const standard = {
  before: { en: words('before'), de: words('vor') },
  first: { en: words('first'), de: words('erst') },
  later: { en: words('later'), de: words('dann') },
}

test('a step survives the form', () => {
  const steps: Step[] = [
    { days: -3, texts: { en: null, de: null }, fee: null, attach_pdf: true },
    { days: 10, texts: { en: words('own'), de: null }, fee: 250, attach_pdf: false },
  ]
  assert.deepEqual(
    typedSteps(steps, 'eur').map((step) => stepOf(step, 'eur', standard)),
    steps,
  )
})

test('half a text is completed with the standard text', () => {
  const typed = { ...blankStep(12), texts: { en: { subject: '', text: ' Pay. ' }, de: { subject: '', text: '' } } }
  assert.deepEqual(stepOf(typed, 'eur', standard).texts, { en: { subject: 'later subject', text: 'Pay.' }, de: null })
})

test('finds what cannot be sent', () => {
  assert.equal(faultIn([{ ...blankStep(1), days: '' }], 'eur'), 'days')
  assert.equal(faultIn([blankStep(1), blankStep(1)], 'eur'), 'twice')
  assert.equal(faultIn([{ ...blankStep(1), fee: 'x' }], 'eur'), 'fee')
  assert.equal(faultIn([{ ...blankStep(1), when: 'before' }, blankStep(1)], 'eur'), undefined)
})
