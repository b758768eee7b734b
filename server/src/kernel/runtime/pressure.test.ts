import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pressure } from './pressure.ts'

/** Signs at these seconds; then the answers at others. */
for (const [what, signs, answers] of [
  ['nothing happened', [], { 0: false, 5: false }],
  ['a sign counts for a second', [5], { 5: true, 5.9: true, 6: false }],
  ['signs that follow each other are one burst', [1, 1.5, 2.2], { 2.9: true, 3.3: false }],
  ['load that lasts is no burst', Array.from({ length: 30 }, (_, at) => at / 2), { 14.9: false }],
  ['a burst after a calm second counts again', [...Array.from({ length: 24 }, (_, at) => at / 2), 13], { 13.5: true }],
] as const) {
  test(what, () => {
    const pressure = new Pressure()
    for (const at of signs) pressure.felt(at * 1000)
    for (const [at, isHigh] of Object.entries(answers)) assert.equal(pressure.isHigh(Number(at) * 1000), isHigh, at)
  })
}

test('long work pauses while trackers wait, even when they wait for long', async () => {
  const pressure = new Pressure()
  async function* pieces() {
    yield 'calm'
    pressure.felt(performance.now() - 11_000)
    for (let ago = 10_900; ago >= 0; ago -= 100) pressure.felt(performance.now() - ago)
    yield 'busy'
  }
  const done: string[] = []
  const rest = async () => void done.push('rest')
  for await (const piece of pressure.resting(pieces(), rest)) done.push(piece)
  assert.ok(!pressure.isHigh(), 'it is no burst any more')
  assert.deepEqual(done, ['calm', 'busy', 'rest'])
})
