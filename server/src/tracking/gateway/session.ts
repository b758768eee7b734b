/**
 * One tracker's conversation, as a flow without sockets: frame → decode → admit → append durably → reply → announce.
 * Bytes come in by `receive`, answers leave by `outlet`, and an acknowledgement leaves only after the commit.
 */
import {
  answersIn,
  type Decoded,
  type Decoder,
  decoderByName,
  frameBytesMax,
  type KnownUnit,
  type Link,
  type Protocol,
  ProtocolError,
  type ProtocolName,
  recognise,
} from '@waymark/devices'
import { logRepeated } from '#kernel/log.ts'
import type { Mouth } from './dispatch.ts'
import type { Allowance } from './limits.ts'
import type { AdmittedUnit, House, Outlet } from './surroundings.ts'

export type { AdmittedUnit, From, House, Outlet, Stranger } from './surroundings.ts'

export interface Session {
  receive(bytes: Buffer): void
  end(): void
  /** True while a frame has begun and is not whole. */
  isMidFrame(): boolean
  /** Resolves when everything received so far is answered or given up. */
  settled(): Promise<void>
  unitId(): number | undefined
}

/** Frames on their way to the store, and bytes not yet looked at, or one whole frame; beyond this TCP slows the tracker down. */
const inFlightMax = 64
const waitingBytesMax = 64 * 1024
/**
 * What carries no message but changes how later frames are read is kept with the next one that does: a login with a
 * time zone, the packages before the last. The first words are kept again once a day, for connections outlive frames.
 */
const greetingMax = 4
const greetingBytesMax = 512
const greetingEveryMs = 86_400_000
const piecesBytesMax = 64 * 1024
/** How soon a full store is asked again, and whether a unit that sends much may go on. */
const fullMs = 50
const turnMs = 100
const nothing = Buffer.alloc(0)
const noPieces: readonly Buffer[] = []

interface Answer {
  readonly reply: Uint8Array | undefined
  readonly nack: Uint8Array | undefined
  /** Undefined until it is known. */
  isStored: boolean | undefined
}

