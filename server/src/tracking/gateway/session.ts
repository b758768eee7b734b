/**
 * One tracker's conversation, as a flow without sockets: frame → decode → admit → append durably → reply → announce.
 * Bytes come in through `receive`, replies leave through the transport, and an acknowledgement leaves only after the commit.
 */
import {
  answersIn,
  type Command,
  type Decoded,
  type Decoder,
  decoderByName,
  frameBytesMax,
  type Link,
  type Protocol,
  ProtocolError,
  type ProtocolName,
  recognise,
} from '@waymark/devices'
import { logRepeated } from '#kernel/runtime/log.ts'
import type { Allowance } from './limits.ts'
import { Openers } from './listeners/openers.ts'
import { SessionSender } from './session-sender.ts'
import { type AdmittedUnit, type Claimant, knownOf, type SessionServices, type Transport } from './session-services.ts'
import { type DoubtfulIdent, ignoresChecksum, readTrusting } from './trust/trusting.ts'

/** Frames waiting for the store, and unread bytes; beyond this, or one whole frame, TCP slows the tracker down. */
const inFlightMax = 64
const waitingBytesMax = 64 * 1024
/** How often a full store is checked again, and whether a unit over its allowance may continue. */
const fullMs = 50
const overAllowanceMs = 100
const nothing = Buffer.alloc(0)

interface PendingReply {
  readonly reply: Uint8Array | undefined
  readonly nack: Uint8Array | undefined
  /** Undefined until it is known. */
  isStored: boolean | undefined
}

export interface Peer {
  readonly link: Link
  readonly address: string
  /** Address and port. */
  readonly name: string
}

/** A class, because tens of thousands of sessions sit idle, and methods are shared where closures would be made for each. */
export class Session implements Claimant {
  readonly #services: SessionServices
  readonly #transport: Transport
  readonly peer: Peer
  #protocol: Protocol | undefined
  #decoder: Decoder | undefined
  #state: unknown
  #unit: AdmittedUnit | undefined
  /** A relay speaks for several units in turn; each keeps its claim until the connection ends. */
  #formerUnits: Set<number> | undefined
  #buffer: Buffer = nothing
  #isOver = false
  #isPumping = false
  #inFlight = 0
  #isPaused = false
  #mustRecheck = false
  #hasSender = false
  #isDoubted = false
  // Undefined while empty, as they are in a session that is idle.
  #openers: Openers | undefined
  /** Replies leave in the order of their frames, each when its own messages are stored. */
  #replies: PendingReply[] | undefined
  #whenSettled: (() => void)[] | undefined

  constructor(services: SessionServices, transport: Transport, peer: Peer, protocol?: Protocol) {
    this.#services = services
    this.#transport = transport
    this.peer = peer
    if (protocol) this.#speak(protocol)
  }

  receive(bytes: Buffer): void {
    if (this.#isOver) return
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes])
    this.#throttle()
    if (!this.#isPumping) this.#pump()
  }

