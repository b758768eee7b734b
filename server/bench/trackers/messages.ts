/** The messages a unit would have stored, without sockets: its packets, decoded and turned into texts. */
import { decoderByName, type Message, modelById, protocolByName } from '@waymark/devices'
import { type StoredMessage, storer } from '#tracking/messages/message.ts'
import { loginOf, packetsFrom, secondsPerRecord } from './packets.ts'
import { type BenchUnit, hwId } from './units.ts'

export interface DecodedPacket {
  readonly frame: Buffer
  readonly messages: readonly Message[]
}

/** What all units of a bench send. */
export function decodedPackets(firstTime: number, records: number, count: number): DecodedPacket[] {
  const decoder = decoderByName('teltonika')!
  const started = decoder.start('tcp')
  const state = decoder.decode(loginOf('350000000000001'), started, new Date()).state ?? started
  const packets = packetsFrom(firstTime, records)
  return Array.from({ length: count }, (_, number) => {
    const frame = packets.packet(number)
    return { frame, messages: decoder.decode(frame, state, new Date()).messages ?? [] }
  })
}

const recordsPerPacket = 10

export function messagesOf(unit: BenchUnit, firstTime: number, count: number): StoredMessage[] {
  const stored: StoredMessage[] = []
  for (const [number, { messages }] of packetsOf(firstTime, Math.ceil(count / recordsPerPacket)).entries()) {
    const arrived = firstTime + (number + 1) * recordsPerPacket * secondsPerRecord + ((number * 37) % 1000) / 1000
    const store = storer({
      ...intakeOf(unit),
      unitId: unit.id,
      unitName: unit.name,
      peer: '127.0.0.1:50000',
      serverTime: arrived,
    })
    stored.push(...messages.map(store))
  }
  return stored.slice(0, count)
}

/** A unit in the form that the writer needs. */
export const intakeOf = (unit: BenchUnit) => ({
  ...unit,
  deviceTypeId: modelById(hwId)!.deviceTypeId,
  protocolId: protocolByName('teltonika').id,
})

let known: { firstTime: number; packets: DecodedPacket[] } | undefined

/** All units of a database send the same, so it is decoded once. */
function packetsOf(firstTime: number, count: number): DecodedPacket[] {
  if (known?.firstTime !== firstTime || known.packets.length < count) {
    known = { firstTime, packets: decodedPackets(firstTime, recordsPerPacket, count) }
  }
  return known.packets.slice(0, count)
}
