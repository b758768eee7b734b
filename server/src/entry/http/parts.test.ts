import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { silentLog } from '#kernel/runtime/log.ts'
import { scratch } from '#kernel/runtime/scratch.ts'
import { until } from '#testing/until.ts'
import { codings, compressJson } from './compression.ts'
import { answerError } from './errors.ts'
import { send } from './mount.ts'

/** The parts of the next answer. */
let parts: Iterable<Buffer> = []

// biome-ignore lint/correctness/useYield: it fails before its first part
async function* failing(): AsyncGenerator<Buffer> {
  await wait(1)
  throw new Error('The first page cannot be read.')
}

const app = fastify()
compressJson(app)
app.setErrorHandler((error, request, reply) => answerError(silentLog, error, request, reply))
app.get('/', (_, reply) => send(reply, 200, parts[Symbol.iterator]()))
app.get('/fails', (_, reply) => send(reply, 200, Readable.from(failing(), { objectMode: false })))
await app.listen({ host: '127.0.0.1', port: 0 })
after(() => app.close())

const { port } = app.server.address() as AddressInfo

/** Texts of any length that say where they belong; those that are long have memory of their own. */
const partsOf = (lengths: readonly number[]): Buffer[] =>
  lengths.map((length, index) => scratch(Buffer.from(`${index}:`.repeat(Math.ceil(length / 2)).slice(0, length))))

const lengths = (count: number, seed: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index * 7919 + seed * 104_729) % 13) ** 5 % 200_000)

async function open(): Promise<IncomingMessage> {
  const [answer] = await once(request({ port, host: '127.0.0.1' }).end(), 'response')
  return answer
}

for (const coding of ['identity', ...codings]) {
  test(`a long answer arrives as its parts are, whatever their lengths (${coding})`, async () => {
    for (let seed = 0; seed < 12; seed++) {
      const made = partsOf(lengths(4 + seed * 5, seed))
      const whole = Buffer.concat(made)
      parts = made
      const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': coding } })
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(whole), `seed ${seed}`)
    }
  })
}

for (const coding of ['identity', ...codings]) {
  test(`an answer that fails before its first byte is a refusal that can be read (${coding})`, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/fails`, { headers: { 'accept-encoding': coding } })
    assert.equal(answer.status, 500)
    assert.equal(((await answer.json()) as { errors: { code: string }[] }).errors[0]?.code, 'INTERNAL_SERVER_ERROR')
  })
}

test('a reader that pauses gets the same bytes, and the memory of what it has got is given back', async () => {
  const sent = partsOf(Array.from({ length: 120 }, (_, index) => 100_000 + index))
  const whole = Buffer.concat(sent)
  parts = sent
  const answer = await open()
  const got: Buffer[] = []
  for await (const part of answer) {
    got.push(part)
    if (got.length % 50 === 0) await wait(5)
  }
  assert.ok(Buffer.concat(got).equals(whole))
  await until('every part is given back', () => sent.every(({ length }) => length === 0))
})

test('a reader that leaves ends the answer, and the next one gets its own', async () => {
  let isEnded = false
  function* endless(): Generator<Buffer> {
    try {
      for (;;) yield* partsOf([150_000])
    } finally {
      isEnded = true
    }
  }
  parts = endless()
  const answer = await open()
  await once(answer, 'data')
  answer.destroy()
  await until('the answer ends', () => isEnded)
  const next = partsOf([90_000, 3, 90_000])
  const whole = Buffer.concat(next)
  parts = next
  assert.ok(Buffer.from(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()).equals(whole))
})
