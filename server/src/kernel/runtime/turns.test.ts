import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { turns } from './turns.ts'

describe('turns', () => {
  it('long work lets others have a turn every few milliseconds', async () => {
    let served = 0
    const stop = serveForever(() => served++)
    const giveTurn = turns()
    for (let step = 0; step < 5; step++) {
      workFor(15)
      await giveTurn()
    }
    stop()
    assert.ok(served >= 5, `${served} served`)
  })

  it('short steps wait only now and then', async () => {
    let served = 0
    const stop = serveForever(() => served++)
    const began = performance.now()
    const giveTurn = turns()
    for (let step = 0; step < 1_000; step++) await giveTurn()
    stop()
    assert.ok(served <= (performance.now() - began) / 10, `${served} served`)
  })
})

function serveForever(serve: () => void): () => void {
  let next: NodeJS.Immediate
  const turn = () => {
    serve()
    next = setImmediate(turn)
  }
  next = setImmediate(turn)
  return () => clearImmediate(next)
}

function workFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