  end(): void {
    this.#isOver = true
    this.#buffer = nothing
    for (const unitId of this.#formerUnits ?? []) this.#release(unitId)
    if (this.#unit) this.#release(this.#unit.id)
    this.#formerUnits = undefined
    this.#unit = undefined
  }

  /** True while a frame has begun and is not complete. */
  isMidFrame(): boolean {
    return this.#buffer.length > 0 && !this.#isPumping && this.#inFlight === 0
  }

  recheck(): void {
    this.#mustRecheck = true
  }

  encode(unit: AdmittedUnit, command: Command, password: string | undefined): Uint8Array | undefined {
    // Its settings may have changed since it was registered.
    const known = knownOf(this.#unit?.id === unit.id ? this.#unit : unit)
    return this.#decoder!.encode!(command, this.#state, { ...known, ...(password && { password }) })
  }

  /** False: its tracker has disconnected or named another unit. */
  sendTo(unitId: number, bytes: Uint8Array): boolean {
    if (this.#isOver || this.#unit?.id !== unitId) return false
    this.#transport.send(bytes)
    return true
  }

  /** Resolves when everything received so far is answered or abandoned. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSettled = [...(this.#whenSettled ?? []), resolve]
      this.#wakeSettled()
    })
  }

  #speak(protocol: Protocol): Decoder {
    this.#protocol = protocol
    this.#decoder = decoderOf(protocol)
    this.#state = this.#decoder.start(linkOf(protocol, this.peer.link))
    return this.#decoder
  }

  #close(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#buffer = nothing
    this.#transport.close(reason)
  }

  /** Runs synchronously where it can: most frames come on identified connections, while the store has room. */
  #pump(): void {
    this.#isPumping = true
    try {
      const waiting = this.#handleFrames()
      if (waiting === undefined) this.#stopPumping()
      else this.#pumpAfter(waiting)
    } catch (error) {
      this.#fail(error)
      this.#stopPumping()
    }
  }

  /** The caller must wait for the returned promise before it calls again. */
  #handleFrames(): Promise<void> | undefined {
    while (!this.#isOver && this.#buffer.length > 0 && this.#inFlight < inFlightMax) {
      this.#throttle()
      if (this.#services.writer.isFull()) return new Promise((resolve) => setTimeout(resolve, fullMs))
      const frame = this.#nextFrame()
      if (!frame) return undefined
      const waiting = this.#handle(frame)
      if (waiting !== undefined) return waiting
    }
    return undefined
  }

  #stopPumping(): void {
    this.#isPumping = false
    this.#throttle()
    this.#wakeSettled()
  }

  #pumpAfter(waiting: Promise<void>): void {
    waiting.then(
      () => this.#pump(),
      (error) => {
        this.#fail(error)
        this.#stopPumping()
      },
    )
  }

  #fail(error: unknown): void {
    const isTheirs = error instanceof ProtocolError
    if (isTheirs) this.#services.rejected(this.#protocol, 'malformed')
    // The database is unavailable, or a decoder has a bug: either way the error must end this connection only.
    if (!isTheirs)
      logRepeated(this.#services.log, error, 'Failed to serve a tracker.', { protocol: this.#protocol?.name })
    this.#close(isTheirs ? 'the bytes do not follow the protocol' : storeUnavailable)
  }

  #nextFrame(): Buffer | undefined {
    const decoder = this.#decoder ?? this.#recognise()
    if (!decoder) return undefined
    const length = decoder.frame(this.#buffer, this.#state)
    if (length === 0) {
      if (this.#buffer.length > (decoder.frameBytesMax ?? frameBytesMax)) this.#reject('the frame is too long')
      return undefined
    }
    const frame = this.#buffer.subarray(0, length)
    // An empty rest would keep the memory of all that was read while the connection is idle.
    this.#buffer = length === this.#buffer.length ? nothing : this.#buffer.subarray(length)
    return frame
  }

  #recognise(): Decoder | undefined {
    const found = recognise(this.#buffer, 'tcp')
    if (typeof found !== 'string') return this.#speak(found)
    if (found === 'no' || this.#buffer.length > frameBytesMax) this.#reject('no known protocol begins like this')
    return undefined
  }

  #handle(frame: Buffer): Promise<void> | undefined {
    const decoded = this.#decode(frame)
    if (decoded.ident === undefined && !this.#unit) {
      const found = readTrusting(this.#protocol!, decoded, frame, this.#state, this.#services.clock.now())
      if (found) return this.#admitDoubtful(frame, decoded, found)
    }
    const isNew = decoded.ident !== undefined && decoded.ident !== this.#unit?.ident
    return isNew || (this.#mustRecheck && this.#unit) ? this.#admit(frame, decoded) : this.#accept(frame, decoded)
  }

  #decode(frame: Buffer): Decoded<unknown> {
    return this.#decoder!.decode(frame, this.#state, this.#services.clock.now(), this.#unit)
  }

  async #admitDoubtful(frame: Buffer, decoded: Decoded<unknown>, found: DoubtfulIdent): Promise<void> {
    const { address } = this.peer
    const unit = await this.#services.admit(found.ident, this.#protocol!, found.password, {
      address,
      isDatagram: false,
    })
    if (unit && unit !== 'blocked' && ignoresChecksum(unit)) return this.#admit(frame, { ...decoded, ...found })
    // Once per connection: its tracker repeats the same thing.
    if (unit && unit !== 'blocked' && !this.#isDoubted) this.#services.doubted(unit, this.#protocol!, address)
    this.#isDoubted = true
    return this.#accept(frame, decoded)
  }

  async #admit(frame: Buffer, decoded: Decoded<unknown>): Promise<void> {
    const before = this.#unit
    const ident = decoded.ident ?? before!.ident
    const password = decoded.ident === undefined ? undefined : decoded.password
    const from = { address: this.peer.address, isDatagram: false }
    // Before the lookup: what changes during it is looked up with the next frame.
    this.#mustRecheck = false
    const admitted = await this.#services.admit(ident, this.#protocol!, password, from)
    if (!admitted || admitted === 'blocked' || (decoded.ident === undefined && admitted.id !== before!.id)) {
      if (admitted !== 'blocked') await this.#reportUnknown(ident, frame, decoded)
      return this.#rejectDevice(decoded)
    }
    if (admitted.isOutdated) this.#mustRecheck = true
    const isClaim = decoded.ident !== undefined
    if (isClaim && !this.#isOver) this.#claim(admitted)
    this.#unit = admitted
    // Its settings may differ from those that decoded this frame.
    if (!isClaim) return this.#accept(frame, this.#decode(frame))
    const readsUnit = before !== undefined || this.#decoder!.readsUnit || admitted.settings !== undefined
    return this.#accept(frame, readsUnit ? this.#decode(frame) : decoded)
  }

  #claim(unit: AdmittedUnit): void {
    const former = this.#unit?.id
    if (former !== undefined && former !== unit.id) {
      this.#formerUnits ??= new Set()
      this.#formerUnits.add(former)
    }
    this.#formerUnits?.delete(unit.id)
    this.#transport.identified()
    this.#hasSender = false
    this.#services.claimConnection(unit, this.#transport, this)
  }

