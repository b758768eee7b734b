import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { concat, toHex } from './bytes/bytes.ts'
import { decoderByName, type Protocol, protocolByName, protocols, recognise, spoken, transports } from './index.ts'
import { isKey, keysMax, type Message, parameterOf } from './message.ts'
import { type Command, commandKinds, type Decoder, frameBytesMax, type Link, ProtocolError } from './protocol.ts'
import type { ProtocolName } from './protocols/index.ts'
import { receivedAt, type Sample, samplesOf } from './sample.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size === values.length

describe('the list of protocols', () => {
  test('gives every protocol its own id, name, title and port', () => {
    for (const key of ['id', 'name', 'title', 'port'] as const) {
      assert.ok(distinct(protocols.map((protocol) => protocol[key])), key)
    }
  })

  test('finds a protocol by its name, and nothing by any other', () => {
    assert.equal(protocolByName('teltonika').port, 27)
    assert.equal(protocolByName('carrier pigeon'), undefined)
    assert.equal(protocolByName('constructor'), undefined)
  })

  test('has a line for every decoder and every file of samples', () => {
    const files = readdirSync(new URL('./protocols/', import.meta.url)).filter((file) => file.endsWith('.ts'))
    const written = files.map((file) => file.split('.')[0]!).filter((name) => name !== 'index')
    assert.deepEqual([...new Set(written)].sort(), spoken.map((protocol) => protocol.name).sort())
  })

  // Ids are stored with units and ports are configured in trackers: neither may change when the list is edited.
  const known = [
    [1, 'teltonika', 27],
    [2, 'gt06', 23],
    [3, 'gl200', 4],
    [4, 'jt808', 15],
    [10, 'osmand', 55],
    [30, 'starlink', 136],
    [31, 'xexun2', 233],
  ] as const

  for (const [id, name, port] of known) {
    test(`keeps id ${id} and port ${port} for ${name}`, () => {
      assert.equal(protocolByName(name).id, id)
      assert.equal(protocolByName(name).port, port)
    })
  }
})

for (const protocol of protocols as readonly Protocol[]) {
  test(`the protocol ${protocol.name} is described well`, () => {
    assert.ok(Number.isInteger(protocol.id) && protocol.id > 0 && protocol.id < 1000)
    assert.match(protocol.name, /^[a-z][a-z0-9]*$/)
    assert.match(protocol.title, /^\S(.*\S)?$/)
    assert.ok(Number.isInteger(protocol.port) && protocol.port > 0 && protocol.port < 1000)
    assert.ok(transports.includes(protocol.transport))
  })
}

for (const { name } of spoken) {
  const decoder = decoderByName(name as ProtocolName)!
  const samples = await samplesOf(name)

  describe(`the protocol ${name}`, () => {
    let state: unknown
    let link: Link = 'tcp'
    for (const sample of samples) {
      test(sample.what, () => {
        if (sample.link) {
          link = sample.link
          state = decoder.start(link)
        }
        if (link !== 'udp') assert.equal(decoder.frame(sample.frame, state), sample.frame.length, 'is one frame')
        const before = toHex(sample.frame)
        const { state: next, ...decoded } = decoder.decode(sample.frame, state, receivedAt, sample.unit)
        assert.deepEqual(shown(decoded), shown(sample))
        const again = decoder.decode(sample.frame, state, receivedAt, sample.unit)
        assert.deepEqual(shown(again), shown(decoded), 'decoding again gives the same')
        assert.equal(toHex(sample.frame), before, 'the frame is left as it was')
        // So that no one can use us to amplify traffic to a third party.
        if (link === 'udp')
          assert.ok((decoded.reply?.length ?? 0) <= sample.frame.length, 'answers no more than it got')
        if (next !== undefined) state = next
      })
    }

    const streams = conversations(samples)

    test('finds the same frames however the stream is split', () => {
      for (const conversation of streams) {
        if (conversation[0]!.link === 'udp') continue
        const whole = replay(decoder, conversation, [concat(...conversation.map((sample) => sample.frame))])
        assert.deepEqual(
          whole,
          conversation.map((sample) => toHex(sample.frame)),
        )
        assert.deepEqual(
          replay(
            decoder,
            conversation,
            pieces(conversation, () => 1),
          ),
          whole,
          'byte by byte',
        )
        const random = pseudoRandom(7)
        for (let round = 0; round < 20; round++) {
          assert.deepEqual(
            replay(
              decoder,
              conversation,
              pieces(conversation, () => 1 + random(40)),
            ),
            whole,
          )
        }
      }
    })

    test('turns any changed byte into messages or a ProtocolError, within plausible ranges', () => {
      torture(decoder, samples, (frame, change) => {
        for (let at = 0; at < frame.length && at < 600; at++) {
          for (const flip of [0x01, 0x80, 0xff]) {
            const bytes = frame.slice()
            bytes[at] = bytes[at]! ^ flip
            change(bytes)
          }
        }
      })
    })

    test('does the same with frames that are cut, doubled or scrambled', () => {
      const random = pseudoRandom(11)
      torture(decoder, samples, (frame, change) => {
        for (let size = 0; size < frame.length && size < 300; size++) change(frame.slice(0, size))
        change(concat(frame, frame))
        for (let round = 0; round < 200; round++) {
          const bytes = frame.slice()
          for (let flips = 1 + random(8); flips > 0; flips--) bytes[random(bytes.length)] = random(256)
          change(bytes)
        }
      })
    })

    test('never waits for more than its longest frame', () => {
      const limit = decoder.frameBytesMax ?? frameBytesMax
      const state = decoder.start(samples[0]!.link ?? 'tcp')
      for (const fill of [0x00, 0x20, 0x41, 0xff]) {
        for (const sample of samples) {
          const bytes = new Uint8Array(limit + 64).fill(fill)
          bytes.set(sample.frame.subarray(0, 12))
          try {
            assert.ok(decoder.frame(bytes, state) <= limit + 64)
          } catch (error) {
            assert.ok(error instanceof ProtocolError, String(error))
          }
        }
      }
    })

    test('can encode exactly the commands that it lists', () => {
      const command: Omit<Command, 'kind'> = { id: 7, text: 'hello', seconds: 30, host: 'example.com', port: 5000 }
      const unit = { model: 'Model' }
      const said = new Set<string>()
      for (const conversation of streams) {
        let state = decoder.start(conversation[0]!.link!)
        for (const sample of conversation)
          state = decoder.decode(sample.frame, state, receivedAt, sample.unit).state ?? state
        for (const kind of commandKinds) if (decoder.encode?.({ ...command, kind }, state, unit)) said.add(kind)
      }
      assert.deepEqual([...said].sort(), Object.keys(decoder.commands ?? {}).sort())
    })

    test('is recognised by its first bytes, and no earlier than it can be', () => {
      for (const conversation of streams) {
        const [first] = conversation
        const via = first!.link === 'udp' ? 'udp' : 'tcp'
        const found = recognise(first!.frame, via)
        assert.equal(typeof found === 'string' ? found : found.name, name, first!.what)
        if (via === 'udp') continue
        for (let size = 1; size < first!.frame.length; size++) {
          const early = recognise(first!.frame.subarray(0, size), via)
          assert.ok(early === 'more' || (typeof early !== 'string' && early.name === name), `after ${size} bytes`)
        }
      }
    })
  })
}

