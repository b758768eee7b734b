/** Trackers that send datagrams. */
import { answersIn, type Decoded, type Protocol, ProtocolError, recognise } from '@waymark/devices'
import { decoderOf } from '../session.ts'
import { knownOf, type SessionServices } from '../session-services.ts'
import { ignoresChecksum, readTrusting } from '../trust/trusting.ts'

/** A datagram is a whole conversation: nothing is remembered, and an unknown sender gets no answer that could be reflected. */
export async function receiveDatagram(
  services: SessionServices,
  datagram: Buffer,
  address: string,
  peer: string,
  send: (bytes: Uint8Array) => void,
  given?: Protocol,
): Promise<void> {
  const found = given ?? recognise(datagram, 'udp')
  if (typeof found === 'string') return services.rejected(undefined, 'malformed')
  const decoder = decoderOf(found)
  const state = decoder.start('udp')
  let decoded: Decoded<unknown>
  try {
    decoded = decoder.decode(datagram, state, services.clock.now())
  } catch (error) {
    if (error instanceof ProtocolError) return services.rejected(found, 'malformed')
    throw error
  }
  const doubtful = readTrusting(found, decoded, datagram, state, services.clock.now())
  const { ident, password } = doubtful ?? decoded
  if (ident === undefined) return
  const unit = await services.admit(ident, found, password, { address, isDatagram: true })
  if (doubtful && (!unit || unit === 'blocked' || !ignoresChecksum(unit))) {
    if (unit && unit !== 'blocked') services.doubted(unit, found, address)
    return
  }
  if (!unit || unit === 'blocked') services.rejected(found, 'unknown_device')
  if (unit === 'blocked') return
  if (!unit) {
    await services.reportUnknownDevice({
      ident,
      protocol: found,
      address,
      frame: datagram,
      preview: decoded.messages,
    })
    return
  }
  const known = knownOf(unit)
  if (decoder.readsUnit || known.settings) decoded = decoder.decode(datagram, state, services.clock.now(), known)
  const messages = decoded.messages ?? []
  // A datagram over the allowance is dropped unanswered: the tracker keeps it and sends it again.
  if (messages.length > 0) {
    if (services.writer.isFull() || services.allowanceOf(unit.id).spend(messages.length, performance.now()) > 0)
      return services.turnAway(unit, messages.length)
    try {
      await services.writer.append({ unit, messages, frame: datagram, peer })
    } catch {
      if (decoded.nack) send(decoded.nack)
      return
    }
  }
  if (decoded.reply) send(decoded.reply)
  const { encode } = decoder
  if (!encode) return
  const lastState = decoded.state ?? state
  services.registerSender(unit, {
    address,
    isDatagram: true,
    isProven: unit.isProven ?? false,
    encode: (command, password) => encode(command, lastState, { ...known, ...(password && { password }) }),
    send(bytes) {
      send(bytes)
      return true
    },
  })
  const answers = answersIn(decoded)
  if (answers.length > 0) services.answered(unit.id, answers)
}