  #release(unitId: number): void {
    const unit = { id: unitId, protocolId: this.#protocol!.id }
    if (this.#services.releaseConnection(unit, this.#transport)) this.#services.writer.release(unitId)
  }

  #accept(frame: Buffer, decoded: Decoded<unknown>): Promise<void> | undefined {
    if (decoded.state !== undefined) this.#state = decoded.state
    const unit = this.#unit
    if (unit && this.#decoder!.encode) {
      const answers = answersIn(decoded)
      if (answers.length > 0) this.#services.answered(unit.id, answers)
    }
    const { messages } = decoded
    if (!messages || messages.length === 0) {
      if (decoded.state !== undefined) {
        this.#openers ??= new Openers()
        this.#openers.add(frame)
      }
      this.#queueReply(decoded, true)
      return undefined
    }
    if (!unit) {
      this.#reject('it sent data before it identified itself')
      return undefined
    }
    const allowance = this.#services.allowanceOf(unit.id)
    const waitMs = allowance.spend(messages.length, performance.now())
    this.#inFlight += 1
    const pending = this.#queueReply(decoded, undefined)
    const { name: peer } = this.peer
    const openers = this.#openers?.take()
    this.#services.writer.append({ unit, messages, frame, peer, ...(openers && { openers }) }).then(
      () => this.#stored(pending, true),
      () => this.#stored(pending, false),
    )
    return waitMs > 0 ? this.#waitForAllowance(allowance, waitMs) : undefined
  }

  /** Checks again while it waits: the unit continues as soon as nobody else needs the store. */
  async #waitForAllowance(allowance: Allowance, firstMs: number): Promise<void> {
    for (let ms = firstMs; ms > 0 && !this.#isOver; ms = allowance.spend(0, performance.now())) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(ms, overAllowanceMs)))
    }
  }

  #queueReply({ reply, nack }: Decoded<unknown>, isStored: boolean | undefined): PendingReply {
    const pending: PendingReply = { reply, nack, isStored }
    this.#replies ??= []
    this.#replies.push(pending)
    this.#sendReplies()
    return pending
  }

  #stored(pending: PendingReply, isStored: boolean): void {
    this.#inFlight -= 1
    pending.isStored = isStored
    if (!isStored) this.#openers?.repeatGreeting()
    this.#sendReplies()
    this.#throttle()
    if (!this.#isPumping && this.#buffer.length > 0) this.#pump()
  }

  #sendReplies(): void {
    const replies = this.#replies ?? []
    let sent = 0
    for (; sent < replies.length && replies[sent]!.isStored !== undefined; sent++) {
      const { reply, nack, isStored } = replies[sent]!
      if (this.#isOver) continue
      if (isStored) reply && this.#transport.send(reply)
      else if (nack) this.#transport.send(nack)
      else this.#close(storeUnavailable)
    }
    if (sent === replies.length) this.#replies = undefined
    else if (sent > 0) replies.splice(0, sent)
    if (!this.#hasSender && this.#unit && !this.#isOver && !this.#replies) this.#registerSender(this.#unit)
    this.#wakeSettled()
  }

  /** Not before its first frame is answered: a tracker that waits for its login reply would mistake a command for it. */
  #registerSender(unit: AdmittedUnit): void {
    this.#hasSender = true
    if (!this.#decoder!.encode) return
    const sender = new SessionSender(this, unit)
    this.#services.registerSender(unit, sender, this.#transport)
  }

  #wakeSettled(): void {
    if (this.#isPumping || this.#replies || !this.#whenSettled) return
    for (const wake of this.#whenSettled) wake()
    this.#whenSettled = undefined
  }

  #reportUnknown(ident: string, frame: Buffer, { messages }: Decoded<unknown>): Promise<void> {
    const { address } = this.peer
    return this.#services.reportUnknownDevice({ ident, protocol: this.#protocol!, address, frame, preview: messages })
  }

  #reject(reason: string): void {
    this.#services.rejected(this.#protocol, 'malformed')
    this.#close(reason)
  }

  #rejectDevice({ refusal }: Decoded<unknown>): void {
    this.#services.rejected(this.#protocol, 'unknown_device')
    if (refusal && this.peer.link !== 'udp') this.#transport.send(refusal)
    this.#close('no unit has this ident')
  }

  #throttle(): void {
    const isLong = this.#buffer.length > Math.max(waitingBytesMax, this.#decoder?.frameBytesMax ?? 0)
    const isBusy = this.#inFlight >= inFlightMax || isLong || this.#services.writer.isFull()
    if (isBusy === this.#isPaused || this.#isOver) return
    this.#isPaused = isBusy
    if (isBusy) this.#transport.pause()
    else this.#transport.resume()
  }
}

const storeUnavailable = 'the store is not available'

/** Requests over HTTP come on a TCP connection, but a decoder for both would answer them differently. */
const linkOf = (protocol: Protocol, link: Link): Link => (protocol.transport === 'http' ? 'http' : link)

export function decoderOf(protocol: Protocol): Decoder {
  const decoder = decoderByName(protocol.name as ProtocolName)
  if (!decoder) throw new Error(`No decoder for ${protocol.name}.`)
  return decoder
}