/** Only what a sample declares, with bytes as hex, so that a difference is readable. */
function shown({ ident, password, messages, reply, nack, refusal }: Partial<Sample>) {
  const bytes = (value?: Uint8Array) => (value ? toHex(value) : undefined)
  return {
    ident,
    password,
    messages: messages?.length ? messages : undefined,
    reply: bytes(reply),
    nack: bytes(nack),
    refusal: bytes(refusal),
  }
}

function conversations(samples: readonly Sample[]): Sample[][] {
  const all: Sample[][] = []
  for (const sample of samples) {
    if (sample.link) all.push([])
    assert.ok(all.length > 0, 'the first sample opens a connection')
    all.at(-1)!.push(sample)
  }
  return all
}

/** Small and repeatable: a failure must fail again. */
function pseudoRandom(seed: number) {
  let value = seed
  return (below: number) => {
    value = (Math.imul(value, 1103515245) + 12345) >>> 0
    return (value >>> 8) % below
  }
}

function pieces(conversation: readonly Sample[], size: () => number): Uint8Array[] {
  const stream = concat(...conversation.map((sample) => sample.frame))
  const cut: Uint8Array[] = []
  for (let at = 0; at < stream.length; ) {
    const length = size()
    cut.push(stream.subarray(at, at + length))
    at += length
  }
  return cut
}

/** Splits a stream as the gateway does: a frame is decoded before the next one is looked for. */
function replay(decoder: Decoder, conversation: readonly Sample[], stream: readonly Uint8Array[]): string[] {
  const frames: string[] = []
  let state = decoder.start(conversation[0]!.link!)
  let buffer: Uint8Array = new Uint8Array()
  for (const piece of stream) {
    buffer = concat(buffer, piece)
    for (;;) {
      const length = buffer.length === 0 ? 0 : decoder.frame(buffer, state)
      if (length === 0) break
      const frame = buffer.subarray(0, length)
      const unit = conversation[frames.length]?.unit
      state = decoder.decode(frame, state, receivedAt, unit).state ?? state
      frames.push(toHex(frame))
      buffer = buffer.subarray(length)
    }
  }
  assert.equal(buffer.length, 0, 'nothing is left over')
  return frames
}

type Change = (bytes: Uint8Array) => void

function torture(decoder: Decoder, samples: readonly Sample[], mutate: (frame: Uint8Array, change: Change) => void) {
  let state: unknown
  let link: Link = 'tcp'
  for (const sample of samples) {
    if (sample.link) {
      link = sample.link
      state = decoder.start(link)
    }
    mutate(sample.frame, (bytes) => {
      try {
        if (link !== 'udp') decoder.frame(bytes, state)
        const unit = { ...sample.unit, settings: { ...sample.unit?.settings, checksum: 'ignore' } }
        for (const known of [sample.unit, unit]) {
          const decoded = decoder.decode(bytes, state, receivedAt, known)
          for (const message of decoded.messages ?? []) assertPlausible(message)
          if (decoded.ident !== undefined) assert.ok(decoded.ident.length > 0 && decoded.ident.length <= 64)
        }
      } catch (error) {
        if (!(error instanceof ProtocolError)) {
          throw new Error(`${sample.what}: ${toHex(bytes)}`, { cause: error })
        }
      }
    })
    state = decoder.decode(sample.frame, state, receivedAt, sample.unit).state ?? state
  }
}

function assertPlausible(message: Message): void {
  const keys = Object.keys(message)
  assert.ok(keys.length > 0 && keys.length <= keysMax)
  for (const key of keys) {
    const value = message[key]
    const parameter = parameterOf(key)
    assert.ok(isKey(key) && (parameter || key.startsWith('custom.')), key)
    if (typeof value === 'number') assert.ok(Number.isFinite(value), key)
    if (parameter?.kind === 'number') {
      assert.ok(typeof value === 'number' && value >= parameter.min && value <= parameter.max, `${key} ${value}`)
    }
    if (typeof value === 'string') assert.ok(value.length <= 4096 && value.isWellFormed() && !value.includes('\0'), key)
  }
  assert.equal('position.latitude' in message, 'position.longitude' in message)
}
