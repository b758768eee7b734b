/** The decoders read what simulated trackers send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Decoder,
  decoderByName,
  type KnownUnit,
  type Message,
  modelById,
  type Protocol,
  protocolByName,
} from '@waymark/devices'
import { city } from './city.ts'
import type { Encoder, NumberedFix, Words } from './encoder.ts'
import { encoders } from './encoders.ts'
import { vehicleIn } from './vehicle.ts'

const ident = '864123050000999'
const startsAt = 1_779_019_200

/** A drive of some minutes, with stops, and the same on the other side of the world. */
function drive(): NumberedFix[] {
  const vehicle = vehicleIn(city(), 'a drive', startsAt)
  const fixes = Array.from({ length: 120 }, (_, index) => ({
    ...vehicle.advanceTo(startsAt + (index + 1) * 7),
    serial: index + 1,
  }))
  const far = fixes.slice(-4).map((fix) => ({ ...fix, latitude: -33.999_999, longitude: -70.683_333 }))
  return [...fixes, ...far.map((fix, index) => ({ ...fix, at: fix.at + 1000, serial: 500 + index }))]
}

interface Conversation {
  readonly messages: Message[]
  readonly idents: Set<string>
  readonly answer: Buffer
}

/** Cuts and decodes the bytes as the gateway would. */
function hear(protocol: Protocol, words: Words, from: { state: unknown; unit: KnownUnit }): Conversation {
  const decoder = decoderByName(protocol.name as Encoder['protocol']) as Decoder
  const heard: Conversation = { messages: [], idents: new Set(), answer: Buffer.alloc(0) }
  const answers: Uint8Array[] = []
  let left: Uint8Array = words.bytes
  while (left.length > 0) {
    const size = decoder.frame(left, from.state)
    assert.ok(size > 0, 'a frame is whole')
    const decoded = decoder.decode(left.subarray(0, size), from.state, new Date(startsAt * 1000), from.unit)
    if (decoded.ident !== undefined) heard.idents.add(decoded.ident)
    heard.messages.push(...(decoded.messages ?? []))
    if (decoded.reply) answers.push(decoded.reply)
    from.state = decoded.state ?? from.state
    left = left.subarray(size)
  }
  return { ...heard, answer: Buffer.concat(answers) }
}

for (const encoder of encoders) {
  const protocol = protocolByName(encoder.protocol)
  const start = () => ({
    state: decoderByName(encoder.protocol)!.start(protocol.transport === 'http' ? 'http' : 'tcp'),
    unit: { model: modelById(encoder.hwId)?.title },
  })

  test(`${encoder.protocol}: every position of a drive is decoded as it was sent`, () => {
    const session = start()
    const login = encoder.login && hear(protocol, encoder.login(ident), session)
    const idents = new Set(login?.idents)
    const fixes = drive()
    for (let at = 0; at < fixes.length; at += encoder.recordsMax) {
      const part = fixes.slice(at, at + encoder.recordsMax)
      const { messages, answer, idents: named } = hear(protocol, encoder.report(ident, part), session)
      const places = messages.filter((message) => message['position.latitude'] !== undefined)
      assert.equal(places.length, part.length)
      for (const [index, fix] of part.entries()) assertHeard(places[index]!, fix)
      assert.equal(encoder.report(ident, part).validate(answer), true)
      for (const name of named) idents.add(name)
    }
    assert.deepEqual([...idents], [ident])
  })

  test(`${encoder.protocol}: an answer counts once it is complete, and only the right one is an acceptance`, () => {
    const session = start()
    if (encoder.login) {
      const words = encoder.login(ident)
      const { answer } = hear(protocol, words, session)
      assert.deepEqual([words.validate(Buffer.alloc(0)), words.validate(answer)], [undefined, true])
    }
    const words = encoder.report(ident, drive().slice(0, Math.min(2, encoder.recordsMax)))
    const { answer } = hear(protocol, words, session)
    for (let size = 0; size < answer.length; size++) {
      assert.notEqual(
        words.validate(answer.subarray(0, size)),
        false,
        `after ${size} bytes of ${answer.toString('hex')}`,
      )
    }
    assert.equal(words.validate(Buffer.alloc(answer.length, 0x24)) ?? false, false)
  })
}

function assertHeard(message: Message, fix: NumberedFix): void {
  const near = (name: string, expected: number, tolerance: number, isNeeded = true) => {
    const value = message[name]
    if (value === undefined && !isNeeded) return
    assert.ok(Math.abs((value as number) - expected) <= tolerance, `${name} is ${value}, not ${expected}`)
  }
  assert.equal(message.timestamp, fix.at)
  near('position.latitude', fix.latitude, 1e-6)
  near('position.longitude', fix.longitude, 1e-6)
  near('position.speed', fix.speedKmh, 0.02)
  near('position.direction', fix.heading, 0)
  near('position.satellites', fix.satellites, 0, false)
  near('position.altitude', fix.altitude, 0, false)
  near('vehicle.mileage', fix.mileageKm, 0.051, false)
  near('external.powersource.voltage', fix.volts, 0.01, false)
  if ('engine.ignition.status' in message) assert.equal(message['engine.ignition.status'], fix.ignition)
}
