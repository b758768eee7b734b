/** A tracker's conversation in datagrams, each of which is whole in itself. */
import { answersIn, type Decoded, type Protocol, ProtocolError, recognise } from '@waymark/devices'
import { decoderOf, type House } from './session.ts'

/** A datagram is a whole conversation: nothing is remembered, and a stranger gets no answer to reflect. */
export async function receiveDatagram(
  house: House,
  datagram: Buffer,
  address: string,
  peer: string,
  send: (bytes: Uint8Array) => void,
  given?: Protocol,
): Promise<void> {
  const found = given ?? recognise(datagram, 'udp')
  if (typeof found === 'string') return
  const decoder = decoderOf(found)
  const state = decoder.start('udp')
  let decoded: Decoded<unknown>
  try {
    decoded = decoder.decode(datagram, state, house.clock.now())
  } catch (error) {
    if (error instanceof ProtocolError) return
    throw error
  }
  if (decoded.ident === undefined) return
  const unit = await house.admit(decoded.ident, found, decoded.password, { address, isDatagram: true })
  if (unit === 'shut') return
  if (!unit) {
    await house.receiveStranger({
      ident: decoded.ident,
      protocol: found,
      address,
      frame: datagram,
      preview: decoded.messages,
    })
    return
  }
  if (decoder.readsUnit) decoded = decoder.decode(datagram, state, house.clock.now(), { model: unit.model })
  const messages = decoded.messages ?? []
  // Over its allowance a datagram is dropped unanswered: the tracker keeps it and sends it again.
  if (messages.length > 0) {
    if (house.writer.isFull() || house.allowanceOf(unit.id).spend(messages.length, performance.now()) > 0) return
    try {
      await house.writer.append({ unit, messages, frame: datagram, peer })
    } catch {
      if (decoded.nack) send(decoded.nack)
      return
    }
  }
  if (decoded.reply) send(decoded.reply)
  const { encode } = decoder
  if (!encode) return
  const lastState = decoded.state ?? state
  house.hear(unit, {
    address,
    isDatagram: true,
    isProven: unit.isProven ?? false,
    encode: (command, password) => encode(command, lastState, { model: unit.model, ...(password && { password }) }),
    send(bytes) {
      send(bytes)
      return true
    },
  })
  const answers = answersIn(decoded)
  if (answers.length > 0) house.answered(unit.id, answers)
}