export function openSession(
  house: House,
  outlet: Outlet,
  link: Link,
  address: string,
  peer: string,
  given?: Protocol,
): Session {
  let protocol = given
  let decoder: Decoder | undefined = protocol && decoderOf(protocol)
  let state: unknown = protocol && decoder?.start(linkOf(protocol, link))
  let unit: AdmittedUnit | undefined
  let known: KnownUnit | undefined
  let buffer: Buffer = nothing
  let isOver = false
  let isPumping = false
  let inFlight = 0
  let isPaused = false
  let mustRecheck = false
  let isHeard = false
  let greeting = noPieces
  let greetingDueMs = 0
  let pieces = noPieces
  /** Answers leave in the order of their frames, each when its own messages are stored. */
  const answers: Answer[] = []
  let whenSettled: (() => void)[] = []

  const end = (reason: string) => {
    if (isOver) return
    isOver = true
    buffer = nothing
    outlet.close(reason)
  }

  /** Runs through without waiting where it can: most frames come on connections that are known, into a store with room. */
  function pump(): void {
    isPumping = true
    try {
      const waiting = work()
      if (waiting === undefined) rest()
      else goOnAfter(waiting)
    } catch (error) {
      fail(error)
      rest()
    }
  }

  /** What it returns must be waited for before it goes on. */
  function work(): Promise<void> | undefined {
    while (!isOver && buffer.length > 0 && inFlight < inFlightMax) {
      throttle()
      if (house.writer.isFull()) return new Promise((resolve) => setTimeout(resolve, fullMs))
      const frame = nextFrame()
      if (!frame) return undefined
      const waiting = handle(frame)
      if (waiting !== undefined) return waiting
    }
    return undefined
  }

  function rest(): void {
    isPumping = false
    throttle()
    wakeSettled()
  }

  function goOnAfter(waiting: Promise<void>): void {
    waiting.then(pump, (error) => {
      fail(error)
      rest()
    })
  }

  function fail(error: unknown): void {
    const isTheirs = error instanceof ProtocolError
    // The database is away, or a decoder is wrong: either way it must cost this connection only.
    if (!isTheirs) logRepeated(house.log, error, 'A tracker could not be served.', { protocol: protocol?.name })
    end(isTheirs ? 'the bytes are not of the protocol' : 'the store is not available')
  }

  function nextFrame(): Buffer | undefined {
    if (!decoder) {
      const found = recognise(buffer, 'tcp')
      if (found === 'no' || (found === 'more' && buffer.length > frameBytesMax)) {
        end('no protocol is known that begins like this')
        return undefined
      }
      if (found === 'more') return undefined
      protocol = found
      decoder = decoderOf(found)
      state = decoder.start(linkOf(found, link))
    }
    const length = decoder.frame(buffer, state)
    if (length === 0) {
      if (buffer.length > (decoder.frameBytesMax ?? frameBytesMax)) end('the frame is too long')
      return undefined
    }
    const frame = buffer.subarray(0, length)
    buffer = buffer.subarray(length)
    return frame
  }

  function handle(frame: Buffer): Promise<void> | undefined {
    const decoded = decoder!.decode(frame, state, house.clock.now(), known)
    const isNew = decoded.ident !== undefined && decoded.ident !== unit?.ident
    return isNew || (mustRecheck && unit) ? admit(frame, decoded) : take(frame, decoded)
  }

  async function admit(frame: Buffer, decoded: Decoded<unknown>): Promise<void> {
    const before = unit
    const ident = decoded.ident ?? before!.ident
    const password = decoded.ident === undefined ? undefined : decoded.password
    const admitted = await house.admit(ident, protocol!, password, { address, isDatagram: false })
    if (!admitted || admitted === 'shut' || (decoded.ident === undefined && admitted.id !== before!.id)) {
      if (admitted !== 'shut') await noteStranger(ident, frame, decoded)
      return turnAway(decoded)
    }
    mustRecheck = false
    unit = admitted
    known = { model: unit.model }
    if (decoded.ident === undefined) return take(frame, decoded)
    outlet.identified()
    isHeard = false
    house.takeSeat(unit, outlet, () => {
      mustRecheck = true
    })
    return take(frame, decoder!.readsUnit ? decoder!.decode(frame, state, house.clock.now(), known) : decoded)
  }

  function take(frame: Buffer, decoded: Decoded<unknown>): Promise<void> | undefined {
    if (decoded.state !== undefined) state = decoded.state
    const { messages } = decoded
    if (unit && decoder!.encode) {
      const said = answersIn(decoded)
      if (said.length > 0) house.answered(unit.id, said)
    }
    if (!messages || messages.length === 0) {
      if (decoded.state !== undefined) keepOpener(frame)
      answer(decoded, true)
      return undefined
    }
    if (!unit) {
      end('it sent data before saying who it is')
      return undefined
    }
    const allowance = house.allowanceOf(unit.id)
    const waitMs = allowance.spend(messages.length, performance.now())
    inFlight += 1
    const own = answer(decoded, undefined)
    house.writer.append({ unit, messages, frame, peer, openers: takeOpeners() }).then(
      () => stored(own, true),
      () => stored(own, false),
    )
    return waitMs > 0 ? itsTurn(allowance, waitMs) : undefined
  }

  /** Asked again while it waits: as soon as nobody else needs the store it goes on. */
  async function itsTurn(allowance: Allowance, firstMs: number): Promise<void> {
    for (let ms = firstMs; ms > 0 && !isOver; ms = allowance.spend(0, performance.now())) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, turnMs)))
    }
  }

  /** Copied, for the bytes are part of a larger piece that the socket read. */
  function keepOpener(frame: Buffer): void {
    const isGreeting = greetingDueMs === 0 && greeting.length < greetingMax && frame.length <= greetingBytesMax
    if (isGreeting) greeting = [...greeting, Buffer.from(frame)]
    else if (pieces.reduce((sum, piece) => sum + piece.length, frame.length) > piecesBytesMax) pieces = []
    else pieces = [...pieces, Buffer.from(frame)]
  }

  function takeOpeners(): readonly Buffer[] {
    if (greeting.length === 0 && pieces.length === 0) return noPieces
    const isDue = performance.now() >= greetingDueMs
    if (isDue) greetingDueMs = performance.now() + greetingEveryMs
    const openers = isDue ? [...greeting, ...pieces] : pieces
    pieces = noPieces
    return openers
  }

  function answer({ reply, nack }: Decoded<unknown>, isStored: boolean | undefined): Answer {
    const own: Answer = { reply, nack, isStored }
    answers.push(own)
    sendAnswers()
    return own
  }

  function stored(own: Answer, isStored: boolean): void {
    inFlight -= 1
    own.isStored = isStored
    if (!isStored) greetingDueMs = 0
    sendAnswers()
    throttle()
    if (!isPumping && buffer.length > 0) pump()
  }

  function sendAnswers(): void {
    let sent = 0
    for (; sent < answers.length && answers[sent]!.isStored !== undefined; sent++) {
      const { reply, nack, isStored } = answers[sent]!
      if (isOver) continue
      if (isStored) reply && outlet.send(reply)
      else if (nack) outlet.send(nack)
      else end('the store is not available')
    }
    if (sent > 0) answers.splice(0, sent)
    if (!isHeard && unit && !isOver && answers.length === 0) openMouth(unit)
    wakeSettled()
  }

  /** Not before its first frame is answered: a tracker that waits for its login's answer would take a command for it. */
  function openMouth(who: AdmittedUnit): void {
    isHeard = true
    if (!decoder!.encode) return
    const mouth: Mouth = {
      address,
      isDatagram: false,
      isProven: who.isProven ?? false,
      encode: (command, password) => decoder!.encode!(command, state, { ...known, ...(password && { password }) }),
      send(bytes) {
        if (isOver || unit?.id !== who.id) return false
        outlet.send(bytes)
        return true
      },
    }
    house.hear(who, mouth, outlet)
  }

  function wakeSettled(): void {
    if (isPumping || answers.length > 0 || whenSettled.length === 0) return
    for (const wake of whenSettled) wake()
    whenSettled = []
  }

  const noteStranger = (ident: string, frame: Buffer, { messages }: Decoded<unknown>): Promise<void> =>
    house.receiveStranger({ ident, protocol: protocol!, address, frame, preview: messages })

  function turnAway({ refusal }: Decoded<unknown>): void {
    if (refusal && link !== 'udp') outlet.send(refusal)
    end('no unit has this ident')
  }

  function throttle(): void {
    const isLong = buffer.length > Math.max(waitingBytesMax, decoder?.frameBytesMax ?? 0)
    const isBusy = inFlight >= inFlightMax || isLong || house.writer.isFull()
    if (isBusy === isPaused || isOver) return
    isPaused = isBusy
    if (isBusy) outlet.pause()
    else outlet.resume()
  }

  return {
    receive(bytes) {
      if (isOver) return
      buffer = buffer.length === 0 ? bytes : Buffer.concat([buffer, bytes])
      throttle()
      if (!isPumping) pump()
    },
    end() {
      isOver = true
      buffer = nothing
      if (!unit) return
      if (house.leaveSeat(unit.id, outlet)) house.writer.release(unit.id)
    },
    isMidFrame: () => buffer.length > 0 && !isPumping && inFlight === 0,
    settled: () =>
      new Promise((resolve) => {
        whenSettled.push(resolve)
        wakeSettled()
      }),
    unitId: () => unit?.id,
  }
}

/** Requests over HTTP come on a TCP connection, but a decoder of both would answer them otherwise. */
const linkOf = (protocol: Protocol, link: Link): Link => (protocol.transport === 'http' ? 'http' : link)

export function decoderOf(protocol: Protocol): Decoder {
  const decoder = decoderByName(protocol.name as ProtocolName)
  if (!decoder) throw new Error(`Nothing decodes ${protocol.name}.`)
  return decoder
}
